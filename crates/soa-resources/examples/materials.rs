//! A loader of textures and JSON: materials name their textures, and changed files are loaded again.
//!
//! ```sh
//! cargo run -p soa-resources --features json --example materials
//! ```

use std::io::Cursor;
use std::time::Duration;

use serde::Deserialize;
use soa_resources::{
    BoxError, Event, Job, Json, Library, Memory, ResourceId, Shared, StandIn, Tag,
};
use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct Texture {
    pixels: Vec<u8>,
}

type Textures = fn(Vec<u8>, &Job<'_>) -> Result<Texture, BoxError>;

fn decode_png(bytes: Vec<u8>, _: &Job<'_>) -> Result<Texture, BoxError> {
    let mut reader = png::Decoder::new(Cursor::new(bytes)).read_info()?;
    let mut pixels = vec![0; reader.output_buffer_size().ok_or("it is too large")?];
    reader.next_frame(&mut pixels)?;
    Ok(Texture { pixels })
}

#[derive(IdAllocator)]
struct Material {
    texture: Option<ResourceId<Textures>>,
    roughness: f32,
}

/// What the file of a material says.
#[derive(Deserialize)]
struct MaterialFile {
    texture: String,
    roughness: f32,
}

/// Returns a PNG file of 8 x 8 pixels of one grey.
fn png_of(grey: u8) -> Result<Vec<u8>, BoxError> {
    let mut file = Vec::new();
    let mut writer = png::Encoder::new(&mut file, 8, 8).write_header()?;
    writer.write_image_data(&[grey; 64])?;
    drop(writer);
    Ok(file)
}

fn main() -> Result<(), BoxError> {
    let memory = Memory::new(); // or `Directory::new("assets")?.watch()?`
    memory.insert("stone.png", png_of(100)?);
    memory.insert(
        "stone.json",
        r#"{ "texture": "stone.png", "roughness": 0.5 }"#,
    );
    let files = Shared::new(memory.clone());

    let mut texture_hub = TextureHub::new();
    let [placeholder, error] =
        [128, 255].map(|grey| texture_hub.insert(Texture { pixels: vec![grey] }));
    let stand_in = StandIn { placeholder, error };
    let mut textures = Library::new(decode_png as Textures, files.clone(), stand_in);
    let mut material_hub = MaterialHub::new();
    let [placeholder, error] = [(); 2].map(|()| material_hub.alloc());
    let stand_in = StandIn { placeholder, error };
    let mut materials = Library::new(Json::<MaterialFile, Material>::new(), files, stand_in);

    let stone = materials.request("stone.json", Tag(1));
    let mut drawn = Vec::new();
    // Each frame loads materials, and then the textures that they hold.
    while drawn != [100, 7, 255] {
        let time = Duration::from_millis(2);
        let events = materials.maintain(&mut material_hub, time, |ready| {
            textures.release_all(ready.erased()); // a reloaded file may name another texture
            let texture = Some(textures.request(&ready.decoded.texture, ready.erased()));
            Ok(Material {
                texture,
                roughness: ready.decoded.roughness,
            })
        });
        for event in events {
            if let Event::Unloaded(material) = event {
                textures.release_all(material);
            }
        }
        textures.maintain_into(&mut texture_hub, time);

        let material = material_hub.row(materials.row(stone));
        let row = material.texture.map(|texture| textures.row(texture));
        let grey = row.map_or(128, |row| texture_hub.row(row).pixels[0]);
        if grey == 128 || drawn.last() == Some(&grey) {
            continue;
        }
        drawn.push(grey);
        match drawn.len() {
            1 => memory.insert("stone.png", png_of(7)?),
            _ => memory.insert(
                "stone.json",
                r#"{ "texture": "absent.png", "roughness": 1 }"#,
            ),
        }
    }
    assert!(*material_hub.row(materials.row(stone)).roughness > 0.9);
    Ok(())
}
