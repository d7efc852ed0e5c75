//! The programs in `tests/compile`, without the compiler: which mistakes the derive reports.
//!
//! The messages are compared there with the compiler's whole output. This takes no builds.

use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::visit::Visit;
use syn::{Attribute, ItemEnum, ItemStruct, ItemUnion, LitStr, Macro, Meta};

use crate::{derive, world};

/// The messages of the compiler itself that have no code.
const OF_THE_COMPILER: [&str; 3] = [
    "lifetime may not live long enough",
    "unused `Lease` that must be used",
    "use of deprecated constant `old::CREW`",
];

type Derive = fn(TokenStream) -> TokenStream;

/// The messages for all structs of a program.
#[derive(Default)]
struct Messages(Vec<String>);

impl Messages {
    /// Expands an item below one of the derives, and collects its `compile_error!`s.
    fn expand(&mut self, attributes: &[Attribute], item: impl ToTokens) {
        let derives: [(_, Derive); 2] = [("IdAllocator", derive), ("World", world::derive)];
        for (name, derive) in derives {
            if attributes
                .iter()
                .any(|attribute| derives_it(name, attribute))
            {
                let expansion = derive(item.to_token_stream());
                let file = syn::parse2(expansion).expect("an expansion is a list of items");
                self.visit_file(&file);
            }
        }
    }
}

fn derives_it(derived: &str, attribute: &Attribute) -> bool {
    let Meta::List(list) = &attribute.meta else {
        return false;
    };
    let names = list.tokens.to_string();
    let mut names = names.split([',', ' ', ':']);
    attribute.path().is_ident("derive") && names.any(|name| name == derived)
}

impl<'ast> Visit<'ast> for Messages {
    fn visit_item_struct(&mut self, item: &'ast ItemStruct) {
        let mut item = item.clone();
        // The compiler does this before it calls a derive. The programs have no other conditions.
        for attribute in &mut item.attrs {
            if let Meta::List(list) = &attribute.meta {
                let inner = list.tokens.to_string();
                if let Some(inner) = inner.strip_prefix("all () ,") {
                    attribute.meta = syn::parse_str(inner).expect("it is an attribute");
                }
            }
        }
        self.expand(&item.attrs, &item);
    }

    fn visit_item_enum(&mut self, item: &'ast ItemEnum) {
        self.expand(&item.attrs, item);
    }

    fn visit_item_union(&mut self, item: &'ast ItemUnion) {
        self.expand(&item.attrs, item);
    }

    fn visit_macro(&mut self, call: &'ast Macro) {
        let last = call.path.segments.last();
        if last.is_some_and(|last| last.ident == "compile_error") {
            let message: LitStr = call.parse_body().expect("the message is a string");
            self.0.push(message.value());
        }
    }
}

/// Returns what the derive reports about a program.
fn reported(program: &Path) -> Vec<String> {
    let text = fs::read_to_string(program).expect("it was listed");
    let mut messages = Messages::default();
    let file = syn::parse_file(&text).expect("it is a list of items");
    messages.visit_file(&file);
    messages.0
}

/// Returns the programs in a folder and in its folders.
fn programs(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder is in the repository");
    let paths = entries.map(|entry| entry.expect("it can be read").path());
    let (folders, files): (Vec<_>, Vec<_>) = paths.partition(|path| path.is_dir());
    let is_program = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "rs");
    let inner = folders.iter().flat_map(|folder| programs(folder));
    files.into_iter().filter(is_program).chain(inner).collect()
}

fn compile_tests(folder: &str) -> Vec<PathBuf> {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    programs(&package.join("../tests/compile").join(folder))
}

#[test]
fn every_mistake_is_reported_in_the_words_that_were_reviewed() {
    for program in compile_tests("ui") {
        let reviewed = fs::read_to_string(program.with_extension("stderr"));
        let reviewed = reviewed.expect("each program that must not compile has its messages");
        let errors = reviewed
            .lines()
            .filter_map(|line| line.strip_prefix("error: "));
        let expected: Vec<_> = errors
            .filter(|error| !OF_THE_COMPILER.contains(error))
            .collect();
        assert_eq!(reported(&program), expected, "{}", program.display());
    }
}

#[test]
fn nothing_is_reported_about_programs_that_compile() {
    for program in compile_tests("pass") {
        assert_eq!(reported(&program), [""; 0], "{}", program.display());
    }
}
