//! Text in the form of JSON.

use std::fmt::Write;

/// Appends a text in quotes. The result has no characters that mean something in HTML.
pub(crate) fn push_text(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' | '\0'..'\x20' | '\x7f' => {
                // Writing to a text never fails.
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
}

/// Appends a list, of which `item` appends each item.
pub(crate) fn push_list<I>(
    out: &mut String,
    items: impl IntoIterator<Item = I>,
    mut item: impl FnMut(&mut String, I),
) {
    out.push('[');
    for (number, value) in items.into_iter().enumerate() {
        if number > 0 {
            out.push(',');
        }
        item(out, value);
    }
    out.push(']');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_character_comes_back() {
        let mut text: String = (0..0x400).filter_map(char::from_u32).collect();
        text.push_str("\u{2028}\u{2029}😀</script>");
        let mut json = String::new();
        push_text(&mut json, &text);
        assert!(!json.contains('<') && !json.contains('&'));
        assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
    }
}
