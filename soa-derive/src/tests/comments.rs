//! What the views repeat of a field's comment, and of its lints.

use quote::quote;

use super::pretty;
use crate::comments::linked;
use crate::derive;

#[test]
fn a_link_to_the_struct_is_written_out() {
    for (comment, expected) in [
        ("[Self]", "[struct@Unit]"),
        ("[`Self`]", "[`struct@Unit`]"),
        ("[Self][]", "[struct@Unit][]"),
        ("[type@Self]", "[type@Unit]"),
        ("[`Self::heal`]", "[`Unit::heal`]"),
        ("[method@Self::heal]", "[method@Unit::heal]"),
        ("[Self::heal()]", "[Unit::heal()]"),
        ("[`Self<T>::heal`]", "[`Unit<T>::heal`]"),
        ("[heal][Self::heal]", "[heal][Unit::heal]"),
        ("[heal](Self::heal)", "[heal](Unit::heal)"),
        ("[heal](<Self::heal> \"x\")", "[heal](<Unit::heal> \"x\")"),
        ("[heal]( `Self` )", "[heal]( `struct@Unit` )"),
        ("[heal](Self#fields)", "[heal](struct@Unit#fields)"),
        ("[a]: Self::heal", "[a]: Unit::heal"),
        ("[a]: Self::heal 'x'", "[a]: Unit::heal 'x'"),
        ("é [`a` and [Self::b]] é", "é [`a` and [Unit::b]] é"),
        ("- `a\n- [Self::b] `c`", "- `a\n- [Unit::b] `c`"),
        ("|`a|\n|[Self::b]`|", "|`a|\n|[Unit::b]`|"),
        ("`a\n\n[Self::b]`", "`a\n\n[Unit::b]`"),
        ("``a`b [Self::b]", "``a`b [Unit::b]"),
        ("1. a\n\n    [Self::b]", "1. a\n\n    [Unit::b]"),
        ("a\n    [Self::b]", "a\n    [Unit::b]"),
        (
            "\n     a\n\n     [Self::b]\n",
            "\n     a\n\n     [Unit::b]\n",
        ),
        ("```x``` [Self::b]", "```x``` [Unit::b]"),
        ("~~~\n```\n~~~\n[Self::b]", "~~~\n```\n~~~\n[Unit::b]"),
        ("````\n```\n````\n[Self::b]", "````\n```\n````\n[Unit::b]"),
        (
            "> ```\n> x\n> ```\n> [Self::b]",
            "> ```\n> x\n> ```\n> [Unit::b]",
        ),
    ] {
        assert_eq!(linked(comment, "Unit"), expected);
    }
}

#[test]
fn text_that_is_no_link_to_the_struct_stays() {
    for comment in [
        "",
        "Self::heal",
        "\\[Self::heal\\]",
        "`[Self::heal]`",
        "``[Self::heal] ` [a](Self::heal)``",
        "`[Self\n::heal]`",
        "```\n&[Self]\n```",
        "```\n&[Self]",
        "- ~~~text\n  [Self::heal]\n  ~~~",
        " a\n\n     &[Self]\n\n     [Self::heal]",
        "# a\n\n    &[Self]",
        "# a\n    &[Self]",
        "a\n\n    *[Self].iter()",
        "[Self](https://example.org)",
        "[Self::heal](heal)",
        "[Self::heal][heal]",
        "[Selfish]",
        "[`Myself`]",
        "[my Self::heal]",
        "[a]: Self is said of it",
        "[Other::Self]",
        "[",
        "](",
        "]:",
        "\\",
        "```",
    ] {
        assert_eq!(linked(comment, "Unit"), comment);
    }
}

#[test]
fn a_comment_with_code_is_left_out_where_examples_are_collected() {
    let expansion = pretty(quote!(
        struct Unit {
            /// Plain [`Self::b`],
            /// in two lines.
            a: u8,
            /// ```
            /// let _ = 1;
            /// ```
            b: u8,
            #[doc = include_str!("c.md")]
            c: u8,
            #[doc = "\n     * Starred.\n     * And more.\n     "]
            d: u8,
            bare: u8,
            /// Hidden.
            #[doc(hidden)]
            #[deprecated]
            e: u8,
        }
    ));
    for (part, count) in [
        ("/** Plain [`Unit::b`],\n in two lines.*/", 4),
        (
            "#[cfg_attr(not(doctest), doc = \" ```\\n let _ = 1;\\n ```\")]",
            4,
        ),
        ("#[cfg_attr(not(doctest), doc = include_str!(\"c.md\"))]", 4),
        ("Starred.\n And more.\n", 4),
        ("    ///\n    bare:", 4),
        ("#[doc(hidden)]\n    #[deprecated]\n    e:", 4),
        ("* Starred", 0),
        ("Self::b", 0),
    ] {
        assert_eq!(
            expansion.matches(part).count(),
            count,
            "{part} in {expansion}"
        );
    }
}

#[test]
fn the_levels_of_lints_are_those_of_the_struct() {
    let expansion = derive(quote!(
        #[warn(unused)]
        #[expect(deprecated, reason = "old")]
        #[soa(derive(Clone))]
        #[must_use]
        struct Unit {
            mips: u8,
        }
    ));
    let expansion = expansion.to_string();
    let levels = "# [warn (unused)] # [allow (deprecated , reason = \"old\")]";
    // The hub, the id, four views, and the constant with everything else.
    assert_eq!(expansion.matches(levels).count(), 7, "{expansion}");
    for absent in ["expect", "must_use ] struct"] {
        assert!(!expansion.contains(absent), "{absent} in {expansion}");
    }
}

#[test]
fn what_a_field_allows_holds_where_its_type_is_and_not_in_defaults_of_others() {
    let expansion = pretty(quote!(
        struct Unit {
            #[expect(deprecated)]
            #[deny(unused)]
            old: old::Hull,
            #[allow(deprecated)]
            #[soa(default = old::CREW)]
            crew: old::Crew,
            #[soa(default = old::WEIGHT)]
            weight: u8,
        }
    ));
    let attributes = "#[allow(deprecated)]\n    #[deny(unused)]\n    old: ";
    assert_eq!(expansion.matches(attributes).count(), 4, "{expansion}");
    let default = "#[allow(deprecated)]\n                crew: old::CREW,\n                weight: old::WEIGHT,";
    assert_eq!(expansion.matches(default).count(), 1, "{expansion}");
    let (before, rest) = expansion
        .split_once("    #[allow(deprecated)]\n    const _: () = {")
        .expect("the types are in a constant with one attribute");
    assert!(before.contains("DefaultRow for Unit"), "{expansion}");
    assert!(rest.contains("Facts for __SoaShape"), "{expansion}");
}
