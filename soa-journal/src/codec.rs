//! Hubs and values as bytes: postcard, and the deltas of hubs.

use std::fmt;

use postcard::ser_flavors::Flavor;
use serde::Serialize;
use serde::de::DeserializeOwned;
use soa_runtime::{Hub, Mirror, OwnedDelta, Tick};

use crate::error::JournalError;
use crate::record::JournalRecord;

/// Writes a value.
pub(crate) fn write<V: Serialize + ?Sized>(name: &str, value: &V) -> Result<Vec<u8>, JournalError> {
    let written = postcard::serialize_with_flavor(value, Buffer(Vec::new()));
    written.map_err(|error| JournalError::Unwritable {
        name: name.to_owned(),
        reason: error.to_string(),
    })
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

/// Returns the number with which a delta of the record begins: a hash of its columns.
fn columns_of<T: JournalRecord>() -> Option<u32> {
    let empty = write(T::HUB, &Hub::<T>::new().delta(Tick::START)).ok()?;
    postcard::from_bytes(&empty).ok()
}

/// A hub that is put together from what was written of it.
pub(crate) struct Replay<'a, T: JournalRecord> {
    name: &'a str,
    mirror: Mirror<T>,
}

impl<'a, T: JournalRecord> Replay<'a, T> {
    /// Begins with an empty hub.
    pub(crate) fn new(name: &'a str) -> Self {
        Replay {
            name,
            mirror: Mirror::new(),
        }
    }

    /// Applies a delta. The bytes are freed before the rows are written.
    pub(crate) fn apply(&mut self, bytes: Vec<u8>) -> Result<(), JournalError> {
        let columns = postcard::from_bytes(&bytes).map_err(|reason| self.damaged(reason))?;
        if Some(columns) != columns_of::<T>() {
            return Err(JournalError::Changed {
                name: self.name.to_owned(),
                expected: T::HUB,
            });
        }
        let delta: OwnedDelta<T> = whole(&bytes).map_err(|reason| self.damaged(reason))?;
        drop(bytes);
        match self.mirror.apply_owned(delta) {
            Ok(_) => Ok(()),
            Err(error) => Err(self.damaged(error)),
        }
    }

    /// Returns the hub. It ends the tick that the last delta ended, so that later deltas
    /// follow.
    pub(crate) fn finish(self) -> Hub<T> {
        let tick = self.mirror.tick();
        let mut hub = self.mirror.promote();
        hub.advance_to(tick);
        hub
    }

    fn damaged(&self, reason: impl fmt::Display) -> JournalError {
        JournalError::damaged_in(self.name, reason.to_string())
    }
}
