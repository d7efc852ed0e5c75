//! The README agrees with the files of the repository.

use std::fs;

use crate::read;

#[test]
fn the_first_code_is_the_quickstart() {
    let example = read("soa-runtime/examples/quickstart.rs");
    let code = example
        .split_once("\n\n")
        .map(|(_description, code)| code.trim());
    let readme = read("README.md");
    let first = readme
        .split_once("```rust\n")
        .and_then(|(_, rest)| rest.split_once("```"))
        .map(|(code, _)| code.trim());
    assert_eq!(first, code, "copy the quickstart into the README");
}

#[test]
fn what_it_links_to_is_there() {
    let readme = read("README.md");
    let links: Vec<&str> = readme
        .split("](")
        .skip(1)
        .filter_map(|rest| rest.split(')').next())
        .filter(|link| !link.starts_with("https://"))
        .collect();
    assert!(links.len() > 5, "the README links to the examples");
    for link in links {
        let path = format!("{}/{link}", env!("CARGO_MANIFEST_DIR"));
        assert!(fs::exists(&path).unwrap(), "{link} does not exist");
    }
}
