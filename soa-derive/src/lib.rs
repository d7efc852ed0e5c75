//! The derive of the `soa-runtime` crate.

mod attributes;
mod docs;
mod error;
mod expand;
mod generics;
mod model;
mod names;
mod rules;
mod syntax;
#[cfg(test)]
mod tests;

use proc_macro2::TokenStream;
use quote::quote;

use crate::error::Errors;
use crate::model::Record;

/// docs
#[proc_macro_derive(IdAllocator, attributes(soa))]
pub fn id_allocator(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    derive(input.into()).into()
}

/// Reads the struct, checks it, tells what is wrong with it, and expands it all
/// the same, so that one mistake is not told twice.
fn derive(input: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let mut record = Record::read(input, &mut errors);
    record
        .iter_mut()
        .for_each(|record| rules::check(record, &mut errors));
    let errors = errors.into_compile_errors();
    let code = record.iter().map(expand::expand);
    quote!(#errors #(#code)*)
}
