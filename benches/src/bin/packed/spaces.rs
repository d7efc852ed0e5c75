//! Spaces in which blocks are made and released, and what that costs.

use std::hint::black_box;

use offset_allocator::{Allocation, Allocator};
use soa_bench::harness::seconds;
use soa_runtime::packed::{BlockId, PackedBuffer, PackedReader, PackedSpace};

use crate::{BLOCKS, FRAMES, TURNOVER, UNIT};

/// Something that decides where blocks are.
pub(crate) trait Space {
    type Id: Copy;

    fn alloc(&mut self, units: u32) -> Self::Id;
    fn release(&mut self, id: Self::Id);
    /// Ends a frame: what is to be done about holes.
    fn end_frame(&mut self) {}
    /// Returns the end of the last of these blocks, in units.
    fn top(&self, live: &[(Self::Id, u32)]) -> u32;
    /// Returns the number of units moved so far.
    fn moved(&self) -> u64 {
        0
    }
}

impl Space for Allocator {
    type Id = Allocation;

    fn alloc(&mut self, units: u32) -> Allocation {
        self.allocate(units).expect("three times the room")
    }

    fn release(&mut self, id: Allocation) {
        self.free(id);
    }

    fn top(&self, live: &[(Allocation, u32)]) -> u32 {
        let ends = live.iter().map(|(id, units)| id.offset + units);
        ends.max().unwrap_or(0)
    }
}

/// Makes a packed container with units of this size a space. The second field is the number of
/// units that it may move in each frame, with the reader of the moves.
macro_rules! packed {
    ($packed:ty, $unit:expr) => {
        impl Space for ($packed, Option<(usize, PackedReader)>) {
            type Id = BlockId<()>;

            fn alloc(&mut self, units: u32) -> BlockId<()> {
                let block = self.0.alloc((units * $unit) as usize, ());
                block.expect("three times the room")
            }

            fn release(&mut self, id: BlockId<()>) {
                black_box(self.0.remove(id));
            }

            fn end_frame(&mut self) {
                if let Some((budget, reader)) = self.1 {
                    self.0.compact_step(budget);
                    // They would be repeated on the GPU.
                    black_box(self.0.changes(reader).moves);
                }
            }

            fn top(&self, _: &[(BlockId<()>, u32)]) -> u32 {
                u32::try_from(self.0.top()).expect("it is shorter") / $unit
            }

            fn moved(&self) -> u64 {
                self.0.stats().moved / u64::from($unit)
            }
        }
    };
}
packed!(PackedBuffer<()>, UNIT);
packed!(PackedSpace<()>, 1_u32);

/// What happens.
#[derive(Clone, Copy)]
pub(crate) enum Pattern {
    /// In each of this many frames, some blocks are released and as many are made.
    Turnover(u32),
    /// Half of the blocks are released in random order, and quiet frames follow.
    Decay,
}

/// A space, its blocks, and what they have cost.
pub(crate) struct Filled<S: Space> {
    space: S,
    live: Vec<(S::Id, u32)>,
    /// The units of all live blocks.
    lives: u32,
    random: fastrand::Rng,
    /// The number of blocks that are timed together. With 1, the end of the last block is watched
    /// instead.
    at_once: usize,
    cost: Cost,
}

#[derive(Default)]
pub(crate) struct Cost {
    /// Seconds of all allocations, all releases and all ends of frames.
    pub(crate) seconds: [f64; 3],
    pub(crate) released: u64,
    pub(crate) moved: u64,
    /// The end of the last block over the units of all blocks, at most and at the end.
    pub(crate) most: f64,
    pub(crate) last: f64,
}

impl<S: Space> Filled<S> {
    pub(crate) fn run(space: S, pattern: Pattern, watched: bool) -> Cost {
        let mut filled = Self {
            space,
            live: Vec::with_capacity(BLOCKS as usize),
            lives: 0,
            random: fastrand::Rng::with_seed(10),
            at_once: if watched { 1 } else { usize::MAX },
            cost: Cost::default(),
        };
        filled.alloc(BLOCKS);
        filled.cost = Cost::default();
        let (first, each, frames) = match pattern {
            Pattern::Turnover(frames) => (0, TURNOVER, frames),
            Pattern::Decay => (BLOCKS / 2, 0, FRAMES),
        };
        filled.release(first);
        for _ in 0..frames {
            filled.release(each);
            filled.alloc(each);
            filled.cost.seconds[2] += seconds(|| filled.space.end_frame());
        }
        filled.look();
        filled.cost.moved = filled.space.moved();
        filled.cost
    }

    /// Makes blocks of 64 to 4096 bytes.
    fn alloc(&mut self, count: u32) {
        let units = |_| u32::try_from(self.random.usize(16..=1024)).unwrap_or(16);
        let lens: Vec<u32> = (0..count).map(units).collect();
        for lens in lens.chunks(self.at_once) {
            self.cost.seconds[0] += seconds(|| {
                for &len in lens {
                    self.live.push((self.space.alloc(len), len));
                }
            });
            self.lives += lens.iter().sum::<u32>();
            self.look();
        }
    }

    /// Releases random blocks.
    fn release(&mut self, count: u32) {
        let taken = |_| self.live.swap_remove(self.random.usize(..self.live.len()));
        let gone: Vec<(S::Id, u32)> = (0..count).map(taken).collect();
        for gone in gone.chunks(self.at_once) {
            self.cost.seconds[1] +=
                seconds(|| gone.iter().for_each(|&(id, _)| self.space.release(id)));
            let released: u32 = gone.iter().map(|(_, len)| len).sum();
            self.lives -= released;
            self.cost.released += u64::from(released);
            self.look();
        }
    }

    fn look(&mut self) {
        if self.at_once == 1 {
            self.cost.last = f64::from(self.space.top(&self.live)) / f64::from(self.lives);
            self.cost.most = self.cost.most.max(self.cost.last);
        }
    }
}
