//! What must not compile, and says why; and what must compile all the same.
//!
//! The pinned messages are those of one toolchain; most of them are ours.

#[test]
#[cfg_attr(miri, ignore = "starts the compiler")]
fn mistakes_are_refused_and_the_rest_compiles() {
    let cases = trybuild::TestCases::new();
    // With a passing case the others are built, not only checked, so that
    // constants that depend on parameters are evaluated.
    cases.pass("tests/pass/*.rs");
    cases.compile_fail("tests/ui/**/*.rs");
}
