//! The pages of what the derive generates, of the crate in `documented`.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs};

fn cargo(arguments: &[&str]) -> Output {
    let mut cargo = Command::new(env::var_os("CARGO").expect("cargo runs the tests"));
    let cargo = cargo.args(arguments).env("RUSTDOCFLAGS", "-D warnings");
    let output = cargo.output();
    let output = output.expect("cargo starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    output
}

/// Documents the crate, and returns the folder of its pages.
fn pages() -> PathBuf {
    let output = cargo(&[
        "doc",
        "-p=soa-test-compile",
        "--no-deps",
        "--lib",
        "--color=never",
    ]);
    let messages = String::from_utf8(output.stderr).expect("messages are text");
    let index = messages
        .lines()
        .find_map(|line| line.trim_start().strip_prefix("Generated "));
    let index = Path::new(index.expect("cargo names the page"));
    index.parent().expect("a page is in a folder").to_owned()
}

/// Returns what is on the page of a type about its fields.
fn fields(pages: &Path, name: &str) -> String {
    let page =
        fs::read_to_string(pages.join(format!("struct.{name}.html"))).expect("it has a page");
    let (_, fields) = page.split_once("id=\"fields\"").expect("it has fields");
    let end = fields.find("implementations\"");
    fields[..end.expect("it has traits")].to_owned()
}

/// Returns the targets of the links in the comments, in their order.
fn links(fields: &str) -> Vec<&str> {
    let comments = fields.split("<div class=\"docblock\">").skip(1);
    let comments = comments.map(|comment| comment.split("</div><span").next().unwrap_or_default());
    let parts = comments.flat_map(|comment| comment.split("<a href=\"").skip(1));
    let targets = parts.map(|part| part.split('"').next().unwrap_or_default());
    targets.collect()
}

#[test]
#[cfg_attr(miri, ignore = "starts the compiler")]
fn links_in_comments_lead_to_the_items_of_the_struct_from_every_view() {
    let pages = pages();
    let of_struct = fields(&pages, "Unit");
    let expected = links(&of_struct);
    assert!(expected.len() > 45, "{expected:?}");
    for view in ["UnitRow", "UnitRowMut", "UnitColumnsMut"] {
        let of_view = fields(&pages, view);
        assert_eq!(links(&of_view), expected, "{view}");
        for text in [
            "Several lines",
            "<li>and more</li>",
            "A comment from a file",
            "After the file",
            "A comment of a macro in two parts.",
            "<code>[Self]</code>",
            "<code>[text](Self::none)</code>",
            "[Self::none] and",
            "// `[Self]` and [`Self::none`]",
            "// [Self] and [Self::none]",
        ] {
            assert!(of_struct.contains(text), "{text} in {of_struct}");
            assert!(of_view.contains(text), "{text} in {of_view}");
        }
        for filler in ["struct@", "The column", "Not on any page"] {
            assert!(!of_view.contains(filler), "{filler} in {of_view}");
        }
    }
    for (view, target) in [
        ("matchRow", "struct.match.html"),
        ("matchColumns", "struct.match.html#structfield.type"),
        ("MadeRow", "struct.Made.html#structfield.repeated"),
        ("MadeColumnsMut", "struct.Made.html#structfield.given"),
    ] {
        let of_view = fields(&pages, view);
        assert!(links(&of_view).contains(&target), "{of_view}");
    }
}

#[test]
#[cfg_attr(miri, ignore = "starts the compiler")]
fn the_page_of_an_id_and_of_a_row_names_what_they_can_do() {
    let pages = pages();
    let id = fs::read_to_string(pages.join("type.matchId.html")).expect("it has a page");
    for method in ["index", "generation", "to_bits", "from_bits"] {
        assert!(
            id.contains(&format!("<code>{method}</code>")),
            "{method} in {id}"
        );
    }
    let row = fs::read_to_string(pages.join("struct.UnitRowMut.html")).expect("it has a page");
    for (page, target) in [
        (&id, "/struct.Handle.html#method.index"),
        (&row, "/struct.TrackedMut.html"),
    ] {
        assert!(page.contains(&format!("{target}\"")), "{target} in {page}");
    }
}

#[test]
#[cfg_attr(miri, ignore = "starts the compiler")]
fn an_example_in_a_comment_is_one_test() {
    let output = cargo(&["test", "-p=soa-test-compile", "--doc", "--", "--list"]);
    let list = String::from_utf8(output.stdout).expect("names of tests are text");
    let tests = list.lines().filter_map(|line| line.strip_suffix(": test"));
    let tests: Vec<_> = tests
        .map(|test| {
            let (_, test) = test.split_once(" - ").expect("a test has an item");
            test.split(' ').next().unwrap_or_default()
        })
        .collect();
    let expected = [
        "Made::repeated",
        "units::Unit::code",
        "units::Unit::code",
        "units::Unit::code",
        "units::Unit::file",
        "units::Unit::starred",
    ];
    assert_eq!(tests, expected, "{list}");
}
