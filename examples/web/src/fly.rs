//! One fly, and how it moves.

use soa_runtime::IdAllocator;

/// A fly, which circles around the pointer.
///
/// A step reads and writes the first two fields, and the page draws the first and the third.
#[derive(IdAllocator, Clone, Copy, Debug, PartialEq)]
#[soa(layout = dense, derive(Debug))]
pub struct Fly {
    /// Where it is, in parts of the picture's width and height.
    pub position: [f32; 2],
    /// How far it flies in a second.
    pub velocity: [f32; 2],
    /// Its colour as a pixel of a canvas: red, green, blue and opacity.
    pub colour: [u8; 4],
    /// When it was born, in seconds.
    pub born: f32,
    /// What it carries, which only its owner reads.
    pub nectar: [u32; 4],
}

/// How strongly a fly is drawn to the pointer.
const PULL: f32 = 2.0;

impl Fly {
    /// Returns the fly that follows from a random number.
    #[must_use]
    pub fn new(bits: u64, born: f32) -> Self {
        let part = |shift: u32| f32::from((bits >> shift & 0xffff) as u16) / 65536.0;
        let [red, green, ..] = bits.to_le_bytes();
        Fly {
            position: [part(0), part(16)],
            velocity: [part(32) - 0.5, part(48) - 0.5],
            colour: [red | 64, green | 64, 255, 255],
            born,
            nectar: [0; 4],
        }
    }
}

/// Moves a fly for some seconds.
#[inline]
pub fn fly(position: &mut [f32; 2], velocity: &mut [f32; 2], pointer: [f32; 2], seconds: f32) {
    for axis in 0..2 {
        velocity[axis] += (pointer[axis] - position[axis]) * PULL * seconds;
        position[axis] += velocity[axis] * seconds;
    }
}
