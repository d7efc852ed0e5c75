//! A struct that only a function knows.
#![deny(warnings)]

use soa_runtime::IdAllocator;

#[test]
fn compiles_and_runs() {
    struct Local(u8);

    impl Default for Local {
        fn default() -> Self {
            Local(5)
        }
    }

    #[derive(IdAllocator)]
    struct Texture {
        local: Local,
        boxed: Option<Box<Self>>,
        #[soa(default = { const fn four() -> u32 { 4 } four() })]
        four: u32,
    }

    let mut textures = TextureHub::new();
    let id = textures.alloc();
    let row = textures.row(id);
    assert_eq!((row.local.0, row.boxed.is_none(), *row.four), (5, true, 4));
}
