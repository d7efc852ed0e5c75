//! Writes all mutants of a file into it, each under a condition.
//!
//! `a + b` becomes `match (a, b) { (l, r) => if is(7) { l - r } else { l + r } }`, and a body
//! begins with `if is(8) { return None; }`. A comment before and after each changed piece
//! names its mutants, so that an error of the compiler can be traced to them.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::Range;

use proc_macro2::LineColumn;
use serde::{Deserialize, Serialize};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

use crate::Failed;
use crate::mutant::{Genre, Mutant, Position};

/// How a mutant is written.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, PartialOrd, Serialize)]
pub enum Form {
    /// Each operand once.
    #[default]
    Short,
    /// The whole expression once for each mutant. Types are inferred as without mutants.
    Long,
    /// Not at all: no form compiles.
    Left,
    /// Not at all: it is in the arguments of a macro.
    Fixed,
}

/// An expression with mutants.
struct Site {
    range: Range<usize>,
    kind: Kind,
    mutants: Vec<u32>,
}

enum Kind {
    Body {
        is_opaque: bool,
    },
    Binary {
        left: Range<usize>,
        operator: String,
        right: Range<usize>,
    },
    Assign {
        left: Range<usize>,
        operator: String,
        right: Range<usize>,
    },
    Unary {
        operator: String,
        operand: Range<usize>,
    },
    Guard,
    Arm {
        pattern: Range<usize>,
        guard: Option<Range<usize>>,
    },
    /// A block `const { .. }` in a function.
    Constant {
        block: Range<usize>,
    },
    Struct {
        fields: Vec<(Range<usize>, Vec<u32>)>,
    },
}

/// A file and its mutants.
pub struct Source<'a> {
    text: &'a str,
    all: &'a BTreeMap<u32, Mutant>,
    forms: &'a BTreeMap<u32, Form>,
    places: BTreeMap<(Genre, Position), Vec<u32>>,
    sites: Vec<Site>,
}

/// Returns the text of a file with all its mutants, and those that were not found in it,
/// because they are in the arguments of macros.
pub fn write(
    text: &str,
    numbers: &[u32],
    all: &BTreeMap<u32, Mutant>,
    forms: &BTreeMap<u32, Form>,
) -> Result<(String, Vec<u32>), Failed> {
    let mut places: BTreeMap<_, Vec<u32>> = BTreeMap::new();
    for number in numbers {
        places.entry(all[number].place()).or_default().push(*number);
    }
    let mut source = Source {
        text,
        all,
        forms,
        places,
        sites: Vec::new(),
    };
    source.visit_file(&syn::parse_file(text)?);
    let missing = std::mem::take(&mut source.places)
        .into_values()
        .flatten()
        .collect();
    // The outermost first.
    source
        .sites
        .sort_by_key(|site| (site.range.start, usize::MAX - site.range.end));
    let text = source.piece(0..text.len(), 0);
    Ok((text, missing))
}

