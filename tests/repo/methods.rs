//! The guide to the methods is complete, the random programs of readers have all calls, and ids of
//! other hubs are tried with every method that takes one.

use std::fs;
use std::iter;

use crate::{read, root, rust_files};

/// A public method: its type, and its signature from the name on.
struct Method(String, String);

impl Method {
    fn name(&self) -> &str {
        self.1.split(['(', '<']).next().unwrap_or_default()
    }

    /// Returns whether an argument is an id, a row that is found by one, or a lease.
    fn takes_an_id(&self) -> bool {
        let arguments = self.1.split("->").next().unwrap_or_default();
        let closures = ["FnMut(T::Id", "FnOnce(T::Id"];
        let arguments = closures.iter().fold(arguments.to_owned(), |left, closure| {
            left.replace(closure, "")
        });
        let ids = ["T::Id", "id: H", "ColumnIndex", "Lease<T>"];
        ids.iter().any(|id| arguments.contains(id))
    }
}

/// Finds the public methods in inherent implementations of `types`.
fn methods(code: &str, types: &[&str], found: &mut Vec<Method>) {
    let (mut subject, mut hidden) = (None, false);
    let mut lines = code.lines();
    while let Some(line) = lines.next() {
        if line.starts_with("impl") && !line.contains(" for ") {
            let name = line.split_once("> ").map_or("", |(_, subject)| subject);
            let name = name.split('<').next().unwrap_or_default();
            subject = types.contains(&name).then_some(name);
        } else if line == "}" {
            subject = None;
        }
        hidden |= line.trim() == "#[doc(hidden)]";
        let start = line.strip_prefix("    pub const fn ");
        let Some(start) = start.or_else(|| line.strip_prefix("    pub fn ")) else {
            continue;
        };
        let mut signature = start.to_owned();
        while !signature.contains(['{', ';']) {
            signature.push_str(lines.next().expect("a signature ends").trim());
        }
        found.extend(
            (subject.filter(|_| !hidden)).map(|subject| Method(subject.to_owned(), signature)),
        );
        hidden = false;
    }
}

/// Returns the public methods of types of the core.
fn methods_of(types: &[&str]) -> Vec<Method> {
    let mut found = Vec::new();
    for file in rust_files(&root().join("soa-runtime/src")) {
        methods(
            &fs::read_to_string(file).expect("a source file"),
            types,
            &mut found,
        );
    }
    found
}

#[test]
fn every_public_method_is_on_the_page() {
    let page = read("soa-runtime/src/guide/methods.rs");
    let methods = methods_of(&["Hub", "Column", "ColumnMut", "LiveRows"]);
    let names: Vec<_> = methods.iter().map(Method::name).collect();
    assert!(names.len() > 70, "found only {names:?}");
    let missing: Vec<_> = names
        .iter()
        .filter(|name| {
            !page.contains(&format!("`{name}`")) && !page.contains(&format!("::{name}`"))
        })
        .collect();
    assert!(missing.is_empty(), "guide::methods lacks {missing:?}");
}

#[test]
fn programs_of_readers_make_every_call_that_changes_a_hub() {
    let methods = methods_of(&["Hub", "Mirror"]);
    let changing: Vec<_> = methods
        .iter()
        .filter(|found| found.1.contains("(&mut self") || found.1.contains("(self"))
        .map(Method::name)
        .collect();
    assert!(changing.len() > 40, "found only {changing:?}");
    let programs = [
        ("crates/soa-index/tests/index", &["edits.rs", "hubs.rs"][..]),
        ("crates/soa-wgpu/tests/gpu", &["edits.rs", "programs.rs"]),
    ];
    for (folder, files) in programs {
        let own = files.iter().map(|file| format!("{folder}/{file}"));
        let shared = iter::once("tests/support/calls.rs".to_owned());
        let code: String = own.chain(shared).map(|file| read(&file)).collect();
        // The form with `try_` does the work.
        let is_called = |name: &str| {
            let other = name
                .strip_prefix("try_")
                .map_or(format!("try_{name}"), str::to_owned);
            [name, &other].iter().any(|name| {
                code.contains(&format!(".{name}(")) || code.contains(&format!(".{name}::<"))
            })
        };
        let missing: Vec<_> = changing.iter().filter(|name| !is_called(name)).collect();
        assert!(missing.is_empty(), "programs in {folder} lack {missing:?}");
    }
}

#[test]
fn every_method_that_takes_an_id_is_called_with_one_of_another_hub() {
    let table = read("tests/hub/tags/calls.rs");
    let types = ["Hub", "LiveRows", "Column", "ColumnMut", "IdMap"];
    let methods = methods_of(&types);
    let names = methods.iter().filter(|found| found.takes_an_id());
    let names: Vec<_> = names
        .map(|found| format!("{}::{}", found.0, found.name()))
        .collect();
    assert!(names.len() > 25, "found only {names:?}");
    let missing: Vec<_> = names
        .iter()
        .filter(|name| !table.contains(&format!("(\"{name}\"")))
        .collect();
    assert!(
        missing.is_empty(),
        "`CALLS` in tests/hub/tags/calls.rs lacks {missing:?}"
    );
}
