//! What the repository's documents state about the repository is true.

mod layering;
mod methods;
mod readme;
mod speed;

/// Returns the text of a file of the repository.
fn read(path: &str) -> String {
    let path = format!("{}/{path}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}
