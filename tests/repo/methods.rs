//! The guide to the methods is complete.

use std::fs;

use crate::{read, root, rust_files};

/// Returns the names of the public methods in inherent implementations of `types`.
fn methods(code: &str, types: &[&str], found: &mut Vec<String>) {
    let (mut inside, mut hidden) = (false, false);
    for line in code.lines() {
        if line.starts_with("impl") {
            let subject = line.split_once("> ").map_or("", |(_, subject)| subject);
            let name = subject.split('<').next();
            inside = name.is_some_and(|name| types.contains(&name)) && !line.contains(" for ");
        } else if line == "}" {
            inside = false;
        }
        hidden |= line.trim() == "#[doc(hidden)]";
        let signature = line.strip_prefix("    pub const fn ");
        let signature = signature.or_else(|| line.strip_prefix("    pub fn "));
        if let Some(signature) = signature {
            if inside && !hidden {
                let name = signature.split(['(', '<']).next();
                found.extend(name.map(str::to_owned));
            }
            hidden = false;
        }
    }
}

#[test]
fn every_public_method_is_on_the_page() {
    let page = read("soa-runtime/src/guide/methods.rs");
    let mut names = Vec::new();
    for file in rust_files(&root().join("soa-runtime/src")) {
        let code = fs::read_to_string(file).unwrap();
        methods(&code, &["Hub", "Column", "ColumnMut", "Rows"], &mut names);
    }
    assert!(names.len() > 70, "found only {names:?}");
    let missing: Vec<_> = names
        .iter()
        .filter(|name| {
            !page.contains(&format!("`{name}`")) && !page.contains(&format!("::{name}`"))
        })
        .collect();
    assert!(missing.is_empty(), "guide::methods lacks {missing:?}");
}
