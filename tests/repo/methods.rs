//! The guide to the methods is complete, and the random programs of readers have all calls.

use std::fs;

use crate::{read, root, rust_files};

/// Returns the signatures of the public methods in inherent implementations of `types`, from the
/// name to the end of the line.
fn methods(code: &str, types: &[&str], found: &mut Vec<String>) {
    let (mut inside, mut hidden) = (false, false);
    let mut lines = code.lines().peekable();
    while let Some(line) = lines.next() {
        if line.starts_with("impl") {
            let subject = line.split_once("> ").map_or("", |(_, subject)| subject);
            let name = subject.split('<').next();
            inside = name.is_some_and(|name| types.contains(&name)) && !line.contains(" for ");
        } else if line == "}" {
            inside = false;
        }
        hidden |= line.trim() == "#[doc(hidden)]";
        // The receiver is on the next line if the signature is long.
        let next = lines.peek().map_or("", |next| next.trim());
        let whole = format!("{line}{}", if line.ends_with('(') { next } else { "" });
        let signature = whole.strip_prefix("    pub const fn ");
        let signature = signature.or_else(|| whole.strip_prefix("    pub fn "));
        if let Some(signature) = signature {
            if inside && !hidden {
                found.push(signature.to_owned());
            }
            hidden = false;
        }
    }
}

/// Returns the signatures of the public methods of types of the core.
fn methods_of(types: &[&str]) -> Vec<String> {
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

/// Returns the name at the start of a signature.
fn name(signature: &str) -> &str {
    signature.split(['(', '<']).next().unwrap_or_default()
}

#[test]
fn every_public_method_is_on_the_page() {
    let page = read("soa-runtime/src/guide/methods.rs");
    let signatures = methods_of(&["Hub", "Column", "ColumnMut", "LiveRows"]);
    let names: Vec<_> = signatures.iter().map(|found| name(found)).collect();
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
    let signatures = methods_of(&["Hub", "Mirror"]);
    let changing: Vec<_> = signatures
        .iter()
        .filter(|found| found.contains("(&mut self") || found.contains("(self"))
        .map(|found| name(found))
        .collect();
    assert!(changing.len() > 40, "found only {changing:?}");
    let programs = [
        (
            "crates/soa-index/tests/index",
            &["calls.rs", "hubs.rs", "record.rs"][..],
        ),
        ("crates/soa-wgpu/tests/gpu", &["calls.rs", "programs.rs"]),
    ];
    for (folder, files) in programs {
        let code: String = files
            .iter()
            .map(|file| read(&format!("{folder}/{file}")))
            .collect();
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
