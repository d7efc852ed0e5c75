//! Every option at once, in one attribute and in many.
#![deny(warnings)]

use soa_runtime::{AnyHandle, IdAllocator};

#[derive(IdAllocator, Debug, PartialEq)]
#[soa(
    hub = Textures,
    id = TextureKey,
    layout = dense,
    bits(index = 10, generation = 6),
    recycle = fifo(min_free = 2),
    exhausted = wrap,
    derive(Clone, Debug, PartialEq, Eq),
    crate = ::soa_runtime,
)]
struct Texture {
    #[soa(required)]
    name: String,
    #[soa(default = 1)]
    mips: u32,
}

#[derive(IdAllocator)]
#[soa(bits(generation = 0))]
#[soa(recycle = lifo)]
#[soa()]
struct Retail {
    value: u8,
}

#[derive(IdAllocator)]
#[soa(bits(index = 24, generation = 8))]
struct Word {
    value: u8,
}

#[derive(IdAllocator)]
struct Nothing {}

/// Every method of one's own goes on the hub.
impl Textures {
    fn longest(&self) -> usize {
        self.iter()
            .map(|(_, texture)| texture.name.len())
            .max()
            .unwrap_or(0)
    }
}

#[test]
fn compiles_and_runs() {
    let mut textures = Textures::new();
    let id: TextureKey = textures.insert(Texture {
        name: "brick".into(),
        mips: 1,
    });
    assert_eq!(
        (
            size_of::<TextureKey>(),
            size_of::<RetailId>(),
            size_of::<WordId>()
        ),
        (2, 4, 4)
    );
    assert_eq!(
        (TextureKey::INDEX_BITS, TextureKey::GENERATION_BITS),
        (10, 6)
    );
    assert_eq!((RetailId::GENERATION_BITS, textures.longest()), (0, 5));
    assert!(format!("{textures:?}").contains("brick"));
    assert_eq!(
        textures.remove(id),
        Some(Texture {
            name: "brick".into(),
            mips: 1
        })
    );

    let mut retail = RetailHub::new();
    retail.alloc();
    let mut nothing = NothingHub::new();
    let id = nothing.alloc();
    let _ = (nothing.row(id), nothing.columns());
    assert_eq!(
        (nothing.len(), retail.len(), WordHub::new().len()),
        (1, 1, 0)
    );
}
