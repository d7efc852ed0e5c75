//! The standard traits of a handle, but for text.

use core::cmp::Ordering;
use core::hash::{Hash, Hasher};

use super::Handle;
use crate::memory::Word;

copy!([T: ?Sized, R: Word, const I: u32, const G: u32, const TAG: u32] Handle<T, R, I, G, TAG>);

impl<T: ?Sized, R: Word, const I: u32, const G: u32, const TAG: u32> PartialEq
    for Handle<T, R, I, G, TAG>
{
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.bits == other.bits
    }
}

impl<T: ?Sized, R: Word, const I: u32, const G: u32, const TAG: u32> Eq
    for Handle<T, R, I, G, TAG>
{
}

impl<T: ?Sized, R: Word, const I: u32, const G: u32, const TAG: u32> PartialOrd
    for Handle<T, R, I, G, TAG>
{
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T: ?Sized, R: Word, const I: u32, const G: u32, const TAG: u32> Ord
    for Handle<T, R, I, G, TAG>
{
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        self.bits.cmp(&other.bits)
    }
}

impl<T: ?Sized, R: Word, const I: u32, const G: u32, const TAG: u32> Hash
    for Handle<T, R, I, G, TAG>
{
    #[inline]
    fn hash<S: Hasher>(&self, state: &mut S) {
        self.bits.hash(state);
    }
}

impl<T: ?Sized, R: Word, const I: u32, const G: u32, const TAG: u32> Default
    for Handle<T, R, I, G, TAG>
{
    #[inline]
    fn default() -> Self {
        Self::DANGLING
    }
}
