//! The struct as the other modules see it, read from the compiler's tokens.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Attribute, Data, DeriveInput, Fields, GenericParam, Generics, Type};

use crate::attributes::{self, FieldOptions, StructOptions};
use crate::error::Errors;
use crate::names::{Names, expanded, expanded_tokens};
use crate::saves::{self, FieldSaves, Missing, StructSaves};
use crate::this;
use crate::words::Trait;
use crate::written::written;
use crate::{comments, lints};

/// A struct with `#[derive(IdAllocator)]`.
pub(crate) struct Record {
    pub(crate) vis: TokenStream,
    pub(crate) ident: Ident,
    /// The parameters, without attributes. `Self` is written out.
    pub(crate) generics: Generics,
    pub(crate) options: StructOptions,
    /// The levels of lints.
    pub(crate) lints: TokenStream,
    /// Empty unless the hub can be saved or loaded, like the words of the fields.
    pub(crate) saves: StructSaves,
    pub(crate) names: Names,
    pub(crate) fields: Vec<Field>,
    pub(crate) form: Form,
}

/// A field of the struct: a column of the hub.
pub(crate) struct Field {
    pub(crate) vis: TokenStream,
    pub(crate) ident: Ident,
    /// The identifier as the user wrote it, for errors.
    pub(crate) written: Ident,
    /// The type. `Self` is written out.
    pub(crate) ty: Type,
    /// The type as the user wrote it, as text.
    pub(crate) type_name: String,
    /// The attributes that the views repeat: the comment, and what is said about its use.
    pub(crate) repeated: TokenStream,
    /// The levels of lints.
    pub(crate) lints: TokenStream,
    /// Those of them that allow a lint.
    pub(crate) allowed: Vec<TokenStream>,
    pub(crate) options: FieldOptions,
    /// Whether the column records which rows were written.
    pub(crate) tracked: bool,
    pub(crate) saves: FieldSaves,
    /// Whether `#[serde(skip)]` leaves the field out of every save, also if the hub has none.
    pub(crate) skipped: bool,
    pub(crate) default: ColumnDefault,
}

/// Whether a value of the type can be split into fields and joined again.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// A struct with named fields.
    Struct,
    /// An input that was refused. The generated code never runs.
    Refused,
}

/// The value that `alloc` writes into a column.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ColumnDefault {
    /// The `Default` of the column's type.
    Trait,
    /// The expression of the option `default`.
    Expression,
    /// None: there is no `alloc`.
    Required,
    /// An option that was refused. The generated code never runs.
    Refused,
}

impl Record {
    /// Reads the input. Returns `None` if it is not a struct, an enum or a union.
    pub(crate) fn read(input: TokenStream, errors: &mut Errors) -> Option<Self> {
        let (input, type_names) = match parse(input) {
            Ok(item) => item,
            Err(error) => {
                errors.push(error);
                return None;
            }
        };
        let options = StructOptions::read(&input.attrs, &input.ident, errors);
        let saves = if options.saves() {
            StructSaves::read(&input.attrs, &input.ident, errors)
        } else {
            StructSaves::default()
        };
        let fields = read_fields(&input, type_names, &options, errors);
        Some(Record {
            vis: expanded_tokens(&input.vis),
            ident: expanded(&input.ident),
            generics: read_generics(input.generics, errors),
            names: Names::new(&input.ident, options.names()),
            form: fields.as_ref().map_or(Form::Refused, |_| Form::Struct),
            fields: fields.unwrap_or_default(),
            lints: lints::levels(&input.attrs),
            options,
            saves,
        })
    }

    /// Returns the struct's name without `r#`.
    pub(crate) fn text(&self) -> String {
        self.ident.unraw().to_string()
    }

    /// Returns whether the hub can be saved and loaded.
    pub(crate) fn is_written_and_read(&self) -> bool {
        self.options.derives(Trait::Serialize) && self.options.derives(Trait::Deserialize)
    }

    /// Returns whether the hub records every change of a value that a save has: it tracks
    /// which slots changed hands, and each column that is not skipped.
    pub(crate) fn is_whole(&self) -> bool {
        let mut fields = self.fields.iter();
        self.options.tracked && fields.all(|field| field.tracked || field.skipped)
    }

    /// Returns the tokens of an attribute with `Self` written out, for a place where it would
    /// mean another type.
    pub(crate) fn without_self(&self, tokens: impl ToTokens) -> TokenStream {
        let this = this::path(&self.ident, &self.generics);
        this::write_out(tokens.into_token_stream(), &this)
    }
}

impl Field {
    /// Returns the span for errors about the field's type in generated code.
    pub(crate) fn span(&self) -> Span {
        self.ty.span().resolved_at(Span::call_site())
    }

    /// Returns whether a save may lack the field: serde reads an `Option` that is missing as
    /// `None`.
    pub(crate) fn may_be_missing(&self) -> bool {
        self.is_option() || !matches!(self.saves.missing(), Missing::Unsaid)
    }

    /// Returns whether the type is an `Option` by its name.
    fn is_option(&self) -> bool {
        match bare(&self.ty) {
            Type::Path(ty) => (ty.path.segments.last()).is_some_and(|last| last.ident == "Option"),
            _ => false,
        }
    }

    /// Returns the word of serde by which a save lacks the field, if the hub could not be loaded
    /// from that save. A function reads no `Option` that is missing.
    pub(crate) fn lost_by(&self) -> Option<&Ident> {
        let may_be_none = self.is_option() || self.saves.is_left_out_if_none();
        let is_needed = matches!(self.saves.missing(), Missing::Unsaid)
            && !(may_be_none && self.saves.is_read_by_its_type());
        self.saves.lacking.as_ref().filter(|_| is_needed)
    }

