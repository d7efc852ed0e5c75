//! The table of calls is complete: each public method that takes an id is in it.

use std::fs;
use std::path::Path;

use super::calls::{dense, slots};

/// The types with methods that take ids. The calls of a `Lease` and of an `IdPool` have
/// tests of their own, because they need no hub.
const TYPES: [&str; 8] = [
    "Hub",
    "LiveRows",
    "Column",
    "ColumnMut",
    "TrackedColumnMut",
    "IdMap",
    "Lease",
    "IdPool",
];

const TESTED_ELSEWHERE: [&str; 6] = [
    "Lease::get",
    "Lease::get_mut",
    "Lease::remove",
    "Lease::dealloc",
    "IdPool::contains",
    "IdPool::dealloc",
];

/// Returns the public methods of `code` with an argument that is an id, as `Type::method`.
fn methods_with_ids(code: &str, found: &mut Vec<String>) {
    let mut subject = None;
    let mut lines = code.lines();
    while let Some(line) = lines.next() {
        if line.starts_with("impl") && !line.contains(" for ") {
            let name = line.split_once("> ").map_or("", |(_, subject)| subject);
            let name = name.split('<').next().unwrap_or_default();
            subject = TYPES.into_iter().find(|known| *known == name);
        } else if line == "}" {
            subject = None;
        }
        let (Some(subject), Some(start)) = (subject, line.strip_prefix("    pub fn ")) else {
            continue;
        };
        let mut signature = start.to_owned();
        while !signature.contains('{') {
            signature.push_str(lines.next().expect("a signature ends"));
        }
        let arguments = signature.split("->").next().unwrap_or_default();
        // A closure receives ids from the hub.
        let arguments = arguments
            .replace("FnMut(T::Id", "")
            .replace("FnOnce(T::Id", "");
        let id = ["T::Id", "id: H", "ColumnIndex", "Lease<T>"];
        if id.iter().any(|id| arguments.contains(id)) {
            let name = signature.split(['(', '<']).next().unwrap_or_default();
            found.push(format!("{subject}::{name}"));
        }
    }
}

fn read(folder: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            read(&path, found);
        } else {
            methods_with_ids(&fs::read_to_string(path).expect("a source file"), found);
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "reads files")]
fn every_public_method_that_takes_an_id_is_called_with_a_foreign_one() {
    let mut found = Vec::new();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("soa-runtime/src");
    read(&source, &mut found);
    assert!(found.len() > 30, "found only {found:?}");
    let called = |name: &String| {
        let in_table =
            slots::names().any(|call| call == name) && dense::names().any(|call| call == name);
        in_table || TESTED_ELSEWHERE.contains(&&**name)
    };
    let missing: Vec<&String> = found.iter().filter(|name| !called(name)).collect();
    assert!(
        missing.is_empty(),
        "add these to `CALLS` in tests/hub/tags/calls.rs: {missing:?}"
    );
}
