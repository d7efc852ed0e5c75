//! Random runs: copies of tracked columns that get the changed ranges alone.

use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use soa_runtime::Tick;
use soa_runtime::iter::ChangedRanges;

use super::with_and_without_the_word;

const CASES: u32 = if cfg!(miri) { 2 } else { 60 };
const CALLS: usize = if cfg!(miri) { 30 } else { 200 };

/// A copy of a column, brought up to date at its own rhythm.
struct Mirror<F> {
    seen: Tick,
    gap: usize,
    /// It looks once in so many frames.
    every: usize,
    copy: Vec<F>,
}

impl<F: Clone + Default + PartialEq + core::fmt::Debug> Mirror<F> {
    fn new(gap: usize, every: usize) -> Self {
        Mirror {
            seen: Tick::START,
            gap,
            every,
            copy: Vec::new(),
        }
    }

    /// Copies what changed until `now`, and nothing else.
    fn look<'c>(
        &mut self,
        frame: usize,
        now: Tick,
        column: &[F],
        changed_since: impl FnOnce(Tick, usize) -> ChangedRanges<'c>,
    ) {
        if frame % self.every != 0 {
            return;
        }
        self.copy.resize(column.len(), F::default());
        let mut end = None;
        for rows in changed_since(self.seen, self.gap) {
            assert!(end.is_none_or(|end| rows.start >= end + self.gap.max(1)) && !rows.is_empty());
            end = Some(rows.end);
            self.copy[rows.clone()].clone_from_slice(&column[rows]);
        }
        assert_eq!(
            self.copy, column,
            "the reader of {:?} in frame {frame}",
            self.seen
        );
        self.seen = now;
    }
}

/// A call by its number, and what it is about.
type Call = (u8, u16, u16);

