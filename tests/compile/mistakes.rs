//! Tests programs that must not compile, with their messages, and programs that must compile.
//!
//! The expected messages are from one toolchain. Most of them are written by the derive.

#[test]
#[cfg_attr(miri, ignore = "starts the compiler")]
fn mistakes_are_refused_and_the_rest_compiles() {
    let cases = trybuild::TestCases::new();
    // With a passing case, trybuild builds all cases instead of only checking them. Then
    // constants that depend on parameters are evaluated.
    cases.pass("pass/*.rs");
    cases.compile_fail("ui/**/*.rs");
}
