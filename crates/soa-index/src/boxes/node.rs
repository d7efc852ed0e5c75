//! A node of the tree: a few boxes that are tested together.

use core::hint::black_box;

/// The lowest and the highest corner of a box.
pub(super) type Corners<const D: usize> = [[f32; D]; 2];

/// The number of boxes in a full node. With 8, pairs take 1.1 times as long.
pub(super) const LANES: usize = 16;

/// The bit of each lane. If the compiler knows them, it treats the first and the last lanes as special
/// cases, instead of making vectors, and a test takes 1.2 times as many instructions.
static BITS: [u32; LANES] = {
    let mut bits = [1; LANES];
    let mut lane = 1;
    while lane < LANES {
        bits[lane] = bits[lane - 1] << 1;
        lane += 1;
    }
    bits
};

/// What is at a place without a node or a slot.
pub(super) const NONE: u32 = u32::MAX;

/// Up to [`LANES`] boxes, and what each of them is around.
#[derive(Debug, Clone)]
pub(super) struct Node<const D: usize> {
    /// The lowest coordinates of the boxes, by axis. Lanes without a box have infinity.
    low: [[f32; LANES]; D],
    /// The highest coordinates. Lanes without a box have negative infinity.
    high: [[f32; LANES]; D],
    /// What is in each box: the slot of a row if the node is a leaf, or else another node.
    inside: [u32; LANES],
    len: u16,
    /// The number of nodes on the way to a row below this one. It is 0 for a leaf.
    pub(super) height: u16,
    /// The node above, or [`NONE`].
    pub(super) parent: u32,
}

impl<const D: usize> Node<D> {
    pub(super) fn new(height: u16, parent: u32) -> Self {
        Node {
            low: [[f32::INFINITY; LANES]; D],
            high: [[f32::NEG_INFINITY; LANES]; D],
            inside: [NONE; LANES],
            len: 0,
            height,
            parent,
        }
    }

    pub(super) fn is_leaf(&self) -> bool {
        self.height == 0
    }

    pub(super) fn is_full(&self) -> bool {
        usize::from(self.len) == LANES
    }

    /// Returns what is in each box.
    #[inline]
    pub(super) fn inside(&self) -> &[u32] {
        &self.inside[..usize::from(self.len)]
    }

    /// Returns the lane in which something is.
    #[inline]
    pub(super) fn lane_of(&self, inside: u32) -> usize {
        let lane = self.inside().iter().position(|other| *other == inside);
        lane.expect("a node has the lane of each of its rows or nodes")
    }

    /// Returns the corners of a box.
    #[inline]
    pub(super) fn corners(&self, lane: usize) -> Corners<D> {
        [&self.low, &self.high].map(|sides| sides.map(|side| side[lane]))
    }

    /// Replaces a box.
    #[inline]
    pub(super) fn set(&mut self, lane: usize, [low, high]: &Corners<D>) {
        for axis in 0..D {
            self.low[axis][lane] = low[axis];
            self.high[axis][lane] = high[axis];
        }
    }

    /// Adds a box to a node that is not full.
    pub(super) fn push(&mut self, inside: u32, corners: &Corners<D>) {
        let lane = usize::from(self.len);
        self.inside[lane] = inside;
        self.set(lane, corners);
        self.len += 1;
    }

    /// Removes a box. The last one takes its lane.
    pub(super) fn remove(&mut self, lane: usize) {
        self.len -= 1;
        let last = usize::from(self.len);
        self.inside[lane] = self.inside[last];
        self.set(lane, &self.corners(last));
        self.set(last, &[[f32::INFINITY; D], [f32::NEG_INFINITY; D]]);
    }

    /// Returns the smallest box around all boxes.
    #[inline]
    pub(super) fn around(&self) -> Corners<D> {
        let low = self.low.map(|side| across(side, less));
        [low, self.high.map(|side| across(side, more))]
    }

    /// Returns the lane of the box whose lengths grow the least if it includes another one.
    pub(super) fn least_growth(&self, [low, high]: &Corners<D>) -> usize {
        let mut growth = [0.0; LANES];
        for axis in 0..D {
            let sides = self.low[axis].iter().zip(&self.high[axis]);
            for (growth, (lowest, highest)) in growth.iter_mut().zip(sides) {
                *growth += more(lowest - low[axis], 0.0) + more(high[axis] - highest, 0.0);
            }
        }
        let lanes = 1..self.inside().len();
        lanes.fold(0, |least, lane| {
            if growth[lane] < growth[least] {
                lane
            } else {
                least
            }
        })
    }

