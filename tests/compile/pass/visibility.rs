//! The generated types are as visible as the struct, their fields as its fields.
#![deny(warnings, private_interfaces, private_bounds)]

pub mod outer {
    pub mod inner {
        use soa_runtime::IdAllocator;

        #[derive(Default)]
        struct Private;

        mod hidden {
            #[derive(Default)]
            pub struct Unnameable;
        }

        /// A public struct with private columns of private types.
        #[derive(IdAllocator)]
        pub struct Texture {
            pub mips: u32,
            private: Private,
            pub(super) parents: u8,
            pub(in crate::outer) outers: u8,
            unnameable: hidden::Unnameable,
        }

        #[derive(IdAllocator)]
        pub(in crate::outer) struct Restricted {
            pub value: u8,
        }

        #[derive(IdAllocator)]
        #[soa(hub = Own)]
        struct Owned {
            value: u8,
        }

        pub fn own() -> u8 {
            let mut own = Own::with_capacity(1);
            let id = own.alloc();
            let _ = TextureHub::new().columns().private.len();
            *own.row(id).value
        }
    }

    pub fn restricted() -> u8 {
        let mut textures = inner::TextureHub::new();
        let id = textures.alloc();
        let mut hub = inner::RestrictedHub::new();
        let value = hub.alloc();
        *textures.row(id).parents + *textures.row(id).outers + *hub.row(value).value
    }
}

fn main() {
    let mut textures = outer::inner::TextureHub::new();
    let id: outer::inner::TextureId = textures.alloc();
    let row: outer::inner::TextureRow<'_> = textures.row(id);
    assert_eq!(
        *row.mips + u32::from(outer::restricted() + outer::inner::own()),
        0
    );
}
