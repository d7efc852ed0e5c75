//! The changed values of all tracked columns, which are written and read as serde writes and reads a
//! struct with a field for each of them.

use core::fmt;
use core::marker::PhantomData;

use serde::de::{DeserializeSeed, Error, IgnoredAny, MapAccess, SeqAccess, Unexpected, Visitor};
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::changed::{ChangedRows, ChangedValues};
use super::form::{ReadAs, WriteAs};
use super::record::{ReadChanges, ReadStruct, SerializeDelta, VisitWritten};
use super::values::NewValues;
use crate::memory::{Empty, Pair};
use crate::record::IdAllocator;

/// The changed values of a hub, which are written column by column.
impl<T: SerializeDelta> Serialize for ChangedRows<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (record, names) = T::WRITTEN;
        let mut fields = WrittenFields {
            fields: serializer.serialize_struct(record, names.len())?,
            names: names.iter(),
        };
        T::visit_written(self, &mut fields)?;
        fields.fields.end()
    }
}

/// A struct that is written, and the names of its fields that follow.
struct WrittenFields<S, N> {
    fields: S,
    names: N,
}

impl<T, S, N> VisitWritten<T> for WrittenFields<S, N>
where
    T: IdAllocator,
    S: SerializeStruct,
    N: Iterator<Item = &'static &'static str>,
{
    type Error = S::Error;

    fn column<F, W: WriteAs<F>>(
        &mut self,
        _: usize,
        values: &ChangedValues<'_, T, F, W>,
    ) -> Result<(), S::Error> {
        let name = self.names.next().expect("each column has a name");
        self.fields.serialize_field(name, values)
    }
}

/// The changed values of the tracked columns of `T`, in a tree of [`NewValues`].
#[doc(hidden)]
#[derive(Debug)]
pub struct NewColumns<T, L> {
    pub list: L,
    record: PhantomData<fn() -> T>,
}

/// The changed values of some columns.
#[doc(hidden)]
pub trait ReadList<'de>: Sized {
    /// The number of columns.
    const COLUMNS: usize;

    /// Returns the columns without values.
    fn none() -> Self;

    /// Reads the values of the column at a position, if there are any.
    fn read<N: NextPart<'de>>(&mut self, at: usize, next: N) -> Result<Option<()>, N::Error>;
}

impl<'de> ReadList<'de> for Empty {
    const COLUMNS: usize = 0;

    fn none() -> Self {
        Empty
    }

    fn read<N: NextPart<'de>>(&mut self, _: usize, _: N) -> Result<Option<()>, N::Error> {
        Ok(None)
    }
}

impl<'de, F, R: ReadAs<'de, F>> ReadList<'de> for NewValues<F, R> {
    const COLUMNS: usize = 1;

    fn none() -> Self {
        NewValues::default()
    }

    fn read<N: NextPart<'de>>(&mut self, _: usize, next: N) -> Result<Option<()>, N::Error> {
        Ok(next.part(PhantomData)?.map(|values| *self = values))
    }
}

impl<'de, L: ReadList<'de>, R: ReadList<'de>> ReadList<'de> for Pair<L, R> {
    const COLUMNS: usize = L::COLUMNS + R::COLUMNS;

    fn none() -> Self {
        Pair(L::none(), R::none())
    }

    fn read<N: NextPart<'de>>(&mut self, at: usize, next: N) -> Result<Option<()>, N::Error> {
        match at.checked_sub(L::COLUMNS) {
            Some(at) => self.1.read(at, next),
            None => self.0.read(at, next),
        }
    }
}

/// The value that comes next in the input.
#[doc(hidden)]
pub trait NextPart<'de> {
    /// The error of the input.
    type Error: Error;

    /// Reads the value, if there is one.
    ///
    /// # Errors
    ///
    /// Returns the error of the input.
    fn part<S: DeserializeSeed<'de>>(self, seed: S) -> Result<Option<S::Value>, Self::Error>;
}

