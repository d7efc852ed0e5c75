//! Saves and deltas from strangers, in JSON, postcard and CBOR: nothing panics, what loads is a
//! hub like any other and no larger than its bytes allow, and a mirror that refuses a delta is
//! as it was.

#![no_main]

mod deltas;
mod form;
mod hubs;

use arbitrary::{Arbitrary, Unstructured};
use libfuzzer_sys::fuzz_target;

use crate::form::Form;

/// A change of bytes that were written.
#[derive(Debug, Arbitrary)]
enum Edit {
    Set(u16, u8),
    Turn(u16, u8),
    Insert(u16, u8),
    Remove(u16, u8),
    Repeat(u16, u8),
    Cut(u16),
}

fn edit(bytes: &mut Vec<u8>, edit: &Edit) {
    let at = |at: u16| usize::from(at) % bytes.len().max(1);
    match *edit {
        _ if bytes.is_empty() => {}
        Edit::Set(place, byte) => {
            let place = at(place);
            bytes[place] = byte;
        }
        Edit::Turn(place, bit) => {
            let place = at(place);
            bytes[place] ^= 1 << (bit % 8);
        }
        Edit::Insert(place, byte) => bytes.insert(at(place), byte),
        Edit::Remove(place, count) => {
            let start = at(place);
            let end = (start + usize::from(count % 16)).min(bytes.len());
            bytes.drain(start..end);
        }
        Edit::Repeat(place, count) => {
            let start = at(place);
            let end = (start + usize::from(count % 32)).min(bytes.len());
            let again = bytes[start..end].to_vec();
            bytes.splice(end..end, again);
        }
        Edit::Cut(place) => bytes.truncate(at(place)),
    }
}

#[derive(Debug, Arbitrary)]
enum Case {
    /// Bytes as they are.
    Bytes(Form, u8, Vec<u8>),
    /// The save of a hub that lived for some steps, and edits of it.
    Save(Form, u8, Vec<u8>, Vec<Edit>),
    /// The delta of such a hub, for a mirror that has seen some of the steps.
    Delta(Form, u8, Vec<u8>, Vec<u8>, Vec<Edit>),
}

fuzz_target!(|bytes: &[u8]| {
    let Ok(case) = Case::arbitrary_take_rest(Unstructured::new(bytes)) else {
        return;
    };
    match case {
        Case::Bytes(form, kind, bytes) => {
            hubs::load(kind, form, &bytes);
            deltas::apply(kind, form, &bytes);
        }
        Case::Save(form, kind, steps, edits) => {
            let mut bytes = hubs::save(kind, form, &steps);
            edits.iter().for_each(|change| edit(&mut bytes, change));
            hubs::load(kind, form, &bytes);
        }
        Case::Delta(form, kind, before, after, edits) => {
            deltas::follow(kind, form, &before, &after, |bytes| {
                edits.iter().for_each(|change| edit(bytes, change));
            });
        }
    }
});
