//! Columns that a file names, for hubs whose struct is `tracked` and can be written and read.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::ext::IdentExt;

use super::Context;
use super::derived::default_bounds;
use super::saves::{chosen, write_bounds, writer};
use crate::generics;
use crate::model::{ColumnDefault, Field};
use crate::saves::Missing;
use crate::words::Trait;

/// Implements `SavedColumns`.
pub(super) fn impls(context: &Context<'_>) -> TokenStream {
    let options = &context.record.options;
    let is_saved = options.derives(Trait::Serialize) && options.derives(Trait::Deserialize);
    if !options.tracked || !is_saved {
        return TokenStream::new();
    }
    let Context { this, record, .. } = context;
    let mut bounds = write_bounds(context);
    bounds.extend(default_bounds(context));
    let clause = generics::bounds(&record.generics, bounds);
    let (generics, _, _) = record.generics.split_for_impl();

    let (mut columns, mut defaults) = (TokenStream::new(), Vec::new());
    let fields = record.fields.iter();
    let kept = fields.filter(|field| field.saves.travels());
    for (column, field) in kept.enumerate() {
        columns.extend(saved_column(context, field));
        let ty = &field.ty;
        if let Some(value) = default(context, field) {
            let write = writer(field);
            defaults.push(quote!(#column => {
                let __soa_value: #ty = #value;
                #write(&__soa_value, __soa_serializer)
            }));
        }
    }
    let written_default = chosen(&defaults, &quote!((__soa_column, __soa_serializer)));
    quote! {
        #[automatically_derived]
        impl #generics __soa::SavedColumns for #this #clause {
            const SAVED: &'static [__soa::SavedColumn] = &[#columns];
            fn write_default<__SoaSerializer: __soa::serde::Serializer>(
                __soa_column: ::core::primitive::usize,
                __soa_serializer: __SoaSerializer,
            ) -> ::core::option::Option<
                __soa::Written<__SoaSerializer>,
            > {
                #written_default
            }
        }
    }
}

/// Writes what a file records about a column.
fn saved_column(context: &Context<'_>, field: &Field) -> TokenStream {
    let record = context.record;
    let Field {
        ident,
        ty,
        saves,
        type_name,
        ..
    } = field;
    let own = ident.unraw().to_string();
    let names = saves.names_read(&own, record.saves.rule.as_ref());
    let functions = saves.functions().collect::<Vec<_>>().join(", ");
    let concrete = if generics::mentions(&record.generics, ty) {
        quote!(::core::option::Option::Some(::core::any::type_name::<#ty>))
    } else {
        quote!(::core::option::Option::None)
    };
    quote! {
        __soa::SavedColumn {
            names: &[#(#names),*],
            type_name: #type_name,
            concrete: #concrete,
            functions: #functions,
        },
    }
}

/// Returns the value of a column that is missing, unless it is required.
fn default(context: &Context<'_>, field: &Field) -> Option<TokenStream> {
    let Field { ty, options, .. } = field;
    if let Missing::Path(path) = field.saves.missing() {
        let path: syn::ExprPath = path.parse().ok()?;
        return Some(quote!(#path()));
    }
    match field.default {
        ColumnDefault::Expression => Some(context.record.without_self(&options.default)),
        ColumnDefault::Trait => {
            Some(quote_spanned!(field.span()=> <#ty as __soa::ColumnDefault>::column_default()))
        }
        ColumnDefault::Required | ColumnDefault::Refused => None,
    }
}
