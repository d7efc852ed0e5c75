//! Packed buffers of every policy, with the model of the tests, which compares every byte,
//! every refusal, and copies that follow at different times. A space without bytes gets the same
//! calls and must answer alike.

#![no_main]
#![allow(
    dead_code,
    unused_imports,
    reason = "only the tests of the modules use all that is in them"
)]

#[path = "../../tests/packed/model.rs"]
mod model;
#[path = "../../tests/packed/support.rs"]
mod support;
#[path = "../../tests/packed/trace.rs"]
mod trace;

use arbitrary::{Result, Unstructured};
use libfuzzer_sys::fuzz_target;
use soa_runtime::packed::PackedConfig;

use crate::model::{BLOCKS, BYTES, Checked};
use crate::support::{COMPACTIONS, PLACEMENTS};
use crate::trace::{COPIES, Call};

fn config(bytes: &mut Unstructured<'_>) -> Result<PackedConfig> {
    let config = PackedConfig::new(BYTES, BLOCKS)
        .align(*bytes.choose(&[1, 4, 12, 16, 64])?)
        .placement(*bytes.choose(&PLACEMENTS)?)
        .compaction(*bytes.choose(&COMPACTIONS)?);
    Ok(match bytes.arbitrary()? {
        false => config,
        true => config.max_capacity(3 * BYTES),
    })
}

fn call(bytes: &mut Unstructured<'_>) -> Result<Call> {
    let block = |bytes: &mut Unstructured<'_>| bytes.int_in_range(0..=255_usize);
    let content = |bytes: &mut Unstructured<'_>| {
        let len = bytes.int_in_range(0..=120)?;
        let first: u8 = bytes.arbitrary()?;
        Ok((0..len)
            .map(|nth: u8| nth.wrapping_mul(7) ^ first)
            .collect())
    };
    Ok(match bytes.int_in_range(0..=63)? {
        0..8 => Call::Alloc(
            bytes.int_in_range(0..=400)?,
            *bytes.choose(&[0, 1, 1, 4, 5, 12, 33])?,
        ),
        8..16 => Call::Insert(content(bytes)?),
        16..22 => Call::InsertSlice {
            element: *bytes.choose(&[1, 2, 12, 20])?,
            count: bytes.int_in_range(0..=12)?,
            byte: bytes.arbitrary()?,
        },
        22..28 => Call::Resize(block(bytes)?, bytes.int_in_range(0..=400)?),
        28..30 => Call::Replace(block(bytes)?, content(bytes)?),
        30..38 => Call::Release(block(bytes)?),
        38..40 => {
            let count = bytes.int_in_range(0..=12)?;
            Call::ReleaseMany(
                (0..count)
                    .map(|_: u8| block(bytes))
                    .collect::<Result<_>>()?,
            )
        }
        40..50 => Call::Write {
            block: block(bytes)?,
            at: bytes.int_in_range(0..=70)?,
            len: bytes.int_in_range(1..=20)?,
            byte: bytes.arbitrary()?,
        },
        50 => Call::Compact,
        51..55 => Call::CompactStep(bytes.int_in_range(0..=255)?),
        55..61 => Call::Update(bytes.int_in_range(0..=COPIES - 1)?),
        61 => Call::Restart(bytes.int_in_range(0..=COPIES - 1)?),
        62 => Call::GrowTo(bytes.int_in_range(0..=7000)?),
        // What needs a life of several calls would hardly ever happen between two of these.
        _ => Call::Clear,
    })
}

fuzz_target!(|bytes: &[u8]| {
    let mut bytes = Unstructured::new(bytes);
    let Ok(config) = config(&mut bytes) else {
        return;
    };
    let mut checked = Checked::new(config);
    while !bytes.is_empty() {
        let Ok(call) = call(&mut bytes) else {
            break;
        };
        checked.apply(&call);
        checked.check();
    }
    (0..COPIES).for_each(|copy| checked.apply(&Call::Update(copy)));
});
