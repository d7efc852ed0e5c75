//! The guide to the methods is complete.

use std::fs;
use std::path::{Path, PathBuf};

use crate::read;

fn visit(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            visit(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// Returns the names of the public methods in inherent implementations of `types`.
fn methods(code: &str, types: &[&str], found: &mut Vec<String>) {
    let (mut inside, mut hidden) = (false, false);
    for line in code.lines() {
        if line.starts_with("impl") {
            let subject = line.split_once("> ").map_or("", |(_, subject)| subject);
            let name = subject.split('<').next().unwrap();
            inside = types.contains(&name) && !line.contains(" for ");
        } else if line == "}" {
            inside = false;
        }
        hidden |= line.trim() == "#[doc(hidden)]";
        let signature = line.strip_prefix("    pub const fn ");
        let signature = signature.or_else(|| line.strip_prefix("    pub fn "));
        if let Some(signature) = signature {
            if inside && !hidden {
                let name = signature.split(['(', '<']).next().unwrap();
                found.push(name.to_owned());
            }
            hidden = false;
        }
    }
}

#[test]
fn every_public_method_is_on_the_page() {
    let page = read("soa-runtime/src/guide/methods.rs");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("soa-runtime/src");
    let (mut files, mut names) = (Vec::new(), Vec::new());
    visit(&source, &mut files);
    for file in files {
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
