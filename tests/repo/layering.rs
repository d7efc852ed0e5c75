//! Checks the architecture: folders import only from lower folders, unsafe code stays in its two
//! folders, and no file grows too long.

use std::fs;
use std::path::PathBuf;

use crate::{root, rust_files};

/// The folders of each crate, from the lowest to the highest. A file beside them
/// counts as a folder. Each imports only from the folders before it in the list.
const LAYERS: [(&str, &str); 8] = [
    (
        "soa-runtime",
        "error bits policy ticks memory handle slot_table ids record store live layout stale pool \
         column zip iter rows reborrow hub lease links order inspect snapshot delta mirror packed macros \
         guide lib",
    ),
    (
        "soa-derive",
        "error names written words syntax generics attributes read_names saves this model rules docs expand lib tests",
    ),
    (
        "soa-resources",
        "clock error id priority source job loader workers library lib",
    ),
    (
        "soa-inspect",
        "cell json subject ticks job desk gate shared server lib",
    ),
    ("soa-arrow", "error rows lent value batch read guide lib"),
    (
        "soa-index",
        "slots keys follow macros hashed groups sorted grid backlinks iter guide lib",
    ),
    (
        "soa-journal",
        "id error record stats options codec store queue commit thread journal guide lib",
    ),
    (
        "soa-wgpu",
        "error sent strategy unit link growing column packed guide lib",
    ),
];

/// The largest number of lines of code in a file. Documentation does not count.
const LONGEST: usize = 250;

/// The path of a file below `src`, without the extension, and its code.
struct Source(String, String);

fn sources(package: &str) -> Vec<Source> {
    let source = root().join(package).join("src");
    let found = rust_files(&source);
    assert!(found.len() > 10, "{package} has sources");
    let read = |path: PathBuf| {
        let name = path.strip_prefix(&source).expect("below the folder");
        let name = name.with_extension("");
        let text = fs::read_to_string(&path).expect("a source file");
        let lines = text.lines().map(str::trim);
        let code = lines.filter(|line| !line.is_empty() && !line.starts_with("//"));
        Source(
            name.display().to_string(),
            code.collect::<Vec<_>>().join("\n"),
        )
    };
    found.into_iter().map(read).collect()
}

/// Returns the position in the list of the first name of a path, for example of `store/lend` or
/// `store::Store`.
fn layer(layers: &str, path: &str) -> Option<usize> {
    let first = path.split(['/', ':', ' ']).next();
    layers
        .split_whitespace()
        .position(|layer| Some(layer) == first)
}

/// Returns the paths that code imports from its own crate. `use crate::{a::B, c}` imports two.
fn imports(code: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for (at, start) in code.match_indices("crate::") {
        let (before, rest) = (&code[..at], &code[at + start.len()..]);
        if before.ends_with(['$', '_']) {
            continue;
        }
        let Some(group) = rest.strip_prefix('{') else {
            found.extend(rest.split([';', '{', '(', '<', ',']).next());
            continue;
        };
        let mut depth = 0;
        let mut end = false;
        let items = group.split(|c: char| {
            depth += i32::from(c == '{') - i32::from(c == '}');
            end |= depth < 0;
            end || (depth == 0 && c == ',')
        });
        let whole = items.take_while(|item| !item.starts_with(';'));
        found.extend(whole.map(str::trim));
    }
    found
}

#[test]
fn folders_import_only_from_lower_folders() {
    let mut wrong = Vec::new();
    for (package, layers) in LAYERS {
        for Source(name, code) in sources(package) {
            let own = layer(layers, &name);
            let own = own.unwrap_or_else(|| panic!("{package}: {name} is in no layer"));
            for path in imports(&code) {
                if layer(layers, path).is_some_and(|other| other > own) {
                    wrong.push(format!("{package}: {name} imports {path} from above"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_architecture_lists_every_folder() {
    let page = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    for (package, layers) in LAYERS {
        let names = layers
            .split_whitespace()
            .filter(|name| !["lib", "tests"].contains(name));
        let missing: Vec<_> = names
            .filter(|name| !page.contains(&format!("`{name}`")))
            .collect();
        assert!(missing.is_empty(), "{package}: the page lacks {missing:?}");
    }
}

#[test]
fn unsafe_code_is_in_its_two_folders() {
    let words = ["{", "fn", "impl", "trait", "extern"].map(|word| format!("unsafe {word}"));
    for package in [
        "soa-runtime",
        "soa-resources",
        "soa-inspect",
        "soa-arrow",
        "soa-index",
        "soa-journal",
        "soa-wgpu",
    ] {
        for Source(name, code) in sources(package) {
            let allowed = name.starts_with("memory/") || name.starts_with("store/");
            let found = words.iter().find(|word| code.contains(*word));
            assert!(allowed || found.is_none(), "{package}: {name}: {found:?}");
        }
    }
}

#[test]
fn no_file_is_too_long() {
    for (package, _) in LAYERS {
        for Source(name, code) in sources(package) {
            let lines = code.lines().count();
            let short = lines <= LONGEST || name.ends_with("tests");
            assert!(short, "{package}: {name} has {lines} lines of code");
        }
    }
}
