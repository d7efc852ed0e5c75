//! The tables of speed show what was measured last.

use crate::read;

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

/// Checks the table that begins with the column `slots`, and returns its number of rows.
fn check(page: &str, text: &str) -> usize {
    let results = read("benches/results/results.md");
    let mut lines = text
        .lines()
        .skip_while(|line| !line.starts_with("| | slots |"));
    let header = cells(lines.next().unwrap_or_else(|| panic!("{page}: no table")));
    lines.next();
    let mut rows = 0;
    for line in lines.take_while(|line| line.starts_with('|')) {
        let row = cells(line);
        assert_eq!(row.len(), header.len(), "{page}: {line}");
        let workload = WORKLOADS.iter().find(|(title, _)| *title == row[0]);
        let (_, workload) = workload.unwrap_or_else(|| panic!("{page}: unknown row {line}"));
        let section = results
            .split("\n## ")
            .find(|section| section.starts_with(&format!("{workload}:")))
            .unwrap_or_else(|| panic!("no results of {workload}"));
        for (title, shown) in header.iter().zip(&row).skip(1) {
            let contender = CONTENDERS.iter().find(|(column, _)| column == title);
            let (_, contender) =
                contender.unwrap_or_else(|| panic!("{page}: unknown column {title}"));
            let expected = figure(section, contender);
            assert_eq!(*shown, expected, "{page}: {contender} in the row {line}");
        }
        rows += 1;
    }
    rows
}

#[test]
fn the_guide_shows_every_workload_of_its_table() {
    let rows = check("guide::speed", &guide());
    assert_eq!(rows, WORKLOADS.len());
}

#[test]
fn the_readme_shows_some_of_them() {
    let readme = read("README.md");
    let section = readme.split("\n## Speed\n").nth(1).expect("a section");
    assert!(check("README.md", section) >= 5);
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
        assert!(std::fs::exists(&path).unwrap(), "{path} does not exist");
    }
}
