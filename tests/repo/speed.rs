//! The tables of speed show what was measured last.
//!
//! `SOA_BLESS=1 cargo test --test repo speed` writes them anew.

use std::fs;

use crate::{read, root};

/// The columns of a table of speed, and the contenders of the results.
const CONTENDERS: [(&str, &str); 7] = [
    ("slots", "soa slots"),
    ("slots, 4-byte id", "soa slots, 4-byte id"),
    ("dense", "soa dense"),
    ("`SlotMap<K, Struct>`", "SlotMap"),
    ("`SlotMap` + `SecondaryMap`s", "SlotMap + SecondaryMaps"),
    ("soa-rs (no handles)", "soa-rs (no handles)"),
    ("gecs", "gecs"),
];

/// The column of the README with times.
const LIMIT: &str = "the limit";

/// The rows of a table of speed, and the workloads of the results.
const WORKLOADS: [(&str, &str); 16] = [
    ("insert, growing", "insert-growing"),
    ("insert, reserved", "insert-reserved"),
    ("collect", "collect"),
    ("collect, the ids kept", "collect-with-ids"),
    ("remove and insert, half full", "remove-and-insert"),
    ("remove all, in random order", "remove-all"),
    ("`retain` every second row", "retain-half"),
    ("read one field by id, random", "read-by-id"),
    ("sum one column", "sum-column"),
    ("`position += velocity * dt`", "integrate"),
    (
        "sum one column, half of the rows freed",
        "sum-column-half-holes",
    ),
    ("walk the rows with ids, sum one field", "walk-rows"),
    ("the same, half of the rows freed", "walk-rows-half-holes"),
    ("walk the rows, change all fields", "change-rows"),
    ("`clone_from` into the same memory", "clone-from"),
    ("10 000 hubs of 0 to 8 rows", "small-stores"),
];

/// Returns the text of the guide, without the marks of documentation.
fn guide() -> String {
    let page = read("soa-runtime/src/guide/speed.rs");
    let lines = page.lines().filter_map(|line| line.strip_prefix("//!"));
    let lines = lines.map(|line| line.strip_prefix(' ').unwrap_or(line));
    lines.collect::<Vec<_>>().join("\n")
}

fn cells(line: &str) -> Vec<&str> {
    let inner = line.trim().trim_start_matches('|');
    let inner = inner.strip_suffix('|').unwrap_or(inner);
    inner.split('|').map(str::trim).collect()
}

/// Returns the figure of `contender` at 100 000 rows, or its only figure if the section has one size.
fn measured<'a>(section: &'a str, contender: &str) -> Option<&'a str> {
    let row = section
        .lines()
        .map(|line| line.split('|').map(|cell| cell.trim().trim_matches('*')));
    let mut row = row
        .map(Iterator::collect::<Vec<_>>)
        .find(|cells| cells.get(1) == Some(&contender))?;
    row.retain(|cell| !cell.is_empty());
    // A name, then a time, a ratio and its quartiles for each size.
    row.get(if row.len() > 4 { 5 } else { 2 }).copied()
}

/// Returns what a table shows for `contender`: nothing if it did not take part.
fn figure(section: &str, contender: &str) -> String {
    // A hub that walks in several ways is shown with the plain one.
    let walk = format!("{contender}, iter");
    let measured = measured(section, contender).or_else(|| measured(section, &walk));
    let ratio = measured.and_then(|ratio| ratio.parse::<f64>().ok());
    ratio.map_or(String::new(), |ratio| match ratio {
        ..9.95 => format!("{ratio:.1}"),
        _ => format!("{ratio:.0}"),
    })
}

/// Returns the time of the limit at 100 000 rows, or at the only size: the first line of a table.
fn limit(section: &str) -> String {
    let mut lines = section.lines().skip_while(|line| !line.starts_with("|---"));
    let line = lines
        .nth(1)
        .unwrap_or_else(|| panic!("no limit in {section}"));
    let cells = cells(line);
    // A name, then a time, a ratio and its quartiles for each size.
    let time = cells.get(if cells.len() > 4 { 4 } else { 1 });
    format!("{} ns", time.expect("a time"))
}

