//! The README shows what is in the repository.

use std::fs;

fn read(path: &str) -> String {
    let path = format!("{}/{path}", env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn the_first_code_is_the_quickstart() {
    let example = read("examples/quickstart.rs");
    let code = example
        .split_once("\n\n")
        .map(|(_description, code)| code.trim());
    let readme = read("README.md");
    let first = readme
        .split_once("```rust\n")
        .and_then(|(_, rest)| rest.split_once("```"))
        .map(|(code, _)| code.trim());
    assert_eq!(first, code, "copy examples/quickstart.rs into the README");
}

/// The figure of `contender` at 100 000 rows, or where there is one size at that.
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

#[test]
fn its_figures_are_those_of_the_last_full_run() {
    let (readme, results) = (read("README.md"), read("benches/results/results.md"));
    let figures = readme.split("\n## Speed\n").nth(1).expect("a section");
    let mut table = figures.lines().filter(|line| line.starts_with("| "));
    table.next();
    let contenders = [
        "soa slots",
        "soa slots, 4-byte id",
        "soa dense",
        "SlotMap + SecondaryMaps",
        "soa-rs (no handles)",
        "gecs",
    ];
    let workloads = [
        "insert-growing",
        "insert-reserved",
        "collect",
        "collect-with-ids",
        "remove-and-insert",
        "remove-all",
        "retain-half",
        "read-by-id",
        "sum-column",
        "integrate",
        "sum-column-half-holes",
        "walk-rows",
        "walk-rows-half-holes",
        "change-rows",
        "clone-from",
        "small-stores",
    ];
    for (workload, line) in workloads.into_iter().zip(table) {
        let section = results
            .split("\n## ")
            .find(|section| section.starts_with(&format!("{workload}:")))
            .unwrap_or_else(|| panic!("no results of {workload}"));
        let shown: Vec<&str> = line.split('|').map(str::trim).skip(3).collect();
        for (contender, shown) in contenders.into_iter().zip(shown) {
            // Where a hub walks in several ways, this is the plain one.
            let walk = format!("{contender}, iter");
            let measured = measured(section, contender).or_else(|| measured(section, &walk));
            let measured = measured.unwrap_or_default();
            let rounded = measured.parse().map(|ratio: f64| {
                if ratio < 9.95 {
                    format!("{ratio:.1}")
                } else {
                    format!("{ratio:.0}")
                }
            });
            assert_eq!(
                shown,
                rounded.unwrap_or_default(),
                "{contender} in the line {line:?}"
            );
        }
    }
}

#[test]
fn its_compile_times_are_those_of_the_last_measurement() {
    let (readme, times) = (read("README.md"), read("benches/results/compile_time.md"));
    let to_the_peer = |structs: &str| {
        let mut lines = times.lines();
        let line = lines.find(|line| line.starts_with(&format!("| {structs} | soa-runtime |")));
        line.and_then(|line| line.trim_end_matches(" |").rsplit("| ").next())
            .unwrap_or_else(|| panic!("no time of {structs}"))
    };
    let said = format!(
        "in {} times the time of `soa_derive` for structs of 5 fields, {} for 50.",
        to_the_peer("100 x 5"),
        to_the_peer("10 x 50")
    );
    assert!(readme.contains(&said), "write: {said}");
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
        assert!(fs::exists(&path).unwrap(), "{link} is not there");
    }
}
