//! Keys that break their contracts, closures that return columns of other hubs, and queries that
//! can find nothing.

use std::borrow::Borrow;
use std::cell::Cell;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::ops::Bound::{Excluded, Included, Unbounded};

use soa_index::{Boxes, Groups, Hashed, Sorted};
use soa_runtime::IdAllocator;

/// A key whose hash, equality and order contradict themselves and each other.
#[derive(Debug, Clone, Default)]
#[expect(dead_code, reason = "the implementations lie about it")]
struct Liar(u8);

thread_local! {
    static LIES: Cell<u32> = const { Cell::new(1) };
}

fn lie() -> u32 {
    let next = LIES
        .get()
        .wrapping_mul(1_664_525)
        .wrapping_add(1_013_904_223);
    LIES.set(next);
    next >> 24
}

/// Its order contradicts the order of the keys.
impl Borrow<str> for Liar {
    fn borrow(&self) -> &str {
        ["a", "b", "c", "d", "e"][lie() as usize % 5]
    }
}

impl Hash for Liar {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u32(lie() % 5);
    }
}

impl PartialEq for Liar {
    fn eq(&self, _: &Self) -> bool {
        lie() % 3 == 0
    }
}

impl Eq for Liar {}

impl PartialOrd for Liar {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Liar {
    fn cmp(&self, _: &Self) -> Ordering {
        (lie() % 3).cmp(&1)
    }
}

#[derive(IdAllocator)]
#[soa(tracked)]
struct Unit {
    #[soa(tracked)]
    key: Liar,
    #[soa(tracked)]
    hp: u32,
}

/// The answers are unspecified, but each of them is a live row, and there is an end of them.
#[test]
fn keys_that_contradict_themselves_do_no_harm() {
    let mut units = UnitHub::new();
    let mut ids = units.insert_many((0..60).map(|n| Unit {
        key: Liar(n),
        hp: 0,
    }));
    let mut hashed = Hashed::<Unit, _>::new(|units| units.key);
    let mut copies = Hashed::<Unit, _>::by(|units| units.key, Liar::clone);
    let mut groups = Groups::<Unit, _>::new(|units| units.key);
    let mut sorted = Sorted::<Unit, _>::new(|units| units.key);
    // Some boxes have no place, and none is twice at the same one.
    let lie_near = |least: f32| {
        if lie() < 9 {
            f32::NAN
        } else {
            least + f32::from(u8::try_from(lie()).unwrap()) / 16.0
        }
    };
    let mut boxes = Boxes::<Unit, 2>::by(
        |units| units.key,
        move |_| [0.0, 9.0].map(|least| [lie_near(least), lie_near(least)]),
    );
    for round in 0..200_u32 {
        if round % 8 == 0 {
            units.advance();
        }
        let number = lie() as usize % ids.len();
        match round % 4 {
            0 => units.columns_mut().key.all_mut()[0] = Liar(7),
            1 if units.dealloc(ids[number]) => ids[number] = units.alloc(),
            _ => {
                if let Some(mut row) = units.get_mut(ids[number]) {
                    *row.key = Liar(9);
                }
            }
        }
        let key = Liar(1);
        for view in [hashed.at(&units), copies.at(&units)] {
            assert!(view.id(&key).is_none_or(|id| units.contains(id)));
            assert!(view.ids(&key).all(|id| units.contains(id)));
            assert!(
                view.duplicates()
                    .all(|(id, first)| units.contains(id) && units.contains(first))
            );
        }
        assert!(groups.at(&units).ids(&key).count() <= units.len());
        assert!(groups.at(&units).keys().count() <= units.len());
        let view = boxes.at(&units);
        assert!(
            view.overlapping([3.0; 2], [9.0; 2])
                .chain(view.unplaced())
                .all(|id| units.contains(id))
        );
        assert!(
            view.ray([0.0; 2], [1.0; 2], 99.0)
                .all(|(id, _)| units.contains(id))
        );
        assert!(
            view.pairs()
                .all(|(a, b)| a.index() < b.index() && units.contains(b))
        );
        // The standard library's sort may panic if an order contradicts itself.
        let sorted = std::panic::AssertUnwindSafe(|| {
            let view = sorted.at(&units);
            let borrowed = view.range::<str, _>((Included("b"), Excluded("d")));
            borrowed.count().max(view.range(Liar(0)..Liar(5)).count())
        });
        assert!(std::panic::catch_unwind(sorted).unwrap_or_default() <= units.len());
    }
}

#[test]
#[should_panic(expected = "the closure of an index of UnitHub returned a column of length 3")]
fn a_column_of_another_hub_is_refused() {
    static OTHER: std::sync::OnceLock<UnitHub> = std::sync::OnceLock::new();
    let _ = OTHER.set((0..3).map(|hp| Unit { key: Liar(0), hp }).collect());
    let mut index = Groups::<Unit, u32>::new(|_| OTHER.get().unwrap().columns().hp);
    let units: UnitHub = [Unit {
        key: Liar(0),
        hp: 1,
    }]
    .into_iter()
    .collect();
    index.refresh(&units);
}

/// The number of rows does not tell hubs apart.
#[test]
#[should_panic(
    expected = "returned a column of length 1 that is not one of the hub that is asked about"
)]
fn a_column_of_another_hub_with_as_many_rows_is_refused() {
    static OTHER: std::sync::OnceLock<UnitHub> = std::sync::OnceLock::new();
    let unit = |hp| Unit { key: Liar(0), hp };
    let _ = OTHER.set(UnitHub::from(vec![unit(7)]));
    let mut index = Groups::<Unit, u32>::new(|_| OTHER.get().unwrap().columns().hp);
    index.refresh(&UnitHub::from(vec![unit(1)]));
}

#[test]
fn a_range_of_borrowed_keys_ends_where_its_bounds_do() {
    #[derive(IdAllocator)]
    #[soa(tracked)]
    struct File {
        #[soa(tracked)]
        name: String,
    }
    let names = ["b", "a", "c", "b"].map(|name| File { name: name.into() });
    let files: FileHub = names.into_iter().collect();
    let mut order = Sorted::<File, String>::new(|files| files.name);
    let view = order.at(&files);
    let count = |start, end| view.range::<str, _>((start, end)).count();
    assert_eq!(count(Included("b"), Included("b")), 2);
    assert_eq!(count(Excluded("b"), Unbounded), 1);
    assert_eq!(count(Excluded("a"), Excluded("c")), 2);
    assert_eq!(count(Included("c"), Included("a")), 0);
    assert_eq!(count(Excluded("b"), Excluded("b")), 0);
}

#[test]
fn zero_sized_keys_and_records_with_nothing_else_work() {
    #[derive(IdAllocator)]
    #[soa(tracked)]
    struct Flag {
        #[soa(tracked)]
        on: (),
    }
    let mut flags: FlagHub = (0..100).map(|_| Flag { on: () }).collect();
    let mut hashed = Hashed::<Flag, _>::new(|flags| flags.on);
    let mut groups = Groups::<Flag, _>::new(|flags| flags.on);
    let mut sorted = Sorted::<Flag, _>::new(|flags| flags.on);
    let ids: Vec<FlagId> = flags.ids().collect();
    flags.dealloc(ids[0]);
    assert_eq!(hashed.at(&flags).id(&()), Some(ids[1]));
    assert_eq!(hashed.at(&flags).duplicates().len(), 98);
    assert_eq!(groups.at(&flags).count(&()), 99);
    assert!(
        sorted
            .at(&flags)
            .iter()
            .map(|((), id)| id)
            .eq(ids[1..].iter().copied())
    );
}
