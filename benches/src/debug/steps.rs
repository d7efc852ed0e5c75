//! The containers, and what they do in each step.

use hecs::Entity;
use slotmap::{DefaultKey, Key, SlotMap};
use soa_runtime::{Hub, zip_live};

use super::{ROWS, Step};
use crate::contenders::components::{Components, Flags, Mass, components};
use crate::contenders::particle;
use crate::element::Element;
use crate::figures::Kind;

/// A container with the loops that are measured.
pub(super) trait Steps: Sized + 'static {
    const NAME: &'static str;
    const KIND: Kind;
    type Id: Copy;

    fn no_id() -> Self::Id;
    fn reserved() -> Self;
    /// Takes the step for every id, element or row. Returns what it found.
    fn step(&mut self, step: Step, ids: &mut [Self::Id], elements: &[Element]) -> u32;
}

/// Makes a container a contender by what it does with one `id` or one `element`, and by its walks,
/// which combine what they read in `found`. `columns` is evaluated once, before the loop over
/// the ids.
macro_rules! steps {
    (
        $name:ident($map:ty), $text:literal, $kind:ident, $id_type:ty,
        |$store:ident, $id:ident, $element:ident, $column:ident, $found:ident| {
            no_id: $no_id:expr,
            reserved: $reserved:expr,
            insert: $insert:expr,
            remove: $remove:expr,
            get: $get:expr,
            change: $change:expr,
            columns: $columns:expr,
            index: $index:expr,
            iter: $iter:expr,
            iter_mut: $iter_mut:expr,
            iter_live: $iter_live:expr,
            zip_live: $zip_live:expr,
            retain: $retain:expr,
        }
    ) => {
        pub(super) struct $name($map);

        impl Steps for $name {
            const NAME: &'static str = $text;
            const KIND: Kind = Kind::$kind;
            type Id = $id_type;

            fn no_id() -> $id_type {
                $no_id
            }

            fn reserved() -> Self {
                Self($reserved)
            }

            fn step(&mut self, step: Step, ids: &mut [$id_type], elements: &[Element]) -> u32 {
                /// Repeats the steps of one row for all of them.
                macro_rules! each {
                    ($row:ident, $steps:block) => {
                        while $row < ids.len() {
                            $steps;
                            $row += 1;
                        }
                    };
                }
                let ($store, mut row, mut $found) = (&mut self.0, 0, 0);
                match step {
                    Step::Get => each!(row, {
                        let $id = ids[row];
                        $found ^= $get
                    }),
                    Step::Change => each!(row, {
                        let $id = ids[row];
                        $change
                    }),
                    Step::Index => {
                        let $column = $columns;
                        each!(row, {
                            let $id = ids[row];
                            $found ^= $index
                        });
                    }
                    Step::ColumnAndIndex => each!(row, {
                        let ($id, $column) = (ids[row], $columns);
                        $found ^= $index
                    }),
                    Step::Replace => each!(row, {
                        let ($id, $element) = (ids[row], elements[row]);
                        $remove;
                        ids[row] = $insert
                    }),
                    Step::Insert => each!(row, {
                        let $element = elements[row];
                        ids[row] = $insert
                    }),
                    Step::Iter => $iter,
                    Step::IterMut => $iter_mut,
                    Step::IterLive => $iter_live,
                    Step::ZipLive => $zip_live,
                    Step::Retain => $retain,
                }
                $found
            }
        }
    };
}

steps!(
    Map(SlotMap<DefaultKey, Element>), "SlotMap", Peer, DefaultKey,
    |store, id, element, column, found| {
        no_id: DefaultKey::null(),
        reserved: SlotMap::with_capacity(ROWS),
        insert: store.insert(element),
        remove: store.remove(id),
        get: store.get(id).expect("live").flags,
        change: store[id].flags ^= 1,
        columns: &*store,
        index: column[id].flags,
        iter: for (_, row) in &*store { found ^= row.flags },
        iter_mut: for (_, row) in store { row.flags ^= 1 },
        iter_live: for (_, row) in &*store { found ^= row.flags },
        zip_live: for (_, row) in store { row.mass = -row.mass; found ^= row.flags },
        retain: store.retain(|_, row| row.flags % 2 == 0),
    }
);

macro_rules! ours {
    ($name:ident, $module:ident, $text:literal) => {
        mod $module {
            use super::particle;

            particle!(#[derive(soa_runtime::IdAllocator)] #[soa(layout = $module)]);
        }

        steps!(
            $name($module::ParticleHub), $text, Ours, $module::ParticleId,
            |store, id, element, column, found| {
                no_id: $module::ParticleId::DANGLING,
                reserved: Hub::with_capacity(ROWS).into(),
                insert: store.insert(element.into()),
                remove: store.dealloc(id),
                get: *store.get(id).expect("live").flags,
                change: *store.row_mut(id).flags ^= 1,
                columns: store.columns().flags,
                index: column[id],
                iter: for (_, row) in store.iter() { found ^= *row.flags },
                iter_mut: for (_, row) in store.iter_mut() { *row.flags ^= 1 },
                iter_live: for (_, flags) in store.columns().flags.iter_live() { found ^= flags },
                zip_live: {
                    let mut columns = store.columns_mut();
                    for (_, (mass, flags)) in zip_live((&mut columns.mass, &columns.flags)) {
                        *mass = -*mass;
                        found ^= flags;
                    }
                },
                retain: store.retain(|_, row| *row.flags % 2 == 0),
            }
        );
    };
}

ours!(Slots, slots, "soa slots");
ours!(Dense, dense, "soa dense");

steps!(
    World(hecs::World), "hecs", Peer, Entity,
    |store, id, element, column, found| {
        no_id: Entity::DANGLING,
        reserved: {
            let mut world = hecs::World::new();
            world.reserve::<Components>(1_000);
            world
        },
        insert: store.spawn(components(element)),
        remove: store.despawn(id).expect("live"),
        get: store.query_one_mut::<&Flags>(id).expect("live").0,
        change: store.query_one_mut::<&mut Flags>(id).expect("live").0 ^= 1,
        columns: store.view_mut::<&Flags>(),
        index: column.get(id).expect("live").0,
        iter: for (_, flags) in store.query_mut::<(Entity, &Flags)>() { found ^= flags.0 },
        iter_mut: for (_, flags) in store.query_mut::<(Entity, &mut Flags)>() { flags.0 ^= 1 },
        iter_live: for (_, flags) in store.query_mut::<(Entity, &Flags)>() { found ^= flags.0 },
        zip_live: for (_, mass, flags) in store.query_mut::<(Entity, &mut Mass, &Flags)>() {
            mass.0 = -mass.0;
            found ^= flags.0;
        },
        retain: {
            let rows = store.query_mut::<(Entity, &Flags)>().into_iter();
            let gone: Vec<Entity> = rows.filter(|(_, it)| it.0 % 2 != 0).map(|(id, _)| id).collect();
            for id in gone {
                store.despawn(id).expect("live");
            }
        },
    }
);
