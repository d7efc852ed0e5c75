//! How many rows a refresh looks at.

use std::collections::HashSet;
use std::ops::Range;

use soa_index::{Groups, Hashed, Sorted};
use soa_runtime::{AnyHandle, Hub, IdAllocator, Tick};

use crate::calls::Call;
use crate::edits::Kind;
use crate::hubs::for_each_record;
use crate::programs::{Run, Step};
use crate::record::Record;

/// Returns the number of rows that changed after a tick: live rows that were made, written or
/// moved, and rows that are gone. `before` has the ids of the rows then.
fn changed<T: Record>(hub: &Hub<T>, since: Tick, before: &HashSet<T::Id>) -> usize {
    let gone = before.iter().filter(|id| !hub.contains(**id)).count();
    hub.rows_changed_since(since).count() + gone
}

fn call(kind: Kind, a: usize, b: usize) -> Step {
    Step::Call(Call { kind, hub: 0, a, b })
}

/// No refresh looks at more than two rows for each row that changed.
fn a_refresh_looks_at_two_rows_at_most<T: Record>() {
    for kind in Kind::ALL {
        for (a, b) in [(0, 0), (1, 2), (7, 5), (30, 61), (62, 3)] {
            let mut run = Run::<T>::new();
            for row in 0..40 {
                run.step(call(Kind::Insert, row, 0));
            }
            run.step(call(Kind::Dealloc, 9, 0));
            let since = run.world.hubs[0].advance();
            run.step(Step::RefreshAll);
            let before = run.world.hubs[0].ids().collect();
            let incarnation = run.world.hubs[0].incarnation();

            run.step(call(*kind, a, b));
            let hub = &run.world.hubs[0];
            let most = if hub.incarnation() == incarnation {
                2 * changed(hub, since, &before)
            } else {
                hub.len() // another hub
            };
            for subject in &mut run.subjects {
                let looked_at = subject.refresh(hub);
                assert!(
                    looked_at <= most,
                    "{kind:?} {a} {b}: {looked_at} rows, at most {most}"
                );
                assert_eq!(subject.len(), hub.len());
            }
        }
    }
}

/// After the end of the tick, an unchanged hub costs nothing.
fn nothing_is_looked_at_twice<T: Record>() {
    let mut run = Run::<T>::new();
    for row in 0..200 {
        run.step(call(Kind::Insert, row, 0));
    }
    run.world.hubs[0].advance();
    run.step(Step::RefreshAll);
    for subject in &mut run.subjects {
        assert_eq!(subject.refresh(&run.world.hubs[0]), 0);
    }
}

for_each_record! {
    rows(a_refresh_looks_at_two_rows_at_most);
    unchanged(nothing_is_looked_at_twice);
}

#[derive(IdAllocator)]
#[soa(tracked)]
struct Unit {
    #[soa(tracked)]
    team: u8,
    #[soa(tracked)]
    hp: u32,
    #[soa(tracked)]
    name: u32,
}

/// Returns a hub with a row for each name.
fn units(names: Range<u32>) -> UnitHub {
    let unit = |name| Unit {
        team: 1,
        hp: name,
        name,
    };
    names.map(unit).collect()
}

#[test]
fn rows_written_in_other_columns_are_not_looked_at() {
    let mut units = units(0..1000);
    let mut names = Hashed::<Unit, _>::new(|units| units.name);
    let mut teams = Groups::<Unit, _>::by2(|units| (units.team, units.name), |team, _| *team);
    let mut order = Sorted::<Unit, _>::new(|units| units.team);
    units.advance();
    let mut refresh = |units: &UnitHub| {
        [
            names.refresh(units),
            teams.refresh(units),
            order.refresh(units),
        ]
    };
    assert_eq!(refresh(&units), [1000; 3]);
    units.columns_mut().hp.all_mut().fill(7);
    assert_eq!(refresh(&units), [0; 3]);
    units.columns_mut().name.range_mut(3..13).fill(7);
    assert_eq!(refresh(&units), [10, 10, 0]);
    // A row that was written in both columns is looked at once.
    units.advance();
    refresh(&units);
    units.columns_mut().name.range_mut(8..10).fill(8);
    units.columns_mut().team.range_mut(9..11).fill(2);
    assert_eq!(refresh(&units), [2, 3, 2]);
}

#[test]
fn rows_of_the_open_tick_are_looked_at_again_and_stay_as_they_are() {
    let mut units = units(0..1000);
    let mut names = Hashed::<Unit, _>::new(|units| units.name);
    units.advance();
    names.refresh(&units);
    let id = units.ids().nth(500).unwrap();
    *units.row_mut(id).name = 7;
    for _ in 0..3 {
        assert_eq!(names.refresh(&units), 1);
        assert!(names.at(&units).ids(&7).map(AnyHandle::index).eq([7, 500]));
    }
    units.advance();
    assert_eq!(names.refresh(&units), 1);
    assert_eq!(names.refresh(&units), 0);
}

#[test]
fn a_hub_without_memory_is_followed() {
    let mut units = UnitHub::new();
    let mut names = Hashed::<Unit, _>::new(|units| units.name);
    assert_eq!(
        (names.refresh(&units), names.len(), names.memory()),
        (0, 0, 0)
    );
    let id = units.alloc();
    assert_eq!(names.at(&units).id(&0), Some(id));
    units.clear();
    units.shrink_to_fit();
    assert_eq!(names.at(&units).id(&0), None);
    assert_eq!((names.len(), names.memory()), (0, 0));
}

#[test]
fn ticks_of_the_callers_own_are_followed_to_the_last() {
    let mut units = units(0..100);
    let mut names = Hashed::<Unit, _>::new(|units| units.name);
    let id = units.ids().nth(50).unwrap();
    for (tick, name) in [
        (1, 1000),
        (1 << 33, 1001),
        (u64::MAX - 2, 1002),
        (u64::MAX, 1003),
        (u64::MAX, 1004),
    ] {
        *units.row_mut(id).name = name;
        assert_eq!(names.at(&units).id(&name), Some(id));
        units.advance_to(Tick::from_bits(tick));
        *units.row_mut(id).name = name + 1000;
        assert_eq!(names.at(&units).id(&name), None);
        assert_eq!(names.at(&units).id(&(name + 1000)), Some(id));
    }
}