impl Source<'_> {
    /// Takes the mutants of a place.
    fn at(&mut self, genre: Genre, start: LineColumn) -> Vec<u32> {
        let position = Position {
            line: start.line,
            column: start.column + 1,
        };
        self.places.remove(&(genre, position)).unwrap_or_default()
    }

    fn add(&mut self, range: Range<usize>, kind: Kind, mutants: Vec<u32>) {
        if !mutants.is_empty() {
            self.sites.push(Site {
                range,
                kind,
                mutants,
            });
        }
    }

    fn body(&mut self, block: &syn::Block) {
        let Some(first) = block.stmts.first() else {
            return;
        };
        let mutants = self.at(Genre::Body, first.span().start());
        let is_opaque = mutants.iter().any(|number| self.all[number].is_opaque());
        let braces = block.brace_token.span;
        let inside = braces.open().byte_range().end..braces.close().byte_range().start;
        self.add(inside, Kind::Body { is_opaque }, mutants);
    }

    /// Returns the text of a range in which the sites from `next` on are rendered.
    fn piece(&self, range: Range<usize>, next: usize) -> String {
        let mut text = String::new();
        let mut end = range.start;
        for (index, site) in self.sites.iter().enumerate().skip(next) {
            if site.range.start >= end && site.range.end <= range.end {
                text += &self.text[end..site.range.start];
                text += &self.site(site, index + 1);
                end = site.range.end;
            }
        }
        text + &self.text[end..range.end]
    }

    fn form(&self, number: u32) -> Form {
        self.forms.get(&number).copied().unwrap_or_default()
    }

    fn site(&self, site: &Site, next: usize) -> String {
        let piece = |range: &Range<usize>| self.piece(range.clone(), next);
        if let Kind::Constant { block } = &site.kind {
            // Evaluated at run time, its mutants need no builds of their own.
            return piece(block);
        }
        let form = |number: &&u32| self.form(**number);
        let mutants: Vec<u32> = site
            .mutants
            .iter()
            .filter(|number| form(number) < Form::Left)
            .copied()
            .collect();
        if mutants.is_empty() {
            return piece(&site.range);
        }
        let is_short = site
            .mutants
            .iter()
            .all(|number| self.form(*number) == Form::Short);
        let replacement = |number: &u32| self.all[number].replacement();
        // The changed expressions under their conditions, then the original.
        let chosen = |change: &dyn Fn(&str) -> String, original: String| {
            let mut text = String::new();
            for number in &mutants {
                let changed = traced(&[*number], &change(replacement(number)));
                write!(text, "if {} {{ {changed} }} else ", is(*number)).expect("a string");
            }
            format!("{text}{{ {original} }}")
        };
        let text = match &site.kind {
            Kind::Body { is_opaque: false } => {
                let returned = mutants.iter().map(|number| {
                    let changed = traced(&[*number], &format!("return {};", replacement(number)));
                    format!("if {} {{ {changed} }}", is(*number))
                });
                returned.collect::<String>() + &piece(&site.range)
            }
            Kind::Body { is_opaque: true } => self.iterator(&mutants, &piece(&site.range)),
            Kind::Binary {
                left,
                operator,
                right,
            } => {
                let [left, right] = [piece(left), piece(right)];
                match (operator.as_str(), &mutants[..]) {
                    ("==" | "!=" | ">=" | "<=", [one]) if is_short => {
                        format!("(({left} {operator} {right}) ^ {})", is(*one))
                    }
                    ("&&", [one]) if is_short => {
                        // `a || b` is `!(!a && !b)`.
                        let is = is(*one);
                        format!("({is} ^ (({is} ^ ({left})) && ({is} ^ ({right}))))")
                    }
                    ("||", [one]) if is_short => {
                        let is = is(*one);
                        format!("({is} ^ (({is} ^ ({left})) || ({is} ^ ({right}))))")
                    }
                    ("<" | ">", _) if is_short => {
                        let choice = chosen(
                            &|other| format!("*left {other} *right"),
                            format!("*left {operator} *right"),
                        );
                        format!("(match (&({left}), &({right})) {{ (left, right) => {choice} }})")
                    }
                    ("&&" | "||", _) => format!(
                        "({})",
                        chosen(
                            &|other| format!("{left} {other} {right}"),
                            format!("{left} {operator} {right}"),
                        )
                    ),
                    _ if is_short => {
                        let choice = chosen(
                            &|other| format!("left {other} right"),
                            format!("left {operator} right"),
                        );
                        format!("(match ({left}, {right}) {{ (left, right) => {choice} }})")
                    }
                    _ => format!(
                        "({})",
                        chosen(
                            &|other| format!("{left} {other} {right}"),
                            format!("{left} {operator} {right}"),
                        )
                    ),
                }
            }
            Kind::Assign {
                left,
                operator,
                right,
            } => {
                let [left, right] = [piece(left), piece(right)];
                let choice = chosen(
                    &|other| format!("{left} {other} {right};"),
                    format!("{left} {operator} {right};"),
                );
                format!("{{ {choice} }}")
            }
            Kind::Unary { operator, operand } => {
                let operand = piece(operand);
                if is_short {
                    let choice = chosen(&|_| "value".into(), format!("{operator}value"));
                    format!("(match {operand} {{ value => {choice} }})")
                } else {
                    let choice = chosen(&|_| operand.clone(), format!("{operator}{operand}"));
                    format!("({choice})")
                }
            }
            Kind::Guard => {
                let mut text = format!("({})", piece(&site.range));
                for number in &mutants {
                    text = match replacement(number) {
                        "true" => format!("({} || {text})", is(*number)),
                        _ => format!("(!{} && {text})", is(*number)),
                    };
                }
                text
            }
            Kind::Arm { pattern, guard } => {
                let not = format!("!{}", is(mutants[0]));
                let guard = guard
                    .as_ref()
                    .map(|guard| format!(" && ({})", piece(guard)));
                format!("{} if {not}{}", piece(pattern), guard.unwrap_or_default())
            }
            Kind::Constant { .. } => unreachable!("written above"),
            Kind::Struct { fields } => {
                let mut text = String::new();
                for (field, numbers) in fields {
                    let number = numbers[0];
                    // The field and its comma.
                    let after = self.text[field.end..]
                        .find(',')
                        .expect("`..` after a comma");
                    let rest = field.end + after + 1..site.range.end;
                    let without =
                        self.piece(site.range.start..field.start, next) + &self.piece(rest, next);
                    if self.form(number) < Form::Left {
                        let without = traced(&[number], &without);
                        write!(text, "if {} {{ {without} }} else ", is(number)).expect("a string");
                    }
                }
                format!("({text}{{ {} }})", piece(&site.range))
            }
        };
        traced(&mutants, &text)
    }

    /// Writes the mutants of a function that returns an unnamed iterator: its own one stops
    /// before its first value, and another may follow.
    fn iterator(&self, mutants: &[u32], body: &str) -> String {
        let any: Vec<String> = mutants.iter().map(|number| is(*number)).collect();
        let any = any.join(" || ");
        let mut text = format!(
            "::core::iter::Iterator::take({{ {body} }}, if {any} {{ 0 }} else {{ usize::MAX }})"
        );
        for number in mutants {
            let replacement = self.all[number].replacement();
            if let Some(value) = replacement.strip_prefix("::std::iter::once") {
                let once = format!("if {} {{ Some{value} }} else {{ None }}", is(*number));
                let once = traced(&[*number], &once);
                text = format!("::core::iter::Iterator::chain({text}, {once})");
            }
        }
        text
    }
}

