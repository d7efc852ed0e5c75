//! What a contender can do.

use crate::element::{Element, integrate_columns, sum_f32_column, sum_pos, sum_u32_column};
use crate::harness::Kind;

/// The loops over whole fields.
///
/// They are part of the interface, so that each contender runs the loop that its
/// own documentation would have a user write. They take `&mut self`, as some
/// contenders lend a column only from there.
pub(crate) trait Loops {
    fn sum_mass(&mut self) -> f32;
    fn sum_flags(&mut self) -> u32;
    fn integrate(&mut self, dt: f32);
    /// The sum of all coordinates, to compare contenders by.
    fn sum_positions(&mut self) -> f64;
}

/// A container of [`Element`]s.
pub(crate) trait Store: Loops + Sized + 'static {
    const NAME: &'static str;
    const KIND: Kind;
    /// How a row is found again; an index where there is no handle.
    type Id: Copy + Eq;

    fn empty() -> Self;
    fn reserved(rows: usize) -> Self;
    fn insert(&mut self, element: Element) -> Self::Id;
    fn rows(&self) -> usize;
    /// The sum of `flags` over the ids that are live.
    fn sum_flags_of(&mut self, ids: &[Self::Id]) -> u32;

    /// Builds a store from a slice by the fastest way there is.
    fn bulk(elements: &[Element]) -> Self {
        Self::bulk_with_ids(elements).0
    }

    /// The same, with the ids of the elements.
    fn bulk_with_ids(elements: &[Element]) -> (Self, Vec<Self::Id>) {
        let mut store = Self::reserved(elements.len());
        let ids = elements.iter().map(|&element| store.insert(element));
        let ids = ids.collect();
        (store, ids)
    }
}

/// What is done to the five fields of a row.
pub(crate) trait Change:
    FnMut(&mut [f32; 3], &mut [f32; 3], &mut f32, &mut u32, &mut u64)
{
}

impl<F: FnMut(&mut [f32; 3], &mut [f32; 3], &mut f32, &mut u32, &mut u64)> Change for F {}

/// A store that frees rows one at a time and uses their place again.
pub(crate) trait Recycling: Store {
    fn remove(&mut self, id: Self::Id) -> bool;

    /// The live rows: their ids and `flags`.
    fn walk(&mut self) -> impl Iterator<Item = (Self::Id, u32)>;

    fn ids(&mut self) -> impl Iterator<Item = Self::Id> {
        self.walk().map(|(id, _)| id)
    }

    /// Changes all fields of all live rows.
    fn change_rows(&mut self, change: impl Change);

    /// Frees the rows whose `flags` are not to be kept.
    fn retain(&mut self, keep: impl Fn(u32) -> bool) {
        let gone = self.walk().filter(|&(_, flags)| !keep(flags));
        let gone: Vec<Self::Id> = gone.map(|(id, _)| id).collect();
        for id in gone {
            self.remove(id);
        }
    }
}

/// A store that can be made a copy of another one, in the memory it has.
pub(crate) trait Copying: Store {
    fn copy_from(&mut self, source: &Self);
}

/// One of our own hubs, with what it alone offers.
pub(crate) trait OurHub: Recycling {
    fn sum_flags_by_row(&mut self, ids: &[Self::Id]) -> u32;
    fn sum_flags_by_values(&mut self) -> u32;
    fn sum_mass_by_runs(&mut self) -> f32;
    fn sum_flags_by_runs(&mut self) -> u32;
    fn integrate_by_runs(&mut self, dt: f32);
}

/// Does something for each kind of store; each is given to one of `store`,
/// `recycling` and `hub`, and to `copying` too if it is one.
pub(crate) trait Visit {
    fn store<S: Store>(&mut self) {}

    fn recycling<S: Recycling>(&mut self) {
        self.store::<S>();
    }

    fn hub<S: OurHub>(&mut self) {
        self.recycling::<S>();
    }

    fn copying<S: Copying>(&mut self) {}
}

/// A store that lends its fields as plain slices.
pub(crate) trait Slices {
    fn mass(&mut self) -> &[f32];
    fn flags(&mut self) -> &[u32];
    /// Positions and velocities.
    fn motion(&mut self) -> (&mut [[f32; 3]], &[[f32; 3]]);
}

impl<S: Slices> Loops for S {
    fn sum_mass(&mut self) -> f32 {
        sum_f32_column(self.mass())
    }

    fn sum_flags(&mut self) -> u32 {
        sum_u32_column(self.flags())
    }

    fn integrate(&mut self, dt: f32) {
        let (pos, vel) = self.motion();
        integrate_columns(pos, vel, dt);
    }

    fn sum_positions(&mut self) -> f64 {
        sum_pos(&*self.motion().0)
    }
}
