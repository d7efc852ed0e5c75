//! The numbers in TESTING.md are counted in the repository.
//!
//! `SOA_BLESS=1 cargo test --test repo testing` writes them anew.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use crate::{read, root, rust_files};

const CRATES: [&str; 9] = [
    "soa-runtime",
    "soa-derive",
    "soa-resources",
    "soa-inspect",
    "soa-arrow",
    "soa-index",
    "soa-journal",
    "soa-python",
    "soa-wgpu",
];

/// The folders and files of each suite, and the command that runs it.
const SUITES: [(&str, &[&str], &str); 16] = [
    ("hubs", &["tests/hub"], "cargo test --test hub"),
    (
        "hubs and pools beside a model",
        &["tests/model"],
        "cargo test --test model",
    ),
    (
        "hubs in all formats and containers of serde",
        &["tests/formats"],
        "cargo test -p soa-format-tests",
    ),
    (
        "the packed container",
        &["tests/packed"],
        "cargo test --test packed",
    ),
    (
        "no memory, at every allocation",
        &["tests/alloc_failure"],
        "cargo test --test alloc_failure",
    ),
    (
        "the slot table, and the order of packed blocks",
        &["soa-runtime/src"],
        "cargo test -p soa-runtime --lib",
    ),
    (
        "the derive",
        &["soa-derive/src"],
        "cargo test -p soa-runtime-derive",
    ),
    (
        "resources",
        &["soa-resources/src", "soa-resources/tests/library"],
        "cargo test -p soa-resources",
    ),
    (
        "resources, simulated",
        &["soa-resources/tests/simulator"],
        "cargo test -p soa-resources --test simulator",
    ),
    (
        "Arrow",
        &["soa-arrow/src", "soa-arrow/tests"],
        "cargo test -p soa-arrow",
    ),
    (
        "indexes",
        &["soa-index/src", "soa-index/tests"],
        "cargo test -p soa-index",
    ),
    (
        "the journal",
        &["soa-journal/src", "soa-journal/tests"],
        "cargo test -p soa-journal",
    ),
    (
        "Python",
        &["soa-python/src", "soa-python/tests"],
        "cargo test -p soa-python",
    ),
    (
        "the GPU",
        &["soa-wgpu/src", "soa-wgpu/tests"],
        "cargo test -p soa-wgpu",
    ),
    (
        "the page for running programs",
        &["soa-inspect/src", "soa-inspect/tests"],
        "cargo test -p soa-inspect --features edit",
    ),
    ("this repository", &["tests/repo"], "cargo test --test repo"),
];

fn is_test(path: &Path) -> bool {
    let relative = path.strip_prefix(root()).expect("in the repository");
    let mut parts = relative.iter();
    relative.ends_with("slot_table/model.rs")
        || parts.any(|part| part == "tests" || part == "tests.rs")
}

/// Returns the code of these files, without comments, documentation and empty lines.
fn code(files: impl IntoIterator<Item = PathBuf>) -> Vec<String> {
    let texts = files
        .into_iter()
        .map(|path| fs::read_to_string(path).expect("a source file"));
    let lines = texts.flat_map(|text| {
        text.lines()
            .map(str::trim)
            .map(str::to_owned)
            .collect::<Vec<_>>()
    });
    lines
        .filter(|line| !line.is_empty() && !line.starts_with("//"))
        .collect()
}

fn files(folder: &str) -> Vec<PathBuf> {
    rust_files(&root().join(folder))
}

/// Returns the number of lines in which a text occurs.
fn count(lines: &[String], text: &str) -> usize {
    lines.iter().filter(|line| line.contains(text)).count()
}

/// Returns the number of examples in the documentation of the crates and in the README.
fn examples() -> usize {
    let sources = CRATES.iter().flat_map(|name| files(&format!("{name}/src")));
    let mut fences = 0;
    for path in sources.chain([
        root().join("README.md"),
        root().join("soa-resources/src/guide.md"),
    ]) {
        let text = fs::read_to_string(&path).expect("a page or a source file");
        let is_page = path.extension().is_some_and(|extension| extension == "md");
        let mut is_open = false;
        for line in text.lines().map(str::trim) {
            let documented = line
                .strip_prefix("///")
                .or_else(|| line.strip_prefix("//!"));
            let line = if is_page { Some(line) } else { documented };
            if let Some(language) = line.and_then(|line| line.trim().strip_prefix("```")) {
                is_open = !is_open;
                let is_run = ["", "rust", "should_panic", "no_run"].contains(&language);
                fences += usize::from(is_open && is_run);
            }
        }
    }
    fences
}

