//! Tests of the promises about types. Each is named for the number of its promise.

use std::cell::Cell;

use soa_runtime::generic::AsHub;
use soa_runtime::iter::{Drain, IntoIter, Iter, IterMut, ParIter, ParIterMut};
use soa_runtime::{Columns, ColumnsMut, Hub, IdAllocator, Row, RowMut};
use static_assertions::{assert_impl_all, assert_not_impl_any, const_assert};

#[derive(IdAllocator)]
struct Texture {
    mips: u32,
}

#[derive(IdAllocator)]
#[soa(layout = dense)]
struct Particle {
    mips: u32,
}

fn texture(mips: u32) -> Texture {
    Texture { mips }
}

/// A raw pointer is neither `Send` nor `Sync`, a `Cell` is the one and not the other.
#[derive(IdAllocator)]
struct Local {
    #[soa(default = std::ptr::null())]
    pointer: *const u8,
}

#[derive(IdAllocator)]
struct Movable {
    cell: Cell<u8>,
}

assert_impl_all!(TextureRow<'static>: Copy);
assert_impl_all!(TextureColumns<'static>: Copy);
assert_impl_all!(TextureHub: Send, Sync);
assert_impl_all!(Hub<Particle>: Send, Sync);
assert_impl_all!(MovableHub: Send);
assert_not_impl_any!(MovableHub: Sync);
assert_not_impl_any!(LocalHub: Send, Sync);
assert_impl_all!(LocalId: Send, Sync);

/// Whether what a hub lends is `Send` and `Sync` as the record is.
macro_rules! lent_as_the_record_is {
    ($assert:ident!($record:ty: $($bound:ident),+)) => {
        $assert!(Iter<'static, $record>: $($bound),+);
        $assert!(Row<'static, $record>: $($bound),+);
        $assert!(Columns<'static, $record>: $($bound),+);
        lent_as_the_record_is!(unique $assert!($record: $($bound),+));
    };
    (unique $assert:ident!($record:ty: $($bound:ident),+)) => {
        $assert!(IterMut<'static, $record>: $($bound),+);
        $assert!(IntoIter<$record>: $($bound),+);
        $assert!(Drain<'static, $record>: $($bound),+);
        $assert!(RowMut<'static, $record>: $($bound),+);
        $assert!(ColumnsMut<'static, $record>: $($bound),+);
    };
}

lent_as_the_record_is!(assert_impl_all!(Texture: Send, Sync));
lent_as_the_record_is!(assert_impl_all!(Particle: Send, Sync));
lent_as_the_record_is!(assert_not_impl_any!(Local: Send, Sync));
// A mutable view may be sent where the values may be sent. A shared view of a `Cell` may not.
lent_as_the_record_is!(unique assert_impl_all!(Movable: Send));
lent_as_the_record_is!(assert_not_impl_any!(Movable: Sync));
assert_not_impl_any!(Iter<'static, Movable>: Send);
assert_impl_all!(ParIter<'static, Texture>: Send);
assert_impl_all!(ParIterMut<'static, Texture>: Send);

#[test]
fn promise_8_a_hub_is_send_and_sync_exactly_when_its_record_is() {
    // The types are checked above; here a hub really goes, and is shared.
    let hub: TextureHub = (0..4).map(texture).collect();
    let sum = std::thread::scope(|scope| {
        let sum = || hub.columns().mips.iter().sum::<u32>();
        let [a, b] = [scope.spawn(sum), scope.spawn(sum)].map(|thread| thread.join().unwrap());
        a + b
    });
    assert_eq!(sum, 12);
    let hub = std::thread::spawn(move || hub).join().unwrap();
    assert_eq!(hub.len(), 4);
}

#[test]
fn promise_8_a_hub_and_its_rows_are_covariant_in_the_lifetimes_of_the_record() {
    #[derive(IdAllocator)]
    struct Label<'t> {
        text: &'t str,
    }

    fn shorter<'s>(hub: LabelHub<'static>, _: &'s str) -> LabelHub<'s> {
        hub
    }
    fn shorter_rows<'s>(rows: IntoIter<Label<'static>>, _: &'s str) -> IntoIter<Label<'s>> {
        rows
    }

    let local = String::from("local");
    let forever = || -> LabelHub<'static> { [Label { text: "static" }].into_iter().collect() };
    let mut hub = shorter(forever(), &local);
    let id = hub.insert(Label { text: &local });
    assert_eq!(*hub.row(id).text, "local");
    let rows = shorter_rows(forever().into_iter(), &local);
    let texts: Vec<&str> = rows.map(|(_, label)| label.text).chain([&*local]).collect();
    assert_eq!(texts, ["static", "local"]);
}

/// A public struct with private fields of private types.
pub mod engine {
    #[derive(Default, Debug, PartialEq)]
    struct Secret(u8);

    /// What only this module can look into.
    #[derive(soa_runtime::IdAllocator, Debug, Default)]
    pub struct Sealed {
        secret: Secret,
    }

    impl SealedHub {
        /// Counts the rows that hold `value`.
        pub fn count(&self, value: u8) -> usize {
            self.columns()
                .secret
                .iter()
                .filter(|secret| **secret == Secret(value))
                .count()
        }
    }
}

#[test]
fn promise_8_a_public_struct_may_have_private_fields_of_private_types() {
    let mut hub = engine::SealedHub::new();
    hub.insert(engine::Sealed::default());
    assert_eq!((hub.count(0), hub.count(1)), (1, 0));
}

const_assert!(size_of::<TextureHub>() == size_of::<Hub<Texture>>());

#[test]
fn promise_9_a_hub_is_64_bytes() {
    #[derive(IdAllocator)]
    #[soa(tracked = all, align = 64)]
    struct Tracked {
        hp: u32,
    }

    assert!(size_of::<TextureHub>() <= 64);
    assert!(size_of::<ParticleHub>() <= 64);
    assert!(size_of::<TrackedHub>() <= 64);
}

#[test]
#[cfg(target_pointer_width = "64")]
fn a_column_is_40_bytes_in_both_layouts() {
    use soa_runtime::{Column, ColumnMut};

    assert_eq!(size_of::<Column<'_, Texture, u32>>(), 40);
    assert_eq!(size_of::<ColumnMut<'_, Texture, u32>>(), 40);
    assert_eq!(size_of::<Column<'_, Particle, u32>>(), 40);
    assert_eq!(size_of::<ColumnMut<'_, Particle, u32>>(), 40);
}

#[test]
fn promise_9_an_empty_hub_owns_no_memory_and_takes_few_rows_at_first() {
    let mut hub = TextureHub::new();
    assert_eq!((hub.capacity(), hub.stats().bytes), (0, 0));
    hub.alloc();
    assert!(
        (1..=8).contains(&hub.capacity()),
        "nested hubs have few rows"
    );
    hub.clear();
    assert_eq!(hub.slots(), 1);
}

/// What a strict crate asks for, with the prelude's names taken by others.
#[forbid(unsafe_code)]
#[deny(warnings, missing_docs, clippy::pedantic)]
pub mod strict {
    /// Not the standard one.
    #[derive(Debug, Default, Clone, PartialEq)]
    pub struct Vec;
    /// Not the standard one.
    #[derive(Debug, Default, Clone, PartialEq)]
    pub struct Option;
    /// Not the standard one.
    #[derive(Debug, Default, Clone, PartialEq)]
    pub struct Result;

    /// A record of unusual names.
    #[derive(soa_runtime::IdAllocator, Debug, Clone, PartialEq)]
    #[soa(derive(Clone, Debug, PartialEq))]
    pub struct Record {
        /// A keyword.
        pub r#type: Vec,
        /// A method of slices.
        pub len: Option,
        result: Result,
    }

    impl RecordHub {
        /// Makes a row that differs from none.
        pub fn add(&mut self) -> RecordId {
            self.insert(Record {
                r#type: Vec,
                len: Option,
                result: Result,
            })
        }
    }
}

#[test]
fn a_hub_and_what_dereferences_to_one_contain_it() {
    fn rows<T: IdAllocator>(world: &impl AsHub<T>) -> usize {
        world.as_hub().len()
    }
    let mut textures = TextureHub::new();
    textures.alloc_many(3);
    assert_eq!((rows(&textures), rows(&*textures)), (3, 3));
}

#[test]
fn promise_10_derived_code_is_safe_and_silent_under_strict_lints_and_shadowed_names() {
    let mut hub = strict::RecordHub::new();
    let id = hub.add();
    assert_eq!(
        (hub.row(id).r#type, hub.row(id).len),
        (&strict::Vec, &strict::Option)
    );
    assert_eq!(hub.clone(), hub);
}
