//! A random call of a hub, in all layouts: those that differ for a copy of its columns. Which rows each call
//! marks as written is tested beside hubs and indexes.

/// The most rows of a hub.
pub(crate) const ROWS: usize = 3000;

/// Makes a random call on a hub. `$sort` is what only one layout has.
macro_rules! call {
    ($hub:ident, $other:ident, $random:ident, |$sorted:ident, $number:ident| $sort:expr) => {{
        use crate::calls::ROWS;
        use rayon::iter::{IntoParallelRefMutIterator, ParallelIterator};
        use soa_runtime::Tick;

        let (hub, other, random) = ($hub, $other, $random);
        let ids: Vec<UnitId> = hub.ids().collect();
        let any = |random: &mut Rng| random.choice(ids.iter().copied());
        let some = |random: &mut Rng| {
            let most = ids.len().min(200);
            random.choose_multiple(ids.iter().copied(), most)
        };
        let room = hub.slots() < ROWS;
        match random.u8(..26) {
            0 | 1 if room => drop(hub.alloc_many(random.usize(..400))),
            2 if room => {
                let units: Vec<Unit> = (0..300).map(|_| unit(random)).collect();
                hub.insert_many(units);
            }
            3 => {
                hub.insert(unit(random));
            }
            4 | 5 => {
                hub.dealloc_many(some(random));
            }
            6 => {
                any(random).map(|id| hub.remove(id));
            }
            7 => hub.retain(|_, unit| *unit.byte % 7 != 0),
            8 if random.u8(..4) == 0 => hub.clear(),
            9 => hub.shrink_to_fit(),
            10 => hub.reserve(random.usize(..2000)),
            11 => *hub = hub.clone(),
            12 => hub.clone_from(other),
            13 => std::mem::swap(hub, other),
            14 => {
                let save = serde_json::to_string(hub).expect("it can be saved");
                *hub = serde_json::from_str(&save).expect("it can be loaded");
            }
            15 if random.u8(..4) == 0 => *other = std::mem::take(hub),
            16 => {
                let mut columns = hub.columns_mut();
                for id in some(random) {
                    columns.transform[id] = [[random.f32(); 4]; 4];
                }
            }
            17 => {
                let mut columns = hub.columns_mut();
                for id in some(random) {
                    columns.place[id] = [random.f32(); 3];
                    columns.byte.set(id, random.u8(..));
                    columns.pair[id] = random.u16(..);
                    columns.small[id] = [random.u16(..); 3];
                }
            }
            18 => {
                let mut columns = hub.columns_mut();
                let end = random.usize(..=columns.byte.len());
                let start = random.usize(..=end);
                columns.byte.range_mut(start..end).fill(random.u8(..));
                let small = [random.u16(..); 3];
                columns.small.range_mut(start..end).fill(small);
            }
            19 => hub.columns_mut().pair.all_mut().fill(random.u16(..)),
            20 => {
                for (_, mut row) in hub.iter_mut().step_by(5) {
                    *row.byte ^= 1;
                }
            }
            21 => {
                if let Some(id) = any(random) {
                    hub.replace(id, unit(random)).expect("it is live");
                }
            }
            22 => {
                let last = hub.last_tick().expect("it is tracked").to_bits();
                hub.advance_to(Tick::from_bits(last + random.u64(1..1 << 33)));
            }
            23 => hub
                .par_iter_mut()
                .for_each(|(_, mut row)| *row.pair = u16::from(*row.byte)),
            _ => {
                let ($sorted, $number) = (hub, random);
                $sort;
            }
        }
    }};
}

pub(crate) use call;
