//! The four views: one row or all columns, shared or mutable.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::{GenericArgument, Lifetime, PathArguments, Type};

use super::Context;
use crate::model::{Field, bare};
use crate::names::{lifetime, marker};
use crate::words::Trait;

/// What differs between the views.
pub(super) struct View<'a> {
    pub(super) name: &'a Ident,
    doc: &'a str,
    kind: Kind,
    /// The name in `Views`.
    pub(super) ty: Ident,
    /// The function in `Shape` that makes the view.
    pub(super) function: Ident,
    /// The type in `Fields` that the view is made of.
    pub(super) parts: Ident,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Row,
    RowMut,
    Columns,
    ColumnsMut,
}

impl<'a> View<'a> {
    /// Returns the views of a record.
    pub(super) fn all(context: &'a Context<'_>) -> [Self; 4] {
        let (names, docs) = (&context.record.names, &context.docs);
        let named = [
            (&names.row, &docs.row, Kind::Row),
            (&names.row_mut, &docs.row_mut, Kind::RowMut),
            (&names.columns, &docs.columns, Kind::Columns),
            (&names.columns_mut, &docs.columns_mut, Kind::ColumnsMut),
        ];
        named.map(|(name, doc, kind)| {
            let runtime = match kind {
                Kind::Row => ["Row", "row", "Refs"],
                Kind::RowMut => ["RowMut", "row_mut", "RefsMut"],
                Kind::Columns => ["Columns", "columns", "Slices"],
                Kind::ColumnsMut => ["ColumnsMut", "columns_mut", "SlicesMut"],
            };
            let [ty, function, parts] = runtime.map(|name| format_ident!("{name}"));
            View {
                name,
                doc,
                kind,
                ty,
                function,
                parts,
            }
        })
    }

    /// Returns whether the view is one of columns.
    pub(super) fn has_columns(&self) -> bool {
        matches!(self.kind, Kind::Columns | Kind::ColumnsMut)
    }

    /// Returns the type of a field and the method of `LiveRows` that makes it, if the view is one
    /// of columns.
    pub(super) fn column(&self, field: &Field) -> Option<[Ident; 2]> {
        let names = match (self.kind, field.tracked) {
            (Kind::Row | Kind::RowMut, _) => return None,
            (Kind::Columns, false) => ["Column", "column"],
            (Kind::Columns, true) => ["TrackedColumn", "tracked_column"],
            (Kind::ColumnsMut, false) => ["ColumnMut", "column_mut"],
            (Kind::ColumnsMut, true) => ["TrackedColumnMut", "tracked_column_mut"],
        };
        Some(names.map(|name| format_ident!("{name}")))
    }

    fn is_mutable(&self) -> bool {
        matches!(self.kind, Kind::RowMut | Kind::ColumnsMut)
    }