/// The next element of a list.
pub(crate) struct Element<'a, A>(pub(crate) &'a mut A);

impl<'de, A: SeqAccess<'de>> NextPart<'de> for Element<'_, A> {
    type Error = A::Error;

    fn part<S: DeserializeSeed<'de>>(self, seed: S) -> Result<Option<S::Value>, A::Error> {
        self.0.next_element_seed(seed)
    }
}

/// The value of the key that was read last.
pub(crate) struct ValueOfKey<'a, A>(pub(crate) &'a mut A);

impl<'de, A: MapAccess<'de>> NextPart<'de> for ValueOfKey<'_, A> {
    type Error = A::Error;

    fn part<S: DeserializeSeed<'de>>(self, seed: S) -> Result<Option<S::Value>, A::Error> {
        self.0.next_value_seed(seed).map(Some)
    }
}

impl<'de, T: ReadChanges, L: ReadList<'de>> Deserialize<'de> for NewColumns<T, L> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let read = &const { T::READ };
        let list = deserializer.deserialize_struct(
            read.record,
            read.fields,
            Columns::<L> {
                read,
                list: PhantomData,
            },
        )?;
        Ok(NewColumns {
            list,
            record: PhantomData,
        })
    }
}

struct Columns<L> {
    read: &'static ReadStruct,
    list: PhantomData<fn() -> L>,
}

impl<'de, L: ReadList<'de>> Visitor<'de> for Columns<L> {
    type Value = L;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.read.expected)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<L, A::Error> {
        let mut list = L::none();
        for (at, (_, may_be_missing)) in self.read.columns.iter().enumerate() {
            if list.read(at, Element(&mut values))?.is_none() && !may_be_missing {
                return Err(A::Error::invalid_length(at, &self));
            }
        }
        Ok(list)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut values: A) -> Result<L, A::Error> {
        let columns = self.read.columns;
        let (mut list, mut found) = (L::none(), alloc::vec![false; columns.len()]);
        while let Some(at) = values.next_key_seed(ColumnOf(self.read))? {
            let Some(at) = at else {
                let _: IgnoredAny = values.next_value()?;
                continue;
            };
            if core::mem::replace(&mut found[at], true) {
                return Err(A::Error::duplicate_field(columns[at].0[0]));
            }
            list.read(at, ValueOfKey(&mut values))?;
        }
        for ((names, may_be_missing), found) in columns.iter().zip(found) {
            if !found && !may_be_missing {
                return Err(A::Error::missing_field(names[0]));
            }
        }
        Ok(list)
    }
}

/// Reads a key: the name or the position of a column.
struct ColumnOf(&'static ReadStruct);

impl ColumnOf {
    fn find<E: Error>(&self, is_it: impl Fn(&str) -> bool, key: &str) -> Result<Option<usize>, E> {
        let mut columns = self.0.columns.iter();
        match columns.position(|(names, _)| names.iter().any(|name| is_it(name))) {
            None if self.0.is_closed => Err(E::unknown_field(key, self.0.fields)),
            at => Ok(at),
        }
    }
}

impl<'de> DeserializeSeed<'de> for ColumnOf {
    type Value = Option<usize>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for ColumnOf {
    type Value = Option<usize>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("field identifier")
    }

    fn visit_u64<E: Error>(self, at: u64) -> Result<Self::Value, E> {
        let known = usize::try_from(at).ok();
        match known.filter(|at| *at < self.0.columns.len()) {
            None if self.0.is_closed => {
                Err(E::invalid_value(Unexpected::Unsigned(at), &self.0.expected))
            }
            at => Ok(at),
        }
    }

    fn visit_str<E: Error>(self, key: &str) -> Result<Self::Value, E> {
        self.find(|name| name == key, key)
    }

    fn visit_bytes<E: Error>(self, key: &[u8]) -> Result<Self::Value, E> {
        let text = alloc::string::String::from_utf8_lossy(key);
        self.find(|name| name.as_bytes() == key, &text)
    }
}
