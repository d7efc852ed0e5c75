//! From the checked record to the generated code: the public types, and beside
//! them one anonymous constant with everything else.

mod hub;
mod links;
mod messages;
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

/// What is generated for the record.
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
        };
    }
}

/// The record, and the paths that are written again and again.
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

    /// The struct's own bounds, and what all its fields need to have the trait.
    fn bounds(&self, bound: &TokenStream) -> TokenStream {
        let generics = &self.record.generics;
        generics::bounds(generics, generics::inferred(generics, self.types(), bound))
    }

    fn types(&self) -> impl Iterator<Item = &'a Type> {
        self.record.fields.iter().map(|field| &field.ty)
    }

    /// The struct made of one value per field, in order.
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
