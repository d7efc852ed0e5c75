//! Indexes that answer all their questions, which are compared with a scan.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::Bound;

use soa_index::{
    Backlinks, Beside, Boxes, Grid, Groups, GroupsView, Hashed, HashedView, Slots, Sorted,
    SortedView,
};
use soa_runtime::{AnyHandle, Hub};

use crate::boxes::{Corners, Extents};
use crate::key::{Name, tick};
use crate::links::Linked;
use crate::places::Places;
use crate::record::{Record, Scan, Values};

/// An index of hubs of `T`. To test another index, implement this trait and add it to
/// [`subjects`].
pub(crate) trait Subject<T: Record> {
    /// Asks every question about the hub, and compares the answers with a scan of it.
    fn ask(&mut self, hub: &Hub<T>, scan: &Scan<T>);

    /// Asks beside the columns of the hub, if the index has such answers. The columns are written
    /// before the answers are compared.
    fn ask_beside(&mut self, hub: &mut Hub<T>, scan: &Scan<T>);

    fn refresh(&mut self, hub: &Hub<T>) -> usize;

    fn clear(&mut self);

    fn len(&self) -> usize;

    fn memory(&self) -> usize;
}

/// Returns one of each kind of index.
pub(crate) fn subjects<T: Record>() -> Vec<Box<dyn Subject<T>>> {
    vec![
        Box::new(Compared {
            index: Hashed::new(|units| T::name(&units)),
            key: |values| values.name.clone(),
            others: names,
        }),
        Box::new(Compared {
            index: Hashed::by(|units| T::name(&units), Name::letter),
            key: |values| values.name.letter(),
            others: || (0..=255).collect(),
        }),
        Box::new(Compared {
            index: Hashed::by2(
                |units| (T::team(&units), T::name(&units)),
                |team, name| (*team, name.clone()),
            ),
            key: |values| (values.team, values.name.clone()),
            others: || names().into_iter().map(|name| (1, name)).collect(),
        }),
        Box::new(teams()),
        Box::new(Compared {
            index: Groups::by3(
                |units| (T::team(&units), T::score(&units), T::name(&units)),
                |team, score, name| (name.clone(), *team, score.signum()),
            ),
            key: |values| (values.name.clone(), values.team, values.score.signum()),
            others: || names().into_iter().map(|name| (name, 1, 1)).collect(),
        }),
        Box::new(Compared {
            index: Sorted::new(|units| T::score(&units)),
            key: |values| values.score,
            others: || (-9..9).collect(),
        }),
        Box::new(Compared {
            index: Sorted::by(|units| T::name(&units), Name::clone),
            key: |values| values.name.clone(),
            others: names,
        }),
        Box::new(near()),
        Box::new((teams(), near())),
        Box::new(Places {
            index: Grid::by2(
                0.75,
                |units| (T::pos(&units), T::score(&units)),
                |pos, score| {
                    tick();
                    [pos[1], pos[0], f32::from(i16::try_from(*score).unwrap())]
                },
            ),
            cell: 0.75,
            place: |values| {
                [
                    values.pos[1],
                    values.pos[0],
                    f32::from(i16::try_from(values.score).unwrap()),
                ]
            },
        }),
        Box::new(flat()),
        Box::new(solid()),
        Box::new(Linked {
            index: Backlinks::new(|units| T::leader(&units)),
            links: |values| values.leader.into_iter().collect(),
        }),
        Box::new(Linked {
            index: Backlinks::by2(
                |units| (T::friends(&units), T::leader(&units)),
                |friends, leader| {
                    tick();
                    [Some(friends.clone()), leader.map(|leader| vec![leader])]
                },
            ),
            links: |values| {
                values
                    .friends
                    .iter()
                    .copied()
                    .chain(values.leader)
                    .collect()
            },
        }),
    ]
}

fn teams<T: Record>() -> Compared<T, Groups<T, u8>, u8> {
    Compared {
        index: Groups::new(|units| T::team(&units)),
        key: |values| values.team,
        others: || (0..9).collect(),
    }
}

fn flat<T: Record>() -> Extents<T, 2> {
    Extents {
        index: Boxes::by2(
            |units| (T::pos(&units), T::score(&units)),
            |pos, score| {
                tick();
                extent(*pos, *score)
            },
        ),
        corners: |values| extent(values.pos, values.score),
    }
}

fn solid<T: Record>() -> Extents<T, 3> {
    Extents {
        index: Boxes::by3(
            |units| (T::pos(&units), T::score(&units), T::team(&units)),
            |pos, score, team| {
                tick();
                extent([pos[1], f32::from(*team), pos[0]], *score)
            },
        ),
        corners: |values| {
            extent(
                [values.pos[1], f32::from(values.team), values.pos[0]],
                values.score,
            )
        },
    }
}

