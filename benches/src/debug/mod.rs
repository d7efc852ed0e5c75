//! What builds without optimisation make of single steps and of a whole program.
//!
//! Generic code is compiled where it is used, so the profile of the user's crate counts. Nothing
//! is inlined at `opt-level = 0`: a step costs as much as it has calls and closures. So the loops
//! over ids are `while` loops over a slice; a `for` loop costs as much as a lookup.

mod shooter;

use std::iter;
use std::time::Duration;

use hecs::Entity;
use slotmap::{DefaultKey, Key, SlotMap};
use soa_benches_report::{Failure, Table};
use soa_runtime::{Hub, zip_live};

use crate::contenders::components::{Components, Flags, Mass, components};
use crate::contenders::particle;
use crate::element::{Data, Element};
use crate::figures::Kind;
use crate::harness::{Case, Effort, measure};

const ROWS: usize = 1_000;

/// What is measured, in the order of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    Get,
    Change,
    Index,
    ColumnAndIndex,
    Replace,
    Insert,
    Iter,
    IterMut,
    IterLive,
    ZipLive,
    Retain,
}

const STEPS: [(Step, &str); 11] = [
    (Step::Get, "`get(id)`, one field read"),
    (Step::Change, "`row_mut(id)`, one field changed"),
    (Step::Index, "`column[id]`, the columns borrowed once"),
    (Step::ColumnAndIndex, "`hub.columns().field[id]`"),
    (Step::Replace, "`dealloc` + `insert`"),
    (Step::Insert, "`insert`, memory reserved"),
    (Step::Iter, "`iter`, one field read, per row"),
    (Step::IterMut, "`iter_mut`, one field changed, per row"),
    (Step::IterLive, "`iter_live` of one column, per row"),
    (Step::ZipLive, "`zip_live` of two columns, per row"),
    (Step::Retain, "`retain` of every second row, per row"),
];

/// Measures everything in this build and returns the table. A quick run takes a tenth of the time.
///
/// # Errors
///
/// Returns an error if two contenders computed different things.
pub fn table(quick: bool) -> Result<Table, Failure> {
    let effort = Effort {
        case: Duration::from_millis(if quick { 100 } else { 1_000 }),
        sample: Duration::from_millis(1),
        rounds: if quick { 3 } else { 9 },
    };
    let steps = STEPS.map(|(step, title)| (title, case(step)));
    let shooter = ("a frame of a shooter, per entity", shooter::case());
    let mut table = Table::default();
    for (number, (title, case)) in steps.into_iter().chain([shooter]).enumerate() {
        let figures = measure(case, effort)?;
        if number == 0 {
            let names = figures.iter().map(|figure| figure.kind.mark(&figure.name));
            let titles = names.flat_map(|name| [format!("{name}: ns"), "ratio".into()]);
            table.row(iter::once(String::new()).chain(titles));
        }
        let cells = figures.iter().flat_map(|it| [it.nanoseconds, it.ratio[1]]);
        let cells = cells.map(|value| format!("{value:.1}"));
        table.row(iter::once(title.to_owned()).chain(cells));
    }
    Ok(table)
}

fn case(step: Step) -> Case {
    let mut case = Case::new(ROWS);
    add::<Map>(&mut case, step);
    add::<Slots>(&mut case, step);
    add::<Dense>(&mut case, step);
    add::<World>(&mut case, step);
    case
}

fn add<S: Steps>(case: &mut Case, step: Step) {
    let data = Data::new(ROWS);
    let filled = move |data: &Data| {
        let (mut store, mut ids) = (S::reserved(), vec![S::no_id(); ROWS]);
        store.step(Step::Insert, &mut ids, &data.elements);
        (store, ids)
    };
    let (mut store, mut ids) = filled(&data);
    if step != Step::Replace {
        ids = data.visits.iter().map(|&visit| ids[visit]).collect();
    }
    case.add(S::NAME, S::KIND, move |stopwatch| {
        match step {
            Step::Insert => store = S::reserved(),
            Step::Retain => store = filled(&data).0,
            _ => {}
        }
        stopwatch.time(|| store.step(step, &mut ids, &data.elements).into())
    });
}

/// A container with the loops that are measured.
trait Steps: Sized + 'static {
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
        struct $name($map);

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
