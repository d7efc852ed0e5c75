//! The three kinds of resources, and how each is decoded.

use soa_resources::{BoxError, Job, Loader, ResourceId};
use soa_runtime::IdAllocator;

use crate::files::SIDE;

/// A texture as the GPU would get it.
#[derive(IdAllocator)]
pub(crate) struct Texture {
    /// `SIDE` rows of `SIDE` pixels: red, green, blue, alpha.
    pub(crate) pixels: Vec<[u8; 4]>,
}

pub(crate) struct Textures;

impl Loader for Textures {
    type Record = Texture;
    type Decoded = Texture;

    fn decode(&self, bytes: Vec<u8>, _: &Job<'_>) -> Result<Texture, BoxError> {
        if bytes.len() != SIDE * SIDE {
            return Err("it is not a square of 64 pixels".into());
        }
        let pixels = bytes.into_iter().map(|grey| [grey, grey, grey, 255]);
        Ok(Texture {
            pixels: pixels.collect(),
        })
    }

    /// The budget is about the pixels.
    fn cost(&self, texture: &Texture) -> u64 {
        size_of_val(texture.pixels.as_slice()) as u64
    }
}

/// The source of a shader, with what it includes.
#[derive(IdAllocator)]
pub(crate) struct Shader {
    pub(crate) source: String,
}

pub(crate) struct Shaders;

impl Loader for Shaders {
    type Record = Shader;
    type Decoded = Shader;

    fn decode(&self, bytes: Vec<u8>, job: &Job<'_>) -> Result<Shader, BoxError> {
        let mut source = String::new();
        for line in String::from_utf8(bytes)?.lines() {
            match line.strip_prefix("#include ") {
                // A change of that file loads this shader again.
                Some(name) => source += &String::from_utf8(job.read(name)?)?,
                None => source += line,
            }
            source.push('\n');
        }
        Ok(Shader { source })
    }
}

/// What a tile is drawn with.
#[derive(IdAllocator)]
pub(crate) struct Material {
    pub(crate) texture: Option<ResourceId<Textures>>,
    pub(crate) shader: Option<ResourceId<Shaders>>,
}

/// The names in the file of a material.
pub(crate) struct Parts {
    pub(crate) texture: String,
    pub(crate) shader: String,
}

pub(crate) struct Materials;

impl Loader for Materials {
    type Record = Material;
    /// The ids are made on the owner's thread, which has the other libraries.
    type Decoded = Parts;

    fn decode(&self, bytes: Vec<u8>, _: &Job<'_>) -> Result<Parts, BoxError> {
        let text = String::from_utf8(bytes)?;
        let part = |kind| {
            let line = text.lines().find_map(|line| line.strip_prefix(kind));
            line.map(str::to_owned).ok_or("a part is missing")
        };
        Ok(Parts {
            texture: part("texture ")?,
            shader: part("shader ")?,
        })
    }
}
