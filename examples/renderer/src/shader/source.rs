//! Joins WGSL files with their includes, and validates them, on workers.

use std::collections::BTreeSet;
use std::io;

use naga::front::wgsl;
use naga::valid::{Capabilities, ValidationFlags, Validator};
use soa_resources::BoxError;

/// Reads an included file by its name.
type Read<'a> = &'a dyn Fn(&str) -> io::Result<Vec<u8>>;

/// A valid source.
#[derive(Debug, Clone)]
pub(crate) struct Source {
    pub(crate) name: String,
    /// The source with all includes.
    pub(crate) text: String,
    /// The names of the entry points.
    pub(crate) entries: BTreeSet<String>,
}

/// Reads a source with its includes, and validates it.
pub(crate) fn read(name: &str, bytes: Vec<u8>, read: Read<'_>) -> Result<Source, BoxError> {
    let mut joined = Joined::default();
    joined.append(name, bytes, read)?;
    let text = &joined.text;
    let explain = |location: Option<naga::SourceLocation>, reason: String| {
        let line = location.map_or(u32::MAX, |location| location.line_number);
        format!("{}: {reason}", joined.origin(line))
    };
    let module = wgsl::parse_str(text).map_err(|error| {
        let reason = error.emit_to_string_with_path(text, "with its includes");
        explain(error.location(text), reason)
    })?;
    Validator::new(ValidationFlags::all(), Capabilities::default())
        .validate(&module)
        .map_err(|error| {
            let reason = error.emit_to_string_with_path(text, "with its includes");
            explain(error.location(text), reason)
        })?;
    let entries = module.entry_points.iter().map(|entry| entry.name.clone());
    Ok(Source {
        name: name.to_owned(),
        entries: entries.collect(),
        text: joined.text,
    })
}

/// A text in which each `#include "name"` is replaced by that file. A file is included once.
#[derive(Default)]
struct Joined {
    text: String,
    /// The file and the line number that each line of the text comes from.
    origins: Vec<(String, usize)>,
    included: BTreeSet<String>,
}

impl Joined {
    fn append(&mut self, name: &str, bytes: Vec<u8>, read: Read<'_>) -> Result<(), BoxError> {
        let file = String::from_utf8(bytes).map_err(|_| format!("\"{name}\" is not UTF-8"))?;
        for (line, number) in file.lines().zip(1..) {
            let Some(rest) = line.strip_prefix("#include") else {
                self.text.push_str(line);
                self.text.push('\n');
                self.origins.push((name.to_owned(), number));
                continue;
            };
            let other = rest.trim().trim_matches('"');
            if self.included.insert(other.to_owned()) {
                let bytes = read(other)
                    .map_err(|error| format!("its include \"{other}\" cannot be read: {error}"))?;
                self.append(other, bytes, read)?;
            }
        }
        Ok(())
    }

    /// Returns the origin of a line of the text. Lines are counted from 1.
    fn origin(&self, line: u32) -> String {
        let index = usize::try_from(line).unwrap_or_default().saturating_sub(1);
        let origin = self.origins.get(index).or(self.origins.last());
        origin.map_or_else(String::new, |(file, line)| format!("{file}, line {line}"))
    }
}
