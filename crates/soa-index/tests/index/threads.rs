//! Views and indexes go to other threads, and their iterators outlive views. The crate forbids unsafe code, so
//! what the compiler says of threads is true.

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

fn units() -> UnitHub {
    (0..100)
        .map(|n| Unit {
            name: format!("unit {n}"),
            team: (n % 7) as u8,
            hp: n,
        })
        .collect()
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
