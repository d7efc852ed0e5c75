//! The files that the renderer loads. The shaders are in the repository. The generators in this folder
//! create the meshes and the textures on the first run.

mod glb;
mod images;
pub(crate) mod land;
mod shape;
mod things;

use std::fs;
use std::io;
use std::path::Path;

/// The shaders that are built into the program. The fallback shader is one of them, and a new folder of
/// assets starts with them.
pub(crate) const SHADERS: &[(&str, &[u8])] = &[
    (
        "shaders/frame.wgsl",
        include_bytes!("../../assets/shaders/frame.wgsl"),
    ),
    (
        "shaders/instance.wgsl",
        include_bytes!("../../assets/shaders/instance.wgsl"),
    ),
    (LIGHT, include_bytes!("../../assets/shaders/light.wgsl")),
    (
        "shaders/sky.wgsl",
        include_bytes!("../../assets/shaders/sky.wgsl"),
    ),
    (
        "shaders/stand_in.wgsl",
        include_bytes!("../../assets/shaders/stand_in.wgsl"),
    ),
    (
        "shaders/surface.wgsl",
        include_bytes!("../../assets/shaders/surface.wgsl"),
    ),
];

/// The shader file with the hour of the day.
pub(crate) const LIGHT: &str = "shaders/light.wgsl";

/// The texture that is broken until the story repairs it.
pub(crate) const BROKEN: &str = "textures/banner.png";

/// Creates the files that the story starts with.
pub(crate) fn prepare(folder: &Path) -> io::Result<()> {
    for (name, text) in SHADERS {
        write(&folder.join(name), text)?;
    }
    for (name, thing) in things::ALL {
        let path = folder.join(format!("meshes/{name}.glb"));
        if !path.exists() {
            write(&path, &glb::file(&thing()))?;
        }
    }
    for (name, paint) in images::ALL {
        let path = folder.join(format!("textures/{name}.png"));
        if !path.exists() {
            write(&path, &images::file(paint)?)?;
        }
    }
    write(
        &folder.join(BROKEN),
        b"Only the name of this file says PNG.",
    )
}

/// Replaces the broken texture by a valid one.
pub(crate) fn repair(folder: &Path) -> io::Result<()> {
    write(&folder.join(BROKEN), &images::file(images::banner)?)
}

/// Writes a file if its content differs, because each write causes a reload.
fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if fs::read(path).is_ok_and(|current| current == bytes) {
        return Ok(());
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, bytes)
}
