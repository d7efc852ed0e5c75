//! What it costs to send the changes of 100 000 units to 64 clients, and to apply them, beside what
//! one would write by hand with slotmap. Writes `deltas.md`.
//!
//! The slotmap stores each unit as a struct with the tick of its last change. The sender visits all
//! units for each client; it cannot tell which units were freed, which a real one would have to
//! keep a list of. The receiver is a `SecondaryMap` under the sender's keys.
//!
//! Both sides write and read postcard: the way to a unit, and its position.

use soa_bench::harness::{Failure, Options, Table, measure, real, seconds};
use soa_runtime::{IdAllocator, Mirror, Tick};

/// The clients, each of which gets a delta of its own.
const CLIENTS: usize = 64;

type Pos = [f32; 2];

/// Returns whether a position has this value in both coordinates.
fn is_at(pos: Pos, value: f32) -> bool {
    pos.map(f32::to_bits) == [value.to_bits(); 2]
}

macro_rules! layouts {
    ($($layout:ident)*) => {$(
        mod $layout {
            use super::*;

            #[derive(IdAllocator)]
            #[soa(tracked, layout = $layout, derive(Serialize, Deserialize))]
            pub(super) struct Unit {
                #[soa(tracked)]
                pub(super) pos: Pos,
                #[soa(tracked)]
                pub(super) hp: u32,
                pub(super) name: u64,
            }

            pub(super) struct Sender {
                hub: UnitHub,
                ids: Vec<UnitId>,
                /// The tick before the last one, and the last one.
                seen: Tick,
                now: Tick,
                /// A client's copy.
                mirror: Mirror<Unit>,
                /// What a client of its own would write into.
                plain: UnitHub,
            }

            impl Sender {
                pub(super) fn new(rows: usize) -> Self {
                    let unit = |name: usize| Unit { pos: [0.5; 2], hp: 100, name: name as u64 };
                    let (mut hub, mut plain) = (UnitHub::new(), UnitHub::new());
                    let ids = hub.insert_many((0..rows).map(unit));
                    plain.insert_many((0..rows).map(unit));
                    let seen = hub.advance();
                    let mut mirror = Mirror::new();
                    let all = postcard::to_allocvec(&hub.delta(Tick::START)).expect("there is memory");
                    mirror
                        .apply(&mut postcard::Deserializer::from_bytes(&all))
                        .expect("it is the first delta");
                    Sender { hub, ids, seen, now: seen, mirror, plain }
                }
            }

            impl Contender for Sender {
                fn name(&self) -> &'static str {
                    concat!("a hub, `layout = ", stringify!($layout), "`")
                }

                fn write(&mut self, rows: &[usize], value: f32) {
                    self.seen = self.now;
                    let mut columns = self.hub.columns_mut();
                    for &row in rows {
                        columns.pos[self.ids[row]] = [value, value];
                    }
                    self.now = self.hub.advance();
                }

                fn send(&self, packet: &mut Vec<u8>) {
                    packet.clear();
                    let bytes = std::mem::take(packet);
                    *packet = postcard::to_extend(&self.hub.delta(self.seen), bytes).expect("there is memory");
                }

                fn apply(&mut self, packet: &[u8]) {
                    self.mirror
                        .apply(&mut postcard::Deserializer::from_bytes(packet))
                        .expect("it is the next delta");
                }

                fn write_by_id(&mut self, rows: &[usize], value: f32) {
                    let mut columns = self.plain.columns_mut();
                    for &row in rows {
                        columns.pos[self.ids[row]] = [value, value];
                    }
                }

                fn is_equal(&self, rows: &[usize], value: f32) -> bool {
                    let pos = self.mirror.columns().pos;
                    rows.iter().all(|&row| is_at(pos[self.ids[row]], value))
                        && self.mirror.tick() == self.now
                }
            }
        }
    )*};
}

layouts!(slots dense);

/// A sender and one of its clients.
trait Contender {
    fn name(&self) -> &'static str;

    /// Writes these rows and ends the tick.
    fn write(&mut self, rows: &[usize], value: f32);

    /// Writes what changed in the tick.
    fn send(&self, packet: &mut Vec<u8>);

    /// Applies it to the copy.
    fn apply(&mut self, packet: &[u8]);

    /// Writes the same rows into another copy, without a packet.
    fn write_by_id(&mut self, rows: &[usize], value: f32);

    /// Returns whether the copy has the value in these rows.
    fn is_equal(&self, rows: &[usize], value: f32) -> bool;
}

mod by_hand {
    use super::{Contender, Pos, is_at};
    use slotmap::{Key as _, KeyData, SecondaryMap, SlotMap, new_key_type};

