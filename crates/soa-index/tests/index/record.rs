//! A record with a column for each kind of index, and what a scan of its hub finds.

use soa_index::Targets;
use soa_runtime::generic::LentColumns;
use soa_runtime::{ColumnsMut, Hub, IdAllocator, TrackedColumn};

use crate::calls::{Call, Called, World};
use crate::key::Name;

/// The values of a row.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Values<I> {
    pub(crate) name: Name,
    pub(crate) team: u8,
    pub(crate) score: i32,
    pub(crate) pos: [f32; 2],
    pub(crate) leader: Option<I>,
    pub(crate) friends: Vec<I>,
}

/// The live rows of a hub, in ascending order of their slots.
pub(crate) type Scan<T> = [(<T as IdAllocator>::Id, Values<<T as IdAllocator>::Id>)];

/// A record of the tests, in one of the layouts.
pub(crate) trait Record: Called + IdAllocator<Id: Targets<Self>> + 'static {
    fn name<'a>(columns: &LentColumns<'a, Self>) -> TrackedColumn<'a, Self, Name>;
    fn team<'a>(columns: &LentColumns<'a, Self>) -> TrackedColumn<'a, Self, u8>;
    fn score<'a>(columns: &LentColumns<'a, Self>) -> TrackedColumn<'a, Self, i32>;
    fn pos<'a>(columns: &LentColumns<'a, Self>) -> TrackedColumn<'a, Self, [f32; 2]>;
    fn leader<'a>(columns: &LentColumns<'a, Self>) -> TrackedColumn<'a, Self, Option<Self::Id>>;
    fn friends<'a>(columns: &LentColumns<'a, Self>) -> TrackedColumn<'a, Self, Vec<Self::Id>>;

    /// Returns the values of all live rows.
    fn scan(hub: &Hub<Self>) -> Vec<(Self::Id, Values<Self::Id>)>;

    /// Writes a tracked column of each kind.
    fn write_all(columns: &mut ColumnsMut<'_, Self>);

    /// Makes a call.
    fn call(world: &mut World<Self>, call: Call);
}

/// Places of which several are equal, some are at a border of a cell, and some are nowhere.
pub(crate) fn place(number: u8) -> [f32; 2] {
    const COORDINATES: [f32; 12] = [
        0.0,
        -0.0,
        1.0,
        2.0,
        2.5,
        -0.5,
        -2.0,
        7.25,
        1.0e9,
        f32::NAN,
        f32::INFINITY,
        3.999_999_8,
    ];
    let number = usize::from(number);
    [COORDINATES[number % 12], COORDINATES[number / 3 % 12]]
}

/// Declares a record, and implements [`Record`] for it.
macro_rules! record {
    ($module:ident, $tagged:literal, ($($option:tt)*), $sort:expr) => {
        pub(crate) mod $module {
            use serde::{Deserialize, Serialize};
            use soa_runtime::generic::LentColumns;
            use soa_runtime::{ColumnsMut, Hub, IdAllocator, TrackedColumn};

            use crate::calls::{Call, Called, World};
            use crate::key::Name;
            use crate::record::{Record, Values, place};

            #[derive(IdAllocator, Debug, Clone, Serialize, Deserialize)]
            #[soa(tracked, derive(Clone, Serialize, Deserialize), $($option)*)]
            pub(crate) struct Unit {
                #[soa(tracked, links)]
                pub(crate) name: Name,
                #[soa(tracked)]
                pub(crate) team: u8,
                #[soa(tracked)]
                pub(crate) score: i32,
                #[soa(tracked)]
                pub(crate) pos: [f32; 2],
                #[soa(tracked, links)]
                pub(crate) leader: Option<UnitId>,
                #[soa(tracked, links)]
                pub(crate) friends: Vec<UnitId>,
                pub(crate) hp: u32,
            }

            impl Called for Unit {
                // The narrow ids address 255 rows.
                const ROOM: usize = 170;

                fn hub(number: u32) -> Hub<Self> {
                    Hub::with_tag(if $tagged { number } else { 0 })
                }

                fn new(number: u8, ids: &[UnitId]) -> Self {
                    let id = |at: u8| ids.get(usize::from(at) % (ids.len() + 1)).copied();
                    Unit {
                        name: Name::new(number),
                        team: number % 3,
                        score: i32::from(number % 16) - 8,
                        pos: place(number),
                        leader: id(number),
                        friends: (0..number % 3).filter_map(|n| id(number / 2 + n)).collect(),
                        hp: u32::from(number),
                    }
                }

                fn changed(self, number: u8) -> Self {
                    Unit { team: self.team.wrapping_add(number) % 3, ..self }
                }

                fn edit(hub: &mut Hub<Self>, call: Call, id: impl Fn(usize) -> UnitId) {
                    crate::edits::edit!(hub, call, id, Unit, $sort);
                }
            }

            impl Record for Unit {
                fn name<'a>(columns: &LentColumns<'a, Self>) -> TrackedColumn<'a, Self, Name> {
                    columns.name
                }

                fn team<'a>(columns: &LentColumns<'a, Self>) -> TrackedColumn<'a, Self, u8> {
                    columns.team
                }

                fn score<'a>(columns: &LentColumns<'a, Self>) -> TrackedColumn<'a, Self, i32> {
                    columns.score
                }

                fn pos<'a>(columns: &LentColumns<'a, Self>) -> TrackedColumn<'a, Self, [f32; 2]> {
                    columns.pos
                }

                fn leader<'a>(columns: &LentColumns<'a, Self>) -> TrackedColumn<'a, Self, Option<UnitId>> {
                    columns.leader
                }

                fn friends<'a>(columns: &LentColumns<'a, Self>) -> TrackedColumn<'a, Self, Vec<UnitId>> {
                    columns.friends
                }

                fn scan(hub: &Hub<Self>) -> Vec<(UnitId, Values<UnitId>)> {
                    let values = |unit: soa_runtime::Row<'_, Unit>| Values {
                        name: unit.name.clone(),
                        team: *unit.team,
                        score: *unit.score,
                        pos: *unit.pos,
                        leader: *unit.leader,
                        friends: unit.friends.clone(),
                    };
                    let mut rows: Vec<_> = hub.iter().map(|(id, unit)| (id, values(unit))).collect();
                    rows.sort_by_key(|(id, _)| id.index());
                    rows
                }

                fn write_all(columns: &mut ColumnsMut<'_, Self>) {
                    columns.name.all_mut().iter_mut().for_each(|name| *name = Name::new(3));
                    columns.team.all_mut().fill(2);
                    columns.score.range_mut(..).fill(5);
                    columns.pos.all_mut().fill([1.0; 2]);
                    columns.leader.all_mut().iter_mut().for_each(|leader| *leader = None);
                }

                fn call(world: &mut World<Self>, call: Call) {
                    world.call(call);
                }
            }
        }
    };
}

pub(crate) use record;
