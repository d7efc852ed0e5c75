//! Bytes that are part of the program.

use std::collections::HashMap;
use std::io;

use foldhash::fast::RandomState;

use super::Source;
use super::names::{below, not_found};

/// Bytes that are part of the program, as `include_bytes!` returns them.
///
/// # Examples
///
/// ```
/// use soa_resources::{Embedded, Source};
///
/// let built_in = Embedded::new(&[("a.txt", b"A"), ("b/c.txt", b"BC")]);
/// assert_eq!(built_in.read("b/c.txt")?, b"BC");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Embedded {
    files: HashMap<&'static str, &'static [u8], RandomState>,
}

impl Embedded {
    /// Creates a source from names with their bytes. If a name occurs twice, the first
    /// one counts.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_resources::{Embedded, Source};
    ///
    /// let embedded = Embedded::new(&[("a.txt", b"A")]);
    /// assert_eq!(embedded.read("a.txt")?, b"A");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn new(files: &'static [(&'static str, &'static [u8])]) -> Self {
        Self {
            // A later entry of a map replaces an earlier one.
            files: files.iter().rev().copied().collect(),
        }
    }
}

impl Source for Embedded {
    fn read(&self, name: &str) -> io::Result<Vec<u8>> {
        let bytes = self
            .files
            .get(name)
            .ok_or_else(|| not_found("the program"))?;
        Ok(bytes.to_vec())
    }

    fn names(&self, folder: &str) -> io::Result<Vec<String>> {
        below(folder, self.files.keys().copied())
    }
}
