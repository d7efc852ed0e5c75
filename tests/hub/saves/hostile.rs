//! Hostile input: any bytes result in an error or a valid hub. They never cause a panic, and
//! never more memory than the bytes justify.

use proptest::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use soa_runtime::{AnyHandle, IdAllocator};

macro_rules! records {
    ($($record:ident, $hub:ident, $id:ident: [$($option:tt)*];)*) => {$(
        #[derive(IdAllocator, Debug, Clone, PartialEq)]
        #[soa(derive(Clone, Debug, PartialEq, Serialize, Deserialize), $($option)*)]
        struct $record {
            next: Option<$id>,
            #[soa(default = 3)]
            value: u8,
        }

        impl Sample for $hub {
            fn change(&mut self, step: u8) {
                let ids: Vec<_> = self.ids().collect();
                if step % 2 == 0 || ids.is_empty() {
                    let next = ids.last().copied();
                    let _ = self.try_insert($record { next, value: step });
                } else {
                    assert!(self.dealloc(ids[usize::from(step / 2) % ids.len()]));
                }
            }

            fn is_whole(&self) {
                let stats = self.stats();
                assert_eq!(stats.live + stats.reserved + stats.free + stats.retired, stats.slots);
                assert_eq!((stats.live, self.ids().count()), (self.len(), self.len()));
                assert!(self.ids().all(|id| self.row_of(id).and_then(|row| self.id_at(row)) == Some(id)));
            }

            fn slots_and_bytes(&self) -> [usize; 2] {
                [self.slots(), self.stats().bytes]
            }
        }
    )*};
}

trait Sample: Default + Clone + PartialEq + std::fmt::Debug + Serialize + DeserializeOwned {
    fn change(&mut self, step: u8);
    fn is_whole(&self);
    fn slots_and_bytes(&self) -> [usize; 2];
}

records! {
    Narrow, NarrowHub, NarrowId: [bits(index = 5, generation = 3), recycle = fifo];
    Wrapping, WrappingHub, WrappingId: [bits(index = 5, generation = 2), exhausted = wrap];
    Unversioned, UnversionedHub, UnversionedId: [bits(index = 6, generation = 0)];
    Small, SmallHub, SmallId: [layout = dense, bits(index = 5, generation = 3), recycle = fifo(min_free = 4)];
}

#[cfg(feature = "every-kind")]
records! {
    Plain, PlainHub, PlainId: [layout = slots];
    Packed, PackedHub, PackedId: [layout = dense];
}

fn lived<H: Sample>(steps: &[u8]) -> H {
    let mut hub = H::default();
    for step in steps {
        hub.change(*step);
    }
    hub
}

fn cbor<H: Sample>(hub: &H) -> Vec<u8> {
    let mut bytes = Vec::new();
    ciborium::into_writer(hub, &mut bytes).unwrap();
    bytes
}

/// What is accepted is a hub like any other, and comes back.
fn is_a_hub<H: Sample>(hub: &H, read_of: usize) {
    hub.is_whole();
    let [slots, bytes] = hub.slots_and_bytes();
    assert!(
        slots <= read_of && bytes <= 64 * read_of.max(4),
        "{bytes} bytes of {read_of}"
    );
    let again: H = postcard::from_bytes(&postcard::to_allocvec(hub).unwrap()).unwrap();
    assert_eq!(&again, hub);
    let (mut one, mut other) = (hub.clone(), again);
    for step in [1, 3, 0, 2, 4, 5, 6, 0, 2] {
        one.change(step);
        other.change(step);
    }
    one.is_whole();
    assert_eq!(one, other, "the same ids from then on");
}

fn any_bytes<H: Sample>(bytes: &[u8]) {
    if let Ok(hub) = postcard::from_bytes::<H>(bytes) {
        is_a_hub(&hub, bytes.len());
    }
    if let Ok(hub) = ciborium::from_reader::<H, _>(bytes) {
        is_a_hub(&hub, bytes.len());
    }
    if let Ok(hub) = serde_json::from_slice::<H>(bytes) {
        is_a_hub(&hub, bytes.len());
    }
}