with_and_without_the_word! {
    #[allow(clippy::too_many_lines, reason = "one arm per call")]
    fn change(hub: &mut BodyHub, ids: &mut Vec<BodyId>, reserved: &mut Vec<(BodyId, Body)>, (call, a, b): Call) {
        let any = |number: u16| ids.get(usize::from(number) % ids.len().max(1)).copied().unwrap_or(BodyId::DANGLING);
        let (one, other) = (any(a), any(b));
        match call {
            0 => ids.push(hub.alloc()),
            1 => ids.push(hub.insert(body(a))),
            2 => ids.push(hub.insert_with(|_| body(b))),
            3 => ids.extend(hub.alloc_many(usize::from(a % 9))),
            4 => hub.extend((0..a % 70).map(body)),
            5..=8 => drop(hub.dealloc(one)),
            9 => drop(hub.remove(one)),
            10 => drop(hub.replace(one, body(b))),
            11 => ids.extend(hub.renew(one)),
            12 => hub.retain(|id, mut row| {
                if id.index() % 5 == 1 {
                    *row.place = [b; 3];
                }
                id.index() % 7 != u32::from(a % 7)
            }),
            13 => drop(hub.drain().take(usize::from(a % 4)).collect::<Vec<_>>()),
            14 if a % 8 == 0 => hub.clear(),
            15 => {
                let mut columns = hub.columns_mut();
                if let Some(place) = columns.place.get_mut(one) {
                    *place = [b; 3];
                }
                if columns.name.get(other).is_some() {
                    columns.name.set(other, b.to_string());
                }
            }
            16 => {
                let mut places = hub.columns_mut().place;
                let rows = places.len();
                let start = usize::from(a) % (rows + 1);
                places.range_mut(start..(start + usize::from(b % 30)).min(rows)).fill([a; 3]);
            }
            17 => {
                for (_, name) in hub.columns_mut().name.iter_live_mut().rev().take(usize::from(a % 9)) {
                    name.push('+');
                }
            }
            18 => {
                if let Some(mut row) = hub.get_mut(one) {
                    row.place[0] = b;
                    row.name.push('.');
                }
            }
            19 => hub.iter_mut().take(usize::from(a % 9)).for_each(|(_, mut row)| *row.place = [b; 3]),
            20 => {
                if let Ok([mut one, mut other]) = hub.get_disjoint_mut([one, other]) {
                    core::mem::swap(&mut *one.place, &mut *other.place);
                    core::mem::swap(&mut *one.name, &mut *other.name);
                }
            }
            21 => {
                let mut copy = hub.clone();
                copy.advance();
                hub.clone_from(&copy);
            }
            22 => {
                let mut used: BodyHub = (0..a % 80).map(body).collect();
                used.advance_to(Tick::from_bits(u64::from(b) << (a % 24)));
                hub.clone_from(&{
                    used.clone_from(hub);
                    used
                });
            }
            23 => {
                let text = serde_json::to_string(hub).expect("it can be written");
                let loaded: BodyHub = serde_json::from_str(&text).expect("it can be read");
                hub.clone_from(&loaded);
            }
            24 => hub.reserve(usize::from(a % 100)),
            25 => hub.shrink_to_fit(),
            26 => hub.columns_mut().place.all_mut().reverse(),
            27 => {
                if let Some(mut record) = hub.detach(one) {
                    record.place = [b; 3];
                    reserved.push((one, record));
                }
            }
            28 => {
                if let Some((id, record)) = reserved.pop() {
                    // It comes back if a clone, a save or `clear` has lost the id.
                    drop(hub.fill(id, record));
                }
            }
            29 => reserved.push((hub.reserve_id(), body(b))),
            30 => drop(hub.free_reserved()),
            31 => drop(hub.extract_if(|id, _| id.index() % 9 == u32::from(b % 9)).nth(1)),
            32 => {
                let mut other: BodyHub = (0..a % 9).map(body).collect();
                ids.extend(hub.append(&mut other).new_ids());
            }
            33 => reorder(hub, a, b),
            34 => ids.extend(hub.insert_many((0..a % 70).map(body))),
            35 => {
                let mut columns = hub.columns_mut();
                let walk = soa_runtime::zip_live((&mut columns.place, &mut columns.name, &columns.mass));
                for (_, (place, name, mass)) in walk.take(usize::from(a % 9)) {
                    place[1] = b;
                    name.push_str(&mass.to_string());
                }
            }
            36 => lend(hub, ids, a, b),
            37 => {
                let now = hub.advance().to_bits();
                hub.advance_to(Tick::from_bits(now + (u64::from(b) << (a % 20))));
            }
            38..=40 => insert_at(hub, ids, a, b),
            41 => {
                let other: BodyHub = (0..a % 70).map(body).collect();
                ids.extend(hub.copy_rows(&other).new_ids());
            }
            42 => {
                let some = ids.iter().skip(usize::from(a % 64)).take(usize::from(b % 40));
                hub.dealloc_many(some.copied());
            }
            _ => {}
        }
    }

    /// Often into the middle of the free list, and sometimes past the end.
    fn insert_at(hub: &mut BodyHub, ids: &mut Vec<BodyId>, a: u16, b: u16) {
        let index = u32::from(a) % (u32::try_from(hub.slots()).expect("a few") + 3);
        if let Some(id) = BodyId::from_parts(index, 1 + u32::from(b % 5)) {
            ids.extend(hub.insert_at(id, body(b)).is_ok().then_some(id));
        }
    }

    /// Rows are made away from the hub, and one of them is freed there.
    fn lend(hub: &mut BodyHub, ids: &mut Vec<BodyId>, a: u16, b: u16) {
        let mut lease = hub.lease(usize::from(a % 9));
        ids.extend((0..b % 9).filter_map(|number| lease.try_insert(body(number)).ok()));
        if let Some(last) = ids.last().filter(|_| a < b) {
            lease.dealloc(*last);
        }
        assert!(hub.settle([lease]).is_empty(), "the hub has not forgotten it");
    }

    if_tracked! {
        /// A copy of the hub by slots, which gets the slots and rows that changed alone.
        struct Told {
            seen: Tick,
            every: usize,
            rows: std::collections::BTreeMap<u32, (BodyId, Body)>,
        }

        impl Told {
            fn new(every: usize) -> Self {
                Told { seen: Tick::START, every, rows: std::collections::BTreeMap::new() }
            }

            fn look(&mut self, frame: usize, now: Option<Tick>, hub: &BodyHub) {
                if frame % self.every != 0 {
                    return;
                }
                self.rows.retain(|slot, _| (*slot as usize) < hub.slots());
                let mut next = 0;
                for (slot, id) in hub.slots_changed_since(self.seen) {
                    assert!(next <= slot && (slot as usize) < hub.slots());
                    assert_eq!(id, hub.id_of_slot(slot));
                    next = slot + 1;
                    self.rows.remove(&slot);
                    if let Some(id) = id {
                        self.rows.insert(slot, (id, hub.row(id).to_record()));
                    }
                }
                let mut next = 0;
                for (id, row) in hub.rows_changed_since(self.seen) {
                    let position = hub.row_of(id).expect("it is live");
                    assert!(next <= position, "each row once, in their order");
                    next = position + 1;
                    let (known, copy) = self.rows.get_mut(&id.index()).expect("its slot changed");
                    assert_eq!(*known, id);
                    // The columns that are not tracked came with the slot.
                    (copy.place, copy.name) = (*row.place, row.name.clone());
                }
                let expected = hub.iter().map(|(id, row)| (id.index(), (id, row.to_record())));
                assert_eq!(self.rows, expected.collect(), "since {:?}", self.seen);
                self.seen = now.unwrap_or(self.seen);
            }
        }

        #[test]
        fn a_copy_of_the_slots_is_equal_after_every_frame() {
            run(|calls| {
                let mut hub = BodyHub::new();
                let (mut ids, mut reserved) = (Vec::new(), Vec::new());
                let mut copies = [Told::new(1), Told::new(5), Told::new(29)];
                for (frame, call) in calls.into_iter().enumerate() {
                    change(&mut hub, &mut ids, &mut reserved, call);
                    let now = (frame % 3 != 2).then(|| hub.advance());
                    for copy in &mut copies {
                        copy.look(frame, now, &hub);
                    }
                }
            });
        }
    }

    fn run(test: impl Fn(Vec<Call>)) {
        let config = ProptestConfig { cases: CASES, failure_persistence: None, ..ProptestConfig::default() };
        let calls = prop::collection::vec((0..44_u8, any::<u16>(), any::<u16>()), 1..CALLS);
        let result = TestRunner::new(config).run(&calls, |calls: Vec<Call>| {
            test(calls);
            Ok(())
        });
        if let Err(error) = result {
            panic!("{error}");
        }
    }

    #[test]
    fn a_mirror_is_equal_after_every_frame() {
        run(|calls| {
            let mut hub = BodyHub::new();
            let (mut ids, mut reserved) = (Vec::new(), Vec::new());
            let mut places = [Mirror::new(0, 1), Mirror::new(5, 4), Mirror::new(2, 30)];
            let mut names = [Mirror::new(1, 1), Mirror::new(100, 7)];
            for (frame, call) in calls.into_iter().enumerate() {
                change(&mut hub, &mut ids, &mut reserved, call);
                // Not in each frame: what is written in the open tick is reported again.
                let now = if frame % 3 == 2 { None } else { Some(hub.advance()) };
                let (place, name) = (hub.columns().place, hub.columns().name);
                for mirror in &mut places {
                    mirror.look(frame, now.unwrap_or(mirror.seen), &place, |tick, gap| place.changed_since(tick, gap));
                }
                for mirror in &mut names {
                    mirror.look(frame, now.unwrap_or(mirror.seen), &name, |tick, gap| name.changed_since(tick, gap));
                }
            }
        });
    }
}
