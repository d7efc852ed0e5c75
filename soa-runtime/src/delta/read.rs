//! Reading a delta. Its ticks are checked before its lists are read.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use serde::de::{DeserializeSeed, Error, IgnoredAny, MapAccess, SeqAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer};

use super::error::{DeltaError, Limit};
use super::freed::{Freed, FreedList};
use super::made::{RowList, Rows};
use super::order::{Run, RunList};
use super::record::{DeserializeDelta, ReadChanges, ReadStruct};
use super::values::{NewValues, ReadAs};
use super::{
    OwnedDelta, PARTS, parts, version_of, version_of_form_1, version_of_form_2,
    version_of_other_layout,
};
use crate::handle::{AnyHandle, check_tag};
use crate::ids::Layout;
use crate::memory::{Empty, Pair};
use crate::snapshot::Level;
use crate::ticks::Tick;

/// Returns whether a copy that has seen the tick `seen` takes a delta with these ticks. An old
/// delta is passed by.
///
/// # Errors
///
/// Returns [`DeltaError::Ahead`] if the copy has not seen the start of the delta.
pub(crate) fn is_new(seen: Option<Tick>, since: Tick, tick: Tick) -> Result<bool, DeltaError> {
    match seen {
        Some(seen) if tick > seen && since > seen => Err(DeltaError::Ahead { since, seen }),
        seen => Ok(seen.is_none_or(|seen| tick > seen)),
    }
}

/// Reads a delta if it is new for a copy that has seen `seen`, or without a copy, and if its slots
/// are within `limit`. More records than that are never in memory.
pub(crate) struct Reader<T> {
    pub(crate) seen: Option<Tick>,
    pub(crate) limit: Limit,
    pub(crate) record: PhantomData<fn() -> T>,
}

impl<'de, T: DeserializeDelta<'de>> DeserializeSeed<'de> for Reader<T> {
    type Value = Option<OwnedDelta<T>>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        let _level = Level::begin()?;
        deserializer.deserialize_struct("Delta", parts::<T>(), self)
    }
}

/// Reads a delta that no mirror has judged.
impl<'de, T: DeserializeDelta<'de>> Deserialize<'de> for OwnedDelta<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let reader = Reader {
            seen: None,
            limit: Limit::NONE,
            record: PhantomData,
        };
        let delta = reader.deserialize(deserializer)?;
        Ok(delta.unwrap_or_else(|| unreachable!("every delta is new")))
    }
}

impl<'de, T: DeserializeDelta<'de>> Visitor<'de> for Reader<T> {
    type Value = Option<OwnedDelta<T>>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a delta of {}", T::HUB)
    }

    /// The format has no names, so the sender must have the same columns.
    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<Self::Value, A::Error> {
        let version: u32 = next(&mut parts, 0, PhantomData)?;
        for (form, older) in const {
            [
                (1, version_of_form_1::<T::Id>(T::TRAVELLING)),
                (2, version_of_form_2::<T::Id>(T::TRAVELLING)),
            ]
        } {
            if version == older {
                return Err(A::Error::custom(format_args!(
                    "the delta of `{}` has form {form}; expected form 3, from a sender with this \
                     version of the library",
                    T::HUB
                )));
            }
        }
        if version == const { version_of_other_layout::<T>(T::TRAVELLING) } {
            return Err(A::Error::custom(format_args!(
                "the delta is of a `{}` with another layout; expected the same layout, or a format \
                 that names fields",
                T::HUB
            )));
        }
        if version != const { version_of::<T>(T::TRAVELLING) } {
            return Err(A::Error::custom(format_args!(
                "the delta is of another version of `{}`: its columns or the bits of its ids \
                 differ; expected a sender of the same version, or a format that names fields",
                T::HUB
            )));
        }
        let (since, tick) = (
            next(&mut parts, 1, PhantomData)?,
            next(&mut parts, 2, PhantomData)?,
        );
        let is_new = is_new(self.seen, since, tick).map_err(A::Error::custom)?;
        let slots = next(&mut parts, 3, PhantomData)?;
        if is_new {
            self.limit.check(slots).map_err(A::Error::custom)?;
        }
        let lists = Lists {
            slots,
            freed: next(&mut parts, 4, FreedList::<T>(self.limit, PhantomData))?,
            made: next(&mut parts, 5, RowList(self.limit, PhantomData))?,
            changes: next(&mut parts, 6, PhantomData)?,
            order: if T::Layout::DENSE {
                next(&mut parts, 7, RunList(self.limit))?
            } else {
                Vec::new()
            },
            tag: if T::Id::TAG_BITS > 0 {
                next(&mut parts, 8, PhantomData)?
            } else {
                0
            },
        };
        // An old one is read, too, because the input may go on after it.
        if !is_new {
            return Ok(None);
        }
        lists.check(since, tick).map_err(A::Error::custom)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut parts: A) -> Result<Self::Value, A::Error> {
        let (mut version, mut since, mut tick) = (None::<IgnoredAny>, None, None);
        let (mut slots, mut freed, mut made, mut changes) = (None, None, None, None);
        let (mut order, mut tag) = (None, None);
        let (mut news, limit) = (None, self.limit);
        while let Some(part) = parts.next_key()? {
            match part {
                Part::Version => once(&mut version, 0, PhantomData, &mut parts)?,
                Part::Since => once(&mut since, 1, PhantomData, &mut parts)?,
                Part::Tick => once(&mut tick, 2, PhantomData, &mut parts)?,
                _ if news == Some(false) => {
                    parts.next_value::<IgnoredAny>()?;
                }
                Part::Slots => once(&mut slots, 3, PhantomData, &mut parts)?,
                Part::Freed => once(
                    &mut freed,
                    4,
                    FreedList::<T>(limit, PhantomData),
                    &mut parts,
                )?,
                Part::Made => once(&mut made, 5, RowList(limit, PhantomData), &mut parts)?,
                Part::Changed => once(&mut changes, 6, PhantomData, &mut parts)?,
                Part::Order => once(&mut order, 7, RunList(limit), &mut parts)?,
                Part::Tag => once(&mut tag, 8, PhantomData, &mut parts)?,
            }
            if let (None, Some(since), Some(tick)) = (news, since, tick) {
                news = Some(is_new(self.seen, since, tick).map_err(A::Error::custom)?);
            }
            if let (Some(true), Some(slots)) = (news, slots) {
                limit.check(slots).map_err(A::Error::custom)?;
            }
        }
        let since = since.ok_or_else(|| A::Error::missing_field(PARTS[1]))?;
        let tick = tick.ok_or_else(|| A::Error::missing_field(PARTS[2]))?;
        if news == Some(false) {
            return Ok(None);
        }
        let lists = Lists {
            slots: slots.ok_or_else(|| A::Error::missing_field(PARTS[3]))?,
            freed: freed.ok_or_else(|| A::Error::missing_field(PARTS[4]))?,
            made: made.ok_or_else(|| A::Error::missing_field(PARTS[5]))?,
            changes: changes.ok_or_else(|| A::Error::missing_field(PARTS[6]))?,
            // A sender with slots has none.
            order: order.unwrap_or_default(),
            tag: match tag {
                None if T::Id::TAG_BITS > 0 => return Err(A::Error::missing_field(PARTS[8])),
                tag => tag.unwrap_or_default(),
            },
        };
        lists.check(since, tick).map_err(A::Error::custom)
    }
}

