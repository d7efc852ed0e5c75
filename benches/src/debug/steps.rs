//! What each container does in each step.

use slotmap::{DefaultKey, Key, SlotMap};
use soa_runtime::{Hub, zip_live};

use super::{ROWS, Step};
use crate::contenders::particle;
use crate::element::{Data, Element};
use crate::harness::{Case, Kind};

/// Declares a function that adds a container to a case. The container is described by what it does
/// with one `id` or one `element`, and by its walks, which combine what they read in `found`.
/// `columns` is evaluated once, before the loop over the ids.
macro_rules! steps {
    (
        $add:ident($store_type:ty, $id_type:ty), $text:literal, $kind:ident,
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
        pub(super) fn $add(case: &mut Case, step: Step) {
            /// Takes the step for every id, element or row. Returns what it found.
            fn take(
                $store: &mut $store_type,
                step: Step,
                ids: &mut [$id_type],
                elements: &[Element],
            ) -> u32 {
                /// Repeats the steps of one row for all of them.
                macro_rules! each {
                    ($row:ident, $steps:block) => {
                        while $row < ids.len() {
                            $steps;
                            $row += 1;
                        }
                    };
                }
                let (mut row, mut $found) = (0, 0);
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
            let data = Data::new(ROWS);
            let filled = |data: &Data| {
                let (mut store, mut ids): ($store_type, _) = ($reserved, vec![$no_id; ROWS]);
                take(&mut store, Step::Insert, &mut ids, &data.elements);
                (store, ids)
            };
            let (mut store, mut ids) = filled(&data);
            if step != Step::Replace {
                ids = data.visits.iter().map(|&visit| ids[visit]).collect();
            }
            case.add($text, Kind::$kind, move |stopwatch| {
                match step {
                    Step::Insert => store = $reserved,
                    Step::Retain => store = filled(&data).0,
                    _ => {}
                }
                stopwatch.time(|| take(&mut store, step, &mut ids, &data.elements).into())
            });
        }
    };
}

steps!(
    map(SlotMap<DefaultKey, Element>, DefaultKey), "SlotMap", Peer,
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
    ($module:ident, $text:literal) => {
        mod $module {
            use super::particle;

            particle!(#[derive(soa_runtime::IdAllocator)] #[soa(layout = $module)]);
        }

        steps!(
            $module($module::ParticleHub, $module::ParticleId), $text, Ours,
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

ours!(slots, "soa slots");
ours!(dense, "soa dense");
