//! Maps of whole structs: a row is one cache line, whatever is read of it.

use slotmap::{DefaultKey, DenseSlotMap, SlotMap};

use super::{recycling, store};
use crate::element::{Element, step, sum_f32};
use crate::store::sum_found;

/// Makes a map a contender. All maps have methods of the same names, except for `remove`. A map
/// that stores its values in a slice sums that slice.
macro_rules! map {
    ($name:ident($map:ty), $text:literal, $kind:ident, $id:ty, $remove:ident, $values:expr) => {
        store! {
            $name($map), $text, $kind, $id, Some(|to, from| to.0.clone_from(&from.0)),
            |it, x| {
                with_capacity: <$map>::with_capacity(x),
                insert: it.insert(x),
                rows: it.len(),
                sum_mass: {
                    let values: Option<fn(&$map) -> &[Element]> = $values;
                    match values {
                        Some(values) => sum_f32(values(it), |row| row.mass),
                        None => it.iter().map(|(_, row)| row.mass).sum(),
                    }
                },
                integrate: for (_, row) in it.iter_mut() {
                    step(&mut row.pos, row.vel, x);
                },
                positions: it.iter().map(|(_, row)| &row.pos),
            }
        }
        recycling! {
            $name, $id,
            |it, x| {
                remove: it.$remove(x).is_some(),
                walk: it.iter().map(|(id, row)| (id, row.flags)),
                sum_flags_of: sum_found(x, |id| Some(it.get(id)?.flags)),
                change_rows: for (_, row) in it.iter_mut() {
                    let (pos, vel) = (&mut row.pos, &mut row.vel);
                    x(pos, vel, &mut row.mass, &mut row.flags, &mut row.name_id);
                },
            }
            fn retain(&mut self, keep: impl Fn(u32) -> bool) {
                self.0.retain(|_, row| keep(row.flags));
            }
        }
    };
}

map! { Basic(SlotMap<DefaultKey, Element>), "SlotMap", Peer, DefaultKey, remove, None }
map! {
    DenseMap(DenseSlotMap<DefaultKey, Element>), "DenseSlotMap", Peer, DefaultKey, remove,
    Some(DenseSlotMap::values_as_slice)
}
// It has no generations, so it takes part only where no id is stale.
map! { Slab(slab::Slab<Element>), "slab", Peer, usize, try_remove, None }
map! { PlainRows(FreeList), "Vec + free list", Limit, usize, remove, Some(|list| &list.rows) }

/// The limit for rows that are made and freed: a `Vec` and a stack of free indices. It checks
/// nothing but its bounds, and walks see every row, live or not.
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
