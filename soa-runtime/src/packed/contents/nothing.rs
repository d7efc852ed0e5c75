//! The contents of a space: its memory is elsewhere.

use alloc::vec::Vec;

use super::sealed::{PartMut, PartsMut, Recording, Sealed, Side};
use crate::packed::place::{Placed, Slot};

/// A part of nothing. `&mut []` is the mutable reference that can be made without a value.
type Nothing = [(); 0];

impl Sealed for () {
    const NAME: &'static str = "PackedSpace";
    // The moves are all that the owner of the memory can go by.
    const RECORDING: Recording = Recording::Always;
    type Part = Nothing;
    type Mark = Nothing;

    fn new(_capacity: usize) -> Option<Self> {
        Some(())
    }

    #[inline]
    fn whole(&self) -> &Nothing {
        &[]
    }

    #[inline]
    fn part<'a>(whole: &'a Nothing, _place: &Placed) -> &'a Nothing {
        whole
    }

    #[inline]
    fn part_mut(&mut self, _slot: Slot, _place: &Placed) -> PartMut<'_, Self> {
        PartMut {
            part: &mut [],
            mark: &mut [],
        }
    }

    fn parts_mut(&mut self) -> PartsMut<'_, Self> {
        PartsMut {
            marks: Vec::new(),
            rest: &mut [],
            start: 0,
        }
    }

    #[inline]
    fn cut<'a>(
        _parts: &mut PartsMut<'a, Self>,
        _slot: Slot,
        _place: &Placed,
        _side: Side,
    ) -> PartMut<'a, Self> {
        PartMut {
            part: &mut [],
            mark: &mut [],
        }
    }
}
