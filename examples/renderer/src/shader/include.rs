//! One text of a WGSL file and those that it includes, each once; it knows what came from where.

use std::collections::BTreeSet;
use std::io;
use std::sync::Arc;

use soa_resources::BoxError;

/// What reads an included file by its name.
pub(super) type Read<'a> = &'a dyn Fn(&str) -> io::Result<Vec<u8>>;

/// The text of all files.
#[derive(Debug, Default)]
pub(super) struct Joined {
    pub(super) text: String,
    /// Of each line of the text, the file and the number there.
    origins: Vec<(Arc<str>, usize)>,
    included: BTreeSet<String>,
}

impl Joined {
    /// Reads a file, and in the place of each `#include "name"` that one.
    pub(super) fn new(name: &str, bytes: Vec<u8>, read: Read<'_>) -> Result<Self, BoxError> {
        let mut joined = Self::default();
        joined.append(name, bytes, read)?;
        Ok(joined)
    }

    /// The file and the line there of a line of the text, which count from 1.
    pub(super) fn origin(&self, line: u32) -> String {
        let index = usize::try_from(line).unwrap_or_default().saturating_sub(1);
        let origin = self.origins.get(index).or(self.origins.last());
        origin.map_or_else(String::new, |(file, line)| format!("{file}, line {line}"))
    }

    fn append(&mut self, name: &str, bytes: Vec<u8>, read: Read<'_>) -> Result<(), BoxError> {
        let file = String::from_utf8(bytes).map_err(|_| format!("\"{name}\" is no text"))?;
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
