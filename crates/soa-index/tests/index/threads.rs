//! Views and indexes on several threads.

use std::collections::HashMap;
use std::iter::FusedIterator;

use soa_index::iter::{
    BoxIds, BoxPairs, Dangling, Descendants, Inside, Nearest, Outward, RayHits, Referrers, Roots,
    Unplaced, Within,
};
use soa_index::{
    Backlinks, BacklinksView, Boxes, BoxesView, Grid, GridView, Groups, GroupsView, Hashed,
    HashedView, Sorted, SortedView,
};
use soa_runtime::IdAllocator;
use static_assertions::assert_impl_all;

#[derive(IdAllocator)]
#[soa(tracked)]
struct Unit {
    #[soa(tracked)]
    name: String,
    #[soa(tracked)]
    team: u8,
    hp: u32,
}

assert_impl_all!(Hashed<Unit, String>: Send, Sync);
assert_impl_all!(Groups<Unit, u8>: Send, Sync);
assert_impl_all!(Sorted<Unit, u8>: Send, Sync);
assert_impl_all!(HashedView<'_, '_, Unit, String>: Send, Sync, Copy);
assert_impl_all!(GroupsView<'_, '_, Unit, u8>: Send, Sync, Copy);
assert_impl_all!(SortedView<'_, '_, Unit, u8>: Send, Sync, Copy);
assert_impl_all!(Grid<Unit, 2>: Send, Sync);
assert_impl_all!(Backlinks<Unit, Unit>: Send, Sync);
assert_impl_all!(GridView<'_, '_, Unit, 3>: Send, Sync, Copy);
assert_impl_all!(BacklinksView<'_, '_, Unit, Unit>: Send, Sync, Copy);
assert_impl_all!(Within<'_, '_, Unit, 2>: Send, Sync, Clone, FusedIterator);
assert_impl_all!(Inside<'_, '_, Unit, 2>: Send, Sync, Clone, FusedIterator);
assert_impl_all!(Nearest<'_, Unit>: Send, Sync, Clone, ExactSizeIterator, FusedIterator);
assert_impl_all!(Outward<'_, '_, Unit, 2>: Send, Sync, Clone, FusedIterator);
assert_impl_all!(Unplaced<'_, '_, Unit, 2>: Send, Sync, Clone, ExactSizeIterator, FusedIterator);
assert_impl_all!(Boxes<Unit, 2>: Send, Sync);
assert_impl_all!(BoxesView<'_, '_, Unit, 3>: Send, Sync, Copy);
assert_impl_all!(BoxIds<'_, Unit>: Send, Sync, Clone, ExactSizeIterator, FusedIterator);
assert_impl_all!(BoxPairs<'_, '_, Unit, 2>: Send, Sync, Clone, ExactSizeIterator, FusedIterator);
assert_impl_all!(RayHits<'_, '_, Unit, 2>: Send, Sync, Clone, FusedIterator);
assert_impl_all!(Referrers<'_, '_, Unit>: Send, Sync, Clone, ExactSizeIterator, FusedIterator);
assert_impl_all!(Roots<'_, '_, Unit>: Send, Sync, Clone, FusedIterator);
assert_impl_all!(Descendants<'_, '_, Unit>: Send, Sync, Clone, FusedIterator);
assert_impl_all!(Dangling<'_, '_, Unit, Unit>: Send, Sync, Clone, FusedIterator);

const ROWS: u32 = if cfg!(miri) { 100 } else { 10_000 };

fn units() -> UnitHub {
    (0..ROWS)
        .map(|n| Unit {
            name: format!("unit {n}"),
            team: (n % 7) as u8,
            hp: n,
        })
        .collect()
}

#[test]
fn views_answer_on_many_threads_at_once() {
    let mut units = units();
    units.advance();
    let mut names = Hashed::<Unit, _>::new(|units| units.name);
    let mut teams = Groups::<Unit, _>::new(|units| units.team);
    let mut order = Sorted::<Unit, _>::by2(
        |units| (units.team, units.name),
        |team, name| (*team, name.clone()),
    );
    let (names, teams, order) = (names.at(&units), teams.at(&units), order.at(&units));
    std::thread::scope(|scope| {
        for thread in 0..4_u8 {
            let units = &units;
            scope.spawn(move || {
                for n in (u32::from(thread)..ROWS).step_by(4) {
                    let id = names.id(format!("unit {n}").as_str()).unwrap();
                    assert_eq!(*units.row(id).hp, n);
                }
                let rows: usize = teams.keys().map(|(_, count)| count).sum();
                assert_eq!(rows, units.len());
                let of_team = order.range((thread, String::new())..(thread + 1, String::new()));
                assert_eq!(of_team.count(), teams.count(&thread));
            });
        }
    });
}

#[test]
fn indexes_are_refreshed_on_other_threads() {
    let mut units = units();
    let mut names = Hashed::<Unit, _>::new(|units| units.name);
    let mut teams = Groups::<Unit, _>::new(|units| units.team);
    for round in 0..4_u8 {
        for mut row in units.iter_mut().map(|(_, row)| row).step_by(9) {
            *row.team = round;
        }
        units.advance();
        std::thread::scope(|scope| {
            scope.spawn(|| names.refresh(&units));
            scope.spawn(|| teams.refresh(&units));
        });
        let mut expected = HashMap::new();
        for (_, row) in &units {
            *expected.entry(*row.team).or_insert(0) += 1;
        }
        let found = teams
            .at(&units)
            .keys()
            .map(|(team, count)| (*team, count))
            .collect();
        assert_eq!(expected, found);
    }
}

#[test]
fn answers_beside_the_columns_stay_while_many_threads_write() {
    use rayon::iter::{IntoParallelIterator, ParallelIterator};

    let mut units = units();
    let mut teams = Groups::<Unit, _>::new(|units| units.team);
    let (view, mut columns) = teams.beside(&mut units);
    let hp = columns.hp.as_mut_slice();
    let chunks = hp.chunks_mut(64).enumerate().collect::<Vec<_>>();
    chunks.into_par_iter().for_each(|(chunk, values)| {
        for (at, hp) in values.iter_mut().enumerate() {
            let slot = u32::try_from(chunk * 64 + at).unwrap();
            *hp = u32::from(view.slots(&3).contains(slot));
        }
    });
    let of_team = columns.hp.iter().sum::<u32>() as usize;
    assert_eq!(of_team, view.count(&3));
}

#[test]
fn iterators_outlive_the_view() {
    let mut units = units();
    let mut teams = Groups::<Unit, _>::new(|units| units.team);
    let mut names = Hashed::<Unit, _>::new(|units| units.name);
    let mut order = Sorted::<Unit, _>::new(|units| units.team);
    let (ids, keys) = {
        let view = teams.at(&units);
        (view.ids(&1), view.keys())
    };
    assert_eq!(keys.map(|(_, count)| count).sum::<usize>(), units.len());
    assert_eq!(ids.len(), ids.clone().fold(0, |count, _| count + 1));
    let ids = names.at(&units).ids("unit 7");
    assert_eq!(ids.len(), 1);
    let range = order.at(&units).range(2..4);
    assert!(range.clone().next() == range.clone().min() && range.count() > 0);
    units.clear();
}
