//! The standard traits of a handle.

use core::cmp::Ordering;
use core::fmt::{self, Write};
use core::hash::{Hash, Hasher};

use super::Handle;
use crate::bits::Word;

impl<T: ?Sized, R: Word, const I: u32, const G: u32> Clone for Handle<T, R, I, G> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: ?Sized, R: Word, const I: u32, const G: u32> Copy for Handle<T, R, I, G> {}

impl<T: ?Sized, R: Word, const I: u32, const G: u32> PartialEq for Handle<T, R, I, G> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.bits == other.bits
    }
}

impl<T: ?Sized, R: Word, const I: u32, const G: u32> Eq for Handle<T, R, I, G> {}

impl<T: ?Sized, R: Word, const I: u32, const G: u32> PartialOrd for Handle<T, R, I, G> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T: ?Sized, R: Word, const I: u32, const G: u32> Ord for Handle<T, R, I, G> {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        self.bits.cmp(&other.bits)
    }
}

impl<T: ?Sized, R: Word, const I: u32, const G: u32> Hash for Handle<T, R, I, G> {
    #[inline]
    fn hash<S: Hasher>(&self, state: &mut S) {
        self.bits.hash(state);
    }
}

impl<T: ?Sized, R: Word, const I: u32, const G: u32> Default for Handle<T, R, I, G> {
    #[inline]
    fn default() -> Self {
        Self::DANGLING
    }
}

impl<T: ?Sized, R: Word, const I: u32, const G: u32> fmt::Debug for Handle<T, R, I, G> {
    /// Writes the id as `3v1`: the index, then the generation.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<T: ?Sized, R: Word, const I: u32, const G: u32> fmt::Display for Handle<T, R, I, G> {
    /// Writes the id as `3v1`: the index, then the generation.
    ///
    /// The text respects the width of the format and is aligned to the left by
    /// default. A precision has no effect.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = |number: u32| number.checked_ilog10().map_or(1, |log| log as usize + 1);
        let (index, generation) = (self.index(), self.generation());
        let dangling = *self == Self::DANGLING;
        let length = if dangling {
            "dangling".len()
        } else {
            digits(index) + "v".len() + digits(generation)
        };
        let missing = f.width().unwrap_or(0).saturating_sub(length);
        let before = match f.align() {
            Some(fmt::Alignment::Right) => missing,
            Some(fmt::Alignment::Center) => missing / 2,
            Some(fmt::Alignment::Left) | None => 0,
        };
        let fill = f.fill();
        let pad =
            |f: &mut fmt::Formatter<'_>, columns| (0..columns).try_for_each(|_| f.write_char(fill));
        pad(f, before)?;
        if dangling {
            f.write_str("dangling")?;
        } else {
            write!(f, "{index}v{generation}")?;
        }
        pad(f, missing - before)
    }
}
