//! `convert`: the rows of another record, under the same ids.
#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

use serde_json::Value;
use soa_runtime::generic::{SameBits, Vacate};
use soa_runtime::{AnyHandle, Hub, IdAllocator, Tick};

use crate::support::{Random, Tracked, alive, tick, with_fuse};

type Id<T> = <T as IdAllocator>::Id;

/// A record whose ids have a tag and the generations 1 to 3.
trait Sample: Vacate {
    const DENSE: bool;
    fn of(value: u32) -> Self;
    fn into_value(self) -> u32;
    fn value(hub: &Hub<Self>, id: Id<Self>) -> Option<u32>;
    /// Swaps two rows, if rows have an order.
    fn swap(hub: &mut Hub<Self>, rows: [usize; 2]);
    fn saved(hub: &Hub<Self>) -> Value;
    fn load(saved: Value) -> Hub<Self>;
}

macro_rules! samples {
    ($($name:ident $hub:ident [$layout:ident $($option:tt)*];)*) => {$(
        #[derive(IdAllocator)]
        #[soa(layout = $layout, bits(index = 5, generation = 2, tag = 3), $($option)*)]
        #[soa(derive(Serialize, Deserialize))]
        struct $name {
            // Different columns, so that no record is another one by chance.
            $layout: u32,
            text: String,
        }

        impl Sample for $name {
            const DENSE: bool = samples!(dense $layout);

            fn of(value: u32) -> Self {
                $name { $layout: value, text: value.to_string() }
            }

            fn into_value(self) -> u32 {
                assert_eq!(self.text, self.$layout.to_string());
                self.$layout
            }

            fn value(hub: &Hub<Self>, id: Id<Self>) -> Option<u32> {
                hub.get(id).map(|row| *row.$layout)
            }

            fn swap(_hub: &mut Hub<Self>, _rows: [usize; 2]) {
                samples!(swap $layout _hub _rows);
            }

            fn saved(hub: &Hub<Self>) -> Value {
                serde_json::to_value(hub).unwrap()
            }

            fn load(saved: Value) -> Hub<Self> {
                serde_json::from_value(saved).unwrap()
            }
        }
    )*};
    (dense slots) => { false };
    (dense dense) => { true };
    (swap slots $hub:ident $rows:ident) => {};
    (swap dense $hub:ident $rows:ident) => { $hub.swap_rows($rows[0], $rows[1]) };
}

samples! {
    SlotsLifo SlotsLifoHub [slots];
    SlotsFifo SlotsFifoHub [slots recycle = fifo(min_free = 3), holes = kept, tracked];
    SlotsWrap SlotsWrapHub [slots exhausted = wrap];
    DenseLifo DenseLifoHub [dense exhausted = wrap];
    DenseFifo DenseFifoHub [dense recycle = fifo, tracked];
}

/// Every bit pattern that can be an id, and the dangling one.
fn all_ids<H: AnyHandle>() -> impl Iterator<Item = H> {
    let parts = [0, 5]
        .into_iter()
        .flat_map(|tag| (0..33).map(move |index| (tag, index)));
    let parts =
        parts.flat_map(|(tag, index)| (0..5).map(move |generation| (tag, index, generation)));
    let made = parts.filter_map(|(tag, index, generation)| {
        let fits = index <= H::LIMIT && generation < 4;
        fits.then(|| H::from_bits(H::assemble_tagged(index, generation, tag).to_bits()))?
    });
    made.chain([H::DANGLING])
}

/// A life with all states of slots. `seed` chooses what happens.
fn life<T: Sample>(seed: u64) -> Hub<T> {
    let mut random = Random::new(seed);
    let mut below = |below: usize| random.below(below);
    let mut hub = Hub::with_tag(5);
    for value in 0..120 {
        let nth = below(hub.len());
        let any = hub.ids().nth(nth).unwrap_or(Id::<T>::DANGLING);
        match below(16) {
            0..=5 => drop(hub.try_insert(T::of(value))),
            6..=8 => drop(hub.dealloc(any)),
            9 => drop(hub.renew(any)),
            10 => drop(hub.try_reserve(1).map(|()| hub.reserve_id())),
            11 => drop(hub.detach(any)),
            12 if below(4) == 0 => drop(hub.free_reserved()),
            13 => {
                let ids: Vec<Id<T>> = all_ids().collect();
                drop(hub.insert_at(ids[below(ids.len())], T::of(value)));
            }
            _ if hub.len() > 1 => {
                let last = hub.len() - 1;
                T::swap(&mut hub, [nth, last]);
            }
            _ => {}
        }
    }
    hub
}