fn is(number: u32) -> String {
    format!("crate::__mutants::is({number})")
}

fn traced(numbers: &[u32], text: &str) -> String {
    let numbers: Vec<String> = numbers.iter().map(u32::to_string).collect();
    format!("/*<{}*/{text}/*>*/", numbers.join(","))
}

/// Returns the mutants of the innermost pieces around a place of a rendered file, from the
/// innermost outwards.
pub fn blamed(text: &str, place: Range<usize>) -> Vec<Vec<u32>> {
    let mut open: Vec<(usize, Vec<u32>)> = Vec::new();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(next) = text[at..].find("/*").map(|next| at + next) {
        let comment = &text[next..];
        if let Some(numbers) = comment.strip_prefix("/*<") {
            let end = numbers.find("*/").expect("an end");
            let numbers = numbers[..end]
                .split(',')
                .map(|text| text.parse().expect("a number"));
            open.push((next, numbers.collect()));
        } else if comment.starts_with("/*>*/") {
            let (start, numbers) = open.pop().expect("a start");
            if start <= place.start && place.end <= next + 5 {
                found.push(numbers);
            }
        }
        at = next + 2;
    }
    found
}

/// Returns the mutants of the pieces in a range of a rendered file.
pub fn inside(text: &str, range: Range<usize>) -> Vec<u32> {
    let starts = text[range].split("/*<").skip(1);
    let numbers = starts.filter_map(|piece| piece.split("*/").next());
    numbers
        .flat_map(|text| text.split(','))
        .map(|text| text.parse().expect("a number"))
        .collect()
}

impl<'ast> Visit<'ast> for Source<'_> {
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.body(&item.block);
        visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.body(&item.block);
        visit::visit_impl_item_fn(self, item);
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        if let Some(block) = &item.default {
            self.body(block);
        }
        visit::visit_trait_item_fn(self, item);
    }

    fn visit_expr_const(&mut self, expression: &'ast syn::ExprConst) {
        let block = expression.block.span().byte_range();
        self.sites.push(Site {
            range: expression.span().byte_range(),
            kind: Kind::Constant { block },
            mutants: Vec::new(),
        });
        visit::visit_expr_const(self, expression);
    }

    fn visit_expr_binary(&mut self, binary: &'ast syn::ExprBinary) {
        let mutants = self.at(Genre::Binary, binary.op.span().start());
        let [left, right] =
            [&binary.left, &binary.right].map(|operand| operand.span().byte_range());
        let operator = self.text[binary.op.span().byte_range()].to_owned();
        let kind = match operator.as_str() {
            "<=" | ">=" | "==" | "!=" => Kind::Binary {
                left,
                operator,
                right,
            },
            text if text.ends_with('=') => Kind::Assign {
                left,
                operator,
                right,
            },
            _ => Kind::Binary {
                left,
                operator,
                right,
            },
        };
        self.add(binary.span().byte_range(), kind, mutants);
        visit::visit_expr_binary(self, binary);
    }

    fn visit_expr_unary(&mut self, unary: &'ast syn::ExprUnary) {
        let mutants = self.at(Genre::Unary, unary.op.span().start());
        let operator = self.text[unary.op.span().byte_range()].to_owned();
        let operand = unary.expr.span().byte_range();
        self.add(
            unary.span().byte_range(),
            Kind::Unary { operator, operand },
            mutants,
        );
        visit::visit_expr_unary(self, unary);
    }

    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        let start = arm.span().start();
        let mutants = self.at(Genre::Arm, start);
        let whole = arm.pat.span().byte_range();
        let (pattern, guard) = match &arm.pat {
            syn::Pat::Guard(guarded) => {
                let guard = guarded.guard.span();
                (
                    guarded.pat.span().byte_range(),
                    Some((guard.start(), guard.byte_range())),
                )
            }
            _ => (whole.clone(), None),
        };
        let range = guard.as_ref().map(|(_, range)| range.clone());
        self.add(
            whole,
            Kind::Arm {
                pattern,
                guard: range,
            },
            mutants,
        );
        if let Some((start, range)) = guard {
            let mutants = self.at(Genre::Guard, start);
            self.add(range, Kind::Guard, mutants);
        }
        visit::visit_arm(self, arm);
    }

    fn visit_expr_struct(&mut self, expression: &'ast syn::ExprStruct) {
        let mut fields = Vec::new();
        for field in &expression.fields {
            let mutants = self.at(Genre::Field, field.span().start());
            if !mutants.is_empty() {
                fields.push((field.span().byte_range(), mutants));
            }
        }
        let mutants = fields
            .iter()
            .flat_map(|(_, mutants)| mutants)
            .copied()
            .collect();
        self.add(
            expression.span().byte_range(),
            Kind::Struct { fields },
            mutants,
        );
        visit::visit_expr_struct(self, expression);
    }
}