    fn read(
        field: &syn::Field,
        type_name: String,
        record: &Ident,
        of_struct: &StructOptions,
        errors: &mut Errors,
    ) -> Option<Self> {
        let ident = field.ident.as_ref()?;
        let options = FieldOptions::read(&field.attrs, ident, record, errors);
        let saves = if of_struct.saves() {
            FieldSaves::read(&field.attrs, ident, &options, errors)
        } else {
            FieldSaves::default()
        };
        Some(Field {
            vis: expanded_tokens(&field.vis),
            ident: expanded(ident),
            written: ident.clone(),
            ty: field.ty.clone(),
            type_name,
            repeated: repeated(&field.attrs, record),
            lints: lints::levels(&field.attrs),
            allowed: lints::allowed(&field.attrs),
            default: ColumnDefault::of(&options),
            tracked: of_struct.all_tracked || options.tracked.is_some(),
            options,
            saves,
            skipped: saves::is_skipped(&field.attrs),
        })
    }
}

impl ColumnDefault {
    fn of(options: &FieldOptions) -> Self {
        use crate::words::FieldOption::{Default, Required};
        if options.default.is_some() {
            ColumnDefault::Expression
        } else if options.required.is_some() {
            ColumnDefault::Required
        } else if options.mentioned.contains(&Default) || options.mentioned.contains(&Required) {
            ColumnDefault::Refused
        } else {
            ColumnDefault::Trait
        }
    }
}

/// Parses the item, with `Self` written out, because in a view it would mean the view.
/// Returns also the types of the fields as the user wrote them.
pub(crate) fn parse(input: TokenStream) -> syn::Result<(DeriveInput, Vec<String>)> {
    let item: DeriveInput = syn::parse2(input.clone())?;
    let type_names = match &item.data {
        Data::Struct(data) => data.fields.iter().map(|field| written(&field.ty)).collect(),
        Data::Enum(_) | Data::Union(_) => Vec::new(),
    };
    // `Self` is rare, and a second parse is slow in a derive that was built without
    // optimisation.
    if !this::is_mentioned(input.clone()) {
        return Ok((item, type_names));
    }
    let this = this::path(&item.ident, &item.generics);
    Ok((syn::parse2(this::write_out(input, &this))?, type_names))
}

/// Returns the type without what is only around its tokens: parentheses, or the invisible
/// ones around a type that a macro was given.
pub(crate) fn bare(ty: &Type) -> &Type {
    match ty {
        Type::Group(group) => bare(&group.elem),
        Type::Paren(paren) => bare(&paren.elem),
        ty => ty,
    }
}

/// Returns the comment of a field of `record`, and the attributes about its use.
fn repeated(attributes: &[Attribute], record: &Ident) -> TokenStream {
    let comment = comments::repeated(attributes, record);
    let others = attributes.iter().filter(|attribute| {
        let path = attribute.path();
        path.is_ident("deprecated") || (path.is_ident("doc") && !comments::is_comment(attribute))
    });
    quote!(#comment #(#others)*)
}

pub(crate) fn read_generics(mut generics: Generics, errors: &mut Errors) -> Generics {
    for parameter in &mut generics.params {
        let attributes = match parameter {
            GenericParam::Lifetime(lifetime) => {
                let span = lifetime.lifetime.span().resolved_at(Span::mixed_site());
                lifetime.lifetime.set_span(span);
                &mut lifetime.attrs
            }
            GenericParam::Type(ty) => {
                ty.ident = expanded(&ty.ident);
                &mut ty.attrs
            }
            GenericParam::Const(constant) => {
                constant.ident = expanded(&constant.ident);
                &mut constant.attrs
            }
        };
        attributes::refuse(attributes, "a parameter", errors);
        attributes.clear();
    }
    generics
}

/// Reads the fields, if they have names.
fn read_fields(
    input: &DeriveInput,
    type_names: Vec<String>,
    options: &StructOptions,
    errors: &mut Errors,
) -> Option<Vec<Field>> {
    let name = &input.ident;
    match &input.data {
        Data::Struct(data) => match &data.fields {
            Fields::Named(fields) => {
                let fields = fields.named.iter().zip(type_names);
                let read =
                    |(field, type_name)| Field::read(field, type_name, name, options, errors);
                return Some(fields.filter_map(read).collect());
            }
            Fields::Unnamed(fields) => {
                let why = "the fields of a tuple struct have no names for the columns";
                errors.at(
                    fields,
                    format!("{why}; write `struct {name} {{ field: Type, .. }}`"),
                );
            }
            Fields::Unit => {
                let why = "a unit struct has no fields, so there are no columns";
                let instead = format!("write `struct {name} {{ field: Type, .. }}`");
                errors.at(
                    name,
                    format!("{why}; {instead}, or use an `IdPool` if you need only ids"),
                );
            }
        },
        Data::Enum(data) => {
            let why = "`IdAllocator` cannot be derived for an enum, whose fields differ by variant";
            let instead = format!("store it in a field: `struct Record {{ kind: {name}, .. }}`");
            errors.at(data.enum_token, format!("{why}; {instead}"));
            for variant in &data.variants {
                attributes::refuse(&variant.attrs, "a variant", errors);
            }
        }
        Data::Union(data) => {
            let why = "`IdAllocator` cannot be derived for a union, whose fields overlap in memory";
            let instead = format!("store it in a field: `struct Record {{ data: {name}, .. }}`");
            errors.at(data.union_token, format!("{why}; {instead}"));
        }
    }
    None
}
