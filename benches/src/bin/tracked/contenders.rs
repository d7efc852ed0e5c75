//! What stores a million transforms and brings a copy of them up to date.

use bevy_ecs::component::Component;
use bevy_ecs::entity::Entity;
use bevy_ecs::query::{Changed, QueryState};
use bevy_ecs::world::World;
use soa_runtime::{IdAllocator, Tick};

type Matrix = [f32; 16];

/// Unchanged rows that are cheaper to copy than to begin another range.
const GAP: usize = 2;

/// A container with a copy of its rows.
pub(crate) trait Contender {
    fn name(&self) -> &'static str;

    /// Writes one number of each of these rows.
    fn write(&mut self, rows: &[usize], value: f32);

    /// Brings the copy up to date. A container that cannot find changes looks at the news.
    /// Returns whether it did anything.
    fn copy(&mut self, news: News) -> bool;

    /// Returns whether the copy is equal.
    fn is_copied(&self) -> bool;
}

/// Whether anything was written since the last copy.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum News {
    Some,
    None,
}

/// Declares a contender that is a hub.
macro_rules! hub {
    ($name:ident, $module:ident, $text:literal, [$($tracked:ident)?], $copy:expr) => {
        mod $module {
            use super::{IdAllocator, Matrix};

            #[derive(IdAllocator)]
            #[soa(layout = dense)]
            pub(super) struct Row {
                $(#[soa($tracked)])?
                pub(super) matrix: Matrix,
            }
        }

        pub(crate) struct $name {
            hub: $module::RowHub,
            ids: Vec<$module::RowId>,
            copy: Vec<Matrix>,
            /// The tick that the copy is at, if the column is tracked.
            #[allow(dead_code, reason = "a column that is not tracked needs none")]
            seen: Tick,
        }

        impl $name {
            pub(crate) fn new(rows: usize) -> Self {
                let mut hub = $module::RowHub::default();
                let (ids, copy) = (hub.alloc_many(rows), vec![[0.0; 16]; rows]);
                let mut new = Self { hub, ids, copy, seen: Tick::START };
                new.copy(News::Some);
                new
            }
        }

        impl Contender for $name {
            fn name(&self) -> &'static str {
                $text
            }

            fn write(&mut self, rows: &[usize], value: f32) {
                let mut columns = self.hub.columns_mut();
                for &row in rows {
                    columns.matrix[self.ids[row]][12] = value;
                }
            }

            fn copy(&mut self, news: News) -> bool {
                let copy: fn(&mut Self, News) -> bool = $copy;
                copy(self, news)
            }

            fn is_copied(&self) -> bool {
                self.hub.columns().matrix.as_slice() == self.copy
            }
        }
    };
}
hub!(Tracked, tracked, "a tracked column", [tracked], |it, _| {
    let now = it.hub.advance();
    let matrix = it.hub.columns().matrix;
    for rows in matrix.changed_since(it.seen, GAP) {
        it.copy[rows.clone()].copy_from_slice(&matrix[rows]);
    }
    it.seen = now;
    true
});
hub!(
    Untracked,
    untracked,
    "an untracked column, copied whole",
    [],
    |it, news| {
        if news == News::Some {
            it.copy.copy_from_slice(&it.hub.columns().matrix);
        }
        news == News::Some
    }
);

#[derive(Component)]
struct Transform(Matrix);

/// The position of the entity's transform in the copy.
#[derive(Component)]
struct Place(usize);

/// Components with bevy's change ticks.
pub(crate) struct Bevy {
    world: World,
    entities: Vec<Entity>,
    writes: QueryState<&'static mut Transform>,
    changes: QueryState<(&'static Place, &'static Transform), Changed<Transform>>,
    copy: Vec<Matrix>,
}

impl Bevy {
    pub(crate) fn new(rows: usize) -> Self {
        let mut world = World::new();
        let bundles = (0..rows).map(|row| (Place(row), Transform([0.0; 16])));
        let entities = world.spawn_batch(bundles).collect();
        let mut new = Bevy {
            entities,
            writes: world.query(),
            changes: world.query_filtered(),
            copy: vec![[0.0; 16]; rows],
            world,
        };
        new.copy(News::Some);
        new
    }
}

impl Contender for Bevy {
    fn name(&self) -> &'static str {
        "`bevy_ecs`, `Changed<T>`"
    }

    fn write(&mut self, rows: &[usize], value: f32) {
        let mut writes = self.writes.query_mut(&mut self.world);
        for &row in rows {
            if let Ok(mut transform) = writes.get_mut(self.entities[row]) {
                transform.0[12] = value;
            }
        }
    }

    fn copy(&mut self, _: News) -> bool {
        for (place, transform) in self.changes.iter(&self.world) {
            self.copy[place.0] = transform.0;
        }
        self.world.clear_trackers();
        true
    }

    fn is_copied(&self) -> bool {
        let all = self.world.try_query::<(&Place, &Transform)>();
        let is_copied = |(place, row): (&Place, &Transform)| {
            self.copy[place.0].map(f32::to_bits) == row.0.map(f32::to_bits)
        };
        all.is_some_and(|mut all| all.iter(&self.world).all(is_copied))
    }
}
