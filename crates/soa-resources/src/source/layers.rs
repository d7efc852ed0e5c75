//! Several sources, one over the other.

use std::collections::BTreeSet;
use std::fmt;
use std::io;

use super::Source;
use super::names::not_found;

/// Several sources, one over the other. A name is read from the first layer that has it,
/// like mods over a base game.
///
/// Only [`NotFound`](io::ErrorKind::NotFound) leads to the next layer: a file of a mod
/// that cannot be read is an error, and the file of the base game does not replace it.
/// The changes and the names of all layers are united. Listing the names fails if one
/// layer cannot list its names.
///
/// # Examples
///
/// ```
/// use soa_resources::{Embedded, Layers, Memory, Source};
///
/// let game = Embedded::new(&[("a.txt", b"game"), ("b.txt", b"game")]);
/// let modded = Memory::new();
/// modded.insert("a.txt", "mod");
///
/// let layers = Layers::new([Box::new(modded) as Box<dyn Source>, Box::new(game)]);
/// assert_eq!(layers.read("a.txt")?, b"mod");
/// assert_eq!(layers.read("b.txt")?, b"game");
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Layers {
    layers: Vec<Box<dyn Source>>,
}

impl Layers {
    /// Lays the sources over each other, the first on top.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_resources::{Embedded, Layers, Memory, Source};
    ///
    /// let mods = Memory::new();
    /// let game = Embedded::new(&[("a.txt", b"game")]);
    /// let layers = Layers::new([Box::new(mods.clone()) as Box<dyn Source>, Box::new(game)]);
    /// assert_eq!(layers.read("a.txt")?, b"game");
    /// mods.insert("a.txt", "mod");
    /// assert_eq!(layers.read("a.txt")?, b"mod");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn new(layers: impl IntoIterator<Item = Box<dyn Source>>) -> Self {
        Self {
            layers: layers.into_iter().collect(),
        }
    }
}

impl Source for Layers {
    fn read(&self, name: &str) -> io::Result<Vec<u8>> {
        let reads = self.layers.iter().map(|layer| layer.read(name));
        let is_absent = |read: &io::Result<_>| matches!(read, Err(error) if error.kind() == io::ErrorKind::NotFound);
        reads
            .into_iter()
            .find(|read| !is_absent(read))
            .unwrap_or_else(|| Err(not_found("any layer")))
    }

    fn changes(&self) -> Vec<String> {
        // An empty set allocates nothing, and neither does an empty list.
        let names: BTreeSet<String> = self.layers.iter().flat_map(Source::changes).collect();
        names.into_iter().collect()
    }

    fn names(&self, folder: &str) -> io::Result<Vec<String>> {
        let mut names = BTreeSet::new();
        for layer in &self.layers {
            names.extend(layer.names(folder)?);
        }
        Ok(names.into_iter().collect())
    }
}

impl fmt::Debug for Layers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Layers")
            .field("layers", &self.layers.len())
            .finish()
    }
}
