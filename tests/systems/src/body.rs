//! A record in dense rows, with small ids and tags, whose hub is in a tree of hubs.

use soa_runtime::IdAllocator;

/// A part of a [`Body`].
#[derive(IdAllocator, Clone, Debug, PartialEq)]
#[soa(layout = slots, bits(index = 8, generation = 8), derive(Clone, Debug, PartialEq, Serialize, Deserialize))]
pub(crate) struct Part {
    pub(crate) mass: f32,
    #[soa(default = 3)]
    pub(crate) joints: u8,
}

/// Something in a dense row, which moves when another is freed.
#[derive(IdAllocator, Clone, Debug, PartialEq)]
#[soa(layout = dense, tracked = all, derive(Clone, Debug, PartialEq, Serialize, Deserialize))]
pub(crate) struct Body {
    pub(crate) speed: [f64; 2],
    pub(crate) parts: PartHub,
}

impl Body {
    /// Returns a body whose parts follow from a random number.
    pub(crate) fn of(bits: u64) -> Self {
        let mut parts = PartHub::new();
        for byte in bits.to_le_bytes() {
            let id = parts.insert(Part {
                mass: f32::from(byte) / 3.0,
                joints: byte,
            });
            if byte % 3 == 0 {
                parts.dealloc(id);
            }
        }
        let speed = f64::from(bits.to_le_bytes()[3]) / 7.0;
        Body {
            speed: [speed, -speed],
            parts,
        }
    }
}
