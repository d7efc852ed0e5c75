//! Where bytes come from, by name.

#[cfg(feature = "watch")]
mod asked;
mod directory;
mod embedded;
mod file;
#[cfg(feature = "watch")]
mod folders;
mod layers;
mod listing;
mod memory;
mod names;
mod root;
mod shared;
#[cfg(feature = "watch")]
mod unsettled;
#[cfg(feature = "watch")]
mod watch;

use std::io;
use std::sync::Arc;

pub use directory::Directory;
pub use embedded::Embedded;
pub use layers::Layers;
pub use memory::Memory;
pub use shared::Shared;
#[cfg(feature = "watch")]
pub use watch::WatchError;

/// A place that bytes come from, by name: a folder, memory, or your own type.
///
/// # Examples
///
/// A pack file that was read at the start of the program:
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
    /// Reads all bytes of `name`. It is called on the workers, several at a time. A
    /// panic is a failure of that name.
    ///
    /// # Errors
    ///
    /// Returns [`NotFound`](io::ErrorKind::NotFound) if there is no such name, which lets
    /// [`Layers`] ask the next source. Any other error is reported as it is.
    fn read(&self, name: &str) -> io::Result<Vec<u8>>;

    /// Returns the names whose bytes have changed since the last call, in any order. A
    /// library loads them again in that order.
    ///
    /// It is called on the owner's thread in each frame, so it must not block. A name
    /// that ends in `/` stands for all names that start with it, and `/` for all names. A
    /// change must be readable before it is reported. By default there are no changes.
    ///
    /// Names are compared byte for byte. A source that reads the same bytes under several
    /// names, for example in any case or through a table of aliases, reports every name that
    /// was read, as it was written there.
    fn changes(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns the names of all files below `folder`, recursively, in the form that
    /// [`read`](Self::read) takes. Each name occurs once, and they are ordered by their
    /// bytes.
    ///
    /// `""` stands for everything. Another folder is written like a name, without a
    /// final `/`. A folder that does not exist is empty. The list leaves out what cannot
    /// be the name of a file in a folder on every system: absolute names, and names with
    /// a `\`, a `:` or an empty, `.` or `..` part.
    ///
    /// # Errors
    ///
    /// Returns [`Unsupported`](io::ErrorKind::Unsupported) if the source cannot list its
    /// names, which is the default, and [`InvalidInput`](io::ErrorKind::InvalidInput) if
    /// `folder` cannot be the name of a folder.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_resources::{Embedded, Source};
    ///
    /// let built_in = Embedded::new(&[("b.txt", b"B"), ("a/c.txt", b"C"), ("a/b/d.txt", b"D")]);
    /// assert_eq!(built_in.names("")?, ["a/b/d.txt", "a/c.txt", "b.txt"]);
    /// assert_eq!(built_in.names("a")?, ["a/b/d.txt", "a/c.txt"]);
    /// assert!(built_in.names("nothing")?.is_empty());
    /// assert!(built_in.names("../a").is_err());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    fn names(&self, folder: &str) -> io::Result<Vec<String>> {
        let _ = folder;
        Err(io::Error::new(
            io::ErrorKind::Unsupported,
            "this source cannot list its names; implement `Source::names` for it",
        ))
    }
}

impl<S: Source + ?Sized> Source for Box<S> {
    fn read(&self, name: &str) -> io::Result<Vec<u8>> {
        (**self).read(name)
    }

    fn changes(&self) -> Vec<String> {
        (**self).changes()
    }

    fn names(&self, folder: &str) -> io::Result<Vec<String>> {
        (**self).names(folder)
    }
}

/// A handle to one source. Each change goes to the handle that asks first, so only one
/// library receives it. [`Shared`] reports every change to each of its clones.
impl<S: Source + ?Sized> Source for Arc<S> {
    fn read(&self, name: &str) -> io::Result<Vec<u8>> {
        (**self).read(name)
    }

    fn changes(&self) -> Vec<String> {
        (**self).changes()
    }

    fn names(&self, folder: &str) -> io::Result<Vec<String>> {
        (**self).names(folder)
    }
}
