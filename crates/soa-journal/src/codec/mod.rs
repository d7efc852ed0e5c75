//! Hubs and values as bytes. Values are in the format of postcard. A record of a hub has its
//! columns one after the other, with their names and types; [`form`] has the bytes.

mod access;
mod checked;
mod form;
mod load;
mod probe;
mod save;

use std::collections::BTreeSet;

use postcard::Serializer;
use postcard::ser_flavors::Flavor;
use serde::Serialize;
use serde::de::DeserializeOwned;

pub(crate) use load::Replay;
pub(crate) use save::{Tried, write_hub, write_value, write_whole};

use crate::error::JournalError;
use checked::Shapes;

/// Writes a value.
pub(crate) fn write<V: Serialize + ?Sized>(name: &str, value: &V) -> Result<Vec<u8>, JournalError> {
    Ok(write_with(&Shapes::new(BTreeSet::new()), name, value)?.0)
}

/// Writes a value. Returns also whether it must be read back.
fn write_with<V: Serialize + ?Sized>(
    shapes: &Shapes,
    name: &str,
    value: &V,
) -> Result<(Vec<u8>, bool), JournalError> {
    let mut output = writer(Vec::new());
    match shapes.write(&mut output, |to| value.serialize(to)) {
        Ok(is_new) => Ok((output.output.0, is_new)),
        Err(error) => Err(unwritable(name, reason(&error, shapes))),
    }
}

/// Makes an error about what cannot be written.
fn unwritable(name: &str, reason: String) -> JournalError {
    JournalError::Unwritable {
        name: name.to_owned(),
        reason,
    }
}

/// Says why a value was not written.
fn reason(error: &postcard::Error, shapes: &Shapes) -> String {
    match shapes.omitted.get() {
        Some(field) => format!(
            "a type in it leaves out the field `{field}`, which could not be read back; remove \
             `skip_serializing_if` from it"
        ),
        None => error.to_string(),
    }
}

/// Makes a serializer that writes to the end of a buffer.
fn writer(buffer: Vec<u8>) -> Serializer<Buffer> {
    Serializer {
        output: Buffer(buffer),
    }
}

/// Reads a value. Bytes that are left over are an error.
pub(crate) fn read<V: DeserializeOwned>(name: &str, bytes: &[u8]) -> Result<V, JournalError> {
    whole(bytes).map_err(|reason| JournalError::Unreadable {
        name: name.to_owned(),
        reason,
    })
}

/// Reads a value that ends where the bytes end.
fn whole<V: DeserializeOwned>(bytes: &[u8]) -> Result<V, String> {
    match postcard::take_from_bytes(bytes) {
        Ok((value, [])) => Ok(value),
        Ok((_, rest)) => Err(format!("{} bytes are left over", rest.len())),
        Err(error) => Err(error.to_string()),
    }
}

/// Bytes that are being written.
struct Buffer(Vec<u8>);

impl Flavor for Buffer {
    type Output = Vec<u8>;

    #[inline]
    fn try_extend(&mut self, data: &[u8]) -> postcard::Result<()> {
        self.0.extend_from_slice(data);
        Ok(())
    }

    #[inline]
    fn try_push(&mut self, data: u8) -> postcard::Result<()> {
        self.0.push(data);
        Ok(())
    }

    fn finalize(self) -> postcard::Result<Vec<u8>> {
        Ok(self.0)
    }
}