    /// Returns the lanes of the boxes that touch the one between two corners, as bits.
    #[expect(
        clippy::needless_range_loop,
        reason = "the compiler makes vectors of it"
    )]
    #[inline]
    pub(super) fn overlapping(&self, [min, max]: &Corners<D>) -> u32 {
        let mut found = [u32::MAX; LANES];
        for axis in 0..D {
            for lane in 0..LANES {
                found[lane] &= all_if(self.low[axis][lane] <= max[axis]);
                found[lane] &= all_if(self.high[axis][lane] >= min[axis]);
            }
        }
        self.lanes(found)
    }

    /// Returns the lanes of the boxes of which some corner is in front of each plane, as bits.
    #[inline]
    pub(super) fn in_front(&self, planes: &[([f32; D], f32)]) -> u32 {
        let mut found = [u32::MAX; LANES];
        for (normal, offset) in planes {
            let mut distances = [0.0; LANES];
            for axis in 0..D {
                // The corner that is furthest inside. If its distance is NaN, the distances of all other
                // corners are NaN too, or negative.
                let corner = if normal[axis] < 0.0 {
                    &self.low
                } else {
                    &self.high
                };
                for (distance, x) in distances.iter_mut().zip(&corner[axis]) {
                    *distance += f64::from(normal[axis]) * f64::from(*x);
                }
            }
            for (found, distance) in found.iter_mut().zip(distances) {
                *found &= all_if(distance + f64::from(*offset) >= 0.0);
            }
        }
        self.lanes(found)
    }

    /// Returns the lowest and the highest sides of the boxes along an axis.
    #[inline]
    pub(super) fn sides(&self, axis: usize) -> [&[f32; LANES]; 2] {
        [&self.low[axis], &self.high[axis]]
    }

    /// Returns the lanes with a box that are marked by [`all_if`], as bits.
    #[inline]
    pub(super) fn lanes(&self, found: [u32; LANES]) -> u32 {
        let mut bits = 0;
        for (found, bit) in found.iter().zip(black_box(&BITS)) {
            bits |= found & bit;
        }
        bits & ((1 << self.len) - 1)
    }
}

/// Returns all bits, or none.
#[inline]
pub(super) fn all_if(condition: bool) -> u32 {
    0_u32.wrapping_sub(u32::from(condition))
}

/// Walks over the positions of bits, from the lowest.
#[inline]
pub(super) fn each_lane(mut bits: u32, mut each: impl FnMut(usize)) {
    while bits != 0 {
        // The remainder spares a check of bounds.
        each(bits.trailing_zeros() as usize % LANES);
        bits &= bits - 1;
    }
}

/// Returns the smallest box around two.
#[inline]
pub(super) fn join<const D: usize>(a: &Corners<D>, b: &Corners<D>) -> Corners<D> {
    let axes = |of: fn(f32, f32) -> f32, side: usize| {
        core::array::from_fn(|axis| of(a[side][axis], b[side][axis]))
    };
    [axes(less, 0), axes(more, 1)]
}

/// Returns the sum of the lengths of a box.
#[inline]
pub(super) fn extent<const D: usize>([low, high]: &Corners<D>) -> f64 {
    let along = low.iter().zip(high);
    along
        .map(|(low, high)| f64::from(*high) - f64::from(*low))
        .sum()
}

/// Combines all lanes.
#[inline]
fn across(mut lanes: [f32; LANES], of: fn(f32, f32) -> f32) -> f32 {
    let mut half = LANES / 2;
    while half > 0 {
        for lane in 0..half {
            lanes[lane] = of(lanes[lane], lanes[lane + half]);
        }
        half /= 2;
    }
    lanes[0]
}

/// Unlike `f32::min`, this is one instruction, because no coordinate is NaN.
#[inline]
pub(super) fn less(a: f32, b: f32) -> f32 {
    if b < a { b } else { a }
}

#[inline]
pub(super) fn more(a: f32, b: f32) -> f32 {
    if b > a { b } else { a }
}
