//! A trait for the parts of any world, of a crate that knows no crate beside the runtime.

use soa_runtime::{Hub, IdAllocator, Part, Value, World};

/// Parts whose bytes can be counted.
pub trait CountBytes {
    /// Returns the bytes of the parts.
    fn bytes(self) -> usize;
}

impl CountBytes for () {
    fn bytes(self) -> usize {
        0
    }
}

impl<T: IdAllocator, R: CountBytes> CountBytes for (Part<&Hub<T>>, R) {
    fn bytes(self) -> usize {
        self.0.part.stats().bytes + self.1.bytes()
    }
}

impl<V, R: CountBytes> CountBytes for (Part<Value<'_, V>>, R) {
    fn bytes(self) -> usize {
        size_of_val(self.0.part.0) + self.1.bytes()
    }
}

/// Returns the bytes of a world, which may borrow.
pub fn bytes_of<'a, W: World>(world: &'a W) -> usize
where
    W::Parts<'a>: CountBytes,
{
    world.parts().bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(IdAllocator)]
    struct Device {
        #[soa(default = 0x40)]
        address: u8,
    }

    #[derive(World, Default)]
    struct Board<'a> {
        devices: DeviceHub,
        spares: Hub<Device>,
        #[world(value)]
        clock: u64,
        #[world(value)]
        name: &'a str,
        #[world(skip)]
        cache: [u8; 32],
    }

    #[test]
    fn the_bytes_of_hubs_and_values_are_counted() {
        let mut board = Board::default();
        let values = size_of::<u64>() + size_of::<&str>();
        assert_eq!((bytes_of(&board), board.clock, board.name), (values, 0, ""));
        board.devices.alloc();
        board.spares.alloc_many(3);
        let hubs = [board.devices.stats(), board.spares.stats()];
        let hubs: usize = hubs.iter().map(|stats| stats.bytes).sum();
        assert!(hubs > 0);
        assert_eq!(bytes_of(&board), hubs + values);
        assert_eq!(board.cache, [0; 32]);
    }
}
