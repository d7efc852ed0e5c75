//! The part of the world that one client sees: a hub of the server, with the units of an area under
//! their own ids. The client's mirror follows this hub.

use soa_runtime::Tick;

use crate::unit::{Area, Game, Unit, UnitId};

/// The units that one client sees.
pub(crate) struct View {
    pub(crate) area: Area,
    pub(crate) game: Game,
    /// The id that its hub knows in each slot, with a row or reserved.
    known: Vec<Option<UnitId>>,
    /// The tick of the world that it has seen.
    seen: Tick,
}

impl View {
    pub(crate) fn new(area: Area) -> Self {
        View {
            area,
            game: Game::default(),
            known: Vec::new(),
            seen: Tick::START,
        }
    }

    /// Follows the world, whose last tick is `now`.
    pub(crate) fn follow(&mut self, world: &Game, now: Tick) {
        self.game.shots.clone_from(&world.shots);
        let (own, world) = (&mut self.game.units, &world.units);
        self.known.resize(world.slots(), None);
        // Units that are gone. Their slots may have other units by now.
        for (slot, id) in world.slots_changed_since(self.seen) {
            if let Some(gone) = self.known[slot as usize].take_if(|known| Some(*known) != id) {
                own.dealloc(gone);
            }
        }
        for (id, unit) in world.rows_changed_since(self.seen) {
            let inside = self.area.contains(*unit.pos);
            if !inside {
                // It may come back, so its id is reserved.
                own.detach(id);
            } else if own.contains(id) {
                let mut columns = own.columns_mut();
                columns.pos.set(id, *unit.pos);
                columns.hp.set(id, *unit.hp);
            } else {
                let unit: Unit = unit.to_record();
                self.known[id.index() as usize] = Some(id);
                let entered = own.insert_at(id, unit);
                assert!(entered.is_ok(), "{id} is free for its unit: {entered:?}");
            }
        }
        self.seen = now;
        own.advance_to(now);
    }
}
