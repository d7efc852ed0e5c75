//! A record with a field of each kind whose size or order of bytes differs between machines.

use soa_runtime::IdAllocator;

/// Something in a slot, which keeps its index.
#[derive(IdAllocator, Clone, Debug, PartialEq)]
#[soa(tracked = all, recycle = fifo(min_free = 8), derive(Clone, Debug, PartialEq, Serialize, Deserialize))]
pub(crate) struct Unit {
    pub(crate) name: String,
    pub(crate) small: i8,
    pub(crate) half: u16,
    pub(crate) word: i32,
    pub(crate) long: u64,
    pub(crate) longest: u128,
    pub(crate) machine: usize,
    pub(crate) single: f32,
    pub(crate) double: f64,
    pub(crate) flag: bool,
    pub(crate) letter: char,
    pub(crate) position: [f32; 3],
    pub(crate) leader: Option<UnitId>,
    pub(crate) orders: Vec<(u16, i64)>,
}

impl Unit {
    /// Returns a unit whose fields follow from a random number.
    pub(crate) fn of(bits: u64, leader: Option<UnitId>) -> Self {
        let [a, b, c, d, ..] = bits.to_le_bytes();
        let single = f32::from(i16::from_le_bytes([a, b])) / 7.0;
        Unit {
            name: format!("unit {bits:x} ä"),
            small: i8::from_le_bytes([a]),
            half: u16::from_le_bytes([b, c]),
            word: i32::from_le_bytes([a, b, c, d]),
            long: bits,
            longest: u128::from(bits) << 57,
            machine: usize::from(u16::from_le_bytes([c, d])),
            single,
            double: f64::from(single) / 3.0,
            flag: a & 1 == 1,
            letter: char::from(b),
            position: [single, -single, 0.5],
            leader,
            orders: (0..a % 4)
                .map(|order| (u16::from(order), -i64::from(b)))
                .collect(),
        }
    }
}
