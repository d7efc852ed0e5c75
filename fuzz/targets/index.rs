//! Indexes of every kind, which follow two hubs and a mirror through all calls, and are asked at any
//! moment. Their answers are compared with a scan of the hub.

#![no_main]
#![allow(
    dead_code,
    unused_imports,
    reason = "only the tests of the modules use all that is in them"
)]

#[path = "../../crates/soa-index/tests/index/boxes.rs"]
mod boxes;
#[path = "../../tests/support/calls.rs"]
mod calls;
#[path = "../../crates/soa-index/tests/index/edits.rs"]
mod edits;
#[path = "../../crates/soa-index/tests/index/hubs.rs"]
mod hubs;
#[path = "../../crates/soa-index/tests/index/key.rs"]
mod key;
#[path = "../../crates/soa-index/tests/index/links.rs"]
mod links;
#[path = "../../crates/soa-index/tests/index/places.rs"]
mod places;
#[path = "../../crates/soa-index/tests/index/programs.rs"]
mod programs;
#[path = "../../crates/soa-index/tests/index/record.rs"]
mod record;
#[path = "../../crates/soa-index/tests/index/subject.rs"]
mod subject;

use arbitrary::{Result, Unstructured};
use libfuzzer_sys::fuzz_target;

use crate::calls::Call;
use crate::edits::Kind;
use crate::programs::{Run, Step};
use crate::record::Record;

/// Reads a step. Two in three are calls.
fn step(bytes: &mut Unstructured<'_>) -> Result<Step> {
    let [a, b] = bytes.arbitrary()?;
    Ok(match bytes.int_in_range(0..=11)? {
        0 | 1 => Step::Ask(a, b),
        2 => Step::AskBeside(a, b),
        3 => Step::Refresh(a, b),
        4 if a < 64 => Step::Clear(b),
        _ => {
            let kind = *bytes.choose(Kind::ALL)?;
            let hub = usize::from(bytes.ratio(1, 5)?);
            let [a, b] = [a, b].map(usize::from);
            Step::Call(Call { kind, hub, a, b })
        }
    })
}

fn run<T: Record>(bytes: &mut Unstructured<'_>) -> Result<()> {
    let mut run = Run::<T>::new();
    while !bytes.is_empty() {
        run.step(step(bytes)?);
    }
    run.ask_all();
    Ok(())
}

fuzz_target!(|bytes: &[u8]| {
    let mut bytes = Unstructured::new(bytes);
    // Bytes that end within a step are a program that ends before it.
    let _ = match bytes.arbitrary::<u8>().unwrap_or_default() % 4 {
        0 => run::<hubs::slots::Unit>(&mut bytes),
        1 => run::<hubs::dense::Unit>(&mut bytes),
        2 => run::<hubs::tagged::Unit>(&mut bytes),
        _ => run::<hubs::dense_tagged::Unit>(&mut bytes),
    };
});
