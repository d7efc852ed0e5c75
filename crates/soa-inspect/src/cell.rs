//! Values as short text on one line.

use std::fmt::{self, Debug, Display, Write};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// The largest number of characters of a cell.
pub(crate) const LONGEST: usize = 160;

/// The largest number of bytes that one cell adds to a text.
pub(crate) const MOST_BYTES: usize = 4 * (LONGEST + 1);

/// Writes to a text without line breaks, and does not write more than its limit.
///
/// At the limit an error is not enough to end the `Debug` of a value: the lists and maps of the
/// standard library visit all their elements after an error, which takes milliseconds for
/// megabytes. So the `Debug` is unwound, as if it had panicked, but without a message. (A text looks
/// at all its characters before it writes one. The sign `-` asks fields for the beginning of it.)
struct Short<'a> {
    text: &'a mut String,
    left: usize,
    /// Whether the value writes the name of a lock of the standard library. Unwinding would poison
    /// the lock, so this value only gets an error.
    has_lock: bool,
}

/// What a `Debug` is unwound with at the limit.
struct Cut;

impl Write for Short<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.has_lock |= text == "Mutex";
        for c in text.chars() {
            if c.is_control() {
                c.escape_default().try_for_each(|c| self.push(c))?;
            } else {
                self.push(c)?;
            }
        }
        Ok(())
    }
}

impl Short<'_> {
    fn push(&mut self, c: char) -> fmt::Result {
        match self.left.checked_sub(1) {
            Some(left) => self.left = left,
            None if cfg!(panic = "unwind") && !self.has_lock => resume_unwind(Box::new(Cut)),
            None => return Err(fmt::Error),
        }
        self.text.push(c);
        Ok(())
    }
}

/// Appends a value in the form of `Debug` on one line, of at most [`LONGEST`] characters. A
/// longer value ends with `…`.
pub(crate) fn push_debug(text: &mut String, value: &dyn Debug) {
    push(text, LONGEST, format_args!("{value:-?}"));
}

/// Appends a value in the form of `Display`.
pub(crate) fn push_display(text: &mut String, value: &dyn Display) {
    push(text, LONGEST, format_args!("{value}"));
}

/// Appends a value in the form of `Debug`, of at most `longest` characters.
pub(crate) fn push_searched(text: &mut String, longest: usize, value: &dyn Debug) {
    push(text, longest, format_args!("{value:-?}"));
}

fn push(text: &mut String, left: usize, value: fmt::Arguments<'_>) {
    let mut short = Short {
        text,
        left,
        has_lock: false,
    };
    let is_cut = match catch_unwind(AssertUnwindSafe(|| short.write_fmt(value))) {
        Ok(written) => written.is_err(),
        Err(payload) if payload.is::<Cut>() => true,
        Err(panic) => resume_unwind(panic),
    };
    if is_cut {
        short.text.push('…');
    }
}

#[cfg(test)]
mod tests {
    use std::cell::{Cell, RefCell};
    use std::sync::{Mutex, RwLock};

    use super::*;

    fn cell(value: &dyn Debug) -> String {
        let mut text = String::new();
        push_debug(&mut text, value);
        text
    }

    #[test]
    fn a_value_is_on_one_line() {
        assert_eq!(cell(&[1, 2]), "[1, 2]");
        assert_eq!(cell(&format_args!("a\nb\u{0}")), "a\\nb\\u{0}");
    }

    #[test]
    fn a_long_value_ends_early() {
        let text = cell(&vec![7; 1_000_000]);
        assert_eq!(text.chars().count(), LONGEST + 1);
        assert!(text.ends_with('…') && text.len() <= MOST_BYTES);
        assert_eq!(cell(&"é".repeat(1000)).chars().count(), LONGEST + 1);
    }

    /// A list of many elements, which counts those that its `Debug` visits.
    #[derive(Default)]
    struct Many(Cell<usize>);

    impl Debug for Many {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            let numbers = (0..1 << 22).inspect(|_| self.0.set(self.0.get() + 1));
            f.debug_list().entries(numbers).finish()
        }
    }

    #[test]
    fn the_debug_of_a_long_list_ends_at_the_limit() {
        let (plain, nested) = (Many::default(), Many::default());
        assert_eq!(cell(&plain).chars().count(), LONGEST + 1);
        assert!(plain.0.get() < LONGEST, "{} visited", plain.0.get());
        assert!(cell(&Some([(1, &nested), (2, &nested)])).ends_with('…'));
        assert!(nested.0.get() < LONGEST, "{} visited", nested.0.get());
    }

    /// Looking at a program does not change it.
    #[test]
    fn a_lock_with_a_long_value_is_not_poisoned() {
        let lock = Mutex::new(vec![7_u8; 1000]);
        assert!(cell(&lock).starts_with("Mutex { data: [7, 7,"));
        let nested = vec![Some(&lock)];
        assert!(cell(&nested).ends_with('…'));
        assert!(!lock.is_poisoned());
        let lock = RwLock::new(vec![7_u8; 1000]);
        assert!(cell(&lock).ends_with('…'));
        assert!(!lock.is_poisoned());
        let shared = RefCell::new(vec![7_u8; 1000]);
        assert!(cell(&shared).ends_with('…'));
        assert!(shared.try_borrow_mut().is_ok());
    }

    #[test]
    fn a_panic_of_the_value_goes_on() {
        struct Panics;

        impl Debug for Panics {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("begun")?;
                panic!("no text");
            }
        }

        let mut text = String::new();
        let push = AssertUnwindSafe(|| push_debug(&mut text, &Panics));
        let panic = catch_unwind(push).expect_err("it panics");
        assert_eq!(panic.downcast_ref(), Some(&"no text"));
        assert_eq!(text, "begun");
    }
}
