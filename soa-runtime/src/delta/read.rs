//! Reading a delta. Its ticks are checked before its lists are read.

use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use serde::de::{DeserializeSeed, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::error::DeltaError;
use super::freed::{Freed, FreedList};
use super::limit::Limit;
use super::made::{RowList, Rows};
use super::order::{Run, RunList};
use super::owned::OwnedDelta;
use super::record::{DeserializeDelta, ReadChanges};
use super::version::{version_of, version_of_form_1, version_of_form_2, version_of_other_layout};
use super::{PARTS, parts};
use crate::handle::{AnyHandle, check_tag};
use crate::ids::Layout;
use crate::snapshot::Level;
use crate::ticks::Tick;

/// Returns whether a copy that has seen the tick `seen` takes a delta with these ticks. An old
/// delta is passed by.
///
/// # Errors
///
/// Returns [`DeltaError::Ahead`] if the copy has not seen the start of the delta.
pub(crate) fn is_new(seen: Tick, since: Tick, tick: Tick) -> Result<bool, DeltaError> {
    if tick > seen && since > seen {
        return Err(DeltaError::Ahead { since, seen });
    }
    Ok(tick > seen)
}

/// Reads a delta if it is new for a copy that has seen `seen`, or without a copy, and if its slots
/// are within `limit`. More records than that are never in memory.
pub(crate) struct Reader<T> {
    pub(crate) seen: Option<Tick>,
    pub(crate) limit: Limit,
    pub(crate) record: PhantomData<fn() -> T>,
}

impl<'de, T: DeserializeDelta<'de>> Reader<T> {
    fn is_new<E: Error>(&self, since: Tick, tick: Tick) -> Result<bool, E> {
        let seen = self.seen;
        seen.map_or(Ok(true), |seen| {
            is_new(seen, since, tick).map_err(E::custom)
        })
    }
}

/// Reads the delta, or `None` if it is old.
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
        let is_new = self.is_new(since, tick)?;
        let slots = next(&mut parts, 3, PhantomData)?;
        if is_new {
            self.limit.check(slots).map_err(A::Error::custom)?;
        }
        let lists = Lists {
            slots,
            freed: next(&mut parts, 4, FreedList::<T>::new(self.limit))?,
            made: next(&mut parts, 5, RowList::new(self.limit))?,
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
        let mut is_new = None;
        while let Some(part) = parts.next_key()? {
            match part {
                Part::Version => once(&mut version, 0, PhantomData, &mut parts)?,
                Part::Since => once(&mut since, 1, PhantomData, &mut parts)?,
                Part::Tick => once(&mut tick, 2, PhantomData, &mut parts)?,
                _ if is_new == Some(false) => {
                    parts.next_value::<IgnoredAny>()?;
                }
                Part::Slots => once(&mut slots, 3, PhantomData, &mut parts)?,
                Part::Freed => once(&mut freed, 4, FreedList::<T>::new(self.limit), &mut parts)?,
                Part::Made => once(&mut made, 5, RowList::new(self.limit), &mut parts)?,
                Part::Changed => once(&mut changes, 6, PhantomData, &mut parts)?,
                Part::Order => once(&mut order, 7, RunList(self.limit), &mut parts)?,
                Part::Tag => once(&mut tag, 8, PhantomData, &mut parts)?,
            }
            if let (None, Some(since), Some(tick)) = (is_new, since, tick) {
                is_new = Some(self.is_new(since, tick)?);
            }
            if let (Some(true), Some(slots)) = (is_new, slots) {
                self.limit.check(slots).map_err(A::Error::custom)?;
            }
        }
        let since = since.ok_or_else(|| A::Error::missing_field(PARTS[1]))?;
        let tick = tick.ok_or_else(|| A::Error::missing_field(PARTS[2]))?;
        if is_new == Some(false) {
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
