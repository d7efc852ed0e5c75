//! The runtime under another name, and behind a module of another crate.

extern crate soa_runtime as other;

mod engine {
    pub mod reexport {
        pub use soa_runtime as soa;
    }
}

/// Hides the crate.
#[allow(dead_code)]
mod soa_runtime {}

#[derive(other::IdAllocator)]
#[soa(crate = other)]
struct Texture {
    mips: u32,
}

mod deep {
    #[derive(crate::other::IdAllocator)]
    #[soa(crate = crate::engine::reexport::soa, derive(Clone, Debug))]
    pub struct Shader {
        pub stages: u32,
    }

    #[derive(crate::other::IdAllocator)]
    #[soa(crate = super::engine::reexport::soa)]
    pub(super) struct Mesh {
        pub(super) vertices: u32,
    }
}

fn main() {
    let mut textures = TextureHub::new();
    let id = textures.alloc();
    assert_eq!(*textures.row(id).mips, 0);
    assert_eq!(deep::ShaderHub::new().len() + deep::MeshHub::new().len(), 0);
}
