//! Fields that are texts, of which a reader may want the beginning alone.
//!
//! The `Debug` of a `str` looks at all of it before it writes the first character, which takes
//! milliseconds for megabytes. The derive finds out which fields are texts by the method that
//! the compiler selects: [`TextField::text`] takes `self`, so it comes before [`AnyField::text`],
//! which takes `&self`, for all types that have both.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
#[cfg(target_has_atomic = "ptr")]
use alloc::sync::Arc;
use core::fmt::{self, Write};

/// The number of characters of a text in short form.
const SHORT: usize = 2048;

/// A text as `Debug` shows it. With the sign `-`, as in `{:-?}`, it shows the first 2048
/// characters and an ellipsis.
pub struct Text<'a>(&'a str);

impl fmt::Debug for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Text(text) = *self;
        match text.char_indices().nth(SHORT) {
            Some((end, _)) if f.sign_minus() => {
                fmt::Debug::fmt(&text[..end], f)?;
                f.write_char('…')
            }
            _ => fmt::Debug::fmt(text, f),
        }
    }
}

/// A field that is shown.
#[derive(Debug)]
pub struct Shown<'a, F: ?Sized>(pub &'a F);

/// A type of field that is a text.
pub trait IsText {
    /// Returns the text.
    fn as_text(&self) -> &str;
}

macro_rules! texts {
    ($($(#[$condition:meta])* $text:ty,)*) => {$(
        $(#[$condition])*
        impl IsText for $text {
            fn as_text(&self) -> &str {
                self
            }
        }
    )*};
}

texts! {
    String,
    &str,
    Box<str>,
    Rc<str>,
    #[cfg(target_has_atomic = "ptr")]
    Arc<str>,
    Cow<'_, str>,
}

/// A field that is a text.
pub trait TextField<'a> {
    /// Returns the text.
    fn text(self) -> Option<Text<'a>>;
}

impl<'a, F: IsText> TextField<'a> for Shown<'a, F> {
    #[inline]
    fn text(self) -> Option<Text<'a>> {
        Some(Text(self.0.as_text()))
    }
}

/// Any other field.
pub trait AnyField {
    /// Returns `None`.
    fn text(&self) -> Option<Text<'static>>;
}

impl<F: ?Sized> AnyField for Shown<'_, F> {
    #[inline]
    fn text(&self) -> Option<Text<'static>> {
        None
    }
}
