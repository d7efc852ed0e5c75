//! The files of shaders, which need no device.

use crate::shader::source;

#[test]
fn a_mistake_in_an_include_is_reported_with_its_file_and_line() {
    let text = "#include \"a\"\n@compute @workgroup_size(1) fn main() {}";
    let read = |_: &str| Ok(b"const B = 1;\n// A comment.\nconst A = C;".to_vec());
    let error = source::read("main", text.into(), &read).expect_err("C is nothing");
    assert!(error.to_string().starts_with("a, line 3: "), "{error}");
}
