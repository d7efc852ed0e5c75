//! A record of counted columns with plain ones between them, in every layout and policy.

use std::hash::{Hash, Hasher};

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use soa_runtime::generic::{CloneRow, DefaultRow, HashRow, Vacate, VisitLinks};
use soa_runtime::{Columns, Hub, Links, Row, RowMut, Tick};

use crate::counted::{Tracked, tick};

impl Hash for Tracked {
    fn hash<H: Hasher>(&self, state: &mut H) {
        tick();
        self.value.hash(state);
    }
}

impl Serialize for Tracked {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        tick();
        self.value.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Tracked {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        tick();
        u32::deserialize(deserializer).map(Tracked::new)
    }
}

/// An id whose visit may panic.
#[derive(Debug, Clone, Copy, PartialEq, Hash, Serialize, Deserialize)]
pub(crate) struct Link<H>(pub(crate) Option<H>);

impl<H> Default for Link<H> {
    fn default() -> Self {
        Link(None)
    }
}

impl<H> Links for Link<H>
where
    Option<H>: Links,
{
    fn visit_links(&mut self, visit: &mut impl VisitLinks) {
        tick();
        self.0.visit_links(visit);
    }
}

/// Large and strictly aligned, so that wrong offsets of columns show.
#[derive(Debug, Clone, Copy, PartialEq, Default, Hash, Serialize, Deserialize)]
#[repr(align(32))]
pub(crate) struct Wide(pub(crate) u64);

/// The value of a row, and the id in it.
pub(crate) type Seen<T> = (u32, Option<<T as soa_runtime::IdAllocator>::Id>);

pub(crate) trait Sample:
    DefaultRow + Vacate + CloneRow + HashRow + Links + Sized + 'static
{
    const DENSE: bool;
    fn new(value: u32) -> Self;
    fn value(&self) -> u32;
    /// Panics if the row is half written.
    fn see(row: Row<'_, Self>) -> Seen<Self>;
    fn peek(row: &RowMut<'_, Self>) -> u32;
    fn set(row: RowMut<'_, Self>, value: u32);
    fn set_all(hub: &mut Hub<Self>, value: u32);
    fn link(row: RowMut<'_, Self>, id: Self::Id);
    /// The values of the counted columns, holes included.
    fn counted(columns: Columns<'_, Self>) -> Vec<[u32; 2]>;
    fn sort(hub: &mut Hub<Self>);
    fn swap(hub: &mut Hub<Self>, a: usize, b: usize);
    fn save(hub: &Hub<Self>) -> Vec<u8>;
    fn load(bytes: &[u8]) -> Hub<Self>;
    /// Which slots changed hands, if the hub records that.
    fn changed_slots(_: &Hub<Self>, _: Tick) -> Option<Vec<(u32, Option<Self::Id>)>> {
        None
    }
}

macro_rules! order {
    (slots) => {
        const DENSE: bool = false;
        fn sort(_: &mut Hub<Self>) {}
        fn swap(_: &mut Hub<Self>, _: usize, _: usize) {}
    };
    (dense) => {
        const DENSE: bool = true;
        fn sort(hub: &mut Hub<Self>) {
            hub.sort_by(|a, b| {
                tick();
                a.first.value.cmp(&b.first.value)
            });
        }
        fn swap(hub: &mut Hub<Self>, a: usize, b: usize) {
            hub.swap_rows(a, b);
        }
    };
}
pub(crate) use order;

macro_rules! changed_slots {
    (tracked $($option:tt)*) => {
        fn changed_slots(
            hub: &Hub<Self>,
            since: soa_runtime::Tick,
        ) -> Option<Vec<(u32, Option<Self::Id>)>> {
            let changed: Vec<_> = hub.slots_changed_since(since).collect();
            let rows: Vec<_> = hub.rows_changed_since(since).map(|(id, _)| id).collect();
            assert!(
                changed
                    .iter()
                    .filter_map(|(_, id)| *id)
                    .all(|id| rows.contains(&id))
            );
            Some(changed)
        }
    };
    ($($option:tt)*) => {};
}
pub(crate) use changed_slots;

/// Declares a record for each hub, and a list of the functions that live with it.
macro_rules! samples {
    ($($name:ident: $layout:ident, ($($option:tt)*), ($(#[$stamp:meta])*);)*) => {
        $(
            mod $name {
                use soa_runtime::{Hub, IdAllocator};

                #[allow(unused_imports, reason = "only rows that move are sorted")]
                use crate::counted::{Tracked, tick};
                use crate::sample::{Link, Sample, Seen, Wide};

                #[derive(IdAllocator)]
                #[soa(layout = $layout, $($option)*)]
                #[soa(derive(Clone, Hash, Serialize, Deserialize))]
                pub(crate) struct Record {
                    #[soa(default = 7)]
                    byte: u8,
                    first: Tracked,
                    unit: (),
                    #[soa(links)]
                    link: Link<RecordId>,
                    wide: Wide,
                    $(#[$stamp])*
                    second: Tracked,
                }

                impl Sample for Record {
                    fn new(value: u32) -> Self {
                        Record {
                            byte: 1,
                            first: Tracked::new(value),
                            unit: (),
                            link: Link(None),
                            wide: Wide(value.into()),
                            second: Tracked::new(value),
                        }
                    }

                    fn value(&self) -> u32 {
                        assert_eq!(self.first.value, self.second.value);
                        self.first.value
                    }

                    fn see(row: RecordRow<'_>) -> Seen<Self> {
                        let value = row.first.value;
                        assert_eq!(row.second.value, value, "a row is written whole");
                        assert_eq!(row.wide.0, u64::from(value));
                        assert_eq!(*row.byte, if value == 0 { 7 } else { 1 });
                        (value, row.link.0)
                    }

                    fn peek(row: &RecordRowMut<'_>) -> u32 {
                        assert_eq!(row.first.value, row.second.value);
                        row.first.value
                    }

                    #[allow(unused_mut, reason = "the guard of a tracked column needs it")]
                    fn set(mut row: RecordRowMut<'_>, value: u32) {
                        (*row.byte, row.wide.0) = (if value == 0 { 7 } else { 1 }, value.into());
                        row.first.value = value;
                        row.second.value = value;
                    }

                    fn set_all(hub: &mut Hub<Self>, value: u32) {
                        hub.iter_mut().for_each(|(_, row)| Self::set(row, value));
                    }

                    fn link(row: RecordRowMut<'_>, id: RecordId) {
                        row.link.0 = Some(id);
                    }

                    fn counted(columns: RecordColumns<'_>) -> Vec<[u32; 2]> {
                        assert_eq!(columns.unit.len(), columns.wide.len());
                        let both = columns.first.iter().zip(columns.second.iter());
                        both.map(|(one, other)| [one.value, other.value]).collect()
                    }

                    fn save(hub: &Hub<Self>) -> Vec<u8> {
                        postcard::to_allocvec(hub).expect("a hub can be saved")
                    }

                    fn load(bytes: &[u8]) -> Hub<Self> {
                        postcard::from_bytes(bytes).expect("what was saved can be loaded")
                    }

                    $crate::sample::order!($layout);
                    $crate::sample::changed_slots!($($option)*);
                }
            }
        )*

        const LIVES: &[fn(Unstructured<'_>)] = &[$(live::<$name::Record>),*];
    };
}
pub(crate) use samples;
