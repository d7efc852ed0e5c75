//! Finding what changed, without a copy: in many rows, for many readers, and by slots.

use bevy_ecs::change_detection::{ContiguousRef, Ref, Tick as BevyTick};
use bevy_ecs::component::Component;
use bevy_ecs::entity::Entity;
use bevy_ecs::query::{Changed, QueryState};
use bevy_ecs::world::World;
use soa_runtime::{IdAllocator, Tick};

/// A container whose changes are looked for by several readers, each since its own last look.
pub(crate) trait Search {
    fn name(&self) -> &'static str;

    /// Writes these rows.
    fn write(&mut self, rows: &[usize]);

    /// Ends the frame. All readers look for changes. Returns the number of rows that they found
    /// together.
    fn find(&mut self) -> usize;
}

#[derive(IdAllocator)]
#[soa(layout = dense)]
struct Value {
    #[soa(tracked)]
    value: u32,
}

/// A tracked column.
pub(crate) struct Column {
    hub: ValueHub,
    ids: Vec<ValueId>,
    seen: Vec<Tick>,
}

impl Column {
    pub(crate) fn new(rows: usize, readers: usize) -> Self {
        let mut hub = ValueHub::new();
        let ids = hub.alloc_many(rows);
        let seen = vec![hub.advance(); readers];
        Column { hub, ids, seen }
    }
}

impl Search for Column {
    fn name(&self) -> &'static str {
        "a tracked column, `changed_since`"
    }

    fn write(&mut self, rows: &[usize]) {
        let mut values = self.hub.columns_mut().value;
        for &row in rows {
            values[self.ids[row]] += 1;
        }
    }

    fn find(&mut self) -> usize {
        let now = self.hub.advance();
        let values = self.hub.columns().value;
        let mut found = 0;
        for seen in &mut self.seen {
            let ranges = values.changed_since(*seen, 0);
            found += ranges.map(|rows| rows.len()).sum::<usize>();
            *seen = now;
        }
        found
    }
}

#[derive(IdAllocator)]
#[soa(layout = dense, tracked)]
struct Held {
    #[soa(tracked)]
    value: u32,
}

/// A hub with the word `tracked`, whose records are replaced.
pub(crate) struct Slots {
    hub: HeldHub,
    ids: Vec<HeldId>,
    seen: Vec<Tick>,
}

impl Slots {
    pub(crate) fn new(rows: usize, readers: usize) -> Self {
        let mut hub = HeldHub::new();
        let ids = hub.alloc_many(rows);
        let seen = vec![hub.advance(); readers];
        Slots { hub, ids, seen }
    }
}

impl Search for Slots {
    fn name(&self) -> &'static str {
        "a tracked struct, `slots_changed_since`"
    }

    fn write(&mut self, rows: &[usize]) {
        for &row in rows {
            let replaced = self.hub.replace(self.ids[row], Held { value: 1 });
            assert!(replaced.is_ok(), "the id is live");
        }
    }

    fn find(&mut self) -> usize {
        let now = self.hub.advance();
        let mut found = 0;
        for seen in &mut self.seen {
            found += self.hub.slots_changed_since(*seen).count();
            *seen = now;
        }
        found
    }
}

/// The same hub, and all rows that changed in any way.
pub(crate) struct Rows(Slots);

impl Rows {
    pub(crate) fn new(rows: usize, readers: usize) -> Self {
        Rows(Slots::new(rows, readers))
    }
}

impl Search for Rows {
    fn name(&self) -> &'static str {
        "a tracked struct, `rows_changed_since`"
    }

    fn write(&mut self, rows: &[usize]) {
        self.0.write(rows);
    }

    fn find(&mut self) -> usize {
        let Slots { hub, seen, .. } = &mut self.0;
        let now = hub.advance();
        let mut found = 0;
        for seen in seen {
            found += hub.rows_changed_since(*seen).count();
            *seen = now;
        }
        found
    }
}

#[derive(Component)]
struct Number(u32);

/// Components with bevy's change ticks.
pub(crate) struct Components {
    world: World,
    entities: Vec<Entity>,
    writes: QueryState<&'static mut Number>,
    changes: QueryState<&'static Number, Changed<Number>>,
    seen: Vec<BevyTick>,
}

impl Components {
    pub(crate) fn new(rows: usize, readers: usize) -> Self {
        let mut world = World::new();
        let entities = world.spawn_batch((0..rows).map(|_| Number(0))).collect();
        let now = world.increment_change_tick();
        Components {
            entities,
            writes: world.query(),
            changes: world.query_filtered(),
            seen: vec![now; readers],
            world,
        }
    }
}

impl Search for Components {
    fn name(&self) -> &'static str {
        "`bevy_ecs`, `Changed<T>`"
    }

    fn write(&mut self, rows: &[usize]) {
        let mut writes = self.writes.query_mut(&mut self.world);
        for &row in rows {
            if let Ok(mut number) = writes.get_mut(self.entities[row]) {
                number.0 += 1;
            }
        }
    }

    fn find(&mut self) -> usize {
        let now = self.world.increment_change_tick();
        let mut found = 0;
        for seen in &mut self.seen {
            let changes = &mut self.changes;
            found += self.world.last_change_tick_scope(*seen, |world| {
                changes.iter(world).fold(0, |found, _| found + 1)
            });
            *seen = now;
        }
        found
    }
}

#[derive(Component)]
#[component(summary_tick)]
struct Summed(u32);

/// Components with a tick for the whole column, too, which are walked as slices.
pub(crate) struct Summaries {
    world: World,
    entities: Vec<Entity>,
    writes: QueryState<&'static mut Summed>,
    changes: QueryState<Ref<'static, Summed>>,
    seen: Vec<BevyTick>,
}

impl Summaries {
    pub(crate) fn new(rows: usize, readers: usize) -> Self {
        let mut world = World::new();
        let entities = world.spawn_batch((0..rows).map(|_| Summed(0))).collect();
        let now = world.increment_change_tick();
        Summaries {
            entities,
            writes: world.query(),
            changes: world.query(),
            seen: vec![now; readers],
            world,
        }
    }
}

impl Search for Summaries {
    fn name(&self) -> &'static str {
        "`bevy_ecs`, `summary_tick` and slices"
    }

    fn write(&mut self, rows: &[usize]) {
        let mut writes = self.writes.query_mut(&mut self.world);
        for &row in rows {
            if let Ok(mut number) = writes.get_mut(self.entities[row]) {
                number.0 += 1;
            }
        }
    }

    fn find(&mut self) -> usize {
        let now = self.world.increment_change_tick();
        let mut found = 0;
        for seen in &mut self.seen {
            let changes = &mut self.changes;
            found += self.world.last_change_tick_scope(*seen, |world| {
                let Ok(tables) = changes.contiguous_iter(world) else {
                    return 0;
                };
                let ticks = tables.map(|table| ContiguousRef::split(table).1);
                let tables = ticks.filter(|ticks| ticks.summary_tick_is_changed() != Some(false));
                tables.fold(0, |found, ticks| {
                    found + ticks.is_changed_iter().filter(|changed| *changed).count()
                })
            });
            *seen = now;
        }
        found
    }
}
