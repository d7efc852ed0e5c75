//! The architecture, checked: every file imports from lower layers alone,
//! unsafe code stays in its folder, and no file grows too long.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The files of a crate, from the lowest layer to the highest. A file imports
/// from the layers above it in this list, and those of a folder from its `mod`.
type Layers = &'static [&'static [&'static str]];

const RUNTIME: Layers = &[
    &[
        "error",
        "bits",
        "policy",
        "messages",
        "itself/column_info",
        "marks/changes",
        "marks/guard",
    ],
    &["marks/mod"],
    &["raw/word"],
    &["handle/mod", "handle/traits"],
    &[
        "slot_table/mod",
        "slot_table/free_list",
        "raw/block",
        "raw/purge",
    ],
    &["slot_table/withheld"],
    &["slot_table/tests"],
    &["raw/tree"],
    &[
        "raw/fields/mod",
        "raw/fields/copy",
        "raw/fields/one",
        "raw/fields/pair",
    ],
    &["raw/fields/tracked"],
    &["raw/liveness"],
    &["raw/facts", "raw/keys"],
    &["record/mod", "record/rows", "live/cursor", "live/runs"],
    &["live/mod"],
    &["pool", "raw/cells", "raw/interop"],
    &[
        "raw/store/mod",
        "raw/store/live_row",
        "raw/store/change",
        "raw/store/lend",
        "raw/store/memory",
        "raw/store/taken",
    ],
    &["raw/store/order", "raw/store/restore"],
    &["raw/store/withheld"],
    &["raw/mod"],
    &["layout/slots", "layout/dense"],
    &["layout/withheld"],
    &["layout/mod", "stale"],
    &["column/mod", "column/index", "column/live", "column/traits"],
    &[
        "column/tracked/mod",
        "column/tracked/live",
        "column/tracked/traits",
        "column/tracked/write",
    ],
    &["iter/mod", "iter/extract", "iter/parallel"],
    &["rows", "shared"],
    &[
        "hub/mod",
        "hub/borrow",
        "hub/bulk",
        "hub/change",
        "hub/lend",
        "hub/make",
        "hub/memory",
        "hub/rows",
        "hub/traits",
        "hub/withheld",
    ],
    &["lease/places", "lease/ticket"],
    &["lease/mod"],
    &["lease/hub"],
    &["itself/memory", "itself/table"],
    &[
        "itself/mod",
        "snapshot/numbers",
        "snapshot/check",
        "parallel",
        "newtype",
        "order",
        "zip",
    ],
    &["snapshot/ids", "snapshot/parts"],
    &["snapshot/text", "snapshot/binary"],
    &["snapshot/mod"],
    &["zip_parallel"],
    // The packed container needs handles and pools alone.
    &[
        "packed/config",
        "packed/error",
        "packed/moves",
        "packed/stats",
    ],
    &["packed/space/place"],
    &[
        "packed/space/bins",
        "packed/space/order",
        "packed/space/contents",
    ],
    &["packed/space/log", "packed/space/block"],
    &["packed/space/spans"],
    &["packed/space/slide"],
    &["packed/space/mod"],
    &[
        "packed/space/grow",
        "packed/space/iter",
        "packed/space/follow",
    ],
    &[
        "packed/space/access",
        "packed/space/make",
        "packed/space/upkeep",
    ],
    &["packed/buffer/backing", "packed/buffer/dirty"],
    &["packed/buffer/block", "packed/buffer/bytes"],
    &["packed/buffer/block_mut"],
    &["packed/buffer/mod"],
    &["packed/buffer/iter", "packed/buffer/flush"],
    &[
        "packed/buffer/access",
        "packed/buffer/make",
        "packed/buffer/upkeep",
    ],
    &["packed/mod"],
    &[
        "guide/debug_builds",
        "guide/from_hecs",
        "guide/from_slotmap",
        "guide/from_soa_rs",
        "guide/generic_code",
        "guide/gpu",
        "guide/layouts",
        "guide/looking_into_a_hub",
        "guide/memory",
        "guide/rollback",
        "guide/saves",
        "guide/threads",
        "guide/undo",
    ],
    &["guide/mod"],
    &["lib"],
];

const DERIVE: Layers = &[
    &["error", "names", "written"],
    &["syntax", "generics"],
    &["attributes"],
    &["saves"],
    &["model"],
    &["rules", "docs"],
    &["expand/views", "expand/messages"],
    &["expand/methods"],
    &["expand/shape"],
    &["expand/record"],
    &["expand/hub", "expand/saves"],
    &["expand/mod"],
    &["lib"],
    &["tests"],
];

const RESOURCES: Layers = &[
    &["clock", "error", "id", "priority"],
    &["source/names", "source/watch"],
    &["source/listing"],
    &[
        "source/directory",
        "source/embedded",
        "source/layers",
        "source/memory",
        "source/shared",
    ],
    &["source/mod"],
    &["job"],
    &["loader"],
    &["workers/queue"],
    &["workers/pool"],
    &["workers/desk", "workers/threads"],
    &["workers/line"],
    &["workers/tests"],
    &["workers/mod"],
    &["library/config", "library/limit", "library/state"],
    &["library/holder", "library/residents"],
    &["library/held"],
    &["library/table", "library/news", "library/retired"],
    &["library/event", "library/ready"],
    &["library/decode", "library/hold", "library/land"],
    &["library/evict"],
    &[
        "library/ask",
        "library/count",
        "library/maintain",
        "library/reload",
        "library/request",
    ],
    &["library/mod"],
    &["lib"],
];

/// A file that nobody may outgrow, in lines.
const LONGEST: usize = 400;

/// The one folder with unsafe code.
const UNSAFE: &str = "raw/";

struct Source {
    /// Its path below `src`, without the extension.
    name: String,
    text: String,
}

impl Source {
    /// The module that the file is, as a path.
    fn module(&self) -> Vec<&str> {
        match self.name.as_str() {
            "lib" => Vec::new(),
            name => name
                .strip_suffix("/mod")
                .unwrap_or(name)
                .split('/')
                .collect(),
        }
    }

    /// The text without comments; in modules inside the file, `super` is the
    /// file itself.
    fn code(&self) -> String {
        let mut inside = false;
        let lines = self.text.lines().map(|line| {
            inside = (inside && line != "}") || (line.contains("mod ") && line.ends_with('{'));
            let code = line.split("//").next().unwrap_or_default();
            if inside {
                code.replace("super::", "self::")
            } else {
                code.to_owned()
            }
        });
        lines.collect::<Vec<_>>().join("\n")
    }
}

fn sources(package: &str) -> Vec<Source> {
    fn visit(folder: &Path, root: &Path, found: &mut Vec<Source>) {
        let entries = fs::read_dir(folder).expect("the folder is there");
        let mut paths: Vec<PathBuf> = entries
            .map(|entry| entry.expect("it can be read").path())
            .collect();
        paths.sort();
        for path in paths {
            if path.is_dir() {
                visit(&path, root, found);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let name = path
                    .strip_prefix(root)
                    .expect("it is below")
                    .with_extension("");
                let name = name.to_str().expect("plain names").replace('\\', "/");
                found.push(Source {
                    name,
                    text: fs::read_to_string(&path).expect("it is a text"),
                });
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join(package)
        .join("src");
    let mut found = Vec::new();
    visit(&root, &root, &mut found);
    found
}

/// What the paths in `code` lead to that start with `crate` or `super`, each
/// whole: `use super::{a::B, C};` gives `super::a::B` and `super::C`.
fn paths(code: &str) -> Vec<String> {
    let mut found = Vec::new();
    let starts = code
        .match_indices("crate::")
        .chain(code.match_indices("super::"));
    for (start, _) in starts {
        let before = code[..start].chars().next_back();
        // `$crate` and longer words are other things, and a visibility imports nothing.
        if before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '$' || c == ':')
            || code[..start].ends_with("pub(in ")
        {
            continue;
        }
        expand(&code[start..], "", &mut found);
    }
    found
}

/// Reads one path or use tree at the start of `tree`; returns what is behind it.
fn expand<'c>(tree: &'c str, prefix: &str, found: &mut Vec<String>) -> &'c str {
    let word = |c: char| c.is_alphanumeric() || c == '_' || c == ':' || c == '*';
    let end = tree.find(|c| !word(c)).unwrap_or(tree.len());
    let (path, mut rest) = (format!("{prefix}{}", &tree[..end]), &tree[end..]);
    if !path.ends_with("::") || !rest.starts_with('{') {
        found.push(path.trim_end_matches("::").to_owned());
        return rest;
    }
    while !rest.starts_with('}') {
        rest = expand(rest[1..].trim_start(), &path, found).trim_start();
        // Past an `as name`.
        rest = rest.trim_start_matches(|c: char| word(c) || c == ' ');
        if rest.starts_with(',') && rest[1..].trim_start().starts_with('}') {
            rest = rest[1..].trim_start();
        }
    }
    &rest[1..]
}

/// Finds the file that a path leads to, through the re-exports of folders.
struct Modules<'s> {
    files: BTreeMap<Vec<&'s str>, &'s Source>,
}