/// The names of the parts.
#[derive(Deserialize)]
#[serde(field_identifier, rename_all = "lowercase")]
enum Part {
    Version,
    Since,
    Tick,
    Slots,
    Freed,
    Made,
    Changed,
    Order,
    Tag,
}

/// Reads the part at a position of a list.
fn next<'de, V: DeserializeSeed<'de>, A: SeqAccess<'de>>(
    parts: &mut A,
    position: usize,
    seed: V,
) -> Result<V::Value, A::Error> {
    let missing = || A::Error::invalid_length(position, &"a whole delta");
    parts.next_element_seed(seed)?.ok_or_else(missing)
}

/// Reads the value of a name that may occur once.
fn once<'de, V: DeserializeSeed<'de>, A: MapAccess<'de>>(
    value: &mut Option<V::Value>,
    part: usize,
    seed: V,
    parts: &mut A,
) -> Result<(), A::Error> {
    if value.is_some() {
        return Err(A::Error::duplicate_field(PARTS[part]));
    }
    *value = Some(parts.next_value_seed(seed)?);
    Ok(())
}

/// The lists as they were read.
struct Lists<T: ReadChanges> {
    slots: u32,
    freed: Vec<Freed>,
    made: Rows<T>,
    changes: T::Changes,
    order: Vec<Run>,
    tag: u32,
}

impl<T: ReadChanges> Lists<T> {
    /// Checks what needs no mirror.
    fn check(self, since: Tick, tick: Tick) -> Result<Option<OwnedDelta<T>>, &'static str> {
        let Lists {
            slots,
            freed: listed,
            made: Rows {
                kept: mut made,
                last,
            },
            changes,
            order,
            tag,
        } = self;
        if check_tag::<T::Id>(tag).is_err() {
            return Err("the tag of the delta does not fit the ids");
        }
        // Each pass over the records of a large hub is noticed.
        if tag != 0 {
            for (id, _) in &mut made {
                *id = T::Id::assemble_tagged(id.index(), id.generation(), tag);
            }
        }
        if slots > T::Id::LIMIT {
            return Err("the delta has more slots than ids can tell apart");
        }
        let mut freed = listed.clone();
        freed.sort_unstable_by_key(|freed| freed.slot);
        if freed.windows(2).any(|pair| pair[0].slot == pair[1].slot) {
            return Err("the delta frees a slot twice");
        }
        // A record that was not kept is past the limit, and the slots are not.
        let last = [freed.last().map(|freed| freed.slot), last];
        let is_past = |slot| slot >= slots;
        if last.into_iter().flatten().any(is_past) || !order.iter().all(|run| run.ends_below(slots))
        {
            return Err("the delta names a slot past its last one");
        }
        let mut vacant = freed.iter().map(|freed| freed.slot).peekable();
        for (id, _) in &made {
            while vacant.next_if(|slot| *slot < id.index()).is_some() {}
            match vacant.peek() {
                Some(slot) if *slot == id.index() => {
                    return Err("the delta has a slot with a row and without");
                }
                Some(_) => {}
                None => break,
            }
        }
        Ok(Some(OwnedDelta {
            since,
            tick,
            slots,
            tag,
            freed,
            listed,
            made,
            changes,
            order,
        }))
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
        let text = String::from_utf8_lossy(key);
        self.find(|name| name.as_bytes() == key, &text)
    }
}
