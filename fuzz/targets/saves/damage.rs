//! What happens to a save or a delta on its way.

use arbitrary::{Arbitrary, Result, Unstructured};
use serde::Serialize;

use crate::form::Form;
use crate::record::Recorder;
use crate::tree::{Change, Node};

/// A change of bytes that were written.
#[derive(Debug, Arbitrary)]
enum Edit {
    Set(u16, u8),
    Cut(u16),
}

/// Changes of the tree, and then of its bytes.
#[derive(Debug)]
pub(crate) struct Damage {
    changes: Vec<Change>,
    edits: Vec<Edit>,
}

impl Damage {
    /// Mostly one or two changes, because most input with more is refused for the first one.
    pub(crate) fn choose(bytes: &mut Unstructured<'_>) -> Result<Self> {
        let counts: u8 = bytes.arbitrary()?;
        Ok(Damage {
            changes: some(bytes, counts % 4)?,
            edits: some(bytes, u8::from(counts >= 0xf0))?,
        })
    }

    pub(crate) fn is_none(&self) -> bool {
        self.changes.is_empty() && self.edits.is_empty()
    }

    /// Returns the bytes of a value, damaged. `humans` says which of its two forms it has.
    pub(crate) fn write(&self, form: Form, humans: bool, value: &impl Serialize) -> Vec<u8> {
        let Ok(Node::Group(mut tree)) = value.serialize(Recorder { humans }) else {
            unreachable!("saves and deltas are structs");
        };
        if humans == form.is_for_humans() {
            assert_eq!(form.write(&tree), form.write(value), "the tree is no copy");
        }
        self.changes
            .iter()
            .for_each(|change| change.make(&mut tree));
        let mut bytes = form.write(&tree);
        for edit in &self.edits {
            match *edit {
                _ if bytes.is_empty() => {}
                Edit::Set(at, byte) => {
                    let at = usize::from(at) % bytes.len();
                    bytes[at] = byte;
                }
                Edit::Cut(at) => bytes.truncate(usize::from(at) % bytes.len()),
            }
        }
        bytes
    }
}

fn some<'a, V: Arbitrary<'a>>(bytes: &mut Unstructured<'a>, count: u8) -> Result<Vec<V>> {
    (0..count).map(|_| bytes.arbitrary()).collect()
}
