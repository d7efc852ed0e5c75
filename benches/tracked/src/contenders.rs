//! Who keeps a million transforms and a copy of them up to date.

use std::fmt;

use bevy_ecs::change_detection::DetectChangesMut;
use bevy_ecs::component::Component;
use bevy_ecs::entity::Entity;
use bevy_ecs::query::{Changed, QueryState};
use bevy_ecs::world::World;
use soa_runtime::{IdAllocator, Reader};

pub(crate) type Matrix = [f32; 16];

/// The reader of the copy.
const COPY: Reader = Reader::new(0);

/// Rows that are cheaper to copy in vain than to begin another range.
const GAP: usize = 2;

/// A container under these workloads.
pub(crate) trait Contender {
    fn name(&self) -> &'static str;

    /// Writes one number of each of these rows.
    fn write(&mut self, rows: &[usize], value: f32);

    /// Brings the copy up to date. Does nothing, and says so, if it cannot tell
    /// what changed from what did not, and nothing did.
    fn copy(&mut self, news: News) -> bool;

    /// Whether the copy is equal.
    fn is_copied(&self) -> bool;
}

/// Whether anything was written since the last copy.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum News {
    Some,
    None,
}

/// Which rows are written in a frame: one in a hundred.
#[derive(Clone, Copy)]
pub(crate) enum Pattern {
    Scattered,
    Runs,
}

impl Pattern {
    pub(crate) fn rows(self, rows: usize) -> Vec<usize> {
        let count = rows / 100;
        // Odd and far from a fraction of the rows, so that it meets each once.
        let step = 611_953;
        match self {
            Pattern::Scattered => (0..count).map(|n| n * step % rows).collect(),
            Pattern::Runs => (0..count)
                .map(|n| (n / 100 * step * 100 + n % 100) % rows)
                .collect(),
        }
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Pattern::Scattered => "single rows, in no order",
            Pattern::Runs => "runs of 100 rows",
        })
    }
}

#[derive(IdAllocator)]
#[soa(layout = dense)]
struct Marked {
    #[soa(tracked)]
    matrix: Matrix,
}

#[derive(IdAllocator)]
#[soa(layout = dense)]
struct Plain {
    matrix: Matrix,
}

/// A tracked column.
pub(crate) struct Tracked {
    hub: MarkedHub,
    ids: Vec<MarkedId>,
    copy: Vec<Matrix>,
}

impl Tracked {
    pub(crate) fn new(rows: usize) -> Self {
        let mut hub = MarkedHub::with_capacity(rows);
        let ids = hub.alloc_many(rows);
        let copy = vec![[0.0; 16]; rows];
        let mut new = Tracked { hub, ids, copy };
        new.copy(News::Some);
        new
    }
}

impl Contender for Tracked {
    fn name(&self) -> &'static str {
        "a tracked column"
    }

    fn write(&mut self, rows: &[usize], value: f32) {
        let mut columns = self.hub.columns_mut();
        for &row in rows {
            columns.matrix[self.ids[row]][12] = value;
        }
    }

    fn copy(&mut self, _: News) -> bool {
        let mut columns = self.hub.columns_mut();
        for rows in columns.matrix.take_changes(COPY, GAP) {
            self.copy[rows.clone()].copy_from_slice(&columns.matrix[rows]);
        }
        true
    }

    fn is_copied(&self) -> bool {
        self.hub.columns().matrix.as_slice() == self.copy
    }
}

/// An untracked column, which is copied whole.
pub(crate) struct Untracked {
    hub: PlainHub,
    ids: Vec<PlainId>,
    copy: Vec<Matrix>,
}

impl Untracked {
    pub(crate) fn new(rows: usize) -> Self {
        let mut hub = PlainHub::with_capacity(rows);
        let ids = hub.alloc_many(rows);
        let copy = vec![[0.0; 16]; rows];
        Untracked { hub, ids, copy }
    }
}

impl Contender for Untracked {
    fn name(&self) -> &'static str {
        "an untracked column, copied whole"
    }

    fn write(&mut self, rows: &[usize], value: f32) {
        let mut columns = self.hub.columns_mut();
        for &row in rows {
            columns.matrix[self.ids[row]][12] = value;
        }
    }

    fn copy(&mut self, news: News) -> bool {
        if news == News::Some {
            self.copy.copy_from_slice(&self.hub.columns().matrix);
        }
        news == News::Some
    }

    fn is_copied(&self) -> bool {
        self.hub.columns().matrix.as_slice() == self.copy
    }
}

#[derive(Component)]
struct Transform(Matrix);

/// Where the entity's transform is in the copy.
#[derive(Component)]
struct Place(usize);

/// Components with bevy's change ticks, written so that they are set or not.
pub(crate) struct Bevy {
    world: World,
    entities: Vec<Entity>,
    writes: QueryState<&'static mut Transform>,
    changes: QueryState<(&'static Place, &'static Transform), Changed<Transform>>,
    all: QueryState<(&'static Place, &'static Transform)>,
    copy: Vec<Matrix>,
    ticks: Ticks,
}

/// Whether a write is noted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ticks {
    Set,
    Bypassed,
}

impl Bevy {
    pub(crate) fn new(rows: usize, ticks: Ticks) -> Self {
        let mut world = World::new();
        let bundles = (0..rows).map(|row| (Place(row), Transform([0.0; 16])));
        let entities = world.spawn_batch(bundles).collect();
        let mut new = Bevy {
            entities,
            writes: world.query(),
            changes: world.query_filtered(),
            all: world.query(),
            copy: vec![[0.0; 16]; rows],
            world,
            ticks,
        };
        new.copy(News::Some);
        new
    }
}

impl Contender for Bevy {
    fn name(&self) -> &'static str {
        match self.ticks {
            Ticks::Set => "`bevy_ecs`, `Changed<T>`",
            Ticks::Bypassed => "`bevy_ecs`, change detection bypassed",
        }
    }

    fn write(&mut self, rows: &[usize], value: f32) {
        let mut writes = self.writes.query_mut(&mut self.world);
        for &row in rows {
            if let Ok(mut transform) = writes.get_mut(self.entities[row]) {
                match self.ticks {
                    Ticks::Set => transform.0[12] = value,
                    Ticks::Bypassed => transform.bypass_change_detection().0[12] = value,
                }
            }
        }
    }

    fn copy(&mut self, news: News) -> bool {
        if self.ticks == Ticks::Bypassed {
            if news == News::Some {
                for (place, transform) in self.all.iter(&self.world) {
                    self.copy[place.0] = transform.0;
                }
            }
            return news == News::Some;
        }
        for (place, transform) in self.changes.iter(&self.world) {
            self.copy[place.0] = transform.0;
        }
        self.world.clear_trackers();
        true
    }

    fn is_copied(&self) -> bool {
        let mut all = self.world.try_query::<(&Place, &Transform)>();
        all.as_mut().is_some_and(|all| {
            all.iter(&self.world).all(|(place, transform)| {
                self.copy[place.0].map(f32::to_bits) == transform.0.map(f32::to_bits)
            })
        })
    }
}
