//! What builds without optimisation make of single steps: ours beside `SlotMap`
//! and `hecs`.
//!
//! Generic code is compiled where it is used, so what counts is the profile of
//! the user's crate. Nothing is inlined at `opt-level = 0`: a step costs what it
//! has calls and closures. So the loops here are `while` loops over a slice; a
//! `for` loop costs as much as a lookup.

use std::fmt::Write as _;
use std::time::Duration;

use hecs::Entity;
use slotmap::{DefaultKey, Key, SlotMap};
use soa_runtime::Hub;

use crate::contenders::components::{Components, Flags, components};
use crate::contenders::particle;
use crate::element::{Data, Element};
use crate::harness::{Case, Effort, Kind, Run, Stopwatch, measure};

const ROWS: usize = 1_000;

const EFFORT: Effort = Effort {
    case: Duration::from_secs(1),
    sample: Duration::from_millis(1),
    rounds: 9,
};

/// What is measured, in the order of the report.
#[derive(Debug, Clone, Copy)]
enum Step {
    Get,
    Change,
    Index,
    ColumnAndIndex,
    Replace,
    Insert,
}

const STEPS: [(Step, &str); 6] = [
    (Step::Get, "`get(id)`, one field read"),
    (Step::Change, "`row_mut(id)`, one field changed"),
    (Step::Index, "`column[id]`, the columns borrowed once"),
    (Step::ColumnAndIndex, "`hub.columns().field[id]`"),
    (Step::Replace, "`dealloc` + `insert`"),
    (Step::Insert, "`insert`, memory reserved"),
];

/// Measures all steps in this build, as the lines of a Markdown table.
///
/// # Errors
///
/// If two contenders computed different things.
pub fn lines() -> Result<String, String> {
    let mut lines = String::from("| |");
    for (position, (step, title)) in STEPS.into_iter().enumerate() {
        let figures = measure(case(step), EFFORT)?;
        if position == 0 {
            for figure in &figures {
                let mark = if figure.kind == Kind::Ours { "**" } else { "" };
                // Writing to a string cannot fail.
                let _ = write!(lines, " {mark}{}{mark}: ns | ratio |", figure.name);
            }
            let _ = write!(lines, "\n|---|{}", "--:|--:|".repeat(figures.len()));
        }
        let _ = write!(lines, "\n| {title} |");
        for figure in &figures {
            let _ = write!(lines, " {:.1} | {:.1} |", figure.nanoseconds, figure.ratio);
        }
    }
    lines.push('\n');
    Ok(lines)
}

fn case(step: Step) -> Case {
    let mut case = Case::new(ROWS, ROWS);
    add::<Map>(&mut case, step);
    add::<Slots>(&mut case, step);
    add::<Dense>(&mut case, step);
    add::<World>(&mut case, step);
    case
}

fn add<S: Steps>(case: &mut Case, step: Step) {
    let data = Data::new(ROWS);
    let mut store = S::reserved();
    let mut ids = vec![S::no_id(); ROWS];
    store.fill(&mut ids, &data.elements);
    let visits: Vec<S::Id> = data.visits.iter().map(|&visit| ids[visit]).collect();
    case.add(S::NAME, S::KIND, move |repetitions| -> Run {
        let mut stopwatch = Stopwatch::default();
        let mut found = 0;
        for _ in 0..repetitions {
            match step {
                Step::Get => found = stopwatch.time(|| store.get(&visits)),
                Step::Change => stopwatch.time(|| store.change(&visits)),
                Step::Index => found = stopwatch.time(|| store.index(&visits)),
                Step::ColumnAndIndex => found = stopwatch.time(|| store.column_and_index(&visits)),
                Step::Replace => stopwatch.time(|| store.replace(&mut ids, &data.elements)),
                Step::Insert => {
                    let mut store = S::reserved();
                    stopwatch.time(|| store.fill(&mut ids, &data.elements));
                }
            }
        }
        stopwatch.finish(found.into())
    });
}

