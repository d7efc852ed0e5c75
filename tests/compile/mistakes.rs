//! Tests programs that must not compile, with their messages. The programs in `pass`, which must
//! compile, are tests of their own. Those in `constants` are in a package of their own.

mod version;

#[test]
#[cfg_attr(miri, ignore = "starts the compiler")]
fn mistakes_are_refused() {
    if version::compares_messages() {
        // Because all of them must fail, trybuild checks all in one command.
        trybuild::TestCases::new().compile_fail("ui/**/*.rs");
    }
}
