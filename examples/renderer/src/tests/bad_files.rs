//! Damaged files are reported in a sentence, and change nothing.

use std::fs;
use std::io;

use example_gpu::with_causes;
use soa_resources::{Library, Memory, StandIn, Tag};
use soa_runtime::generic::DefaultRow;

use super::{SIZE, connect, folder, until, with_engine};
use crate::assets;
use crate::engine::Engine;
use crate::level::Level;
use crate::mesh::decode::decode;
use crate::mesh::{Gltf, Mesh, MeshHub};
use crate::shader::source;

#[test]
fn damaged_files_change_nothing_and_are_reported() {
    with_engine("damaged", SIZE, |engine, folder| {
        engine.enter(Level::Village);
        until(engine, |engine| engine.pending() == 0);
        engine.frame(0.0).expect("a frame is drawn");
        let before = engine.picture().expect("it is read back");
        let bytes = fs::read(folder.join("meshes/well.glb")).expect("it was made");
        let surface = fs::read_to_string(folder.join("shaders/surface.wgsl")).expect("it was made");
        let damaged: [(&str, Vec<u8>, &str); 3] = [
            (
                "meshes/well.glb",
                bytes[..bytes.len() / 2].to_vec(),
                "\"meshes/well.glb\" cannot be decoded: ",
            ),
            (
                "textures/stone.png",
                b"no picture".to_vec(),
                "\"textures/stone.png\" cannot be decoded: ",
            ),
            (
                "shaders/surface.wgsl",
                surface.replace("light.wgsl", "lihgt.wgsl").into_bytes(),
                "\"shaders/surface.wgsl\" cannot be decoded: its include \"shaders/lihgt.wgsl\" \
                 cannot be read: ",
            ),
        ];
        for (name, bytes, reason) in damaged {
            let whole = fs::read(folder.join(name)).expect("it was made");
            engine.file_log.lines.clear();
            fs::write(folder.join(name), bytes).expect("it can be written");
            until(engine, |engine| {
                let lines = &engine.file_log.lines;
                lines.iter().any(|line| {
                    line.starts_with(reason) && line.ends_with("(the previous version stays)")
                })
            });
            engine.frame(0.0).expect("a frame is drawn");
            let after = engine.picture().expect("it is read back");
            assert_eq!(before.differing_pixels(&after), 0, "{name}");

            fs::write(folder.join(name), whole).expect("it can be written");
            let again = format!("{name} was reloaded");
            until(engine, |engine| engine.file_log.lines.contains(&again));
        }
    });
}

#[test]
fn a_folder_that_is_not_there_is_named() {
    let Some((gpu, _turn)) = connect() else {
        return;
    };
    let missing = folder("missing").join("assets");
    let error = Engine::new(gpu, SIZE, &missing).expect_err("it is not there");
    let text = with_causes(&*error);
    let start = format!(
        "the folder of assets {} cannot be read: ",
        missing.display()
    );
    assert!(text.starts_with(&start), "{text}");
}

#[test]
fn a_mesh_that_is_cut_off_anywhere_is_refused() {
    let folder = folder("cut");
    assets::prepare(&folder).expect("the folder can be written");
    for name in ["wisp", "rock", "grass", "walls"] {
        let bytes = fs::read(folder.join(format!("meshes/{name}.glb"))).expect("it was made");
        assert!(decode(&bytes).is_ok());
        for length in 0..bytes.len() {
            let error = decode(&bytes[..length]).expect_err("it is cut off");
            assert!(!error.to_string().is_empty());
        }
    }
    fs::remove_dir_all(folder).expect("the folder is ours");
}

#[test]
fn a_mesh_with_wrong_bytes_is_loaded_or_refused_in_a_sentence() {
    let folder = folder("flipped");
    assets::prepare(&folder).expect("the folder can be written");
    let whole = fs::read(folder.join("meshes/wisp.glb")).expect("it was made");
    let mut random = fastrand::Rng::with_seed(1);
    let files = Memory::new();
    let mut meshes = MeshHub::new();
    let pyramid = meshes.alloc();
    let stand_in = StandIn {
        placeholder: pyramid,
        error: pyramid,
    };
    let mut library = Library::new(Gltf, files.clone(), stand_in);
    for number in 0..500 {
        let mut bytes = whole.clone();
        for _ in 0..random.usize(1..4) {
            let at = random.usize(..bytes.len());
            bytes[at] = random.u8(..);
        }
        let name = number.to_string();
        files.insert(name.as_str(), bytes);
        library.request(&name, Tag(0));
    }
    library.finish_all(&mut meshes, |ready| {
        assert_eq!(ready.decoded.bytes.len() % ready.decoded.layout.stride(), 0);
        Ok(Mesh::default_row())
    });
    let progress = library.progress(Tag(0));
    assert_eq!(progress.pending(), 0);
    assert!(progress.failed > 50 && progress.loaded > 50, "{progress:?}");
    let refused = library.iter().filter_map(|(id, ..)| library.error(id));
    for error in refused {
        // The glTF reader panics on some files, and the library reports that too.
        assert!(
            error.to_string().contains(" cannot be decoded: "),
            "{error}"
        );
    }
    fs::remove_dir_all(folder).expect("the folder is ours");
}

#[test]
fn a_shader_that_includes_itself_is_read_once() {
    let text = "#include \"a\"\n#include \"b\"\n@compute @workgroup_size(1) fn main() {}";
    let read = |name: &str| match name {
        "a" => Ok(b"#include \"b\"\n#include \"a\"\nconst A = B;".to_vec()),
        "b" => Ok(b"const B = 1;".to_vec()),
        _ => Err(io::ErrorKind::NotFound.into()),
    };
    let reflection = source::read("main", text.into(), &read).expect("it is a shader");
    assert_eq!(reflection.text.matches("const B").count(), 1);
    assert!(reflection.entries.contains_key("main"));
}

#[test]
fn a_mistake_in_an_include_is_reported_with_its_file_and_line() {
    let text = "#include \"a\"\n@compute @workgroup_size(1) fn main() {}";
    let read = |_: &str| Ok(b"const B = 1;\n// A comment.\nconst A = C;".to_vec());
    let error = source::read("main", text.into(), &read).expect_err("C is nothing");
    assert!(error.to_string().starts_with("a, line 3: "), "{error}");
}
