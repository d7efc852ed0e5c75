//! Random lives over a link that loses, repeats and reorders packets. Each tick that a
//! mirror confirms is compared bit for bit. Now and then a mirror becomes a hub, whose slots
//! are compared with those of the source at that tick.
//!
//! `SOA_TICKS=1000000 cargo test --release --test hub mirror::lossy` simulates a million
//! ticks.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use soa_runtime::{Applied, IdAllocator, Mirror, Tick};

use super::{apply, packed};
use crate::support::Random;

/// The number of ticks of all simulations together.
fn ticks() -> usize {
    let wanted = std::env::var("SOA_TICKS").ok();
    wanted.map_or(if cfg!(miri) { 60 } else { 6000 }, |ticks| {
        ticks.parse().unwrap()
    })
}

/// Packets on their way. A packet arrives once, never or several times, and in any order.
#[derive(Default)]
struct Link<P>(VecDeque<P>);

impl<P: Clone> Link<P> {
    fn send(&mut self, packet: &P, random: &mut Random) {
        let copies = [0, 0, 1, 1, 1, 1, 1, 2][random.below(8)];
        for _ in 0..copies {
            let place = self.0.len() - random.below(self.0.len().min(5) + 1);
            self.0.insert(place, packet.clone());
        }
    }

    /// Returns the packets that arrive now.
    fn arrive(&mut self, random: &mut Random) -> Vec<P> {
        let packets = random.below(4).min(self.0.len());
        self.0.drain(..packets).collect()
    }
}

/// A receiver at the other end of two links.
struct Client<T: IdAllocator> {
    mirror: Mirror<T>,
    down: Link<Vec<u8>>,
    up: Link<Tick>,
    /// The last tick that the server knows to be confirmed.
    confirmed: Tick,
}

impl<T: IdAllocator> Client<T> {
    fn new() -> Self {
        Client {
            mirror: Mirror::new(),
            down: Link(VecDeque::new()),
            up: Link(VecDeque::new()),
            confirmed: Tick::START,
        }
    }
}

