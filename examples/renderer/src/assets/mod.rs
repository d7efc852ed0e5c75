//! The files that the renderer loads: shaders that are checked in, and meshes and textures that
//! are made on the first run, by the small generators of this folder.

mod glb;
mod images;
pub(crate) mod land;
mod shape;
mod things;

use std::fs;
use std::io;
use std::path::Path;

/// The shaders as they were when this program was built: what stands in for one that cannot be
/// had is made of them, and a new folder of assets starts with them.
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

/// The shader file that says which hour it is.
pub(crate) const LIGHT: &str = "shaders/light.wgsl";

/// The texture that is broken until the story repairs it.
pub(crate) const BROKEN: &str = "textures/banner.png";

/// Makes sure that the files are there, as they are at the start of the story.
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
        b"This is a PNG file by its name alone.",
    )
}

/// Paints the broken texture.
pub(crate) fn repair(folder: &Path) -> io::Result<()> {
    write(&folder.join(BROKEN), &images::file(images::banner)?)
}

/// Writes a file if it would be another one: each write is a change that is noticed.
fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if fs::read(path).is_ok_and(|there| there == bytes) {
        return Ok(());
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, bytes)
}
