//! Expands a checked record: the public types, and one anonymous constant with
//! everything else.

mod columns;
mod deltas;
mod derived;
mod destructor;
mod fields;
mod hub;
mod links;
mod methods;
mod record;
mod saves;
mod shape;
mod views;

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Generics, Path, Type};

use crate::docs::Docs;
use crate::generics;
use crate::model::{Form, Record};

/// Returns the code that is generated for the record.
pub(crate) fn expand(record: &Record) -> TokenStream {
    let context = Context::new(record);
    let hub = hub::types(&context);
    let views = views::types(&context);
    let facts = record::impls(&context);
    let hub_impls = hub::impls(&context);
    let view_impls = views::impls(&context);
    let view_methods = methods::impls(&context);
    let links = links::impls(&context);
    let saves = saves::impls(&context);
    let fields = fields::impls(&context);
    let deltas = deltas::impls(&context);
    let columns = columns::impls(&context);
    let runtime = &context.runtime;
    quote! {
        #hub
        #views
        const _: () = {
            use #runtime::__private as __soa;
            #facts
            #hub_impls
            #view_impls
            #view_methods
            #links
            #saves
            #fields
            #deltas
            #columns
        };
    }
}

/// The record, and the paths that occur in many places.
struct Context<'a> {
    record: &'a Record,
    docs: Docs,
    /// `::soa_runtime`.
    runtime: TokenStream,
    /// `::soa_runtime::__private::serde`.
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

    /// Returns the struct's own bounds, and those with which all fields have the trait.
    fn bounds(&self, bound: &TokenStream) -> TokenStream {
        let generics = &self.record.generics;
        generics::bounds(generics, generics::inferred(generics, self.types(), bound))
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
        let names = self.record.fields.iter().map(|field| &field.ident);
        let values = values.into_iter();
        quote!(#ident { #(#names: #values),* })
    }
}