/// Sets, removes or repeats some bytes. Some of those that are set mean something in JSON.
fn change(bytes: &mut Vec<u8>, place: prop::sample::Index, change: u8) {
    const HARMFUL: &[u8] = b"0123456789[]{},:-.e\"\\nul";
    if bytes.is_empty() {
        return;
    }
    let place = place.index(bytes.len());
    match change % 4 {
        0 => bytes[place] = HARMFUL[usize::from(change / 4) % HARMFUL.len()],
        1 => bytes[place] = change.wrapping_mul(73),
        2 => drop(bytes.remove(place)),
        _ => {
            let end = bytes.len().min(place + usize::from(change / 16));
            bytes.splice(place..place, bytes[place..end].to_vec());
        }
    }
}

#[test]
fn more_slots_than_ids_can_tell_apart_are_refused() {
    let limit = NarrowId::LIMIT as usize;
    let read = |slots: usize| {
        let (slots, free) = (vec![1; slots], vec![0; slots]);
        let save = serde_json::json!({ "slots": slots, "free": free, "rows": [], "withheld": [] });
        serde_json::from_value::<NarrowHub>(save)
    };
    assert_eq!(read(limit).unwrap().stats().free, limit);
    let error = read(limit + 1).unwrap_err().to_string();
    assert!(
        error.contains("there are more slots than ids can tell apart"),
        "{error}"
    );
}

/// A save, cut at every place and with every bit turned.
fn every_cut_and_turn<H: Sample>(steps: &[u8]) {
    let hub = lived::<H>(steps);
    let written = postcard::to_allocvec(&hub).unwrap();
    assert_eq!(postcard::from_bytes::<H>(&written).unwrap(), hub);
    assert_eq!(ciborium::from_reader::<H, _>(&cbor(&hub)[..]).unwrap(), hub);
    for written in [written, cbor(&hub)] {
        for length in (0..written.len()).step_by(if cfg!(miri) { 29 } else { 1 }) {
            any_bytes::<H>(&written[..length]);
        }
        for bit in (0..written.len() * 8).step_by(if cfg!(miri) { 211 } else { 1 }) {
            let mut turned = written.clone();
            turned[bit / 8] ^= 1 << (bit % 8);
            any_bytes::<H>(&turned);
        }
    }
}

macro_rules! for_every_hub {
    ($call:ident($($argument:expr),*)) => {
        $call::<NarrowHub>($($argument),*);
        $call::<UnversionedHub>($($argument),*);
        $call::<SmallHub>($($argument),*);
        #[cfg(feature = "every-kind")]
        {
            $call::<PlainHub>($($argument),*);
            $call::<WrappingHub>($($argument),*);
            $call::<PackedHub>($($argument),*);
        }
    };
}

#[test]
fn a_save_that_was_cut_or_turned_makes_no_broken_hub() {
    let many = if cfg!(miri) { 3 } else { 60 };
    let steps: Vec<u8> = (0..many)
        .map(|step: u8| step.wrapping_mul(37) >> 1)
        .collect();
    for_every_hub!(every_cut_and_turn(&steps));
    for_every_hub!(every_cut_and_turn(&[]));
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if cfg!(miri) { 4 } else { 400 },
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_bytes_make_an_error_or_a_hub(bytes in prop::collection::vec(any::<u8>(), 0..120)) {
        for_every_hub!(any_bytes(&bytes));
    }

    #[test]
    fn small_numbers_make_an_error_or_a_hub(bytes in prop::collection::vec(0_u8..9, 0..60)) {
        for_every_hub!(any_bytes(&bytes));
    }

    #[test]
    fn a_save_with_other_bytes_makes_an_error_or_a_hub(
        steps in prop::collection::vec(any::<u8>(), 0..80),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
    ) {
        fn changed<H: Sample>(steps: &[u8], changes: &[(prop::sample::Index, u8)]) {
            let hub = lived::<H>(steps);
            for mut bytes in [postcard::to_allocvec(&hub).unwrap(), serde_json::to_vec(&hub).unwrap()] {
                for (place, byte) in changes {
                    change(&mut bytes, *place, *byte);
                }
                any_bytes::<H>(&bytes);
            }
        }
        for_every_hub!(changed(&steps, &changes));
    }
}