    /// Returns the type of the view's field for a column.
    fn field(&self, context: &Context<'_>, lifetime: &Lifetime, field: &Field) -> TokenStream {
        let Context { runtime, this, .. } = context;
        let ty = &field.ty;
        match (self.column(field), self.is_mutable()) {
            (Some([column, _]), _) => quote!(#runtime::#column<#lifetime, #this, #ty>),
            (None, true) if field.tracked => quote!(#runtime::TrackedMut<#lifetime, #ty>),
            (None, true) => quote!(&#lifetime mut #ty),
            (None, false) => quote!(&#lifetime #ty),
        }
    }

    /// Returns the hidden field of a view without fields. It names the parameters, and
    /// a view of columns stores the rows in it, which is otherwise in the first column.
    fn marker(&self, context: &Context<'_>, lifetime: &Lifetime) -> TokenStream {
        if !context.record.fields.is_empty() {
            return TokenStream::new();
        }
        let Context { runtime, this, .. } = context;
        let marker = marker();
        if self.has_columns() {
            return quote!(#[doc(hidden)] #marker: #runtime::LiveRows<#lifetime, #this>);
        }
        let mutable = self.is_mutable().then(|| quote!(mut));
        quote!(#[doc(hidden)] #marker: ::core::marker::PhantomData<&#lifetime #mutable #this>)
    }

    /// Returns the value of the hidden field.
    pub(super) fn marker_value(&self, context: &Context<'_>) -> TokenStream {
        if !context.record.fields.is_empty() {
            return TokenStream::new();
        }
        let marker = marker();
        if self.has_columns() {
            return quote!(#marker: __soa_rows);
        }
        quote!(#marker: ::core::marker::PhantomData)
    }
}

/// Writes the public types.
pub(super) fn types(context: &Context<'_>) -> TokenStream {
    View::all(context)
        .iter()
        .map(|view| definition(context, view))
        .collect()
}

fn definition(context: &Context<'_>, view: &View<'_>) -> TokenStream {
    let record = context.record;
    let View { name, doc, .. } = view;
    let (vis, generics) = (&record.vis, &context.view_generics);
    let (clause, about) = (&generics.where_clause, context.about(doc));
    let lifetime = lifetime();
    let fields = record.fields.iter().map(|field| {
        let Field {
            repeated,
            lints,
            vis,
            ident,
            ..
        } = field;
        let ty = view.field(context, &lifetime, field);
        let allow = (view.kind == Kind::Row && is_optional_reference(&field.ty)).then(
            || quote!(#[allow(clippy::ref_option_ref, reason = "a view contains references")]),
        );
        quote!(#repeated #lints #allow #vis #ident: #ty,)
    });
    let marker = view.marker(context, &lifetime);
    quote! {
        #about
        #vis struct #name #generics #clause {
            #(#fields)*
            #marker
        }
    }
}

/// Returns whether the type is an `Option<&T>`. Clippy wants no references to one, also
/// in the macros of other crates.
fn is_optional_reference(ty: &Type) -> bool {
    let Type::Path(path) = bare(ty) else {
        return false;
    };
    path.path
        .segments
        .last()
        .is_some_and(|last| match &last.arguments {
            PathArguments::AngleBracketed(arguments) => match arguments.args.first() {
                Some(GenericArgument::Type(value)) => {
                    last.ident == "Option" && matches!(bare(value), Type::Reference(_))
                }
                _ => false,
            },
            _ => false,
        })
}

/// Writes the traits of the views.
pub(super) fn impls(context: &Context<'_>) -> TokenStream {
    let options = &context.record.options;
    let views = View::all(context);
    let debugs = views
        .iter()
        .filter(|_| options.derives(Trait::Debug))
        .map(|view| debug(context, view));
    let rows = || views.iter().filter(|view| !view.has_columns());
    let equals = rows()
        .filter(|_| options.derives(Trait::PartialEq))
        .map(|view| equal(context, view));
    let checks = options.derives(Trait::Eq).then(|| fields_are_eq(context));
    let eq = quote!(::core::cmp::Eq);
    let total = rows()
        .filter(|_| options.derives(Trait::Eq))
        .map(|View { name, .. }| context.implement(&eq, &context.view_generics, name, &quote!()));
    debugs.chain(equals).chain(total).chain(checks).collect()
}

fn debug(context: &Context<'_>, View { name, .. }: &View<'_>) -> TokenStream {
    let text = name.unraw().to_string();
    let fields = context.record.fields.iter().map(|field| {
        let (ident, text) = (&field.ident, field.ident.unraw().to_string());
        let value = quote_spanned!(field.span()=> &self.#ident);
        quote!(.field(#text, #value))
    });
    let items = quote! {
        #[inline]
        fn fmt(&self, __soa_f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            ::core::fmt::Formatter::debug_struct(__soa_f, #text) #(#fields)* .finish()
        }
    };
    context.implement(
        &quote!(::core::fmt::Debug),
        &context.view_generics,
        name,
        &items,
    )
}

fn equal(context: &Context<'_>, View { name, .. }: &View<'_>) -> TokenStream {
    let equal = quote!(::core::cmp::PartialEq);
    let fields = context.record.fields.iter().map(|field| {
        let ident = &field.ident;
        quote_spanned!(field.span()=> #equal::eq(&self.#ident, &__soa_other.#ident))
    });
    let items = quote! {
        #[inline]
        fn eq(&self, __soa_other: &Self) -> ::core::primitive::bool {
            true #(&& #fields)*
        }
    };
    context.implement(&equal, &context.view_generics, name, &items)
}

/// Checks that all fields are `Eq`, because `Eq` itself does not.
fn fields_are_eq(context: &Context<'_>) -> TokenStream {
    let record = context.record;
    let (generics, arguments, _) = record.generics.split_for_impl();
    let clause = context.bounds(&quote!(::core::cmp::Eq));
    let shape = &record.names.shape;
    let fields = record.fields.iter().map(|field| {
        let ty = &field.ty;
        quote_spanned!(field.span()=> __soa_is_eq::<#ty>();)
    });
    quote! {
        fn __soa_is_eq<__SoaField: ::core::cmp::Eq>() {}
        impl #generics #shape #arguments #clause {
            fn __soa_fields_are_eq() {
                #(#fields)*
            }
        }
    }
}