impl<'s> Modules<'s> {
    fn new(sources: &'s [Source]) -> Self {
        Modules {
            files: sources
                .iter()
                .map(|source| (source.module(), source))
                .collect(),
        }
    }

    fn resolve(&self, from: &Source, path: &str) -> &'s str {
        let mut place = from.module();
        let mut words = path.split("::").peekable();
        while let Some(word) = words.next_if(|word| ["crate", "super"].contains(word)) {
            if word == "crate" {
                place.clear();
            } else {
                place.pop();
            }
        }
        let mut place: Vec<String> = place.into_iter().map(str::to_owned).collect();
        for word in words {
            let mut deeper = place.clone();
            deeper.push(word.to_owned());
            if self.file(&deeper).is_some() {
                place = deeper;
                continue;
            }
            // An item: of this file, or of a file below it that it re-exports.
            let file = self
                .file(&place)
                .unwrap_or_else(|| panic!("{path} in {} leads nowhere", from.name));
            let children = paths_of_children(file).into_iter();
            let exports = children.filter(|path| path.last().is_some_and(|last| last == word));
            let mut homes = exports.map(|path| [&place[..], &path[..path.len() - 1]].concat());
            place = homes
                .rfind(|home| self.file(home).is_some())
                .unwrap_or(place);
            break;
        }
        &self.file(&place).expect("a path leads to a file").name
    }

    fn file(&self, place: &[String]) -> Option<&'s Source> {
        self.files
            .get(&place.iter().map(String::as_str).collect::<Vec<_>>())
            .copied()
    }
}

