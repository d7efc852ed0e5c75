//! A hub that was loaded, or that a mirror became, issues the ids that the old hub would have
//! issued: after random programs, the same calls on both return the same.

use soa_journal::{Flush, JournalRecord, Load, Options};
use soa_runtime::{AnyHandle, Hub, IdAllocator, Mirror, Row, Tick};

use crate::crashes::number;
use crate::random::Random;
use crate::save;

/// Declares a record with options.
macro_rules! records {
    ($($name:ident [$($option:tt)*])*) => {$(
        #[derive(IdAllocator, Clone, PartialEq)]
        #[soa(tracked = all, $($option)*, derive(Clone, PartialEq, Serialize, Deserialize))]
        struct $name {
            value: u32,
            /// So large that deltas outgrow the hub, and are folded.
            name: String,
        }

        impl From<u32> for $name {
            fn from(value: u32) -> Self {
                let name = format!("{value:600}");
                $name { value, name }
            }
        }
    )*};
}

records! {
    Stack [layout = slots]
    Queue [recycle = fifo]
    Short [bits(index = 7, generation = 3, tag = 6), recycle = fifo(min_free = 5)]
    Round [bits(index = 8, generation = 2), exhausted = wrap, holes = kept]
    Dense [layout = dense, bits(index = 10, generation = 4, tag = 2)]
    DenseQueue [layout = dense, recycle = fifo(min_free = 3), bits(index = 8, generation = 8)]
    Bare [layout = dense, bits(index = 8, generation = 0)]
}

/// A hub, and the ids that it has issued last.
struct Program<T: IdAllocator> {
    hub: Hub<T>,
    issued: Vec<T::Id>,
    random: Random,
    /// Sorts dense rows.
    reorder: fn(&mut Hub<T>),
}

impl<T: JournalRecord + Clone + From<u32>> Program<T>
where
    Hub<T>: Clone,
{
    /// Returns the program with another hub, which issues the same ids from now on.
    fn with(&self, hub: Hub<T>) -> Self {
        Program {
            hub,
            issued: self.issued.clone(),
            random: self.random.clone(),
            reorder: self.reorder,
        }
    }

    fn any(&mut self) -> T::Id {
        let recent = self.issued.len().min(80);
        match self.issued.len() {
            0 => T::Id::DANGLING,
            issued => self.issued[issued - 1 - self.random.below(recent)],
        }
    }

    fn record(&mut self) -> T {
        T::from(self.random.below(1000) as u32)
    }

    /// Does something. Returns the ids that it issued or freed.
    fn step(&mut self) -> Vec<T::Id> {
        let (id, record) = (self.any(), self.record());
        let hub = &mut self.hub;
        let (mut issued, mut freed) = (Vec::new(), Vec::new());
        match self.random.below(32) {
            0..=8 => issued.extend(hub.try_insert(record)),
            9..=13 => freed.extend(hub.dealloc(id).then_some(id)),
            14 => freed.extend(hub.remove(id).map(|_| id)),
            15 | 16 => issued.extend(hub.try_reserve(1).map(|()| hub.reserve_id())),
            17 => freed.extend(hub.detach(id).map(|_| id)),
            18 | 19 => issued.extend(hub.fill(id, record).map(|()| id)),
            20 if self.random.one_in(6) => drop(hub.free_reserved()),
            21 => issued.extend(hub.renew(id)),
            22 => {
                let slot = self.random.below(hub.slots() + 3) as u32;
                let generation = self.random.below(9) as u32 + T::Id::FIRST_GENERATION;
                if slot < T::Id::LIMIT && generation <= T::Id::LAST_GENERATION {
                    let id = T::Id::assemble_tagged(slot, generation, hub.tag());
                    issued.extend(hub.insert_at(id, record).map(|()| id));
                }
            }
            23 => {
                let rows = self.random.below(9);
                if hub.try_reserve(rows).is_ok() {
                    let mut lease = hub.lease(rows);
                    let used = self.random.below(rows + 1);
                    issued.extend((0..used).map(|_| lease.insert(record.clone())));
                    if used > 2 {
                        lease.dealloc(issued[1]);
                    }
                    freed.extend(hub.settle([lease]).into_iter().map(|(id, _)| id));
                }
            }
            24 => drop(hub.replace(id, record)),
            25 => hub.shrink_to_fit(),
            26 => {
                let ids: Vec<_> = (0..4).map(|_| self.any()).collect();
                self.hub.dealloc_many(ids);
            }
            27 => hub.retain(|id, _| id.index() % 7 != 3),
            28 if self.random.one_in(20) => hub.clear(),
            29 if self.random.one_in(4) => {
                let count = self.random.below(4);
                let extracted = hub.extract_if(|id, _| id.index() % 3 == 1);
                freed.extend(extracted.take(count).map(|(id, _)| id));
            }
            30 if self.random.one_in(20) => freed.extend(hub.drain().map(|(id, _)| id)),
            _ if self.random.one_in(3) => {
                let records = vec![record; self.random.below(4)];
                if hub.try_reserve(records.len()).is_ok() {
                    issued.extend(hub.insert_many(records));
                }
            }
            _ => (self.reorder)(hub),
        }
        self.issued.extend(&issued);
        issued.extend(freed);
        issued
    }
}

