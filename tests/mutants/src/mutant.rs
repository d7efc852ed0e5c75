//! The mutants, as cargo-mutants lists them.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde::Deserialize;

use crate::Failed;

/// The packages with mutants.
pub const PACKAGES: [&str; 3] = ["soa-runtime", "soa-runtime-derive", "soa-resources"];

/// The roots of their sources.
pub const ROOTS: [&str; 3] = [
    "soa-runtime/src/lib.rs",
    "soa-derive/src/lib.rs",
    "crates/soa-resources/src/lib.rs",
];

/// One change of one expression.
#[derive(Deserialize)]
pub struct Mutant {
    /// `FILE:LINE:COLUMN: WHAT`.
    pub name: String,
    pub file: String,
    genre: String,
    replacement: String,
    span: Span,
    function: Option<Function>,
}

#[derive(Deserialize)]
struct Function {
    return_type: String,
}

#[derive(Deserialize)]
struct Span {
    start: Position,
}

/// A line and a column, both from one.
#[derive(Clone, Copy, Deserialize, Eq, Ord, PartialEq, PartialOrd)]
pub struct Position {
    pub line: usize,
    pub column: usize,
}

/// What a mutant changes.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Genre {
    Body,
    Binary,
    Unary,
    Guard,
    Arm,
    Field,
}

impl Mutant {
    /// Returns what is changed, and where it starts.
    pub fn place(&self) -> (Genre, Position) {
        let genre = match self.genre.as_str() {
            "FnValue" => Genre::Body,
            "BinaryOperator" => Genre::Binary,
            "UnaryOperator" => Genre::Unary,
            "MatchArmGuard" => Genre::Guard,
            "MatchArm" => Genre::Arm,
            "StructField" => Genre::Field,
            other => panic!("unknown genre `{other}`"),
        };
        (genre, self.span.start)
    }

    /// Returns the text that cargo-mutants writes in the place of the span.
    pub fn replacement(&self) -> &str {
        &self.replacement
    }

    /// Returns the folder of a crate's sources, or the sources for a file beside the folders.
    pub fn folder(&self) -> String {
        let parts: Vec<&str> = self.file.split('/').collect();
        parts[..parts.len().min(4) - 1].join("/")
    }

    /// Returns the start of its row in `survivors.md`: it names the line by its text, so that
    /// the row stays true when lines above it change.
    pub fn line(&self, root: &Path) -> Result<String, Failed> {
        let text = fs::read_to_string(root.join(&self.file))?;
        let line = text
            .lines()
            .nth(self.span.start.line - 1)
            .unwrap_or_default();
        let change = self.name.splitn(4, ':').nth(3).unwrap_or_default();
        let [change, line] = [change, line].map(|text| text.trim().replace('|', "\\|"));
        Ok(format!("| `{}` | {change} | `{line}` |", self.file))
    }

    /// Returns whether it has more than one form.
    pub fn has_long_form(&self) -> bool {
        matches!(self.place().0, Genre::Binary | Genre::Unary)
    }

    /// Returns whether the function returns a type that its body chooses.
    pub fn is_opaque(&self) -> bool {
        let function = self.function.as_ref();
        function.is_some_and(|function| function.return_type.contains("impl "))
    }
}

/// Returns all mutants by their numbers. No mutant has the number zero.
pub fn list(root: &Path) -> Result<BTreeMap<u32, Mutant>, Failed> {
    let mut all = Vec::new();
    for package in PACKAGES {
        let output = Command::new("cargo")
            .args(["mutants", "--list", "--json", "--package", package])
            .current_dir(root)
            .output()?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).into());
        }
        all.extend(serde_json::from_slice::<Vec<Mutant>>(&output.stdout)?);
    }
    Ok((1..).zip(all).collect())
}
