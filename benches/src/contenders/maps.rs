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

/// The limit for rows that are made and freed: a `Vec` and a stack of free indices. It checks
/// nothing but its bounds, and walks see every row, live or not.
#[derive(Default)]
pub(crate) struct FreeList {
    rows: Vec<Element>,
    free: Vec<usize>,
}

store! {
    PlainRows(FreeList), "Vec + free list", Limit, usize,
    Some(|PlainRows(to), PlainRows(from)| {
        to.rows.clone_from(&from.rows);
        to.free.clone_from(&from.free);
    }),
    |it, x| {
        with_capacity: FreeList { rows: Vec::with_capacity(x), ..FreeList::default() },
        insert: if let Some(index) = it.free.pop() {
            it.rows[index] = x;
            index
        } else {
            it.rows.push(x);
            it.rows.len() - 1
        },
        rows: it.rows.len() - it.free.len(),
        sum_mass: sum_f32(&it.rows, |row| row.mass),
        integrate: it.rows.iter_mut().for_each(|row| step(&mut row.pos, row.vel, x)),
        positions: it.rows.iter().map(|row| &row.pos),
    }
}

recycling! {
    PlainRows, usize,
    |it, x| {
        remove: {
            it.free.push(x);
            true
        },
        walk: it.rows.iter().enumerate().map(|(id, row)| (id, row.flags)),
        sum_flags_of: sum_found(x, |id| Some(it.rows.get(id)?.flags)),
        change_rows: for row in &mut it.rows {
            let (pos, vel) = (&mut row.pos, &mut row.vel);
            x(pos, vel, &mut row.mass, &mut row.flags, &mut row.name_id);
        },
    }
    fn retain(&mut self, keep: impl Fn(u32) -> bool) {
        self.0.rows.retain(|row| keep(row.flags));
    }
}