#[test]
fn a_lie_is_refused_with_its_reason() {
    // The numbers of the slots, the free list, and how many rows there are.
    let lies: [(&[u8], &[u8], usize, &str); 9] = [
        (&[0, 0], &[], 1, "a live slot has no row"),
        (&[0, 0], &[], 3, "not live"),
        (&[0, 3], &[], 1, "a free slot is missing"),
        (&[0, 3], &[0], 1, "not free"),
        (&[3, 3], &[0, 1], 0, "not free, or twice"),
        (&[0, 3], &[1], 1, "not free"),
        (&[0, 3], &[100], 1, "not free"),
        (&[14], &[], 1, "no such generation"),
        (&[15], &[0], 0, "no such generation"),
    ];
    for (slots, free, rows, reason) in lies {
        let rows = vec![serde_json::json!({ "next": null, "value": 0 }); rows];
        let save = serde_json::json!({ "slots": slots, "free": free, "rows": rows });
        // The reader of the binary form, with a format that carries reasons.
        let mut bytes = Vec::new();
        ciborium::into_writer(&save, &mut bytes).unwrap();
        let told = ciborium::from_reader::<NarrowHub, _>(&bytes[..]).unwrap_err();
        assert!(
            told.to_string().contains(reason),
            "{save} is refused with {told}"
        );
    }
    // Retired slots are for ids that have generations. A hub whose generations start over has
    // some after `convert`.
    let retired: &[u8] = &[1, 1, 0, 0, 0];
    let narrow: NarrowHub = postcard::from_bytes(retired).unwrap();
    let wrapping: WrappingHub = postcard::from_bytes(retired).unwrap();
    assert_eq!((narrow.stats().retired, wrapping.stats().retired), (1, 1));
    assert!(postcard::from_bytes::<UnversionedHub>(retired).is_err());
    // A row of its own twice, and one that jumps out.
    let twice: &[u8] = &[2, 0, 0, 0, 2, 0, 0, 3, 1, 0, 3, 0];
    assert!(postcard::from_bytes::<SmallHub>(twice).is_err());
    let out: &[u8] = &[1, 0, 0, 1, 3, 0, 3, 0];
    assert!(postcard::from_bytes::<SmallHub>(out).is_err());
}

#[test]
fn a_reserved_slot_is_vacant_and_there_once() {
    let load = |bytes: &[u8]| postcard::from_bytes::<NarrowHub>(bytes);
    // A slot at its first generation and one at its second, both reserved.
    let hub = load(&[2, 1, 3, 0, 0, 2, 0, 0]).unwrap();
    assert_eq!((hub.stats().reserved, hub.stats().slots), (2, 2));
    // A live one; a free one; one that is there twice; one that is not there.
    assert!(load(&[1, 0, 0, 1, 0, 0, 1, 0]).is_err());
    assert!(load(&[1, 1, 1, 0, 0, 1, 0]).is_err());
    assert!(load(&[1, 1, 0, 0, 2, 0, 1]).is_err());
    assert!(load(&[1, 1, 0, 0, 1, 2]).is_err());
}

#[test]
fn no_number_in_the_input_reserves_memory() {
    // A list that claims to have 2^63 slots, free slots or rows.
    let huge = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f];
    let before: [&[u8]; 3] = [&[], &[0], &[0, 0]];
    for before in before {
        let bytes = [before, &huge, &[0; 16]].concat();
        for_every_hub!(is_refused(&bytes));
    }
}

fn is_refused<H: Sample>(bytes: &[u8]) {
    assert!(postcard::from_bytes::<H>(bytes).is_err());
}
