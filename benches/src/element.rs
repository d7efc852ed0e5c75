//! The element of 40 bytes that every contender stores, and the loops over its fields.
//!
//! Contenders that lend a plain slice share one copy of each loop, out of line. A loop's speed
//! depends on the address at which the compiler puts it: the same sum ran twice as fast in one
//! copy as in another, which is no merit of a container.
//!
//! All values are small whole numbers, so sums of `f32` are exact in any order, and contenders
//! that order their rows differently still agree.

use std::rc::Rc;

/// A particle: 40 bytes, five fields.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Element {
    pub(crate) pos: [f32; 3],
    pub(crate) vel: [f32; 3],
    pub(crate) mass: f32,
    pub(crate) flags: u32,
    pub(crate) name_id: u64,
}

impl Element {
    #[inline]
    pub(crate) fn fields(self) -> ([f32; 3], [f32; 3], f32, u32, u64) {
        (self.pos, self.vel, self.mass, self.flags, self.name_id)
    }
}

/// The elements of one case, and the random orders in which it visits them.
#[derive(Debug)]
pub(crate) struct Data {
    pub(crate) elements: Vec<Element>,
    /// A permutation of the elements' positions.
    pub(crate) order: Vec<usize>,
    /// Another permutation.
    pub(crate) visits: Vec<usize>,
}

impl Data {
    /// Creates `rows` elements, the same ones in every run.
    pub(crate) fn new(rows: usize) -> Rc<Self> {
        let mut random = fastrand::Rng::with_seed(0x5eed);
        let mut small = |limit: u8| f32::from(random.u8(..limit));
        let element = |(row, name_id): (usize, u64)| Element {
            pos: [small(8), small(8), small(8)],
            vel: [small(8), small(8), small(8)],
            mass: small(16),
            flags: u32::try_from(row % 251).unwrap_or_default() + 1,
            name_id,
        };
        let elements = (0..rows).zip(0..).map(element).collect();
        let mut permutation = || {
            let mut order: Vec<usize> = (0..rows).collect();
            random.shuffle(&mut order);
            order
        };
        let (order, visits) = (permutation(), permutation());
        Rc::new(Self {
            elements,
            order,
            visits,
        })
    }
}

/// The number of sums at once, so additions of `f32` need not wait for each other.
const LANES: usize = 32;

/// The number of additions of `u32` in one turn of the loop, so the turn itself costs nothing.
const UNROLLED: usize = 64;

/// Sums one `f32` of every item of a column.
#[inline]
pub(crate) fn sum_f32<T>(column: &[T], value: impl Fn(&T) -> f32) -> f32 {
    let (chunks, rest) = column.as_chunks::<LANES>();
    let mut sums = [0.0_f32; LANES];
    for chunk in chunks {
        for (sum, item) in sums.iter_mut().zip(chunk) {
            *sum += value(item);
        }
    }
    sums.iter().sum::<f32>() + rest.iter().map(value).sum::<f32>()
}

/// Sums a column of `f32`.
#[inline(never)]
pub(crate) fn sum_f32_column(column: &[f32]) -> f32 {
    sum_f32(column, |&value| value)
}

/// Sums one `u32` of every item of a column.
#[inline]
pub(crate) fn sum_u32<T>(column: &[T], value: impl Fn(&T) -> u32) -> u32 {
    column.iter().map(value).fold(0, u32::wrapping_add)
}

/// Sums a column of `u32`.
#[inline(never)]
pub(crate) fn sum_u32_column(column: &[u32]) -> u32 {
    let (chunks, rest) = column.as_chunks::<UNROLLED>();
    let whole = sum_u32(chunks, |chunk| sum_u32(chunk, |&value| value));
    whole.wrapping_add(sum_u32(rest, |&value| value))
}

/// Moves every position along its velocity, in whole columns.
#[inline(never)]
pub(crate) fn integrate_columns((pos, vel): (&mut [[f32; 3]], &[[f32; 3]]), dt: f32) {
    let steps = vel.as_flattened().iter();
    for (pos, vel) in pos.as_flattened_mut().iter_mut().zip(steps) {
        *pos += vel * dt;
    }
}

/// Moves one position along its velocity.
#[inline]
pub(crate) fn step(pos: &mut [f32; 3], vel: [f32; 3], dt: f32) {
    for (pos, vel) in pos.iter_mut().zip(vel) {
        *pos += vel * dt;
    }
}

/// Returns the sum of all coordinates, by which contenders are compared.
pub(crate) fn sum_pos<'a>(positions: impl IntoIterator<Item = &'a [f32; 3]>) -> f64 {
    positions.into_iter().flatten().map(|&x| f64::from(x)).sum()
}
