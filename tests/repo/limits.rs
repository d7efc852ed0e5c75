//! The core stays as small as it is.

use super::layering::LAYERS;
use super::testing::unsafe_items;
use super::{read, root, rust_files};

/// The largest number of rooms of the runtime: layers of the architecture, folders or files.
const ROOMS: usize = 25;

/// The largest number of unsafe blocks, functions, traits and implementations.
const UNSAFE: usize = 330;

/// The largest number of functions that an insertion passes.
const INSERT: usize = 9;

#[test]
fn the_runtime_has_few_rooms() {
    let (_, layers) = LAYERS[0];
    let rooms = layers.split_whitespace().filter(|room| *room != "lib");
    assert!(rooms.count() <= ROOMS, "{layers}");
}

#[test]
fn the_runtime_has_few_unsafe_places() {
    let files = rust_files(&root().join("soa-runtime/src"));
    let lines = files.iter().flat_map(|path| {
        let text = std::fs::read_to_string(path).expect("a source file");
        let lines: Vec<String> = text.lines().map(|line| line.trim().to_owned()).collect();
        lines
    });
    let code: Vec<String> = lines.filter(|line| !line.starts_with("//")).collect();
    let found = unsafe_items(&code);
    assert!(found <= UNSAFE, "{found} unsafe places");
    assert!(found > 100, "they are found");
}

#[test]
fn the_path_of_an_insert_is_short_and_there() {
    let page = read("ARCHITECTURE.md");
    let (_, path) = page
        .split_once("## The path of an insert")
        .expect("the path");
    let table = path.lines().skip_while(|line| !line.starts_with("|---"));
    let rows: Vec<&str> = table
        .skip(1)
        .take_while(|line| line.starts_with('|'))
        .collect();
    assert!(
        (5..=INSERT).contains(&rows.len()),
        "{} functions",
        rows.len()
    );
    for row in rows {
        let mut names = row.split('`').skip(1).step_by(2);
        let (function, file) = (names.next().expect("a name"), names.next().expect("a file"));
        let (_, function) = function.split_once("::").expect("a type and a function");
        let text = read(&format!("soa-runtime/src/{file}"));
        let there = [format!("fn {function}("), format!("fn {function}<")];
        assert!(
            there.iter().any(|there| text.contains(there)),
            "{file}: {function}"
        );
    }
}
