//! What the server had at the last ticks.

use std::collections::VecDeque;

use soa_runtime::{Hub, Tick};

use crate::unit::{Area, Unit, UnitHub, UnitId, UnitRow};

/// The ticks that the server remembers.
const REMEMBERED: usize = 64;

/// The units at the last ticks, to compare mirrors with.
#[derive(Default)]
pub(crate) struct History(VecDeque<(Tick, UnitHub)>);

impl History {
    pub(crate) fn remember(&mut self, now: Tick, units: &UnitHub) {
        let mut copy = if self.0.len() < REMEMBERED {
            UnitHub::new()
        } else {
            self.0
                .pop_front()
                .map(|(_, oldest)| oldest)
                .unwrap_or_default()
        };
        copy.clone_from(units);
        self.0.push_back((now, copy));
    }

    /// Compares a mirror with the units of a tick, bit for bit.
    pub(crate) fn check(&self, mirror: &Hub<Unit>, tick: Tick, area: Option<Area>) {
        let found = self.0.iter().find(|(remembered, _)| *remembered == tick);
        let (_, units) = found.expect("the tick is not long ago");
        let seen = |pos: [f32; 2]| area.is_none_or(|area| area.contains(pos));
        let expected = units.iter().filter(|(_, unit)| seen(*unit.pos)).count();
        assert_eq!(mirror.len(), expected, "the rows of {tick:?}");
        for (id, unit) in mirror {
            assert_eq!(bits(units, id), Some(bits_of(&unit)), "{id} at {tick:?}");
        }
    }
}

type Bits = ([u32; 2], u16, u64, u32);

fn bits(units: &Hub<Unit>, id: UnitId) -> Option<Bits> {
    units.get(id).map(|unit| bits_of(&unit))
}

fn bits_of(unit: &UnitRow<'_>) -> Bits {
    (
        unit.pos.map(f32::to_bits),
        *unit.hp,
        *unit.owner,
        *unit.shot,
    )
}
