//! `#[derive(World)]`: a struct of hubs and values, read and checked. [`expand`] writes its code.

mod expand;

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::{Data, DeriveInput, Error, Fields, Generics, LitStr, Path, Type};

use crate::error::Errors;
use crate::lints;
use crate::model;
use crate::names::{expanded, expanded_tokens, is_reserved};
use crate::syntax::{flag, for_each_option, once, path, text, value};
use crate::words::{Keyword, PartOption, WorldOption};
use crate::written::written;

/// The attribute's name.
const WORLD: &str = "world";

/// The keys of every packet, which are followed by the names of the parts.
const KEYS: [&str; 3] = ["version", "since", "tick"];

/// A struct with `#[derive(World)]`.
struct World {
    vis: TokenStream,
    ident: Ident,
    generics: Generics,
    lints: TokenStream,
    options: WorldOptions,
    fields: Vec<Field>,
}

/// The options of a world.
#[derive(Default)]
struct WorldOptions {
    mentioned: Vec<WorldOption>,
    /// The word that asks for a mirror.
    mirror: Option<Ident>,
    /// The path of the runtime, if it is not `::soa_runtime`.
    runtime: Option<Path>,
}

/// A field of the struct.
struct Field {
    ident: Ident,
    ty: Type,
    kind: Kind,
    /// The name in files and packets.
    name: String,
}

/// What a field is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Hub,
    Value,
    Skipped,
}

