//! Checks the architecture: folders import only from lower folders, the files of a folder
//! import in one direction, and unsafe code stays in its two folders.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;

use crate::{root, rust_files};

/// The folders of each crate, from the lowest to the highest. A file beside them
/// counts as a folder. Each imports only from the folders before it in the list.
const LAYERS: [(&str, &str); 9] = [
    (
        "soa-runtime",
        "error ticks memory handle slot_table ids record store live layout stale pool column zip iter \
         hub lease links inspect snapshot delta mirror world packed generic guide lib",
    ),
    (
        "soa-derive",
        "error names written words syntax generics attributes read_names saves this comments lints model rules docs expand world lib tests",
    ),
    (
        "soa-resources",
        "clock error id pool source job loader workers library lib",
    ),
    (
        "soa-inspect",
        "cell json clock subject ticks edit job desk gate timeline shared server lib",
    ),
    ("soa-arrow", "error rows lent value batch read guide lib"),
    (
        "soa-index",
        "slots keys follow beside macros hashed groups sorted grid boxes backlinks iter guide lib",
    ),
    (
        "soa-journal",
        "id error record stats options trace codec store queue commit thread journal guide lib",
    ),
    (
        "soa-python",
        "element write state memory field edit table batch in_place private shared_hub lib",
    ),
    (
        "soa-wgpu",
        "error sent strategy trace unit link growing column ids packed guide lib",
    ),
];

/// The path of a file below `src`, without the extension, and its code.
struct Source(String, String);

fn sources(package: &str) -> Vec<Source> {
    let home = if matches!(package, "soa-runtime" | "soa-derive") {
        "."
    } else {
        "crates"
    };
    let source = root().join(home).join(package).join("src");
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
    paths_after(code, "crate::")
}

/// Returns the paths that follow `prefix` in code.
fn paths_after<'a>(code: &'a str, prefix: &str) -> Vec<&'a str> {
    let mut found = Vec::new();
    for (at, start) in code.match_indices(prefix) {
        let (before, rest) = (&code[..at], &code[at + start.len()..]);
        if before.ends_with(['$', '_']) || before.ends_with("super::") {
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

/// Returns the names that a `mod.rs` takes from its files, each with the file.
fn reexports(code: &str) -> HashMap<&str, &str> {
    let mut found = HashMap::new();
    for line in code.split(';') {
        let Some((_, path)) = line.split_once("use ") else {
            continue;
        };
        let path = path.trim_start_matches("self::");
        let Some((file, names)) = path.split_once("::") else {
            continue;
        };
        let names = names.split(|c: char| !c.is_alphanumeric() && c != '_');
        let names = names.filter(|name| !name.is_empty());
        found.extend(names.map(|name| (name, file)));
    }
    found
}

/// Returns the files beside a file that it imports from. The files of a folder are the names
/// before which `from` is the path of the folder.
fn neighbours<'a>(
    code: &'a str,
    from: &str,
    files: &HashMap<&'a str, &'a str>,
    names: &HashMap<&'a str, &'a str>,
) -> Vec<&'a str> {
    let own = paths_after(code, "super::").into_iter();
    let paths = own.chain(paths_after(code, from));
    let first = paths.filter_map(|path| path.split([':', ' ', ')', '.']).next());
    first
        .filter_map(|name| {
            files
                .get_key_value(name)
                .map(|(file, _)| *file)
                .or(names.get(name).copied())
        })
        .collect()
}

#[test]
fn files_of_a_folder_import_in_one_direction() {
    let mut circles = Vec::new();
    for (package, _) in LAYERS {
        let sources = sources(package);
        let folders = sources
            .iter()
            .filter_map(|Source(name, _)| name.strip_suffix("/mod"));
        for folder in folders {
            let inside = |name: &'_ str| -> Option<String> {
                let file = name.strip_prefix(folder)?.strip_prefix('/')?;
                (!file.contains('/') && file != "mod").then(|| file.to_owned())
            };
            let files: Vec<(String, &str)> = sources
                .iter()
                .filter_map(|Source(name, code)| Some((inside(name)?, code.as_str())))
                .collect();
            let module = sources
                .iter()
                .find(|Source(name, _)| *name == format!("{folder}/mod"));
            let names = module
                .map(|Source(_, code)| reexports(code))
                .unwrap_or_default();
            let codes = files
                .iter()
                .map(|(file, code)| (file.as_str(), *code))
                .collect();
            let from = format!("crate::{}::", folder.replace('/', "::"));
            // Takes away the files that import from no file that is left, or that none imports.
            let mut left: Vec<(&str, Vec<&str>)> = files
                .iter()
                .map(|(file, code)| {
                    let mut others = neighbours(code, &from, &codes, &names);
                    others.retain(|other| other != file);
                    (file.as_str(), others)
                })
                .collect();
            loop {
                let open: Vec<&str> = left.iter().map(|(file, _)| *file).collect();
                let before = left.len();
                let used: Vec<&str> = left.iter().flat_map(|(_, others)| others.clone()).collect();
                left.retain(|(file, others)| {
                    used.contains(file) && others.iter().any(|other| open.contains(other))
                });
                if left.len() == before {
                    break;
                }
            }
            let files: Vec<&str> = left.iter().map(|(file, _)| *file).collect();
            if !files.is_empty() {
                circles.push(format!("{package}/src/{folder}: {}", files.join(", ")));
            }
        }
    }
    assert!(circles.is_empty(), "circles among:\n{}", circles.join("\n"));
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
        "soa-python",
        "soa-wgpu",
    ] {
        for Source(name, code) in sources(package) {
            let allowed = name.starts_with("memory/") || name.starts_with("store/");
            let found = words.iter().find(|word| code.contains(*word));
            assert!(allowed || found.is_none(), "{package}: {name}: {found:?}");
        }
    }
}