/// The `use child::{..}` of a folder's file, as paths.
fn paths_of_children(file: &Source) -> Vec<Vec<String>> {
    let code = file.code();
    let mut found = Vec::new();
    for (start, _) in code.match_indices("use ") {
        let tree = &code[start + 4..];
        if !tree.starts_with("crate::") && !tree.starts_with("super::") {
            expand(tree, "", &mut found);
        }
    }
    found
        .iter()
        .map(|path| path.split("::").map(str::to_owned).collect())
        .collect()
}

/// Whether one of the files is the folder of the other.
fn are_family(one: &str, other: &str) -> bool {
    let is_parent = |parent: &str, child: &str| {
        let folder = parent.strip_suffix("mod");
        folder.is_some_and(|folder| {
            child
                .strip_prefix(folder)
                .is_some_and(|name| !name.trim_end_matches("/mod").contains('/'))
        })
    };
    is_parent(one, other) || is_parent(other, one)
}

fn check_layers(package: &str, layers: Layers) {
    let sources = sources(package);
    let layer_of: BTreeMap<&str, usize> = (0..)
        .zip(layers)
        .flat_map(|(layer, files)| files.iter().map(move |file| (*file, layer)))
        .collect();
    let listed: BTreeSet<&str> = layer_of.keys().copied().collect();
    let there: BTreeSet<&str> = sources.iter().map(|source| source.name.as_str()).collect();
    let differ: Vec<_> = listed.symmetric_difference(&there).collect();
    assert!(
        differ.is_empty(),
        "the layers of {package} in this test lack or invent {differ:?}"
    );

    let modules = Modules::new(&sources);
    let mut wrong = BTreeSet::new();
    for source in &sources {
        for path in paths(&source.code()) {
            let target = modules.resolve(source, &path);
            let name = source.name.as_str();
            if target != name && !are_family(name, target) && layer_of[target] >= layer_of[name] {
                wrong.insert(format!("{name} imports {path} of {target}"));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "imports from the same or a higher layer:\n{wrong:#?}"
    );
}

#[test]
#[cfg_attr(miri, ignore = "reads files")]
fn the_runtime_imports_from_lower_layers_alone() {
    check_layers("soa-runtime", RUNTIME);
}

#[test]
#[cfg_attr(miri, ignore = "reads files")]
fn the_derive_imports_from_lower_layers_alone() {
    check_layers("soa-derive", DERIVE);
}

#[test]
#[cfg_attr(miri, ignore = "reads files")]
fn the_resources_import_from_lower_layers_alone() {
    check_layers("soa-resources", RESOURCES);
}

#[test]
#[cfg_attr(miri, ignore = "reads files")]
fn unsafe_code_is_in_one_folder() {
    let is_unsafe = |source: &Source| {
        source
            .code()
            .split(|c: char| !c.is_alphanumeric() && c != '_')
            .any(|word| word == "unsafe")
    };
    let places = |package| {
        sources(package)
            .into_iter()
            .filter(is_unsafe)
            .map(|source| source.name)
            .collect::<Vec<_>>()
    };
    let runtime = places("soa-runtime");
    assert!(!runtime.is_empty(), "the search finds what is there");
    assert!(
        runtime.iter().all(|name| name.starts_with(UNSAFE)),
        "{runtime:?}"
    );
    // One word of what is generated: the derive vouches for the list of fields.
    assert_eq!(places("soa-derive"), ["expand/shape"]);
    let vouches = sources("soa-derive").into_iter().filter(is_unsafe);
    let words = vouches.map(|source| source.code().matches("unsafe").count());
    assert_eq!(words.sum::<usize>(), 1);
}

#[test]
#[cfg_attr(miri, ignore = "reads files")]
fn no_file_is_too_long() {
    for package in ["soa-runtime", "soa-derive", "soa-resources"] {
        for Source { name, text } in sources(package) {
            let lines = text.lines().count();
            assert!(
                lines <= LONGEST,
                "{package}/src/{name}.rs has {lines} lines"
            );
        }
    }
}

#[test]
fn paths_are_found_as_they_are_written() {
    let code = "use crate::raw::{Keys, keys::Layout as L, store::{A, B,}};\nlet x = super::y::z(crate::w::V);";
    let mut found = paths(code);
    found.sort();
    let expected = [
        "crate::raw::Keys",
        "crate::raw::keys::Layout",
        "crate::raw::store::A",
        "crate::raw::store::B",
        "crate::w::V",
        "super::y::z",
    ];
    assert_eq!(found, expected);
    assert!(paths("$crate::x my_crate::y pub(in crate::z) struct S;").is_empty());
}
