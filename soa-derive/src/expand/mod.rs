//! Expands a checked record: the public types, and one anonymous constant with
//! everything else.

mod columns;
mod deltas;
mod derived;
mod fields;
mod hub;
mod links;
mod methods;
mod record;
mod saves;
mod shape;
mod views;

use std::collections::HashSet;

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::{Generics, Path, Type};

use crate::docs::Docs;
use crate::generics;
use crate::model::{Field, Form, Record};

/// Returns the code that is generated for the record.
pub(crate) fn expand(record: &Record) -> TokenStream {
    let context = Context::new(record);
    let hub = hub::types(&context);
    let views = views::types(&context);
    let defaults = record::default_row(&context);
    let impls: TokenStream = [
        record::impls(&context),
        hub::impls(&context),
        views::impls(&context),
        methods::impls(&context),
        links::impls(&context),
        saves::impls(&context),
        fields::impls(&context),
        deltas::impls(&context),
        columns::impls(&context),
    ]
    .into_iter()
    .collect();
    let impls = allowing(&record.fields, impls);
    let (runtime, lints) = (&context.runtime, &record.lints);
    quote! {
        #hub
        #views
        #lints
        const _: () = {
            use #runtime::__private as __soa;
            #defaults
            #impls
        };
    }
}

/// Returns the items with the lints allowed that are allowed for a field, because they repeat its
/// type. (The expressions of the defaults are not among them: each has the lints of its own field.)
fn allowing(fields: &[Field], items: TokenStream) -> TokenStream {
    let mut known = HashSet::new();
    let allowed = fields.iter().flat_map(|field| &field.allowed);
    let allowed: Vec<_> = allowed
        .filter(|allow| known.insert(allow.to_string()))
        .collect();
    if allowed.is_empty() {
        return items;
    }
    quote!(#(#allowed)* const _: () = { #items };)
}

/// The record, and the paths that occur in many places.
struct Context<'a> {
    record: &'a Record,
    docs: Docs,
    /// `::soa_runtime`.
    runtime: TokenStream,
    /// `::soa_runtime::__private::serde`, for attributes.
    serde: TokenStream,
    /// `Texture<'a, T, N>`.
    this: TokenStream,
    /// `::soa_runtime::Hub<Texture<'a, T, N>>`.
    inner: TokenStream,
    /// The parameters of the views.
    view_generics: Generics,
}

impl<'a> Context<'a> {
    fn new(record: &'a Record) -> Self {
        let renamed = record.options.runtime.as_ref();
        let runtime = renamed.map_or_else(|| quote!(::soa_runtime), Path::to_token_stream);
        let ident = &record.ident;
        let (_, arguments, _) = record.generics.split_for_impl();
        let this = quote!(#ident #arguments);
        Context {
            docs: Docs::new(record),
            serde: quote!(#runtime::__private::serde),
            inner: quote!(#runtime::Hub<#this>),
            this,
            runtime,
            view_generics: generics::of_view(&record.generics),
            record,
        }
    }

    /// Implements a trait for a type with these generics and a field for each column, if the types of
    /// the columns implement it.
    fn implement(
        &self,
        of: &TokenStream,
        generics: &Generics,
        name: &Ident,
        items: &TokenStream,
    ) -> TokenStream {
        let (generics, arguments, _) = generics.split_for_impl();
        let clause = self.bounds(of);
        quote! {
            #[automatically_derived]
            impl #generics #of for #name #arguments #clause {
                #items
            }
        }
    }

    /// Returns the struct's own bounds, and those with which all fields have the trait.
    fn bounds(&self, bound: &TokenStream) -> TokenStream {
        let generics = &self.record.generics;
        generics::bounds(generics, generics::inferred(generics, self.types(), bound))
    }

    /// Returns the attributes of a generated type with this documentation.
    ///
    /// Lints about comments point at the struct, whose comments the views repeat. An item that a
    /// documentation links to may also be private, if it is not exported from where the struct is.
    fn about(&self, doc: &str) -> TokenStream {
        let lints = &self.record.lints;
        quote!(#[doc = #doc] #lints #[allow(rustdoc::all)])
    }

    fn types(&self) -> impl Iterator<Item = &'a Type> {
        self.record.fields.iter().map(|field| &field.ty)
    }

    /// Returns a literal of the struct from one value per field, in order.
    fn literal(&self, values: impl IntoIterator<Item = TokenStream>) -> TokenStream {
        if self.record.form == Form::Refused {
            return quote!(::core::unreachable!());
        }
        let ident = &self.record.ident;
        let fields = self.record.fields.iter().zip(values);
        let fields =
            fields.map(|(Field { lints, ident, .. }, value)| quote!(#lints #ident: #value));
        quote!(#ident { #(#fields),* })
    }
}
