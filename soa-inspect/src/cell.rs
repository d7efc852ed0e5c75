//! Values as short text on one line.

use std::fmt::{self, Debug, Display, Write};

/// The largest number of characters of a cell.
pub(crate) const LONGEST: usize = 160;

/// The largest number of bytes that one cell adds to a text.
pub(crate) const MOST_BYTES: usize = 4 * (LONGEST + 1);

/// Writes to a text without line breaks, and refuses to write more than its limit. Then the
/// `Debug` of a value ends early, whatever its size is.
struct Short<'a> {
    text: &'a mut String,
    left: usize,
}

impl Write for Short<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
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
        self.left = self.left.checked_sub(1).ok_or(fmt::Error)?;
        self.text.push(c);
        Ok(())
    }
}

/// Appends a value in the form of `Debug` on one line, of at most [`LONGEST`] characters. A
/// longer value ends with `…`.
pub(crate) fn push_debug(text: &mut String, value: &dyn Debug) {
    push(text, LONGEST, format_args!("{value:?}"));
}

/// Appends a value in the form of `Display`.
pub(crate) fn push_display(text: &mut String, value: &dyn Display) {
    push(text, LONGEST, format_args!("{value}"));
}

/// Appends a value in the form of `Debug`, of at most `longest` characters.
pub(crate) fn push_searched(text: &mut String, longest: usize, value: &dyn Debug) {
    push(text, longest, format_args!("{value:?}"));
}

fn push(text: &mut String, left: usize, value: fmt::Arguments<'_>) {
    let mut short = Short { text, left };
    if short.write_fmt(value).is_err() {
        short.text.push('…');
    }
}

#[cfg(test)]
mod tests {
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
}
