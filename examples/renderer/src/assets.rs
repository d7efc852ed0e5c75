//! The files that the renderer loads. The program works on copies, because the story edits
//! files.

use std::fs;
use std::io;
use std::path::Path;

/// The files of the fallback shader, which are built into the program.
pub(crate) const BUILT_IN: &[(&str, &[u8])] = &[
    (
        "shaders/frame.wgsl",
        include_bytes!("../assets/shaders/frame.wgsl"),
    ),
    (
        "shaders/instance.wgsl",
        include_bytes!("../assets/shaders/instance.wgsl"),
    ),
    (
        "shaders/stand_in.wgsl",
        include_bytes!("../assets/shaders/stand_in.wgsl"),
    ),
];

/// The shader file with the hour of the day.
pub(crate) const LIGHT: &str = "shaders/light.wgsl";

/// The texture that is broken until the story repairs it.
pub(crate) const BROKEN: &str = "textures/banner.png";

/// The folder of the files that are copied.
const ORIGINALS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/assets");

/// Creates the folder that the story starts with.
pub(crate) fn prepare(folder: &Path) -> io::Result<()> {
    let originals = Path::new(ORIGINALS);
    for (kind, from) in [
        ("meshes", example_gpu::MESHES.into()),
        ("shaders", originals.join("shaders")),
        ("textures", originals.join("textures")),
    ] {
        fs::create_dir_all(folder.join(kind))?;
        for file in fs::read_dir(from)? {
            let file = file?;
            fs::copy(file.path(), folder.join(kind).join(file.file_name()))?;
        }
    }
    let broken = b"Only the name of this file says PNG.";
    fs::write(folder.join(BROKEN), broken)
}

/// Replaces the broken texture by the valid one.
pub(crate) fn repair(folder: &Path) -> io::Result<()> {
    fs::copy(Path::new(ORIGINALS).join(BROKEN), folder.join(BROKEN))?;
    Ok(())
}