/// What must be the same after a conversion: the state of each id, and what comes next.
fn state<T: Sample>(hub: &Hub<T>) -> (Vec<String>, [Value; 3], u32) {
    let states = all_ids::<Id<T>>().map(|id| match T::value(hub, id) {
        Some(value) => format!("{id}: {value}"),
        None if hub.is_reserved(id) => format!("{id} is reserved"),
        None => hub
            .try_row(id)
            .err()
            .unwrap()
            .to_string()
            .replace(T::HUB, "the hub"),
    });
    let mut saved = T::saved(hub);
    let lists = ["free", "retired", "withheld"].map(|list| saved[list].take());
    (states.collect(), lists, hub.tag())
}

fn parts<H: AnyHandle>(id: H) -> (u32, u32) {
    (id.index(), id.generation())
}

/// Converts random hubs, and converts them back.
fn check<T: Sample + SameBits<U>, U: Sample + SameBits<T>>() {
    for seed in 1..if cfg!(miri) { 3 } else { 20 } {
        let hub = life::<T>(seed);
        let (before, slots) = (state(&hub), hub.slots());
        let mut order: Vec<_> = hub.ids().map(parts).collect();
        let mut values = Vec::new();
        let expected: Vec<_> = hub.ids().filter_map(|id| T::value(&hub, id)).collect();
        let (stats, saved) = (hub.stats(), T::saved(&hub));

        let converted = hub.convert(|record: T| {
            let value = record.into_value();
            values.push(value);
            U::of(value)
        });
        assert_eq!(state(&converted), before, "seed {seed}");
        assert_eq!(values, expected, "`f` sees the rows in their order");
        if !U::DENSE {
            order.sort_unstable();
        }
        assert!(converted.ids().map(parts).eq(order));
        let now = converted.stats();
        assert_eq!(
            (now.live, now.free, now.retired),
            (stats.live, stats.free, stats.retired)
        );
        assert_eq!((now.reserved, now.slots), (stats.reserved, slots));
        assert!(converted.last_tick().is_none_or(|tick| tick == Tick::START));

        // It is saved and loaded, and it lives on.
        let loaded = U::load(U::saved(&converted));
        assert_eq!(state(&loaded), before);
        let mut going_on = loaded;
        while going_on.stats().free > 0 {
            let Ok(id) = going_on.try_insert(U::of(1)) else {
                break;
            };
            assert_eq!(id.tag(), 5);
        }
        going_on.clear();
        going_on.free_reserved();
        assert!(going_on.is_empty());

        let back = converted.convert(|record| T::of(record.into_value()));
        assert_eq!(state(&back), before);
        if !T::DENSE || U::DENSE {
            assert_eq!(T::saved(&back), saved);
        }
    }
}

macro_rules! pairs {
    ($($test:ident: $from:ident $to:ident;)*) => {$(
        #[test]
        fn $test() {
            check::<$from, $to>();
        }
    )*};
}

pairs! {
    slots_to_the_same: SlotsLifo SlotsLifo;
    slots_to_a_dense_queue: SlotsLifo DenseFifo;
    a_queue_to_wrap: SlotsFifo SlotsWrap;
    wrap_to_dense: SlotsWrap DenseLifo;
    dense_to_slots: DenseLifo SlotsFifo;
}

#[cfg(feature = "every-kind")]
pairs! {
    slots_to_a_queue: SlotsLifo SlotsFifo;
    slots_to_wrap: SlotsLifo SlotsWrap;
    slots_to_dense: SlotsLifo DenseLifo;
    a_queue_to_dense: SlotsFifo DenseLifo;
    a_queue_to_a_dense_queue: SlotsFifo DenseFifo;
    wrap_to_a_dense_queue: SlotsWrap DenseFifo;
    dense_to_the_same: DenseLifo DenseLifo;
    dense_to_a_dense_queue: DenseLifo DenseFifo;
}

#[test]
fn an_empty_hub_stays_empty_and_keeps_its_tag() {
    let hub: Hub<DenseLifo> = Hub::<SlotsLifo>::with_tag(3).convert(|_| unreachable!("no row"));
    assert_eq!((hub.slots(), hub.capacity(), hub.tag()), (0, 0, 3));
    let mut hub: Hub<SlotsFifo> = hub.convert(|_| unreachable!("no row"));
    assert_eq!(hub.insert(SlotsFifo::of(1)).to_string(), "0v1@3");
}

