//! Records that a journal cannot keep do not compile, with a message that names the attributes.

#[test]
fn the_message_names_the_attributes() {
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
