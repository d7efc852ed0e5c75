//! Finding what changed, without a copy: in many rows, for many readers, and by slots.

use bevy_ecs::change_detection::{ContiguousRef, Ref, Tick as BevyTick};
use bevy_ecs::component::{Component, Mutable};
use bevy_ecs::entity::Entity;
use bevy_ecs::query::{Changed, QueryState};
use bevy_ecs::world::World;
use soa_runtime::{IdAllocator, Tick};

/// A container whose changes are looked for by several readers, each since its own last look.
pub(crate) trait Search {
    /// Writes these rows.
    fn write(&mut self, rows: &[usize]);

    /// Ends the frame. All readers look for changes. Returns the number of rows that they found
    /// together.
    fn find(&mut self) -> usize;
}

/// Returns all ways to search, each with its name.
pub(crate) fn searches(rows: usize, readers: usize) -> [(&'static str, Box<dyn Search>); 5] {
    let hub = |write, find| Box::new(Rows::new(rows, readers, write, find));
    let column: Find = |hub, since| {
        let ranges = hub.columns().value.changed_since(since, 0);
        ranges.map(|rows| rows.len()).sum()
    };
    let changed = Components::<Number, QueryState<&Number, Changed<Number>>>::new(
        rows,
        readers,
        |number| number.0 += 1,
        World::query_filtered,
        |world, changes| changes.iter(world).fold(0, |found, _| found + 1),
    );
    let summed = Components::<Summed, QueryState<Ref<'_, Summed>>>::new(
        rows,
        readers,
        |summed| summed.0 += 1,
        World::query,
        |world, changes| {
            let Ok(tables) = changes.contiguous_iter(world) else {
                return 0;
            };
            let ticks = tables.map(|table| ContiguousRef::split(table).1);
            let tables = ticks.filter(|ticks| ticks.summary_tick_is_changed() != Some(false));
            tables.fold(0, |found, ticks| {
                found + ticks.is_changed_iter().filter(|changed| *changed).count()
            })
        },
    );
    [
        (
            "a tracked column, `changed_since`",
            hub(write_column, column),
        ),
        (
            "a tracked struct, `slots_changed_since`",
            hub(replace, |hub, since| hub.slots_changed_since(since).count()),
        ),
        (
            "a tracked struct, `rows_changed_since`",
            hub(replace, |hub, since| hub.rows_changed_since(since).count()),
        ),
        ("`bevy_ecs`, `Changed<T>`", Box::new(changed)),
        ("`bevy_ecs`, `summary_tick` and slices", Box::new(summed)),
    ]
}

#[derive(IdAllocator)]
#[soa(layout = dense, tracked)]
struct Value {
    #[soa(tracked)]
    value: u32,
}

/// Returns the number of rows that changed since a tick.
type Find = fn(&ValueHub, Tick) -> usize;

/// A hub, a way to write its rows, and a way to find the rows that changed.
struct Rows {
    hub: ValueHub,
    ids: Vec<ValueId>,
    seen: Vec<Tick>,
    write: fn(&mut ValueHub, ValueId),
    find: Find,
}

fn write_column(hub: &mut ValueHub, id: ValueId) {
    hub.columns_mut().value[id] += 1;
}

fn replace(hub: &mut ValueHub, id: ValueId) {
    let replaced = hub.replace(id, Value { value: 1 });
    assert!(replaced.is_ok(), "the id is live");
}

impl Rows {
    fn new(rows: usize, readers: usize, write: fn(&mut ValueHub, ValueId), find: Find) -> Self {
        let mut hub = ValueHub::new();
        let ids = hub.alloc_many(rows);
        let seen = vec![hub.advance(); readers];
        Rows {
            hub,
            ids,
            seen,
            write,
            find,
        }
    }
}

impl Search for Rows {
    fn write(&mut self, rows: &[usize]) {
        for &row in rows {
            (self.write)(&mut self.hub, self.ids[row]);
        }
    }

    fn find(&mut self) -> usize {
        let now = self.hub.advance();
        let mut found = 0;
        for seen in &mut self.seen {
            found += (self.find)(&self.hub, *seen);
            *seen = now;
        }
        found
    }
}

/// Components with bevy's change ticks.
#[derive(Component, Default)]
struct Number(u32);

/// Components with a tick for the whole column, too, which are walked as slices.
#[derive(Component, Default)]
#[component(summary_tick)]
struct Summed(u32);

/// A world, and a query that finds what changed.
struct Components<C: Component<Mutability = Mutable>, Q> {
    world: World,
    entities: Vec<Entity>,
    writes: QueryState<&'static mut C>,
    changes: Q,
    seen: Vec<BevyTick>,
    write: fn(&mut C),
    find: fn(&World, &mut Q) -> usize,
}

impl<C: Component<Mutability = Mutable> + Default, Q> Components<C, Q> {
    fn new(
        rows: usize,
        readers: usize,
        write: fn(&mut C),
        changes: fn(&mut World) -> Q,
        find: fn(&World, &mut Q) -> usize,
    ) -> Self {
        let mut world = World::new();
        let entities = world.spawn_batch((0..rows).map(|_| C::default())).collect();
        let now = world.increment_change_tick();
        Components {
            entities,
            writes: world.query(),
            changes: changes(&mut world),
            seen: vec![now; readers],
            write,
            find,
            world,
        }
    }
}

impl<C: Component<Mutability = Mutable>, Q> Search for Components<C, Q> {
    fn write(&mut self, rows: &[usize]) {
        let mut writes = self.writes.query_mut(&mut self.world);
        for &row in rows {
            if let Ok(mut number) = writes.get_mut(self.entities[row]) {
                (self.write)(&mut number);
            }
        }
    }

    fn find(&mut self) -> usize {
        let now = self.world.increment_change_tick();
        let mut found = 0;
        for seen in &mut self.seen {
            let (changes, find) = (&mut self.changes, self.find);
            found += self
                .world
                .last_change_tick_scope(*seen, |world| find(world, changes));
            *seen = now;
        }
        found
    }
}