fn near<T: Record>() -> Places<T, 2> {
    Places {
        index: Grid::new(2.0, |units| T::pos(&units)),
        cell: 2.0,
        place: |values| values.pos,
    }
}

/// Returns a box from a corner. If the score is negative, its lowest corner is not the lowest.
fn extent<const D: usize>(corner: [f32; D], score: i32) -> Corners<D> {
    let length = f32::from(i16::try_from(score).unwrap()) / 4.0;
    [corner, corner.map(|x| x + length)]
}

fn names() -> Vec<Name> {
    Name::all().collect()
}

/// An index with keys, how a key follows from the values of a row, and keys that perhaps no row
/// has.
struct Compared<T: Record, X, K> {
    index: X,
    key: fn(&Values<T::Id>) -> K,
    others: fn() -> Vec<K>,
}

impl<T: Record, X, K: Ord> Compared<T, X, K> {
    /// Returns the ids of each key that rows have.
    fn keys(&self, scan: &Scan<T>) -> BTreeMap<K, Vec<T::Id>> {
        let mut keys = BTreeMap::<K, Vec<T::Id>>::new();
        for (id, values) in scan {
            keys.entry((self.key)(values)).or_default().push(*id);
        }
        keys
    }
}

/// Implements what is the same for all subjects with a field `index`.
macro_rules! forward {
    () => {
        fn refresh(&mut self, hub: &Hub<T>) -> usize {
            self.index.refresh(hub)
        }

        fn clear(&mut self) {
            self.index.clear();
        }

        fn len(&self) -> usize {
            self.index.len()
        }

        fn memory(&self) -> usize {
            self.index.memory()
        }
    };
}

pub(crate) use forward;

impl<T: Record, K: Hash + Ord + Debug + 'static> Subject<T> for Compared<T, Hashed<T, K>, K> {
    fn ask(&mut self, hub: &Hub<T>, scan: &Scan<T>) {
        let (keys, others) = (self.keys(scan), (self.others)());
        let view: HashedView<'_, '_, T, K> = self.index.at(hub);
        let mut duplicates = Vec::new();
        for (key, ids) in &keys {
            assert_eq!(view.id(key), Some(ids[0]), "the lowest slot of {key:?}");
            assert!(view.ids(key).eq(ids.iter().copied()), "all of {key:?}");
            assert!(view.ids(key).rev().eq(ids.iter().rev().copied()));
            assert_eq!(view.ids(key).len(), ids.len());
            assert!(view.contains(key));
            duplicates.extend(ids[1..].iter().map(|id| (*id, ids[0])));
        }
        duplicates.sort_by_key(|(id, _)| id.index());
        assert!(
            view.duplicates().eq(duplicates.iter().copied()),
            "duplicates"
        );
        assert_eq!(view.duplicates().len(), duplicates.len());
        for key in others.iter().filter(|key| !keys.contains_key(key)) {
            assert_eq!(
                (view.id(key), view.contains(key), view.ids(key).next()),
                (None, false, None)
            );
        }
    }

    fn ask_beside(&mut self, hub: &mut Hub<T>, scan: &Scan<T>) {
        self.ask(hub, scan);
    }

    forward!();
}

impl<T: Record, K: Ord + Clone + Debug + 'static> Compared<T, Groups<T, K>, K> {
    fn compare(view: GroupsView<'_, '_, T, K>, keys: &BTreeMap<K, Vec<T::Id>>, others: &[K]) {
        let counts = keys.iter().map(|(key, ids)| (key, ids.len()));
        assert!(view.keys().eq(counts.clone()), "keys with counts");
        assert!(view.keys().rev().eq(counts.rev()));
        assert_eq!(view.keys().len(), keys.len());
        for (key, ids) in keys {
            assert!(view.ids(key).eq(ids.iter().copied()), "all of {key:?}");
            assert!(view.ids(key).rev().eq(ids.iter().rev().copied()));
            assert_eq!(
                (view.ids(key).len(), view.count(key)),
                (ids.len(), ids.len())
            );
            let slots = view.slots(key);
            assert!(slots.iter().eq(ids.iter().map(|id| id.index())));
            assert!(ids.iter().all(|id| slots.contains(id.index())));
        }
        for key in others.iter().filter(|key| !keys.contains_key(key)) {
            assert_eq!((view.count(key), view.ids(key).next()), (0, None));
            assert_eq!(view.slots(key), &Slots::new());
        }
    }
}

