//! Fields that are texts, of which a reader may want only the beginning.
//!
//! The `Debug` of a `str` looks at all of it before it writes the first character, which takes
//! milliseconds for megabytes. The derive finds out which fields are texts by the method that
//! the compiler selects: [`TextField::show`] takes `self`, so it comes before [`AnyField::show`],
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
struct Text<'a>(&'a str);

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
pub struct Shown<'a, F>(pub &'a F);

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
pub trait TextField {
    /// Shows the field as a text that has a short form.
    fn show(self, show: &mut dyn FnMut(&dyn fmt::Debug));
}

impl<F: IsText> TextField for Shown<'_, F> {
    fn show(self, show: &mut dyn FnMut(&dyn fmt::Debug)) {
        show(&Text(self.0.as_text()));
    }
}

/// Any other field. The bound is on the method, so that the compiler names it where it is
/// missing.
pub trait AnyField<F> {
    /// Shows the field.
    fn show(&self, show: &mut dyn FnMut(&dyn fmt::Debug))
    where
        F: fmt::Debug;
}

impl<F> AnyField<F> for Shown<'_, F> {
    fn show(&self, show: &mut dyn FnMut(&dyn fmt::Debug))
    where
        F: fmt::Debug,
    {
        show(self.0);
    }
}
