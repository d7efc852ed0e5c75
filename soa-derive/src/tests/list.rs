//! The list of fields, which is all that unsafe code takes from the derive.

use quote::{ToTokens, quote};
use syn::visit::Visit;
use syn::{Ident, ItemImpl, Macro};

use crate::derive;

/// How often each of the types' macros is called, and where `unsafe` is.
#[derive(Default)]
struct Found {
    in_the_list: Vec<String>,
    in_the_check: Vec<String>,
    unsafe_impls: Vec<String>,
}

/// The names of the macros called in an item.
#[derive(Default)]
struct Calls(Vec<String>);

impl<'ast> Visit<'ast> for Calls {
    fn visit_macro(&mut self, call: &'ast Macro) {
        self.0.extend(call.path.get_ident().map(Ident::to_string));
    }
}

impl<'ast> Visit<'ast> for Found {
    fn visit_item_impl(&mut self, item: &'ast ItemImpl) {
        let Some((path, _)) = &item.trait_ else {
            return;
        };
        let last = path.segments.last().expect("a path has a segment");
        let name = last.ident.to_string();
        if item.unsafety.is_some() {
            self.unsafe_impls.push(name.clone());
        }
        let mut calls = Calls::default();
        calls.visit_item_impl(item);
        match &*name {
            "Facts" => self.in_the_list.append(&mut calls.0),
            "Shape" => self.in_the_check.append(&mut calls.0),
            _ => {}
        }
    }
}

#[test]
fn the_types_of_the_list_are_written_once() {
    let expansion = derive(quote! {
        #[soa(align = 64, tracked, derive(Clone, Debug, PartialEq))]
        struct Texture<'a, T> {
            #[soa(tracked)]
            size: first!(),
            parts: Vec<[second!(T); third!()]>,
            name: &'a fourth!(),
        }
    });
    let file: syn::File = syn::parse2(expansion.clone()).expect("an expansion is a list of items");
    let mut found = Found::default();
    found.visit_file(&file);
    // The compiler may expand two calls with the same words differently. So there is one
    // call, and the check has none: it compares what the compiler made of them.
    assert_eq!(found.in_the_list, ["first", "second", "third", "fourth"]);
    assert_eq!(found.in_the_check, [""; 0]);
    assert_eq!(found.unsafe_impls, ["Facts"]);
    let words = expansion.to_token_stream().to_string();
    assert_eq!(words.matches("unsafe").count(), 1);
    for column in ["size", "parts", "name"] {
        let compared = format!(", & raw mut __soa_from . {column}) ;");
        assert_eq!(words.matches(&compared).count(), 1, "{column} in {words}");
    }
}