/// Returns the tables, as they must be in the page.
fn tables() -> String {
    let sources = CRATES.iter().flat_map(|name| files(&format!("{name}/src")));
    let (tests, sources): (Vec<_>, Vec<_>) = sources.partition(|path| is_test(path));
    let sources = code(sources);
    let folders = [
        "tests",
        "soa-resources/tests",
        "soa-inspect/tests",
        "soa-arrow/tests",
        "soa-index/tests",
        "soa-journal/tests",
        "soa-python/tests",
        "soa-wgpu/tests",
        "fuzz/targets",
    ];
    let tests = code(folders.iter().flat_map(|folder| files(folder)).chain(tests));
    let unsafe_code: Vec<String> = ["memory", "store"]
        .iter()
        .flat_map(|folder| code(files(&format!("soa-runtime/src/{folder}"))))
        .collect();
    let model = code([root().join("tests/model/main.rs")]);
    let combinations = |lines| count(lines, ": slots, (") + count(lines, ": dense, (");
    // The last list of kinds needs the feature.
    let feature = model.iter().position(|line| line.contains("every-kind"));
    let chosen = &model[..feature.expect("a feature for all kinds")];
    let ratio = tests.len() * 10 / sources.len();
    let share = unsafe_code.len() * 100 / sources.len();

    let mut page = String::from("| suite | test functions | command |\n|---|--:|---|\n");
    for (name, folders, command) in SUITES {
        let lines = code(folders.iter().flat_map(|folder| files(folder)));
        let tests = lines.iter().filter(|line| line.starts_with("#[test]"));
        let tests = tests.count();
        writeln!(page, "| {name} | {tests} | `{command}` |").expect("a string grows");
    }
    page += "\n| | |\n|---|--:|\n";
    let rows = [
        ("lines of code in the crates", sources.len().to_string()),
        ("lines of test code", tests.len().to_string()),
        (
            "lines of test code to one line of code",
            format!("{}.{}", ratio / 10, ratio % 10),
        ),
        (
            "kinds of hubs that random calls compare with the model",
            combinations(&model).to_string(),
        ),
        (
            "of these, kinds in a plain `cargo test`",
            combinations(chosen).to_string(),
        ),
        (
            "kinds of hubs that run every short program",
            count(&model, "every_short_program;").to_string(),
        ),
        (
            "programs that must not compile, each with its message",
            ["tests/compile/ui", "tests/compile/constants/ui"]
                .map(|folder| files(folder).len())
                .iter()
                .sum::<usize>()
                .to_string(),
        ),
        (
            "programs that must compile",
            files("tests/compile/pass").len().to_string(),
        ),
        (
            "examples in the documentation that run",
            examples().to_string(),
        ),
        ("fuzz targets", count_of_targets().to_string()),
        (
            "unsafe blocks, functions and implementations, all in two folders",
            unsafe_items(&unsafe_code).to_string(),
        ),
        (
            "share of the code that is in these folders",
            format!("{share} %"),
        ),
    ];
    for (name, number) in rows {
        writeln!(page, "| {name} | {number} |").expect("a string grows");
    }
    page
}

fn count_of_targets() -> usize {
    read("fuzz/Cargo.toml").matches("[[bin]]").count()
}

pub(super) fn unsafe_items(lines: &[String]) -> usize {
    let words = ["unsafe {", "unsafe fn", "unsafe impl", "unsafe trait"];
    words.iter().map(|word| count(lines, word)).sum()
}

#[test]
fn the_numbers_are_those_of_the_repository() {
    const START: &str = "<!-- written by tests/repo/testing.rs -->\n";
    const END: &str = "<!-- end -->";
    let page = read("TESTING.md");
    let (before, rest) = page.split_once(START).expect("the mark of the start");
    let (shown, after) = rest.split_once(END).expect("the mark of the end");
    let expected = tables();
    if std::env::var_os("SOA_BLESS").is_some() {
        let page = format!("{before}{START}{expected}{END}{after}");
        fs::write(root().join("TESTING.md"), page).expect("the page can be written");
        return;
    }
    assert_eq!(
        shown, expected,
        "run `SOA_BLESS=1 cargo test --test repo testing`"
    );
}

/// Every script and test that the page names exists.
#[test]
fn the_files_that_the_page_names_exist() {
    let page = read("TESTING.md");
    let paths = page.split('`').skip(1).step_by(2).filter(|code| {
        let starts = [".ci/", "tests/", "soa-", "fuzz/", "benches/", ".github/"];
        starts.iter().any(|start| code.starts_with(start)) && !code.contains(' ')
    });
    let mut found = 0;
    for path in paths {
        assert!(root().join(path).exists(), "{path} does not exist");
        found += 1;
    }
    assert!(found > 8, "the page names {found} files");
}
