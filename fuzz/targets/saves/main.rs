//! Saves and deltas from strangers, in JSON, postcard and CBOR: nothing panics, what loads is a
//! hub like any other and no larger than its bytes allow, and a mirror that refuses a delta is
//! as it was.
//!
//! The fuzzer chooses how a hub lived, and changes what the hub saves or sends: a number or a
//! list of its tree, and few bytes. `.ci/fuzz` sets a limit to single allocations, so that input
//! that makes the library reserve memory for items that it only claims to have is a finding.

#![no_main]

mod damage;
mod deltas;
mod form;
mod hubs;
mod ids;
mod record;
mod tree;

use arbitrary::{Result, Unstructured};
use libfuzzer_sys::fuzz_target;

use crate::damage::Damage;
use crate::form::Form;

fuzz_target!(|bytes: &[u8]| {
    // An error means that there are too few bytes.
    let _ = run(&mut Unstructured::new(bytes));
});

fn run(bytes: &mut Unstructured<'_>) -> Result<()> {
    let (form, kind) = (bytes.arbitrary()?, bytes.arbitrary()?);
    match bytes.int_in_range(0..=8)? {
        0 => {
            let bytes = bytes.bytes(bytes.len())?;
            hubs::load(kind, form, bytes);
            deltas::apply(kind, form, bytes);
        }
        1..=4 => {
            let (damage, humans) = (Damage::choose(bytes)?, bytes.arbitrary()?);
            let steps = bytes.bytes(bytes.len())?;
            hubs::save_and_load(kind, form, form == Form::Json && humans, steps, &damage);
        }
        _ => {
            let damage = Damage::choose(bytes)?;
            let after = usize::from(bytes.arbitrary::<u8>()?).min(bytes.len());
            let after = bytes.bytes(after)?;
            let before = bytes.bytes(bytes.len())?;
            deltas::follow(kind, form, before, after, &damage);
        }
    }
    Ok(())
}
