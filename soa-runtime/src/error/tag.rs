//! Tags that do not fit the ids of a hub or pool.

use core::error::Error;
use core::fmt;

/// A tag that does not fit the tag bits of an id.
///
/// [`Hub::try_with_tag`](crate::Hub::try_with_tag) and
/// [`IdPool::try_with_tag`](crate::IdPool::try_with_tag) return it.
///
/// # Examples
///
/// ```
/// use soa_runtime::{Handle, IdPool, TagError};
///
/// type Id = Handle<(), u32, 20, 8, 4>;
/// let error: TagError = IdPool::<Id>::try_with_tag(16).unwrap_err();
/// assert_eq!((error.tag, error.limit), (16, 15));
/// assert_eq!(error.to_string(), "tag 16 does not fit; the largest tag is 15");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct TagError {
    /// The tag that was refused.
    pub tag: u32,
    /// The largest tag that fits. It is 0 if the id has no tag bits.
    pub limit: u32,
}

impl fmt::Display for TagError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TagError { tag, limit } = self;
        match limit {
            0 => write!(f, "tag {tag} does not fit; the id has no tag bits"),
            _ => write!(f, "tag {tag} does not fit; the largest tag is {limit}"),
        }
    }
}

impl Error for TagError {}
