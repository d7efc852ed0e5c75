//! Handles as text: what `Display` writes, and how it is read again.

use core::fmt::{self, Write};
use core::str::FromStr;

use super::{AnyHandle, Handle};
use crate::error::{IdText, ParseHandleError};
use crate::memory::Word;

impl<T: ?Sized, R: Word, const I: u32, const G: u32, const TAG: u32> fmt::Debug
    for Handle<T, R, I, G, TAG>
{
    /// Writes the id as `Display` does: `3v1` or `3v1@7`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<T: ?Sized, R: Word, const I: u32, const G: u32, const TAG: u32> fmt::Display
    for Handle<T, R, I, G, TAG>
{
    /// Writes the id as `3v1`: index and generation. A tag other than 0 follows, as in
    /// `3v1@7`.
    ///
    /// The id is aligned as text is: to the left of its width by default. A
    /// precision is ignored.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = |number: u32| number.checked_ilog10().map_or(1, |log| log as usize + 1);
        let (index, generation, tag) = (self.index(), self.generation(), self.tag());
        let dangling = *self == Self::DANGLING;
        let length = if dangling {
            DANGLING.len()
        } else if tag == 0 {
            digits(index) + "v".len() + digits(generation)
        } else {
            digits(index) + "v".len() + digits(generation) + "@".len() + digits(tag)
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
            f.write_str(DANGLING)?;
        } else {
            let text = IdText {
                index,
                generation,
                tag,
            };
            write!(f, "{text}")?;
        }
        pad(f, missing - before)
    }
}

/// The text of the dangling handle.
const DANGLING: &str = "dangling";

impl<T: ?Sized, R: Word, const I: u32, const G: u32, const TAG: u32> FromStr
    for Handle<T, R, I, G, TAG>
{
    type Err = ParseHandleError;

    /// Reads an id that [`Display`](fmt::Display) wrote: `2v1`, `5v0` for an id without
    /// generation, `2v1@7` with a tag, or `dangling`. A number without `v` is read as the id's
    /// [bits](Handle::to_bits).
    ///
    /// # Errors
    ///
    /// Returns an error for any other text, and for an id that no pool could have
    /// issued. Leading zeros, signs and spaces are refused, and so is a tag of 0.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_runtime::{Handle, ParseHandleError};
    ///
    /// type Id = Handle<(), u32, 20, 8>;
    /// let id: Id = "5v7".parse()?;
    /// assert_eq!(Some(id), Id::from_parts(5, 7));
    /// assert_eq!(id.to_string().parse(), Ok(id));
    /// assert_eq!("dangling".parse(), Ok(Id::DANGLING));
    /// assert_eq!(id.to_bits().to_string().parse(), Ok(id));
    ///
    /// assert_eq!("5v07".parse::<Id>(), Err(ParseHandleError::Malformed));
    /// assert_eq!("5v300".parse::<Id>(), Err(ParseHandleError::NeverIssued));
    /// # Ok::<(), ParseHandleError>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, ParseHandleError> {
        if text == DANGLING {
            return Ok(Self::DANGLING);
        }
        let id = if let Some((index, rest)) = text.split_once('v') {
            let (generation, tag) = match rest.split_once('@') {
                Some((_, "0")) => return Err(ParseHandleError::Malformed),
                Some((generation, tag)) => (generation, number(tag)?),
                None => (rest, 0),
            };
            of_parts(number(index)?, number(generation)?, tag)
        } else {
            of_word(number(text)?)
        };
        id.ok_or(ParseHandleError::NeverIssued)
    }
}

/// Reads decimal digits without a leading zero. No word and no part of an id is beyond
/// 64 bits.
fn number(text: &str) -> Result<u64, ParseHandleError> {
    let canonical = !text.is_empty()
        && text.bytes().all(|byte| byte.is_ascii_digit())
        && (text == "0" || !text.starts_with('0'));
    if canonical {
        text.parse().map_err(|_| ParseHandleError::NeverIssued)
    } else {
        Err(ParseHandleError::Malformed)
    }
}

/// Returns the handle with this index, generation and tag, if a pool could have issued
/// it.
pub(crate) fn of_parts<H: AnyHandle>(index: u64, generation: u64, tag: u64) -> Option<H> {
    let [index, generation, tag] = [index, generation, tag].map(|part| u32::try_from(part).ok());
    let (index, generation, tag) = (index?, generation?, tag?);
    let is_issued = index < H::LIMIT
        && (H::FIRST_GENERATION..=H::LAST_GENERATION).contains(&generation)
        && tag <= H::LAST_TAG;
    is_issued.then(|| H::assemble_tagged(index, generation, tag))
}

/// Returns the handle with these bits, if it is the dangling one or a pool could have
/// issued it.
pub(crate) fn of_word<H: AnyHandle>(word: u64) -> Option<H> {
    let fits = word >> (H::Word::BITS - 1) <= 1;
    let word = fits.then(|| H::Word::narrow(word))?;
    if word == H::DANGLING.to_bits() {
        Some(H::DANGLING)
    } else {
        H::from_bits(word)
    }
}