macro_rules! simulations {
    ($($module:ident [$($option:tt)*] ($repeats:expr) $reorder:expr;)*) => {$(
        mod $module {
            use super::*;

            #[derive(IdAllocator, Debug, Clone, PartialEq)]
            #[soa(tracked, $($option)*)]
            #[soa(derive(Clone, Debug, PartialEq, Serialize, Deserialize))]
            struct Body {
                #[soa(tracked)]
                pos: [f32; 2],
                #[soa(tracked)]
                name: String,
                born: u64,
            }

            /// What a mirror must have at a tick, in this order.
            type Rows = Vec<(u64, [u32; 2], String, u64)>;

            /// The free slots with their next generations in the order of their reuse, and the
            /// retired ones.
            type Vacant = (Vec<(u32, u32)>, BTreeSet<u32>);

            fn vacant(hub: &soa_runtime::Hub<Body>) -> Vacant {
                let mut saved = serde_json::to_value(hub).unwrap();
                let [free, retired] = ["free", "retired"].map(|list| saved[list].take());
                (serde_json::from_value(free).unwrap(), serde_json::from_value(retired).unwrap())
            }

            /// Ids that were issued. Those that were issued after a state was saved are not, once
            /// the state is restored.
            #[derive(Default)]
            struct Issued {
                ids: BTreeSet<BodyId>,
                saved: BTreeSet<BodyId>,
            }

            impl Issued {
                fn look(&mut self, hub: &BodyHub) {
                    self.ids.extend(hub.ids().chain(hub.reserved()));
                }
            }

            /// Checks a hub that was promoted when its source was as `past`, and lets it live on.
            fn live_on(hub: soa_runtime::Hub<Body>, past: &BodyHub, random: &mut Random) {
                let mut past = BodyHub::from(past.clone());
                past.free_reserved();
                assert_eq!(rows(&hub), rows(&past));
                assert_eq!(vacant(&hub), vacant(&past));
                assert_eq!(hub.last_tick(), Some(Tick::START));
                let mut hub = BodyHub::from(hub);
                let (mut born, mut copy) = (0, Mirror::<Body>::new());
                for _ in 0..3 {
                    for _ in 0..random.below(30) {
                        // There is nothing to restore.
                        let mut saved = hub.clone();
                        change(&mut hub, &mut saved, random, &mut born, &mut Issued::default());
                    }
                    super::super::follow(&mut hub, &mut copy);
                    super::super::assert_follows(&hub, &copy);
                }
            }

            /// Checks that a hub issues no id of a set, if slots are retired.
            fn issues_none_of(mut hub: BodyHub, issued: &BTreeSet<BodyId>) {
                if $repeats {
                    return;
                }
                assert!(hub.ids().all(|id| issued.contains(&id)));
                let mut random = Random::new(1);
                for _ in 0..hub.stats().free {
                    let id = hub.insert(body(&mut random, &mut 0));
                    assert!(!issued.contains(&id), "{id} came back");
                }
            }

            fn rows(hub: &soa_runtime::Hub<Body>) -> Rows {
                let rows = hub.iter().map(|(id, body)| {
                    let bits = body.pos.map(f32::to_bits);
                    (id.to_bits().into(), bits, body.name.clone(), *body.born)
                });
                rows.collect()
            }

            fn body(random: &mut Random, born: &mut u64) -> Body {
                *born += 1;
                Body {
                    pos: [f32::from(u8::try_from(random.below(100)).unwrap()), -0.0],
                    name: random.below(1000).to_string(),
                    born: *born,
                }
            }

            /// Changes something.
            fn change(
                hub: &mut BodyHub,
                saved: &mut BodyHub,
                random: &mut Random,
                born: &mut u64,
                issued: &mut Issued,
            ) {
                let count = hub.len();
                let nth = random.below(count.max(1));
                let any = hub.ids().nth(nth).unwrap_or(BodyId::DANGLING);
                match random.below(32) {
                    0..=4 => drop(hub.try_insert(body(random, born))),
                    5..=7 => drop(hub.dealloc(any)),
                    8 => drop(hub.replace(any, body(random, born))),
                    9 => drop(hub.renew(any)),
                    10..=14 => {
                        if let Some(mut row) = hub.get_mut(any) {
                            row.pos[0] += 1.0;
                        }
                    }
                    15 | 16 => {
                        if let Some(mut row) = hub.get_mut(any) {
                            row.name.push('x');
                        }
                    }
                    17 => hub.columns_mut().pos.all_mut().reverse(),
                    18 => {
                        for (_, name) in hub.columns_mut().name.iter_live_mut().take(nth) {
                            name.push('y');
                        }
                    }
                    19 => drop(hub.try_reserve(1).map(|()| hub.reserve_id())),
                    20 => {
                        let reserved = hub.reserved().next();
                        if let Some(id) = reserved {
                            hub.fill(id, body(random, born)).unwrap();
                        }
                    }
                    21 => drop(hub.free_reserved()),
                    22 => drop(hub.detach(any)),
                    23 => {
                        let rows = random.below(9);
                        if hub.try_reserve(rows).is_ok() {
                            let mut lease = hub.lease(rows);
                            for _ in 0..random.below(lease.left() + 1) {
                                let _ = lease.insert(body(random, born));
                            }
                            assert!(hub.settle([lease]).is_empty());
                        }
                    }
                    24 if random.one_in(8) => hub.clear(),
                    25 => hub.retain(|id, _| id.index() as usize % 7 != nth % 7),
                    26 => {
                        saved.clone_from(hub);
                        issued.saved.clone_from(&issued.ids);
                    }
                    27 if random.one_in(3) => {
                        hub.clone_from(saved);
                        issued.ids.clone_from(&issued.saved);
                    }
                    28 => {
                        let slot = u32::try_from(random.below(hub.slots() + 5)).unwrap();
                        let generation = u32::try_from(random.below(20)).unwrap();
                        if let Some(id) = soa_runtime::Handle::from_parts(slot, generation) {
                            drop(hub.insert_at(id, body(random, born)));
                        }
                    }
                    29 => hub.shrink_to_fit(),
                    30 => {
                        let reorder: fn(&mut BodyHub) = $reorder;
                        reorder(hub);
                    }
                    _ => {}
                }
                issued.look(hub);
            }

            #[test]
            fn ends_bit_identical() {
                let share = ticks() / SIMULATIONS;
                let lives = (share / 500).max(1);
                for life in 0..lives {
                    simulate(life as u64 + 1, share / lives);
                }
            }

            fn simulate(seed: u64, ticks: usize) {
                let mut random = Random::new(seed);
                let (mut hub, mut saved, mut born) = (BodyHub::new(), BodyHub::new(), 0);
                let mut history: BTreeMap<Tick, (Rows, BodyHub)> = BTreeMap::new();
                let mut issued = Issued::default();
                let mut clients: Vec<Client<Body>> = Vec::new();
                for frame in 0..ticks {
                    for _ in 0..random.below(12) {
                        change(&mut hub, &mut saved, &mut random, &mut born, &mut issued);
                    }
                    if clients.len() < 3 && frame % 100 == clients.len() * 40 {
                        clients.push(Client::new());
                    }
                    let now = hub.advance();
                    history.insert(now, (rows(&hub), hub.clone()));
                    for client in &mut clients {
                        for tick in client.up.arrive(&mut random) {
                            client.confirmed = client.confirmed.max(tick);
                        }
                        let packet = packed(&hub.delta(client.confirmed));
                        client.down.send(&packet, &mut random);
                        for packet in client.down.arrive(&mut random) {
                            let before = client.mirror.tick();
                            match apply(&mut client.mirror, &packet).unwrap() {
                                Applied::Now(tick) => {
                                    assert!(tick > before);
                                    let found = rows(&client.mirror);
                                    let past = &history[&tick].0;
                                    assert_eq!(found, *past, "seed {seed}, tick {tick:?}");
                                    client.up.send(&tick, &mut random);
                                }
                                Applied::Old => {
                                    // The confirmation may be lost: it is sent again.
                                    client.up.send(&before, &mut random);
                                }
                            }
                        }
                        if random.one_in(60) && client.mirror.tick() != Tick::START {
                            // It takes over, and another client comes in its place.
                            let (_, past) = &history[&client.mirror.tick()];
                            let leaver = core::mem::replace(client, Client::new());
                            live_on(leaver.mirror.promote(), past, &mut random);
                        }
                    }
                    let oldest = clients.iter().map(|client| client.mirror.tick()).min();
                    let kept = history.split_off(&oldest.unwrap_or(now));
                    history = kept;
                }
                // At last every packet arrives.
                let now = hub.advance();
                for mut client in clients {
                    let packet = packed(&hub.delta(client.confirmed));
                    assert_eq!(apply(&mut client.mirror, &packet), Ok(Applied::Now(now)));
                    assert_eq!(rows(&client.mirror), rows(&hub), "seed {seed}");
                    super::super::assert_follows(&hub, &client.mirror);
                    let promoted = client.mirror.promote();
                    issues_none_of(promoted.clone().into(), &issued.ids);
                    live_on(promoted, &hub, &mut random);
                }
            }
        }
    )*};
}

/// The number of simulations below.
const SIMULATIONS: usize = 6;

// In parentheses: whether an id can come back.
simulations! {
    slots [layout = slots] (false) |_| {};
    dense_short [layout = dense, bits(index = 8, generation = 3)] (false) |hub| {
        if let Some(last) = hub.len().checked_sub(1) {
            hub.swap_rows(0, last);
        }
    };
}

#[cfg(feature = "every-kind")]
simulations! {
    dense [layout = dense] (false) |hub| hub.sort_by_key(|body| body.pos[0].to_bits());
    slots_short [bits(index = 8, generation = 3), recycle = fifo] (false) |_| {};
    slots_wrap [bits(index = 8, generation = 2), exhausted = wrap, holes = kept] (true) |_| {};
    dense_unversioned [layout = dense, bits(index = 8, generation = 0), recycle = fifo(min_free = 4)]
        (true) |hub| hub.sort_by_key(|body| core::cmp::Reverse(*body.born));
}