#[test]
fn a_slot_that_is_retired_stays_retired_where_generations_start_over() {
    let mut hub = SlotsLifoHub::new();
    let mut id = hub.insert(SlotsLifo::of(1));
    while let Some(next) = hub.renew(id) {
        id = next;
    }
    hub.dealloc(id);
    let mut hub: Hub<SlotsWrap> = Hub::from(hub).convert(|_| unreachable!("no row"));
    assert_eq!(hub.stats().retired, 1);
    assert_eq!(hub.insert(SlotsWrap::of(1)).index(), 1);
    let text = hub.try_row(id.cast()).err().unwrap().to_string();
    assert!(text.ends_with("slot 0 is retired"), "{text}");
    let saved = postcard::to_allocvec(&hub).unwrap();
    let loaded: Hub<SlotsWrap> = postcard::from_bytes(&saved).unwrap();
    assert_eq!(state(&loaded), state(&hub));
}

#[test]
fn ticks_start_from_scratch_with_another_incarnation() {
    let mut hub = SlotsFifoHub::new();
    hub.extend((0..10).map(SlotsFifo::of));
    for _ in 0..5 {
        hub.advance();
    }
    let before = hub.incarnation();
    let mut hub: Hub<DenseFifo> = Hub::from(hub).convert(|row| DenseFifo::of(row.into_value()));
    assert_eq!(hub.last_tick(), Some(Tick::START));
    assert_eq!(hub.slots_changed_since(Tick::START).count(), 10);
    let first = hub.advance();
    assert_eq!(hub.slots_changed_since(first).count(), 0);
    assert!(hub.incarnation().is_some() && hub.incarnation() != before);
}

#[test]
fn a_record_without_fields_is_converted() {
    #[derive(IdAllocator)]
    struct Nothing {}

    #[derive(IdAllocator)]
    #[soa(layout = dense)]
    struct Value {
        value: u8,
        unit: (),
    }

    let mut hub: Hub<Nothing> = (0..70).map(|_| Nothing {}).collect();
    let id = hub.ids().nth(65).unwrap();
    hub.dealloc(id);
    let mut count = 0;
    let hub: Hub<Value> = hub.convert(|Nothing {}| {
        count += 1;
        Value {
            value: count,
            unit: (),
        }
    });
    assert!(hub.columns().value.iter().copied().eq(1..=69));
    let mut hub: Hub<Nothing> = hub.convert(|_| Nothing {});
    let again = hub.insert(Nothing {});
    assert_eq!((again.index(), hub.len()), (id.index(), 70));
}

macro_rules! panics {
    ($($test:ident: $from:ident $to:ident;)*) => {$(
        #[test]
        fn $test() {
            #[derive(IdAllocator)]
            #[soa(layout = $from)]
            struct Old {
                value: Tracked,
            }

            #[derive(IdAllocator)]
            #[soa(layout = $to)]
            struct New {
                value: Tracked,
                more: Tracked,
            }

            fn old() -> Hub<Old> {
                let mut hub = OldHub::new();
                let ids: Vec<_> = (0..7).map(|n| hub.insert(Old { value: Tracked::new(n) })).collect();
                for freed in [1, 4, 6, 0] {
                    hub.dealloc(ids[freed]);
                }
                hub.insert(Old { value: Tracked::new(9) });
                hub.into()
            }

            for nth in 1.. {
                let hub = old();
                let done = with_fuse(nth, || {
                    let hub: Hub<New> = hub.convert(|old: Old| {
                        tick();
                        New { value: old.value, more: Tracked::new(1) }
                    });
                    hub.len()
                });
                assert_eq!(alive(), 0, "call {nth}");
                if done.is_some() {
                    assert_eq!(done, Some(4));
                    assert!(nth > 4, "each call of `f` panicked once");
                    return;
                }
            }
        }
    )*};
}

panics! {
    a_panic_drops_each_record_once_from_slots_to_slots: slots slots;
    a_panic_drops_each_record_once_from_slots_to_dense: slots dense;
    a_panic_drops_each_record_once_from_dense_to_slots: dense slots;
    a_panic_drops_each_record_once_from_dense_to_dense: dense dense;
}
