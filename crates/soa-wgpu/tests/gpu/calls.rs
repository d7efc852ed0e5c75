//! A random call of a hub, in all layouts.

/// The most rows of a hub.
pub(crate) const ROWS: usize = 3000;

/// Makes a random call on a hub. `$sort` is what only one layout has.
macro_rules! call {
    ($hub:ident, $other:ident, $random:ident, |$sorted:ident, $number:ident| $sort:expr) => {{
        use crate::calls::ROWS;
        use rayon::iter::{IntoParallelRefMutIterator, ParallelIterator};
        use soa_runtime::{EditRow, Mirror, Outside, Tick};

        let (hub, other, random) = ($hub, $other, $random);
        let ids: Vec<UnitId> = hub.ids().collect();
        let any = |random: &mut Rng| random.choice(ids.iter().copied());
        let some = |random: &mut Rng| {
            let most = ids.len().min(200);
            random.choose_multiple(ids.iter().copied(), most)
        };
        let room = hub.slots() < ROWS;
        match random.u8(..49) {
            0 if room => drop(hub.alloc_many(random.usize(..400))),
            1 if room => {
                let units: Vec<Unit> = (0..300).map(|_| unit(random)).collect();
                hub.insert_many(units);
            }
            2 => {
                hub.insert(unit(random));
            }
            3 => {
                hub.dealloc_many(some(random));
            }
            4 => {
                any(random).map(|id| hub.remove(id));
            }
            5 => hub.retain(|_, unit| *unit.byte % 7 != 0),
            6 if random.u8(..4) == 0 => hub.clear(),
            7 => hub.shrink_to_fit(),
            8 => hub.reserve(random.usize(..2000)),
            9 => *hub = hub.clone(),
            10 => hub.clone_from(other),
            11 | 12 => std::mem::swap(hub, other),
            13 => {
                let save = serde_json::to_string(hub).expect("it can be saved");
                *hub = serde_json::from_str(&save).expect("it can be loaded");
            }
            14 if random.u8(..4) == 0 => *other = std::mem::take(hub),
            15 => {
                let mut columns = hub.columns_mut();
                for id in some(random) {
                    columns.transform[id] = [[random.f32(); 4]; 4];
                }
            }
            16 => {
                let mut columns = hub.columns_mut();
                for id in some(random) {
                    columns.place[id] = [random.f32(); 3];
                    columns.byte.set(id, random.u8(..));
                    columns.pair[id] = random.u16(..);
                    columns.small[id] = [random.u16(..); 3];
                }
            }
            17 => {
                let mut columns = hub.columns_mut();
                let end = random.usize(..=columns.byte.len());
                let start = random.usize(..=end);
                columns.byte.range_mut(start..end).fill(random.u8(..));
                columns
                    .small
                    .range_mut(start..end)
                    .fill([random.u16(..); 3]);
            }
            18 => hub.columns_mut().pair.all_mut().fill(random.u16(..)),
            19 => {
                let mut columns = hub.columns_mut();
                for (_, place) in columns.place.iter_live_mut().step_by(3) {
                    place[1] = random.f32();
                }
            }
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
                any(random).and_then(|id| hub.renew(id));
            }
            23 => {
                any(random).and_then(|id| hub.detach(id));
                any(random).map(|id| hub.exchange(id, &mut None));
            }
            24 => {
                hub.free_reserved();
            }
            25 if room => {
                let mut lease = hub.lease(20);
                for _ in 0..15 {
                    lease.insert(unit(random));
                }
                assert!(hub.settle([lease]).is_empty());
            }
            26 if room => {
                let id = hub.reserve_id();
                hub.fill(id, unit(random)).expect("it is reserved");
            }
            27 => {
                if let Some(id) = any(random) {
                    let unit = hub.remove(id).expect("it is live");
                    hub.insert_at(id, unit).ok();
                }
            }
            28 => drop(hub.drain().nth(3)),
            29 => drop(hub.extract_if(|_, unit| *unit.pair % 5 == 0).last()),
            31 | 46 if random.u8(..4) == 0 => {
                let mut mirror = Mirror::<Unit>::new();
                let whole = serde_json::to_string(&hub.delta(Tick::START));
                let whole = whole.expect("it can be sent");
                if random.bool() {
                    let read = &mut serde_json::Deserializer::from_str(&whole);
                    mirror.apply(read).expect("it is whole");
                } else {
                    let delta = serde_json::from_str(&whole).expect("it is whole");
                    mirror.apply_owned(delta).expect("it is whole");
                }
                mirror.advance();
                *hub = if random.bool() {
                    mirror.promote().into()
                } else {
                    Hub::clone(&mirror).into()
                };
            }
            32 => drop(hub.try_alloc()),
            34 => {
                hub.insert_with(|id| Unit {
                    leader: id,
                    ..unit(random)
                });
            }
            35 => {
                for id in some(random) {
                    hub.dealloc(id);
                }
            }
            36 => {
                let last = hub.last_tick().expect("it is tracked").to_bits();
                hub.advance_to(Tick::from_bits(last + random.u64(1..1 << 33)));
            }
            37 => {
                if let Some(mut row) = any(random).and_then(|id| hub.get_mut(id)) {
                    row.place[0] = random.f32();
                }
                if let Some(id) = any(random) {
                    hub.row_mut(id).small[2] = random.u16(..);
                }
            }
            38 => {
                let pair = [(); 2].map(|()| any(random).unwrap_or(UnitId::DANGLING));
                if let Ok([mut left, mut right]) = hub.get_disjoint_mut(pair) {
                    std::mem::swap(&mut *left.place, &mut *right.place);
                }
            }
            39 => hub
                .par_iter_mut()
                .for_each(|(_, mut row)| *row.pair = u16::from(*row.byte)),
            40 => {
                let byte = random.u8(..);
                *hub = Hub::from(std::mem::take(hub))
                    .convert(|unit: Unit| Unit { byte, ..unit })
                    .into();
            }
            41 => drop(hub.purge()),
            42 if room && other.slots() < ROWS => drop(hub.copy_rows(other)),
            43 if room && other.slots() < ROWS => {
                let map = hub.copy_rows(other);
                hub.relink(map.new_ids(), &map, Outside::Dangle);
            }
            44 if room && other.slots() < ROWS => drop(hub.append(other)),
            45 => {
                if let Some(id) = any(random) {
                    let pair = random.u16(..);
                    let set = Unit::set_field(hub.row_mut(id), "pair", serde_json::json!(pair));
                    set.expect("it is a pair");
                }
            }
            _ => {
                let ($sorted, $number) = (hub, random);
                $sort;
            }
        }
    }};
}

pub(crate) use call;