/// Has a mirror apply what changed.
fn follow<T: JournalRecord>(source: soa_runtime::Delta<'_, T>, mirror: &mut Mirror<T>) {
    let packet = postcard::to_allocvec(&source).unwrap();
    let mut packet = postcard::Deserializer::from_bytes(&packet);
    mirror.apply(&mut packet).unwrap();
}

fn goes_on<T: JournalRecord + Clone + From<u32>>(hub: Hub<T>, reorder: fn(&mut Hub<T>))
where
    Hub<T>: Clone,
    for<'a> Row<'a, T>: PartialEq,
{
    const COMPARED: usize = 500;
    let calls = number("SOA_ID_CALLS", 10_000) as usize;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("world.journal");
    let open = || Options::new().flush(Flush::OnRequest).open(&path).unwrap();
    let mut program = Program {
        hub,
        issued: Vec::new(),
        random: Random::new(calls as u64),
        reorder,
    };
    let (mut journal, mut direct, mut relay) = (open(), Mirror::new(), Mirror::new());
    let (mut round, mut made, mut folds) = (0, 0, 0);
    while made < calls {
        round += 1;
        for _ in 0..program.random.below(200) {
            program.step();
            if program.random.one_in(10) {
                save(&mut journal, "hub", &mut program.hub);
                follow(program.hub.delta(direct.tick()), &mut direct);
            }
        }
        save(&mut journal, "hub", &mut program.hub);
        follow(program.hub.delta(direct.tick()), &mut direct);
        direct.advance();
        follow(direct.delta(relay.tick()), &mut relay);
        relay.advance();
        if program.random.one_in(10) {
            folds += journal.stats().folds;
            drop(journal);
            journal = open();
        }
        let loaded: Hub<T> = journal.load("hub").unwrap();
        let mirror = if round % 2 == 0 { &direct } else { &relay };
        let mut packet = Mirror::new();
        follow(mirror.delta(Tick::START), &mut packet);

        let mut same = program.with(program.hub.clone());
        same.hub.free_reserved();
        let mut others = [program.with(loaded), program.with(packet.promote())];
        // A hub that goes on after a few calls has slots that are as they were loaded.
        let compared = if program.random.one_in(2) {
            5
        } else {
            COMPARED
        };
        made += compared;
        for call in 0..compared {
            let expected = same.step();
            for other in &mut others {
                assert_eq!(other.step(), expected, "round {round}, call {call}");
            }
        }
        for other in &others {
            assert!(other.hub.iter().eq(same.hub.iter()), "round {round}");
            let counts = |hub: &Hub<T>| {
                let stats = hub.stats();
                (stats.slots, stats.free, stats.retired, stats.reserved)
            };
            assert_eq!(counts(&other.hub), counts(&same.hub), "round {round}");
        }
        let [loaded, _] = others;
        if program.random.one_in(4) {
            // The loaded hub is committed from now on.
            program = loaded;
            (direct, relay) = (Mirror::new(), Mirror::new());
        }
    }
    folds += journal.stats().folds;
    assert!(folds > 0, "no hub was folded");
}

#[test]
fn the_same_calls_return_the_same_ids() {
    goes_on(Hub::<Stack>::new(), |_| {});
    goes_on(Hub::<Queue>::new(), |_| {});
    goes_on(Hub::<Short>::with_tag(33), |_| {});
    goes_on(Hub::<Round>::new(), |_| {});
    goes_on(Hub::<Dense>::with_tag(1), |hub| {
        hub.sort_by_key(|row| *row.value);
    });
    goes_on(Hub::<DenseQueue>::new(), |hub| {
        hub.sort_by_key(|row| row.value % 7);
    });
    goes_on(Hub::<Bare>::new(), |hub| {
        if let Some(last) = hub.len().checked_sub(1) {
            hub.swap_rows(last / 3, last);
        }
    });
}
