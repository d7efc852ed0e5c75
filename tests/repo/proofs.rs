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

#[test]
fn tables_of_dense_rows_are_made_by_the_store_alone() {
    let mut made = 0;
    for path in rust_files(&root().join("soa-runtime/src")) {
        let name = path.strip_prefix(root()).expect("in the repository");
        let name = name.to_str().expect("text").replace('\\', "/");
        let calls = read(&name).matches("::of_dense(").count();
        assert!(
            calls == 0 || name.starts_with("soa-runtime/src/store/"),
            "{name} makes tables of dense rows, which unsafe code of `store` trusts"
        );
        made += calls;
    }
    assert!(made > 0, "the calls are found");
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
    assert!(named >= 15, "the constants are found: {named}");
}
