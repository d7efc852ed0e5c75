//! Tests constants that must not compile, with their messages, at the place where they are evaluated.

#[path = "../version.rs"]
mod version;

#[test]
#[cfg_attr(miri, ignore = "starts the compiler")]
fn mistakes_in_constants_are_refused() {
    let cases = trybuild::TestCases::new();
    // With a passing case, trybuild builds all cases instead of only checking them.
    cases.pass("largest.rs");
    if version::compares_messages() {
        cases.compile_fail("ui/*.rs");
    }
}
