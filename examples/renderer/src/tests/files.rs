//! Damaged files are reported in a sentence, and change nothing.

use std::fs;

use super::{SIZE, until, with_engine};
use crate::level::Level;
use crate::shader::source;

#[test]
fn damaged_files_change_nothing_and_are_reported() {
    with_engine("damaged", SIZE, |engine, folder| {
        engine.enter(Level::Village);
        until(engine, |engine| engine.pending() == 0);
        engine.frame(0.0).expect("a frame is drawn");
        let before = engine.picture().expect("it is read back");
        let damages: [(&str, &str, &str, &str); 3] = [
            (
                "meshes/well.json",
                "\"low\"",
                "\"lo\"",
                "missing field `low`",
            ),
            ("textures/tiles.png", "PNG", "GNP", ""),
            (
                "shaders/surface.wgsl",
                "light.wgsl",
                "lihgt.wgsl",
                "its include \"shaders/lihgt.wgsl\" cannot be read: ",
            ),
        ];
        for (name, from, to, reason) in damages {
            let path = folder.join(name);
            let whole = fs::read(&path).expect("it is there");
            let bytes = match str::from_utf8(&whole) {
                Ok(text) => text.replace(from, to).into_bytes(),
                Err(_) => to.into(),
            };
            engine.file_log.lines.clear();
            fs::write(&path, bytes).expect("it can be written");
            let reason = format!("\"{name}\" cannot be decoded: {reason}");
            until(engine, |engine| {
                let lines = &engine.file_log.lines;
                lines.iter().any(|line| {
                    line.starts_with(&reason) && line.ends_with("(the previous version stays)")
                })
            });
            engine.frame(0.0).expect("a frame is drawn");
            let after = engine.picture().expect("it is read back");
            assert_eq!(before.differing_pixels(&after), 0, "{name}");

            fs::write(&path, whole).expect("it can be written");
            let again = format!("{name} was reloaded");
            until(engine, |engine| engine.file_log.lines.contains(&again));
        }
    });
}

#[test]
fn a_mistake_in_an_include_is_reported_with_its_file_and_line() {
    let text = "#include \"a\"\n@compute @workgroup_size(1) fn main() {}";
    let read = |_: &str| Ok(b"const B = 1;\n// A comment.\nconst A = C;".to_vec());
    let error = source::read("main", text.into(), &read).expect_err("C is nothing");
    assert!(error.to_string().starts_with("a, line 3: "), "{error}");
}
