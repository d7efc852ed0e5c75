//! Maps of whole structs: a row is one cache line, whatever is read of it.

use slotmap::{DefaultKey, DenseSlotMap, SlotMap};
use thunderdome::Index;

use crate::element::{Element, step, sum_f32, sum_pos};
use crate::figures::Kind;
use crate::store::{Change, Recycling, Store, sum_found};

/// Makes a map a contender. All maps have methods of the same names, except for `remove`. A map
/// that stores its values in a slice sums that slice.
macro_rules! map {
    ($name:ident($map:ty), $text:literal, $kind:ident, $id:ty, $remove:ident, $values:expr) => {
        #[doc = concat!("Rows in `", $text, "`.")]
        pub(crate) struct $name($map);

        impl $name {
            const VALUES: Option<fn(&$map) -> &[Element]> = $values;
        }

        impl Store for $name {
            const NAME: &'static str = $text;
            const KIND: Kind = Kind::$kind;
            const COPY: Option<fn(&mut Self, &Self)> = Some(|to, from| to.0.clone_from(&from.0));
            type Id = $id;

            fn with_capacity(rows: usize) -> Self {
                Self(<$map>::with_capacity(rows))
            }

            #[inline]
            fn insert(&mut self, element: Element) -> $id {
                self.0.insert(element)
            }

            fn rows(&self) -> usize {
                self.0.len()
            }

            fn sum_mass(&mut self) -> f32 {
                match Self::VALUES {
                    Some(values) => sum_f32(values(&self.0), |row| row.mass),
                    None => self.0.iter().map(|(_, row)| row.mass).sum(),
                }
            }

            fn integrate(&mut self, dt: f32) {
                for (_, row) in self.0.iter_mut() {
                    step(&mut row.pos, row.vel, dt);
                }
            }

            fn sum_positions(&mut self) -> f64 {
                sum_pos(self.0.iter().map(|(_, row)| &row.pos))
            }
        }

        impl Recycling for $name {
            #[inline]
            fn remove(&mut self, id: $id) -> bool {
                self.0.$remove(id).is_some()
            }

            fn walk(&mut self) -> impl Iterator<Item = ($id, u32)> {
                self.0.iter().map(|(id, row)| (id, row.flags))
            }

            fn sum_flags_of(&mut self, ids: &[$id]) -> u32 {
                sum_found(ids, |id| Some(self.0.get(id)?.flags))
            }

            fn change_rows(&mut self, mut change: impl Change) {
                for (_, row) in self.0.iter_mut() {
                    let (pos, vel) = (&mut row.pos, &mut row.vel);
                    change(pos, vel, &mut row.mass, &mut row.flags, &mut row.name_id);
                }
            }

            fn retain(&mut self, keep: impl Fn(u32) -> bool) {
                self.0.retain(|_, row| keep(row.flags));
            }
        }
    };
}

map!(
    Basic(SlotMap<DefaultKey, Element>),
    "SlotMap",
    Peer,
    DefaultKey,
    remove,
    None
);
map!(
    Dense(DenseSlotMap<DefaultKey, Element>),
    "DenseSlotMap",
    Peer,
    DefaultKey,
    remove,
    Some(DenseSlotMap::values_as_slice)
);
map!(
    Arena(thunderdome::Arena<Element>),
    "thunderdome",
    Peer,
    Index,
    remove,
    None
);
// It has no generations, so it takes part only where no id is stale.
map!(
    Slab(slab::Slab<Element>),
    "slab",
    Peer,
    usize,
    try_remove,
    None
);
map!(
    PlainRows(FreeList),
    "Vec + free list",
    Limit,
    usize,
    remove,
    Some(|list| &list.rows)
);

/// The limit for rows that are made and freed: a `Vec` and a stack of free indices. It checks
/// nothing but its bounds, and walks see every row, live or not.
#[derive(Clone)]
pub(crate) struct FreeList {
    rows: Vec<Element>,
    free: Vec<usize>,
}

impl FreeList {
    fn with_capacity(rows: usize) -> Self {
        let (rows, free) = (Vec::with_capacity(rows), Vec::new());
        Self { rows, free }
    }

    #[inline]
    fn insert(&mut self, element: Element) -> usize {
        if let Some(index) = self.free.pop() {
            self.rows[index] = element;
            index
        } else {
            self.rows.push(element);
            self.rows.len() - 1
        }
    }

    #[inline]
    fn remove(&mut self, id: usize) -> Option<usize> {
        self.free.push(id);
        self.free.last().copied()
    }

    fn len(&self) -> usize {
        self.rows.len() - self.free.len()
    }

    fn get(&self, id: usize) -> Option<&Element> {
        self.rows.get(id)
    }

    fn iter(&self) -> impl Iterator<Item = (usize, &Element)> {
        self.rows.iter().enumerate()
    }

    fn iter_mut(&mut self) -> impl Iterator<Item = (usize, &mut Element)> {
        self.rows.iter_mut().enumerate()
    }

    fn retain(&mut self, keep: impl Fn(usize, &mut Element) -> bool) {
        self.rows.retain_mut(|row| keep(0, row));
    }

    fn clone_from(&mut self, source: &Self) {
        self.rows.clone_from(&source.rows);
        self.free.clone_from(&source.free);
    }
}