    new_key_type! {
        struct Key;
    }

    struct Unit {
        pos: Pos,
        changed: u64,
        #[expect(dead_code, reason = "a unit has more than a position")]
        rest: (u32, u64),
    }

    pub(super) struct Sender {
        map: SlotMap<Key, Unit>,
        keys: Vec<Key>,
        tick: u64,
        copy: SecondaryMap<Key, (Pos, u32, u64)>,
        plain: SecondaryMap<Key, (Pos, u32, u64)>,
    }

    impl Sender {
        pub(super) fn new(rows: usize) -> Self {
            let mut map = SlotMap::with_key();
            let unit = |name: usize| Unit {
                pos: [0.5; 2],
                changed: 0,
                rest: (100, name as u64),
            };
            let keys: Vec<_> = (0..rows).map(|name| map.insert(unit(name))).collect();
            let copy: SecondaryMap<_, _> =
                keys.iter().map(|&key| (key, ([0.5; 2], 100, 0))).collect();
            Sender {
                map,
                keys,
                tick: 0,
                plain: copy.clone(),
                copy,
            }
        }
    }

    impl Contender for Sender {
        fn name(&self) -> &'static str {
            "`SlotMap` to `SecondaryMap`, by hand"
        }

        fn write(&mut self, rows: &[usize], value: f32) {
            self.tick += 1;
            for &row in rows {
                let unit = &mut self.map[self.keys[row]];
                unit.pos = [value, value];
                unit.changed = self.tick;
            }
        }

        fn send(&self, packet: &mut Vec<u8>) {
            packet.clear();
            let since = self.tick - 1;
            for (key, unit) in &self.map {
                if unit.changed > since {
                    let change = (key.data().as_ffi(), unit.pos);
                    let bytes = std::mem::take(packet);
                    *packet = postcard::to_extend(&change, bytes).expect("there is memory");
                }
            }
        }

        fn apply(&mut self, mut packet: &[u8]) {
            while !packet.is_empty() {
                let ((key, pos), rest): ((u64, Pos), _) =
                    postcard::take_from_bytes(packet).expect("a change");
                if let Some(unit) = self.copy.get_mut(Key::from(KeyData::from_ffi(key))) {
                    unit.0 = pos;
                }
                packet = rest;
            }
        }

        fn write_by_id(&mut self, rows: &[usize], value: f32) {
            for &row in rows {
                self.plain[self.keys[row]].0 = [value, value];
            }
        }

        fn is_equal(&self, rows: &[usize], value: f32) -> bool {
            rows.iter()
                .all(|&row| is_at(self.copy[self.keys[row]].0, value))
        }
    }
}

fn main() -> Result<(), Failure> {
    let options = Options::from_args()?;
    let rows = if options.quick { 10_000 } else { 100_000 };
    let rounds = options.rounds(41);
    let mut contenders: [Box<dyn Contender>; 3] = [
        Box::new(slots::Sender::new(rows)),
        Box::new(dense::Sender::new(rows)),
        Box::new(by_hand::Sender::new(rows)),
    ];
    // Odd and far from a fraction of the rows, so it meets each row once.
    let changed: Vec<usize> = (0..rows / 100).map(|n| n * 61_953 % rows).collect();
    let (mut value, mut packet) = (0.0, Vec::new());
    let taken = measure(rounds, &mut contenders, |contender| {
        value += 1.0;
        contender.write(&changed, value);
        let sent = seconds(|| {
            for _ in 0..CLIENTS {
                contender.send(&mut packet);
            }
        });
        let applied = seconds(|| contender.apply(&packet));
        let written = seconds(|| contender.write_by_id(&changed, value));
        let name = contender.name();
        assert!(contender.is_equal(&changed, value), "{name} lost a change");
        Ok([sent, applied, written, real(packet.len() as u64)])
    })?;

    let mut table = Table::new(
        "| deltas for 64 clients, ms | bytes of a delta | applying one, us | writing the same rows by id, us | ratio",
    );
    for (contender, [sends, applies, writes, bytes]) in contenders.iter().zip(&taken) {
        table.row([
            contender.name().to_owned(),
            sends.spread(1e3),
            bytes.median().to_string(),
            applies.spread(1e6),
            writes.spread(1e6),
            applies.over(writes).spread(1.0),
        ]);
    }
    let page = format!(
        "# Deltas\n\n\
         Written by `cargo run --release -p soa-bench --bin deltas`: {rows} units, of which {} \
         have a new position, in postcard; {rounds} rounds; medians, with the quartiles in parentheses. \
         Every copy is compared with the units.\n\n{table}",
        changed.len()
    );
    options.publish("deltas.md", &page)
}