/// Reads the struct, reports all mistakes, and expands it in spite of them, so that the compiler
/// does not report a missing trait as well.
pub(crate) fn derive(input: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let world = World::read(input, &mut errors);
    let errors = errors.into_compile_errors();
    let code = world.iter().map(expand::expand);
    quote!(#errors #(#code)*)
}

impl World {
    fn read(input: TokenStream, errors: &mut Errors) -> Option<Self> {
        let input = match model::parse(input) {
            Ok((input, _)) => input,
            Err(error) => {
                errors.push(error);
                return None;
            }
        };
        let mut options = WorldOptions::read(&input, errors);
        let fields = read_fields(&input, errors);
        if cfg!(not(feature = "serde")) {
            if let Some(mirror) = options.mirror.take() {
                let message = "`mirror` requires the feature `serde` of `soa-runtime`; \
                     write `features = [\"serde\"]` in the dependency on it";
                errors.at(mirror, message);
            }
        }
        options.mirror = options.mirror.filter(|_| fields.is_some());
        let fields = fields.unwrap_or_default();
        check_names(&fields, errors);
        Some(World {
            vis: expanded_tokens(&input.vis),
            ident: expanded(&input.ident),
            lints: levels_of_lints(&input),
            generics: model::read_generics(input.generics, errors),
            options,
            fields: fields.into_iter().map(|(field, _)| field).collect(),
        })
    }
}

impl WorldOptions {
    fn read(input: &DeriveInput, errors: &mut Errors) -> Self {
        let mut options = WorldOptions::default();
        let example = "#[world(mirror)]";
        for_each_option(WORLD, &input.attrs, example, errors, |word, content| {
            let of = "a field, not of the struct; write it above the field";
            let unknown = "unknown option of a world";
            let option = WorldOption::option::<PartOption>(word, of, unknown)?;
            let of = format!("struct `{}`", input.ident);
            once(&mut options.mentioned, option, word, &of)?;
            match option {
                WorldOption::Mirror => options.mirror = Some(flag(word, content)?),
                WorldOption::Crate => {
                    let example = "crate = path::to::soa_runtime";
                    options.runtime = Some(value(word, content, example, path)?);
                }
            }
            Ok(())
        });
        options
    }
}

/// Reads the fields, if they have names, each with the token that names the part.
fn read_fields(input: &DeriveInput, errors: &mut Errors) -> Option<Vec<(Field, TokenStream)>> {
    let name = &input.ident;
    match &input.data {
        Data::Struct(data) => {
            if let Fields::Named(fields) = &data.fields {
                let mut read = |field| Field::read(field, name, errors);
                return Some(fields.named.iter().filter_map(&mut read).collect());
            }
            let place = match &data.fields {
                Fields::Unit => name.to_token_stream(),
                fields => fields.to_token_stream(),
            };
            let why = "the parts of a world have the names of its fields";
            errors.at(
                place,
                format!("{why}; write `struct {name} {{ units: UnitHub, .. }}`"),
            );
        }
        Data::Enum(data) => errors.at(
            data.enum_token,
            "`World` cannot be derived for an enum; write a struct with a field for each hub",
        ),
        Data::Union(data) => errors.at(
            data.union_token,
            "`World` cannot be derived for a union; write a struct with a field for each hub",
        ),
    }
    None
}

impl Field {
    fn read(
        field: &syn::Field,
        of_struct: &Ident,
        errors: &mut Errors,
    ) -> Option<(Self, TokenStream)> {
        let ident = field.ident.as_ref()?;
        let (mut mentioned, mut kind) = (Vec::new(), Kind::Hub);
        let mut name: Option<LitStr> = None;
        if is_reserved(ident) {
            errors.at(
                ident,
                "names that start with `__soa` are reserved for generated code; rename this field",
            );
        }
        for_each_option(
            WORLD,
            &field.attrs,
            "#[world(value)]",
            errors,
            |word, content| {
                let of = format!("the struct, not of a field; write it above `struct {of_struct}`");
                let unknown = "unknown option of a part";
                let option = PartOption::option::<WorldOption>(word, &of, unknown)?;
                once(&mut mentioned, option, word, &format!("field `{ident}`"))?;
                if mentioned.contains(&PartOption::Skip) && mentioned.len() > 1 {
                    let message = "`skip` cannot be used with `value` or `name`, because a field that is skipped is no part; keep one of them";
                    return Err(Error::new(word.span(), message));
                }
                match option {
                    PartOption::Value => kind = Kind::Value,
                    PartOption::Skip => kind = Kind::Skipped,
                    PartOption::Name => {
                        name = Some(value(word, content, "name = \"units\"", text)?);
                        return Ok(());
                    }
                }
                flag(word, content).map(drop)
            },
        );
        if kind == Kind::Hub
            && mentioned.iter().all(|word| *word == PartOption::Name)
            && is_value(&field.ty)
        {
            let why = format!("`{}` is not a hub", written(&field.ty));
            errors.at(&field.ty, format!("{why}; write `#[world(value)]` above `{ident}`, or `#[world(skip)]` if it is no part of the world"));
            kind = Kind::Value;
        }
        let (text, place) = match &name {
            Some(literal) => (literal.value(), literal.to_token_stream()),
            None => (ident.unraw().to_string(), ident.to_token_stream()),
        };
        let field = Field {
            ident: expanded(ident),
            ty: field.ty.clone(),
            kind,
            name: text,
        };
        Some((field, place))
    }

    fn is_part(&self) -> bool {
        self.kind != Kind::Skipped
    }
}

/// Returns the levels of lints on the struct, and those that fields lower, because the code repeats
/// the types of the fields.
fn levels_of_lints(input: &DeriveInput) -> TokenStream {
    let mut levels = lints::levels(&input.attrs);
    if let Data::Struct(data) = &input.data {
        let fields = data.fields.iter();
        levels.extend(fields.flat_map(|field| lints::allowed(&field.attrs)));
    }
    levels
}

/// Types of the standard library that are often values of a world. They have
/// parameters: without these, the name may be one of a hub.
const VALUES: [&str; 14] = [
    "Arc", "BTreeMap", "BTreeSet", "Box", "Cell", "Cow", "HashMap", "HashSet", "Mutex", "Option",
    "Rc", "RefCell", "Vec", "VecDeque",
];

/// The same without parameters.
const PLAIN_VALUES: [&str; 19] = [
    "bool", "char", "f32", "f64", "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32",
    "u64", "u128", "usize", "Duration", "PathBuf", "String",
];

/// Returns whether a type is certainly no hub. Of any other type the compiler says whether it is
/// one, and says so more than once.
fn is_value(ty: &Type) -> bool {
    match model::bare(ty) {
        Type::Path(ty) => {
            let last = ty.path.segments.last();
            last.is_some_and(|last| {
                let is_plain = PLAIN_VALUES.iter().any(|name| last.ident == name);
                let is_generic = VALUES.iter().any(|name| last.ident == name);
                is_plain || (is_generic && !last.arguments.is_empty())
            })
        }
        Type::Array(_) | Type::FnPtr(_) | Type::Reference(_) | Type::Tuple(_) => true,
        _ => false,
    }
}

/// Checks that the names of all parts differ from each other and from the keys of packets.
fn check_names(fields: &[(Field, TokenStream)], errors: &mut Errors) {
    let parts = fields.iter().filter(|(field, _)| field.is_part());
    let mut taken = Vec::new();
    for (Field { name, .. }, place) in parts {
        let instead = "write another name, for example `#[world(name = \"..\")]`";
        if KEYS.contains(&&**name) {
            errors.at(
                place,
                format!("`{name}` is a key of packets, and cannot be a part; {instead}"),
            );
        } else if taken.contains(&name) {
            errors.at(
                place,
                format!("two parts have the name `{name}`; {instead}"),
            );
        }
        taken.push(name);
    }
}