impl<T: Record, K: Ord + Clone + Debug + 'static> Subject<T> for Compared<T, Groups<T, K>, K> {
    fn ask(&mut self, hub: &Hub<T>, scan: &Scan<T>) {
        let (keys, others) = (self.keys(scan), (self.others)());
        let view = self.index.at(hub);
        Self::compare(view, &keys, &others);
        for (key, ids) in &keys {
            assert!(view.slots(key).ids(hub).eq(ids.iter().copied()));
        }
    }

    fn ask_beside(&mut self, hub: &mut Hub<T>, scan: &Scan<T>) {
        let (keys, others) = (self.keys(scan), (self.others)());
        let (view, mut columns) = self.index.beside(hub);
        T::write_all(&mut columns);
        Self::compare(view, &keys, &others);
    }

    forward!();
}

impl<T: Record, K: Ord + Clone + Debug + 'static> Compared<T, Sorted<T, K>, K> {
    fn compare(view: SortedView<'_, '_, T, K>, keys: &BTreeMap<K, Vec<T::Id>>, others: &[K]) {
        let rows: Vec<(&K, T::Id)> = keys
            .iter()
            .flat_map(|(key, ids)| ids.iter().map(move |id| (key, *id)))
            .collect();
        assert!(view.iter().eq(rows.iter().copied()), "all rows in order");
        assert!(view.iter().rev().eq(rows.iter().rev().copied()));
        assert_eq!(view.iter().len(), rows.len());
        assert_eq!(view.first(), rows.first().copied());
        assert_eq!(view.last(), rows.last().copied());
        for (low, high) in others.iter().zip(others.iter().rev()) {
            use Bound::{Excluded, Included, Unbounded};

            for bounds in [
                (Included(low), Included(high)),
                (Included(low), Excluded(high)),
                (Excluded(low), Included(high)),
                (Excluded(low), Excluded(high)),
                (Included(low), Included(low)),
                (Excluded(low), Excluded(low)),
                (Included(low), Excluded(low)),
                (Excluded(low), Unbounded),
                (Unbounded, Included(high)),
                (Unbounded, Unbounded),
            ] {
                use std::ops::RangeBounds;

                let inside = || {
                    rows.iter()
                        .copied()
                        .filter(|(key, _)| bounds.contains(*key))
                };
                assert!(view.range::<K, _>(bounds).eq(inside()), "{bounds:?}");
                assert!(
                    view.range::<K, _>(bounds).rev().eq(inside().rev()),
                    "{bounds:?} from its end"
                );
            }
        }
    }
}

impl<T: Record, K: Ord + Clone + Debug + 'static> Subject<T> for Compared<T, Sorted<T, K>, K> {
    fn ask(&mut self, hub: &Hub<T>, scan: &Scan<T>) {
        let (keys, others) = (self.keys(scan), (self.others)());
        Self::compare(self.index.at(hub), &keys, &others);
    }

    fn ask_beside(&mut self, hub: &mut Hub<T>, scan: &Scan<T>) {
        let (keys, others) = (self.keys(scan), (self.others)());
        let (view, mut columns) = self.index.beside(hub);
        T::write_all(&mut columns);
        Self::compare(view, &keys, &others);
    }

    forward!();
}

/// Two indexes, which are asked together beside the columns.
impl<T: Record> Subject<T> for (Compared<T, Groups<T, u8>, u8>, Places<T, 2>) {
    fn ask(&mut self, hub: &Hub<T>, scan: &Scan<T>) {
        self.0.ask(hub, scan);
        self.1.ask(hub, scan);
    }

    fn ask_beside(&mut self, hub: &mut Hub<T>, scan: &Scan<T>) {
        let (keys, others) = (self.0.keys(scan), (self.0.others)());
        let (placed, unplaced) = self.1.sort(scan);
        let ((teams, near), mut columns) = (&mut self.0.index, &mut self.1.index).beside(hub);
        T::write_all(&mut columns);
        Compared::<T, Groups<T, u8>, u8>::compare(teams, &keys, &others);
        Places::compare(near, &placed, &unplaced);
    }

    fn refresh(&mut self, hub: &Hub<T>) -> usize {
        self.0.refresh(hub).max(self.1.refresh(hub))
    }

    fn clear(&mut self) {
        self.0.clear();
        self.1.clear();
    }

    fn len(&self) -> usize {
        self.0.len().min(self.1.len())
    }

    fn memory(&self) -> usize {
        self.0.memory() + self.1.memory()
    }
}
