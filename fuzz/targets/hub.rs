//! Hubs of every layout and policy, with the model of the tests, which predicts every id and every
//! value. Any use of a user's code may panic: a default, a clone, a drop, a hash or serde's traits.

#![no_main]
#![allow(
    dead_code,
    unused_imports,
    unused_macros,
    reason = "only the tests of the modules use all that is in them"
)]

#[path = "../../tests/model/calls.rs"]
mod calls;
#[path = "../../tests/model/compare.rs"]
mod compare;
#[path = "../../tests/support/counted.rs"]
mod counted;
#[path = "../../tests/model/leases.rs"]
mod leases;
#[path = "../../tests/model/moves.rs"]
mod moves;
#[path = "../../tests/model/panics.rs"]
mod panics;
#[path = "../../tests/model/policies.rs"]
mod policies;
#[path = "../../tests/model/rows.rs"]
mod rows;
#[path = "../../tests/model/sample.rs"]
mod sample;
#[path = "../../tests/model/slots.rs"]
mod slots;
#[path = "../../tests/model/subject.rs"]
mod subject;

use arbitrary::{Result, Unstructured};
use libfuzzer_sys::fuzz_target;

use crate::calls::Call;
use crate::panics::{Life, counted_record};
use crate::policies::{fifo, lifo, wrap};
use crate::rows::Values;
use crate::sample::{Order, Sample};
use crate::slots::Policy;
use crate::subject::End;

