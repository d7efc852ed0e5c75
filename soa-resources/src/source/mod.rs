//! Where bytes come from, by name.

mod directory;
mod embedded;
mod layers;
mod memory;
mod names;
#[cfg(feature = "watch")]
mod watch;

use std::io;

pub use directory::Directory;
pub use embedded::Embedded;
pub use layers::Layers;
pub use memory::Memory;
#[cfg(feature = "watch")]
pub use watch::WatchError;

/// Where bytes come from, by name: a folder, memory, or what you write.
///
/// # Examples
///
/// A pack file that was read at the start:
///
/// ```
/// use std::collections::HashMap;
/// use std::io;
///
/// use soa_resources::Source;
///
/// struct Pack(HashMap<String, Vec<u8>>);
///
/// impl Source for Pack {
///     fn read(&self, name: &str) -> io::Result<Vec<u8>> {
///         self.0.get(name).cloned().ok_or_else(|| io::ErrorKind::NotFound.into())
///     }
/// }
///
/// let pack = Pack(HashMap::from([("a.txt".to_owned(), b"A".to_vec())]));
/// assert_eq!(pack.read("a.txt")?, b"A");
/// assert_eq!(pack.read("b.txt").unwrap_err().kind(), io::ErrorKind::NotFound);
/// assert!(pack.changes().is_empty());
/// # Ok::<(), io::Error>(())
/// ```
pub trait Source: Send + Sync + 'static {
    /// Reads all bytes of `name`. Called on the workers, several at a time; a
    /// panic is a failure of that name.
    ///
    /// # Errors
    ///
    /// [`NotFound`](io::ErrorKind::NotFound) if there is no such name, which lets
    /// [`Layers`] ask the next; any other error as it comes.
    fn read(&self, name: &str) -> io::Result<Vec<u8>>;

    /// The names whose bytes are others than at the last call, in any order.
    /// Called on the owner's thread, in each frame: it must not block. A name
    /// that ends in `/` stands for all names that start with it, and `/` for all
    /// there are.
    ///
    /// A change is told after it is there to be read. None, if not written.
    fn changes(&self) -> Vec<String> {
        Vec::new()
    }
}

impl<S: Source + ?Sized> Source for Box<S> {
    fn read(&self, name: &str) -> io::Result<Vec<u8>> {
        (**self).read(name)
    }

    fn changes(&self) -> Vec<String> {
        (**self).changes()
    }
}
