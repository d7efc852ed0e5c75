//! Handles as plain data, for `bytemuck`.
//!
//! An optional handle is plain data. `None` is zero, and every other bit pattern is
//! a handle, although possibly one that was never issued.

use bytemuck::{NoUninit, PodInOption, ZeroableInOption};

use crate::handle::Handle;
use crate::memory::Word;

// SAFETY: a handle is a transparent `NonZero` integer, whose zero is `None`.
unsafe impl<T: ?Sized + 'static, R: Word, const I: u32, const G: u32, const TAG: u32>
    ZeroableInOption for Handle<T, R, I, G, TAG>
{
}

// SAFETY: every bit pattern of the integer is `None` or a value of the type, it
// has no padding, and it is `Copy` and `'static`. No code relies on the bits of
// a handle having been issued.
unsafe impl<T: ?Sized + 'static, R: Word, const I: u32, const G: u32, const TAG: u32> PodInOption
    for Handle<T, R, I, G, TAG>
{
}

// SAFETY: a handle is a transparent integer without padding.
unsafe impl<T: ?Sized + 'static, R: Word, const I: u32, const G: u32, const TAG: u32> NoUninit
    for Handle<T, R, I, G, TAG>
{
}
