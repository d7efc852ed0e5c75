//! The files of the terrain, which are made on the first run.

use std::fs;
use std::io;
use std::path::Path;

/// The tiles of the terrain. Each has a material and a texture of its own.
pub(crate) const COLUMNS: usize = 100;
pub(crate) const ROWS: usize = 50;
pub(crate) const TILES: usize = COLUMNS * ROWS;

/// The width and height of a texture.
pub(crate) const SIDE: usize = 64;

/// The shaders, all of which include the same file.
pub(crate) const SHADERS: [&str; 4] = ["grass", "rock", "sand", "snow"];
pub(crate) const INCLUDE: &str = "shaders/light.wgsl";

/// Says that all files are there.
const COMPLETE: &str = "complete";

/// Makes the files below `folder`, unless an earlier run made them.
pub(crate) fn make(folder: &Path) -> io::Result<bool> {
    if folder.join(COMPLETE).exists() {
        return Ok(false);
    }
    for part in ["materials", "textures", "shaders"] {
        fs::create_dir_all(folder.join(part))?;
    }
    for tile in 0..TILES {
        let name = tile_name(tile);
        let shader = SHADERS[tile / 7 % SHADERS.len()];
        let material = format!("texture textures/{name}.grey\nshader shaders/{shader}.wgsl\n");
        fs::write(folder.join(format!("materials/{name}.txt")), material)?;
        fs::write(folder.join(format!("textures/{name}.grey")), grey(tile))?;
    }
    for shader in SHADERS {
        let text = format!("#include {INCLUDE}\nfn {shader}() -> vec4f {{ return light(); }}\n");
        fs::write(folder.join(format!("shaders/{shader}.wgsl")), text)?;
    }
    write_include(folder, 1)?;
    fs::write(folder.join(COMPLETE), "")?;
    Ok(true)
}

/// Writes the file that all shaders include.
pub(crate) fn write_include(folder: &Path, version: u32) -> io::Result<()> {
    let text = format!("fn light() -> vec4f {{ return vec4f({version}); }}\n");
    fs::write(folder.join(INCLUDE), text)
}

fn tile_name(tile: usize) -> String {
    format!("{:02}_{:02}", tile % COLUMNS, tile / COLUMNS)
}

pub(crate) fn material_name(tile: usize) -> String {
    format!("materials/{}.txt", tile_name(tile))
}

/// The pixels of a texture: waves that differ from tile to tile.
fn grey(tile: usize) -> Vec<u8> {
    let pixel = |at: usize| {
        let [x, y] = [at % SIDE, at / SIDE];
        u8::try_from((x * (tile % 7 + 1) + y * (tile % 5 + 1)) % 256).unwrap_or_default()
    };
    (0..SIDE * SIDE).map(pixel).collect()
}
