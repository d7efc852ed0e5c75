//! A record that uses most options.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::marker::PhantomData;

use soa_runtime::{Handle, IdAllocator, IdPool};

/// What a texture is used for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Usage {
    Immutable,
}

/// A texture.
#[derive(IdAllocator, Debug, Clone, PartialEq, Eq)]
#[soa(derive(Clone, Debug, PartialEq, Eq), bits(index = 20, generation = 12))]
pub struct Texture<'a, T: Copy = u8, const N: usize = 4> {
    /// Its name.
    pub name: String,
    /// Where it was loaded from.
    pub path: Option<&'a str>,
    /// Its texels.
    pub texels: Vec<T>,
    #[soa(default = Usage::Immutable)]
    usage: Usage,
    #[soa(default = [0; N])]
    histogram: [u32; N],
    /// What it was made of.
    pub parent: Option<Box<Self>>,
    /// No value.
    pub r#type: PhantomData<T>,
}

/// A particle.
#[derive(IdAllocator)]
#[soa(layout = dense, recycle = fifo(min_free = 8), exhausted = wrap)]
pub struct Particle {
    /// Its position.
    #[soa(required)]
    pub position: [f32; 3],
    /// How it moves.
    #[soa(default = |seconds| seconds)]
    pub path: fn(f32) -> f32,
    pub(crate) children: ParticleHub,
}

/// A pool of interrupt lines.
pub static LINES: IdPool<Handle<(), u16, 8, 8>> = IdPool::new();

/// A record without columns.
#[derive(IdAllocator)]
pub struct Tag {}

/// Walks a tree of particles.
#[must_use]
pub fn count(particles: &ParticleHub) -> usize {
    let children = particles
        .iter()
        .map(|(_, particle)| count(particle.children));
    particles.len() + children.sum::<usize>()
}

/// Makes a texture.
#[must_use]
pub fn brick(path: &str) -> (TextureHub<'_>, TextureId<'_>, TagHub) {
    let mut textures = TextureHub::new();
    let id = textures.alloc();
    *textures.row_mut(id).path = Some(path);
    textures.columns_mut().histogram[id][0] = 1;
    (textures, id, TagHub::default())
}

macro_rules! record {
    ($name:ident { $($field:ident: $ty:ty),* }) => {
        /// A record that a macro of this crate writes.
        #[derive(IdAllocator)]
        pub struct $name {
            $(
                /// A column.
                pub $field: $ty,
            )*
        }
    };
}

record!(Shader {
    program: u32,
    source: String
});
