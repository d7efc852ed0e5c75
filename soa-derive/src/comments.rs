//! The comment of a field as its views repeat it: its links lead where they lead on the struct,
//! and its examples are tests of only the struct.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::ext::IdentExt;
use syn::{Attribute, Expr, ExprLit, Lit, Meta};

/// Returns the comment as attributes. A field without one has an empty comment, so that the
/// lint about missing comments mentions only the struct.
pub(crate) fn repeated(attributes: &[Attribute], record: &Ident) -> TokenStream {
    let record = record.unraw().to_string();
    let mut repeated = TokenStream::new();
    let mut lines = Vec::new();
    for attribute in attributes {
        let Some(value) = comment(attribute) else {
            continue;
        };
        if let Some(text) = literal(value) {
            lines.push(without_stars(text, attribute));
            continue;
        }
        repeated.extend(text(&mut lines, &record));
        // A file, for example. It may have examples.
        repeated.extend(quote!(#[cfg_attr(not(doctest), doc = #value)]));
    }
    repeated.extend(text(&mut lines, &record));
    if repeated.is_empty() {
        return quote!(#[doc = ""]);
    }
    repeated
}

/// Returns whether the attribute is a comment, or a part of one.
pub(crate) fn is_comment(attribute: &Attribute) -> bool {
    comment(attribute).is_some()
}

fn comment(attribute: &Attribute) -> Option<&Expr> {
    match &attribute.meta {
        Meta::NameValue(meta) if meta.path.is_ident("doc") => Some(&meta.value),
        _ => None,
    }
}

/// Returns the text of a string literal, which a macro of the user may have been given.
fn literal(value: &Expr) -> Option<String> {
    match value {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => Some(text.value()),
        Expr::Group(group) => literal(&group.expr),
        _ => None,
    }
}

/// Takes the lines, and returns them as one attribute.
fn text(lines: &mut Vec<String>, record: &str) -> Option<TokenStream> {
    if lines.is_empty() {
        return None;
    }
    let text = linked(&lines.join("\n"), record);
    lines.clear();
    // `rustdoc` sets `doctest` when it collects the examples, which those of the struct are.
    let may_have_code = ["```", "~~~", "    ", "\t"]
        .iter()
        .any(|sign| text.contains(sign));
    Some(if may_have_code {
        quote!(#[cfg_attr(not(doctest), doc = #text)])
    } else {
        quote!(#[doc = #text])
    })
}

/// Removes the stars at the starts of a block comment's lines. The compiler removes them on the
/// struct, but not in an attribute.
fn without_stars(comment: String, attribute: &Attribute) -> String {
    let Some((first, rest)) = comment.split_once('\n') else {
        return comment;
    };
    let is_starred = |line: &str| line.trim().is_empty() || line.trim_start().starts_with('*');
    if rest.trim().is_empty() || !rest.lines().all(is_starred) {
        return comment;
    }
    // In a comment, each token is at the place of the whole.
    let pound = attribute.pound_token.span.source_text();
    if pound.is_some_and(|text| text == "#") {
        return comment;
    }
    let rest = rest.lines().map(str::trim_start);
    let rest = rest.map(|line| line.strip_prefix('*').unwrap_or(line));
    let lines: Vec<_> = core::iter::once(first).chain(rest).collect();
    lines.join("\n")
}

/// Returns the comment with the links to `Self` and its items leading to the struct `record`,
/// because in a view `Self` is the view. Code stays as it is.
pub(crate) fn linked(comment: &str, record: &str) -> String {
    if !comment.contains("Self") {
        return comment.to_owned();
    }
    let indent = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let lines = comment.lines().filter(|line| !line.trim().is_empty());
    let base = lines.map(indent).min().unwrap_or(0);
    let (mut linked, mut paragraph) = (String::new(), String::new());
    let mut fence: Option<&str> = None;
    let (mut in_list, mut after_break, mut in_code) = (false, true, false);
    for line in comment.split_inclusive('\n') {
        let (marks, info) = fence_in(line);
        let is_blank = line.trim().is_empty();
        let starts_with = |marks: &str| {
            let mut text = line.trim_start().chars();
            let first = text
                .next()
                .map(|first| if first.is_ascii_digit() { '1' } else { first });
            first.is_some_and(|first| marks.contains(first))
        };
        let indented = !is_blank && indent(line) >= base + 4;
        in_code = !in_list && indented && (after_break || in_code);
        in_list |= !in_code && starts_with("1*-+>");
        after_break = is_blank || starts_with("#");
        match fence {
            Some(opening) => {
                if marks.starts_with(opening) && info.trim().is_empty() {
                    fence = None;
                }
                linked.push_str(line);
            }
            None if is_blank || in_code || marks.len() >= 3 => {
                scan(&core::mem::take(&mut paragraph), record, &mut linked);
                linked.push_str(line);
                fence = (marks.len() >= 3 && !in_code).then_some(marks);
            }
            None => {
                // A span of code ends in its item, heading or row.
                if starts_with("1*-+>#|") {
                    scan(&core::mem::take(&mut paragraph), record, &mut linked);
                }
                paragraph.push_str(line);
            }
        }
    }
    scan(&paragraph, record, &mut linked);
    linked
}

/// Returns the marks with which a block of code starts or ends in the line, in a list or not, and
/// what follows them.
fn fence_in(line: &str) -> (&str, &str) {
    let content = line.trim_start_matches(|mark: char| {
        mark.is_whitespace() || mark.is_ascii_digit() || ">*-+.)".contains(mark)
    });
    let mark = if content.starts_with('~') { '~' } else { '`' };
    let info = content.trim_start_matches(mark);
    if mark == '`' && info.contains('`') {
        // A span of code.
        return ("", content);
    }
    content.split_at(content.len() - info.len())
}

/// Appends a paragraph to `linked`, with its links changed.
fn scan(paragraph: &str, record: &str, linked: &mut String) {
    let mut rest = paragraph;
    while let Some(at) = rest.find(['\\', '`', '[', ']']) {
        let (before, from) = rest.split_at(at);
        linked.push_str(before);
        let (taken, changed) = if from.starts_with('\\') {
            (1 + from.chars().nth(1).map_or(0, char::len_utf8), None)
        } else if from.starts_with('`') {
            (span_of_code(from), None)
        } else if let Some(label) = label(from) {
            (label.len(), led_to(label, record))
        } else {
            let target = target(from);
            (target.len(), led_to(target, record))
        };
        let (taken, after) = from.split_at(taken);
        linked.push_str(changed.as_deref().unwrap_or(taken));
        rest = after;
    }
    linked.push_str(rest);
}

/// Returns the length of the span of code that starts here, or of its marks if it has no end.
fn span_of_code(text: &str) -> usize {
    let run = |text: &str| text.len() - text.trim_start_matches('`').len();
    let marks = run(text);
    let mut end = marks;
    while let Some(next) = text[end..].find('`') {
        let closing = run(&text[end + next..]);
        end += next + closing;
        if closing == marks {
            return end;
        }
    }
    marks
}

/// Returns the bracket and its text if a link starts here whose text is also its target.
fn label(text: &str) -> Option<&str> {
    let inside = text.strip_prefix('[')?;
    let (label, after) = inside.split_at(inside.find(['[', ']'])?);
    let after = after.strip_prefix(']')?;
    let has_target = after.starts_with('(') || (after.starts_with('[') && !after.starts_with("[]"));
    (!has_target && label.contains("Self")).then(|| &text[..=label.len()])
}

/// Returns the text from a bracket to the end of the target that follows it, if one does.
fn target(text: &str) -> &str {
    let Some(inside) = text.strip_prefix("](").or_else(|| text.strip_prefix("]:")) else {
        return &text[..1];
    };
    let start = text.len() - inside.trim_start().len();
    let end = text[start..].find(|end: char| end.is_whitespace() || end == ')');
    let end = end.map_or(text.len(), |end| start + end);
    let line = text[end..].lines().next().unwrap_or_default().trim();
    if text.starts_with("]:") && !(line.is_empty() || line.starts_with(['"', '\'', '('])) {
        // It is in the middle of a sentence.
        return &text[..1];
    }
    &text[..end]
}

/// Returns the start of a link with `Self` replaced, if its path starts with it.
fn led_to(link: &str, record: &str) -> Option<String> {
    let (before, after) = link.split_once("Self")?;
    // A kind, for example `method@`.
    let kind =
        before.trim_start_matches(|mark: char| mark.is_whitespace() || "[](:`<".contains(mark));
    let is_kind = kind.chars().all(|c| c.is_alphanumeric() || c == '@');
    if !is_kind || (!kind.is_empty() && !kind.ends_with('@')) {
        return None;
    }
    let is_alone = !after.contains("::");
    let ends = after.trim_start_matches(['`', '>']).is_empty();
    if !ends && !after.starts_with("::") && !after.starts_with(['<', '#', '(']) {
        return None;
    }
    // There may be a macro of the same name.
    let kind = if is_alone && kind.is_empty() {
        "struct@"
    } else {
        ""
    };
    Some(format!("{before}{kind}{record}{after}"))
}