/// Declares a record for each hub, and a list of the functions that call it.
macro_rules! hubs {
    ($($name:ident: $layout:ident, ($($option:tt)*), $policy:expr;)*) => {
        $(
            mod $name {
                $crate::panics::counted_record!($layout, ($($option)*));
            }
        )*
        const LIVES: &[fn(&mut Unstructured<'_>) -> Result<()>] = &[
            $(|bytes| live::<$name::Record>(stringify!($layout) == "dense", $policy, bytes)),*
        ];
    };
}

hubs! {
    slots_of_real_ids: slots, (align = 64), lifo(32, 32);
    slots_that_retire: slots, (bits(index = 3, generation = 1)), lifo(3, 1);
    slots_that_wrap: slots, (recycle = fifo(min_free = 2), bits(index = 3, generation = 2), exhausted = wrap), wrap(fifo(3, 2, 2));
    slots_without_generations: slots, (recycle = fifo, bits(index = 6, generation = 0)), fifo(6, 0, 1);
    slots_with_a_tag: slots, (bits(index = 4, generation = 3, tag = 5)), lifo(4, 3);
    slots_with_stamps: slots, (tracked, recycle = fifo, bits(index = 20, generation = 12)), fifo(20, 12, 1);
    dense_of_real_ids: dense, (), lifo(32, 32);
    dense_that_retire: dense, (recycle = fifo, bits(index = 3, generation = 1)), fifo(3, 1, 1);
    dense_that_wrap: dense, (bits(index = 3, generation = 2), exhausted = wrap), wrap(lifo(3, 2));
    dense_without_generations: dense, (recycle = fifo(min_free = 3), bits(index = 6, generation = 0)), fifo(6, 0, 3);
    dense_with_stamps_and_a_tag: dense, (tracked, bits(index = 8, generation = 4, tag = 12)), lifo(8, 4);
}

/// Reads a number below `end`.
fn below(end: usize, bytes: &mut Unstructured<'_>) -> Result<usize> {
    bytes.choose_index(end)
}

fn values(bytes: &mut Unstructured<'_>) -> Result<Values> {
    let byte: u8 = bytes.arbitrary()?;
    Ok(Values {
        number: byte.into(),
        name: byte.to_string(),
        wide: u64::MAX / u64::from(byte).max(1),
        byte,
    })
}

fn many(bytes: &mut Unstructured<'_>) -> Result<Vec<Values>> {
    let count = below(6, bytes)?;
    (0..count).map(|_| values(bytes)).collect()
}

fn end(bytes: &mut Unstructured<'_>) -> Result<End> {
    Ok(*bytes.choose(&[End::Dropped, End::Forgotten])?)
}

fn order(bytes: &mut Unstructured<'_>) -> Result<Order> {
    let [a, b] = bytes.arbitrary::<[u8; 2]>()?;
    Ok(match a % 4 {
        0 => Order::ByName,
        1 => Order::ByRest(u32::from(b).max(1)),
        _ => Order::Swapped(a.into(), b.into()),
    })
}

fn index(bytes: &mut Unstructured<'_>) -> Result<u32> {
    bytes.int_in_range(0..=139)
}

fn modulus(bytes: &mut Unstructured<'_>) -> Result<u32> {
    bytes.int_in_range(1..=5)
}

fn call(bytes: &mut Unstructured<'_>) -> Result<Call> {
    let id = |bytes: &mut Unstructured<'_>| below(256, bytes);
    Ok(match below(41, bytes)? {
        0 => Call::Alloc,
        1 => Call::AllocMany(below(70, bytes)?),
        2 | 3 => Call::Insert(values(bytes)?),
        4 => Call::InsertWith(values(bytes)?),
        5 => Call::InsertMany(many(bytes)?),
        6 => Call::Extend(many(bytes)?),
        7 => Call::Append(many(bytes)?, vec![id(bytes)?, id(bytes)?]),
        8 => Call::Dealloc(id(bytes)?),
        9 => Call::Remove(id(bytes)?),
        10 => Call::Replace(id(bytes)?, values(bytes)?),
        11 => Call::Renew(id(bytes)?),
        12 => Call::Retain(modulus(bytes)?),
        13 => Call::Drain(below(6, bytes)?, end(bytes)?),
        14 => Call::Extract(modulus(bytes)?, below(6, bytes)?, end(bytes)?),
        15 => Call::Order(order(bytes)?),
        16 => Call::Clear,
        17 => Call::Clone,
        18 => Call::CloneFrom(below(9, bytes)?),
        19 => Call::Reserve(below(70, bytes)?),
        20 => Call::Shrink,
        21 => Call::Set(id(bytes)?, values(bytes)?),
        22 => Call::SetByColumn(id(bytes)?, values(bytes)?),
        23 => Call::EditAll(index(bytes)?),
        24 => Call::EditColumn(index(bytes)?),
        25 => Call::Rotate([id(bytes)?, id(bytes)?, id(bytes)?]),
        26 => Call::ReserveId,
        27 => Call::Fill(id(bytes)?, values(bytes)?),
        28 => Call::InsertAt(index(bytes)?, modulus(bytes)?, values(bytes)?),
        29 => Call::InsertAgain(id(bytes)?, values(bytes)?),
        30 => Call::Detach(id(bytes)?),
        31 => Call::Exchange(id(bytes)?, None),
        32 => Call::Exchange(id(bytes)?, Some(values(bytes)?)),
        33 => Call::FreeReserved,
        34 => Call::SaveAndLoad,
        35 => Call::Convert,
        36 => Call::Lease(below(6, bytes)?),
        37 => Call::LeaseInsert(id(bytes)?, values(bytes)?),
        38 => Call::LeaseRemove(id(bytes)?, id(bytes)?),
        39 => Call::LeaseDealloc(id(bytes)?, id(bytes)?),
        _ if bytes.ratio(1, 5)? => Call::Abandon(id(bytes)?),
        _ => Call::Settle(id(bytes)?, id(bytes)?),
    })
}

fn live<T: Sample>(dense: bool, policy: Policy, bytes: &mut Unstructured<'_>) -> Result<()> {
    let mut life = Life::<T>::new(dense, policy);
    while !bytes.is_empty() {
        // Half of the calls do not panic.
        let nth = below(32, bytes)?.saturating_sub(16);
        life.make(&call(bytes)?, nth);
    }
    life.end();
    Ok(())
}

fuzz_target!(|bytes: &[u8]| {
    let mut bytes = Unstructured::new(bytes);
    let Ok(life) = bytes.choose(LIVES) else {
        return;
    };
    // Bytes that end within a call are a program that ends before it.
    let _ = life(&mut bytes);
});
