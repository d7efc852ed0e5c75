//! The changed values of a column, after they were read.

use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::ByType;
use super::gaps::{GapReader, believable};

/// Reads a value of a column. Implemented by generated code.
#[doc(hidden)]
pub trait ReadAs<'de, F> {
    /// Reads a value.
    ///
    /// # Errors
    ///
    /// Returns the errors of the deserializer.
    fn read<D: Deserializer<'de>>(deserializer: D) -> Result<F, D::Error>;
}

impl<'de, F: Deserialize<'de>> ReadAs<'de, F> for ByType {
    #[inline]
    fn read<D: Deserializer<'de>>(deserializer: D) -> Result<F, D::Error> {
        F::deserialize(deserializer)
    }
}

/// New values of a column, with the slots of their rows in ascending order. Each was read
/// as `R` does it.
#[doc(hidden)]
#[derive(Debug)]
pub struct NewValues<F, R> {
    slots: Vec<u32>,
    values: Vec<F>,
    form: PhantomData<fn() -> R>,
}

impl<F, R> NewValues<F, R> {
    /// Returns the slots.
    pub(crate) fn slots(&self) -> &[u32] {
        &self.slots
    }

    /// Returns the values beside their slots.
    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = (u32, &mut F)> {
        self.slots.iter().copied().zip(&mut self.values)
    }
}

impl<F, R> Default for NewValues<F, R> {
    fn default() -> Self {
        NewValues {
            slots: Vec::new(),
            values: Vec::new(),
            form: PhantomData,
        }
    }
}

impl<'de, F, R: ReadAs<'de, F>> Deserialize<'de> for NewValues<F, R> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(List(PhantomData))
    }
}

struct List<F, R>(PhantomData<fn() -> (F, R)>);

impl<'de, F, R: ReadAs<'de, F>> Visitor<'de> for List<F, R> {
    type Value = NewValues<F, R>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of slots with values")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let claimed = list.size_hint();
        let mut read = NewValues {
            slots: Vec::with_capacity(believable::<u32>(claimed)),
            values: Vec::with_capacity(believable::<F>(claimed)),
            form: PhantomData,
        };
        let mut gaps = GapReader::default();
        while let Some((gap, OfForm(value, _))) = list.next_element::<(u32, OfForm<F, R>)>()? {
            read.slots.push(gaps.follow(gap)?);
            read.values.push(value);
        }
        Ok(read)
    }
}

/// A value that was read as `R` does it.
struct OfForm<F, R>(F, PhantomData<fn() -> R>);

impl<'de, F, R: ReadAs<'de, F>> Deserialize<'de> for OfForm<F, R> {
    #[inline]
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        R::read(deserializer).map(|value| OfForm(value, PhantomData))
    }
}
