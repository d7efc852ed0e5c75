//! Joins a WGSL file and its includes to one text, which records the origin of each line.

use std::collections::BTreeSet;
use std::io;
use std::sync::Arc;

use soa_resources::BoxError;

/// Reads an included file by its name.
pub(super) type Read<'a> = &'a dyn Fn(&str) -> io::Result<Vec<u8>>;

/// The joined text.
#[derive(Debug, Default)]
pub(super) struct Joined {
    pub(super) text: String,
    /// The file and the line number that each line of the text comes from.
    origins: Vec<(Arc<str>, usize)>,
    included: BTreeSet<String>,
}

impl Joined {
    /// Reads a file, and replaces each `#include "name"` by that file. A file is included once.
    pub(super) fn new(name: &str, bytes: Vec<u8>, read: Read<'_>) -> Result<Self, BoxError> {
        let mut joined = Self::default();
        joined.append(name, bytes, read)?;
        Ok(joined)
    }

    /// Returns the origin of a line of the text. Lines are counted from 1.
    pub(super) fn origin(&self, line: u32) -> String {
        let index = usize::try_from(line).unwrap_or_default().saturating_sub(1);
        let origin = self.origins.get(index).or(self.origins.last());
        origin.map_or_else(String::new, |(file, line)| format!("{file}, line {line}"))
    }

    fn append(&mut self, name: &str, bytes: Vec<u8>, read: Read<'_>) -> Result<(), BoxError> {
        let file = String::from_utf8(bytes).map_err(|_| format!("\"{name}\" is not UTF-8"))?;
        let name: Arc<str> = name.into();
        for (line, number) in file.lines().zip(1..) {
            let Some(rest) = line.strip_prefix("#include") else {
                self.text.push_str(line);
                self.text.push('\n');
                self.origins.push((Arc::clone(&name), number));
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
}