/// A container with the loops that are measured.
trait Steps: Sized + 'static {
    const NAME: &'static str;
    const KIND: Kind;
    type Id: Copy;

    fn no_id() -> Self::Id;
    fn reserved() -> Self;
    fn fill(&mut self, ids: &mut [Self::Id], elements: &[Element]);
    fn replace(&mut self, ids: &mut [Self::Id], elements: &[Element]);
    fn get(&mut self, ids: &[Self::Id]) -> u32;
    fn change(&mut self, ids: &[Self::Id]);
    fn index(&mut self, ids: &[Self::Id]) -> u32;
    fn column_and_index(&mut self, ids: &[Self::Id]) -> u32;
}

/// Makes a container a contender: what it does with one `id` or one `element`.
/// `column` is made once, before the loop over the ids.
macro_rules! steps {
    (
        $name:ident($map:ty), $text:literal, $kind:ident, $id_type:ty,
        |$store:ident, $id:ident, $element:ident, $column:ident| {
            no_id: $no_id:expr,
            reserved: $reserved:expr,
            insert: $insert:expr,
            remove: $remove:expr,
            get: $get:expr,
            change: $change:expr,
            columns: $columns:expr,
            index: $index:expr,
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

            fn fill(&mut self, ids: &mut [$id_type], elements: &[Element]) {
                let ($store, mut row) = (&mut self.0, 0);
                while row < ids.len() {
                    let $element = elements[row];
                    ids[row] = $insert;
                    row += 1;
                }
            }

            fn replace(&mut self, ids: &mut [$id_type], elements: &[Element]) {
                let ($store, mut row) = (&mut self.0, 0);
                while row < ids.len() {
                    let ($id, $element) = (ids[row], elements[row]);
                    $remove;
                    ids[row] = $insert;
                    row += 1;
                }
            }

            fn get(&mut self, ids: &[$id_type]) -> u32 {
                let ($store, mut row, mut found) = (&mut self.0, 0, 0);
                while row < ids.len() {
                    let $id = ids[row];
                    found ^= $get;
                    row += 1;
                }
                found
            }

            fn change(&mut self, ids: &[$id_type]) {
                let ($store, mut row) = (&mut self.0, 0);
                while row < ids.len() {
                    let $id = ids[row];
                    $change;
                    row += 1;
                }
            }

            fn index(&mut self, ids: &[$id_type]) -> u32 {
                let ($store, mut row, mut found) = (&mut self.0, 0, 0);
                let $column = $columns;
                while row < ids.len() {
                    let $id = ids[row];
                    found ^= $index;
                    row += 1;
                }
                found
            }

            fn column_and_index(&mut self, ids: &[$id_type]) -> u32 {
                let ($store, mut row, mut found) = (&mut self.0, 0, 0);
                while row < ids.len() {
                    let ($id, $column) = (ids[row], $columns);
                    found ^= $index;
                    row += 1;
                }
                found
            }
        }
    };
}

steps!(
    Map(SlotMap<DefaultKey, Element>), "SlotMap", Peer, DefaultKey,
    |store, id, element, column| {
        no_id: DefaultKey::null(),
        reserved: SlotMap::with_capacity(ROWS),
        insert: store.insert(element),
        remove: store.remove(id),
        get: store.get(id).expect("live").flags,
        change: store[id].flags ^= 1,
        columns: &*store,
        index: column[id].flags,
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
            |store, id, element, column| {
                no_id: $module::ParticleId::DANGLING,
                reserved: Hub::with_capacity(ROWS).into(),
                insert: store.insert(element.into()),
                remove: store.dealloc(id),
                get: *store.get(id).expect("live").flags,
                change: *store.row_mut(id).flags ^= 1,
                columns: store.columns().flags,
                index: column[id],
            }
        );
    };
}

ours!(Slots, slots, "soa slots");
ours!(Dense, dense, "soa dense");

steps!(
    World(hecs::World), "hecs", Peer, Entity,
    |store, id, element, column| {
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
    }
);