/// Returns the line of a table with the figures of the results, under the same title.
fn line_of(results: &str, header: &[&str], title: &str) -> String {
    let workload = WORKLOADS.iter().find(|(name, _)| *name == title);
    let (_, workload) = workload.unwrap_or_else(|| panic!("unknown row {title}"));
    let section = results
        .split("\n## ")
        .find(|section| section.starts_with(&format!("{workload}:")))
        .unwrap_or_else(|| panic!("no results of {workload}"));
    let figures = header[1..].iter().map(|column| {
        if *column == LIMIT {
            return format!(" {} |", limit(section));
        }
        let contender = CONTENDERS.iter().find(|(name, _)| name == column);
        let (_, contender) = contender.unwrap_or_else(|| panic!("unknown column {column}"));
        match figure(section, contender) {
            figure if figure.is_empty() => String::from(" |"),
            figure => format!(" {figure} |"),
        }
    });
    format!("| {title} |{}", figures.collect::<String>())
}

/// Checks or writes the first table of a file whose second column is `slots`, and returns its
/// number of rows. The lines of the table begin with `mark`.
fn check(path: &str, mark: &str) -> usize {
    let (results, page) = (read("benches/results/results.md"), read(path));
    let mut rest = page
        .lines()
        .map(|line| line.strip_prefix(mark).unwrap_or(line))
        .skip_while(|line| !line.starts_with("| | slots |"));
    let header = cells(rest.next().unwrap_or_else(|| panic!("{path}: no table")));
    let shown: Vec<&str> = rest
        .skip(1)
        .take_while(|line| line.starts_with('|'))
        .collect();
    let expected = shown
        .iter()
        .map(|line| line_of(&results, &header, cells(line)[0]));
    let expected: Vec<String> = expected.collect();
    if std::env::var_os("SOA_BLESS").is_some() {
        let marked = |lines: &[String]| lines.join(&format!("\n{mark}"));
        let before = shown.iter().map(|line| String::from(*line));
        let page = page.replace(&marked(&before.collect::<Vec<_>>()), &marked(&expected));
        fs::write(root().join(path), page).expect("the page can be written");
    } else {
        assert_eq!(
            shown, expected,
            "{path}: run `SOA_BLESS=1 cargo test --test repo speed`"
        );
    }
    expected.len()
}

#[test]
fn the_guide_shows_every_workload_of_its_table() {
    assert_eq!(
        check("soa-runtime/src/guide/speed.rs", "//! "),
        WORKLOADS.len()
    );
}

#[test]
fn the_readme_shows_some_of_them() {
    assert!(check("README.md", "") >= 5);
}

#[test]
fn the_compile_times_are_those_of_the_last_measurement() {
    let times = read("benches/results/compile_time.md");
    let to_the_peer = |structs: &str| {
        let mut lines = times.lines();
        let line = lines.find(|line| line.starts_with(&format!("| {structs} | soa-runtime |")));
        line.and_then(|line| line.trim_end_matches(" |").rsplit("| ").next())
            .unwrap_or_else(|| panic!("no time of {structs}"))
    };
    let expected = format!(
        "in {} times the time of `soa_derive` for structs of 5 fields, {} for 50.",
        to_the_peer("100 x 5"),
        to_the_peer("10 x 50")
    );
    let guide = guide();
    let words: Vec<&str> = guide.split_whitespace().collect();
    assert!(words.join(" ").contains(&expected), "write: {expected}");
}

#[test]
fn the_files_that_the_guide_names_exist() {
    let guide = guide();
    let paths: Vec<&str> = guide
        .split('`')
        .filter(|code| code.starts_with("benches/"))
        .collect();
    assert!(paths.len() > 3, "the guide names pages");
    for path in paths {
        let path = format!("{}/{path}", env!("CARGO_MANIFEST_DIR"));
        assert!(fs::exists(&path).unwrap(), "{path} does not exist");
    }
}
