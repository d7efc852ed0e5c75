//! What a tracked column notes of its rows: a mark each, a bit for each reader.

mod changes;
mod guard;

pub(crate) use changes::take;
pub use guard::TrackedMut;

/// Who reads the changes of tracked columns: one of 8, each with a bit of its own.
///
/// A reader is a number that the program's parts agree on, as the GPU copy is
/// reader 0 and the network mirror reader 1. What one of them takes, the others
/// still have.
///
/// # Examples
///
/// ```
/// use soa_runtime::{IdAllocator, Reader};
///
/// #[derive(IdAllocator)]
/// struct Light { #[soa(tracked)] colour: u32 }
///
/// const GPU: Reader = Reader::new(0);
/// const MIRROR: Reader = Reader::new(1);
///
/// let mut lights = LightHub::new();
/// lights.alloc();
/// let mut columns = lights.columns_mut();
/// assert_eq!(columns.colour.take_changes(GPU, 0), [0..1]);
/// assert_eq!(columns.colour.changed(GPU), 0);
/// assert_eq!(columns.colour.changed(MIRROR), 1);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Reader(u8);

impl Reader {
    /// The reader with this number, of which there are 8: 0 to 7.
    ///
    /// # Panics
    ///
    /// If the number is 8 or more; in a constant that does not compile.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::Reader;
    /// const GPU: Reader = Reader::new(0);
    /// const MIRROR: Reader = Reader::new(7);
    /// assert_ne!(GPU, MIRROR);
    /// ```
    #[must_use]
    #[track_caller]
    pub const fn new(number: u32) -> Self {
        assert!(number < 8, "a tracked column has 8 readers: 0 to 7");
        Reader(1 << number)
    }
}

/// Which readers have not seen the row as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(transparent)]
pub struct Mark(u8);

impl Mark {
    /// The mark of a row that is new to every reader.
    pub(crate) const NEW: Mark = Mark(u8::MAX);

    /// Notes that the row changes.
    #[inline]
    pub(crate) fn set(&mut self) {
        *self = Mark::NEW;
    }

    /// Whether the row is news to the reader.
    #[inline]
    pub(crate) fn is_new_to(self, reader: Reader) -> bool {
        self.0 & reader.0 != 0
    }
}

/// How many rows are news to the reader.
pub(crate) fn count(marks: &[Mark], reader: Reader) -> usize {
    marks.iter().filter(|mark| mark.is_new_to(reader)).count()
}

/// Notes for one reader that all rows change.
pub(crate) fn set_all(marks: &mut [Mark], reader: Reader) {
    for mark in marks {
        mark.0 |= reader.0;
    }
}
