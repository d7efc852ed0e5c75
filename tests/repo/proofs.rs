//! What unsafe code takes for proven is made only where it is proven.

use super::{read, root, rust_files};

/// The constants of `At` that are made without a proof, in `memory/tree.rs`.
const CONSTANTS: [&str; 3] = ["LEFT", "RIGHT", "HERE"];

/// Returns the parameters of the last function that begins before the end of `text`.
fn parameters(text: &str) -> &str {
    let start = text
        .rfind("fn ")
        .unwrap_or_else(|| panic!("no function in {text}"));
    let signature = &text[start..];
    let end = signature.find(" {\n").unwrap_or(signature.len());
    &signature[..end]
}

/// Returns how often any of these texts stands in the runtime. Each file with one of them must
/// be in one of the folders.
fn uses(texts: &[&str], folders: &[&str]) -> usize {
    let mut found = 0;
    for path in rust_files(&root().join("soa-runtime/src")) {
        let name = path.strip_prefix(root()).expect("in the repository");
        let name = name.to_str().expect("text").replace('\\', "/");
        let file = read(&name);
        let here: usize = texts.iter().map(|text| file.matches(text).count()).sum();
        let allowed = |folder: &&str| name.starts_with(&format!("soa-runtime/src/{folder}/"));
        assert!(
            here == 0 || folders.iter().any(allowed),
            "{name} uses one of {texts:?}"
        );
        found += here;
    }
    found
}

#[test]
fn tables_of_dense_rows_are_made_by_the_store_alone() {
    let texts = ["::of_dense", "::of_store"];
    assert!(uses(&texts, &["store"]) >= 2, "the calls are found");
}

#[test]
fn rows_and_slots_are_changed_apart_by_the_layouts_alone() {
    let texts = [
        ".swap_remove(",
        ".drop_with_last(",
        ".drop_rows()",
        ".admit(id)",
        ".claim(id)",
    ];
    assert!(
        uses(&texts, &["layout", "store"]) >= 9,
        "the calls are found"
    );
}

#[test]
fn positions_are_named_only_by_functions_that_take_one() {
    let mut named = 0;
    for path in rust_files(&root().join("soa-runtime/src")) {
        let name = path.strip_prefix(root()).expect("in the repository");
        let name = name.to_str().expect("text").replace('\\', "/");
        let text = read(&name);
        for constant in CONSTANTS {
            let constant = format!(">::{constant}");
            for (end, _) in text.match_indices(&constant) {
                let expression = text[..end].rfind("At::<").expect("a position");
                let proof = format!(": At<{}>", &text[expression + "At::<".len()..end]);
                let taken = parameters(&text[..expression]);
                assert!(
                    taken.contains(&proof),
                    "{name}: `{}` needs a parameter `{proof}` in `{taken}`",
                    &text[expression..end + constant.len()],
                );
                named += 1;
            }
        }
    }
    assert!(named >= 12, "the constants are found: {named}");
}
