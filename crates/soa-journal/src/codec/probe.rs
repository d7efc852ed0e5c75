//! Types that ask the format what comes next, which postcard cannot say. A type is examined once,
//! by reading values that nobody wrote.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use serde::de::value::StrDeserializer;
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Error, IntoDeserializer,
    MapAccess, SeqAccess, VariantAccess, Visitor,
};

use super::access::Map;
use crate::record::JournalRecord;

/// How deep types are examined.
const DEPTH: usize = 12;

/// How often a column is read, to see all variants of its enums.
const ROUNDS: usize = 256;

/// Returns the first column whose type asks what comes next.
pub(super) fn column_that_asks<T: JournalRecord>() -> Option<usize> {
    (0..T::SAVED.len()).find(|&column| {
        asks(|probe| {
            let only = OnlyColumn {
                name: T::SAVED[column].names[0],
                is_read: false,
                probe,
            };
            // A value that nobody wrote may be refused.
            let _ = T::deserialize_row(Map(only));
        })
    })
}

/// Returns whether a type asks what comes next.
pub(super) fn value_asks<V: DeserializeOwned>() -> bool {
    asks(|probe| drop(V::deserialize(probe)))
}

/// Returns whether what reads from a probe asks what comes next.
fn asks(read: impl Fn(Probe<'_>)) -> bool {
    let seen = Seen::default();
    for _ in 0..ROUNDS {
        seen.is_done.set(true);
        let probe = Probe {
            seen: &seen,
            depth: 0,
        };
        // A value that nobody wrote may panic, too.
        let _ = catch_unwind(AssertUnwindSafe(|| read(probe)));
        if seen.asks.get() || seen.is_done.get() {
            break;
        }
    }
    seen.asks.get()
}

/// What was seen of a type.
#[derive(Default)]
struct Seen {
    asks: Cell<bool>,
    /// Whether all variants were seen.
    is_done: Cell<bool>,
    /// The next variant of each enum.
    variants: RefCell<HashMap<*const str, usize>>,
}

/// A value that nobody wrote.
#[derive(Debug)]
struct Nothing;

impl fmt::Display for Nothing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("nothing was written")
    }
}

impl std::error::Error for Nothing {}

impl Error for Nothing {
    fn custom<M: fmt::Display>(_: M) -> Self {
        Nothing
    }
}

/// A row that has one column.
struct OnlyColumn<'s> {
    name: &'static str,
    is_read: bool,
    probe: Probe<'s>,
}

impl<'de> MapAccess<'de> for OnlyColumn<'_> {
    type Error = Nothing;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Nothing> {
        if std::mem::replace(&mut self.is_read, true) {
            return Ok(None);
        }
        let name: StrDeserializer<'_, Nothing> = self.name.into_deserializer();
        seed.deserialize(name).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Nothing> {
        seed.deserialize(self.probe)
    }
}

/// A value of any type that is asked for.
#[derive(Clone, Copy)]
struct Probe<'s> {
    seen: &'s Seen,
    depth: usize,
}

impl Probe<'_> {
    fn deeper(self) -> Self {
        Probe {
            depth: self.depth + 1,
            ..self
        }
    }

    /// Returns a list or a map with `length` entries, or an empty one where types are too deep.
    fn list(self, length: usize) -> List<Self> {
        List {
            left: if self.depth < DEPTH { length } else { 0 },
            value: self.deeper(),
        }
    }

    fn asks<V>(self) -> Result<V, Nothing> {
        self.seen.asks.set(true);
        Err(Nothing)
    }
}

struct List<P> {
    left: usize,
    value: P,
}

impl<'de> SeqAccess<'de> for List<Probe<'_>> {
    type Error = Nothing;

    fn next_element_seed<V: DeserializeSeed<'de>>(
        &mut self,
        seed: V,
    ) -> Result<Option<V::Value>, Nothing> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        seed.deserialize(self.value).map(Some)
    }
}

impl<'de> MapAccess<'de> for List<Probe<'_>> {
    type Error = Nothing;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Nothing> {
        self.next_element_seed(seed)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Nothing> {
        seed.deserialize(self.value)
    }
}

/// A variant that was chosen.
struct Chosen<'s> {
    variant: u32,
    probe: Probe<'s>,
}

impl<'de, 's> EnumAccess<'de> for Chosen<'s> {
    type Error = Nothing;
    type Variant = Probe<'s>;

    fn variant_seed<V: DeserializeSeed<'de>>(
        self,
        seed: V,
    ) -> Result<(V::Value, Probe<'s>), Nothing> {
        let variant = seed.deserialize(self.variant.into_deserializer())?;
        Ok((variant, self.probe))
    }
}

impl<'de> VariantAccess<'de> for Probe<'_> {
    type Error = Nothing;

    fn unit_variant(self) -> Result<(), Nothing> {
        Ok(())
    }

    fn newtype_variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<V::Value, Nothing> {
        seed.deserialize(self.deeper())
    }

    fn tuple_variant<V: Visitor<'de>>(
        self,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Nothing> {
        visitor.visit_seq(self.list(length))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Nothing> {
        visitor.visit_seq(self.list(fields.len()))
    }
}

/// What a type gets that asks for this.
macro_rules! answers {
    (|$probe:ident, $visitor:ident| $($method:ident: $answer:expr,)*) => {$(
        #[allow(unused_variables, reason = "an answer needs one of them")]
        fn $method<V: Visitor<'de>>(self, $visitor: V) -> Result<V::Value, Nothing> {
            let $probe = self;
            $answer
        }
    )*};
}

impl<'de> Deserializer<'de> for Probe<'_> {
    type Error = Nothing;

    fn is_human_readable(&self) -> bool {
        false
    }

    answers! {
        |probe, visitor|
        deserialize_any: probe.asks(),
        deserialize_identifier: probe.asks(),
        deserialize_ignored_any: probe.asks(),
        deserialize_bool: visitor.visit_bool(false),
        deserialize_i8: visitor.visit_i8(1),
        deserialize_i16: visitor.visit_i16(1),
        deserialize_i32: visitor.visit_i32(1),
        deserialize_i64: visitor.visit_i64(1),
        deserialize_i128: visitor.visit_i128(1),
        deserialize_u8: visitor.visit_u8(1),
        deserialize_u16: visitor.visit_u16(1),
        deserialize_u32: visitor.visit_u32(1),
        deserialize_u64: visitor.visit_u64(1),
        deserialize_u128: visitor.visit_u128(1),
        deserialize_f32: visitor.visit_f32(1.0),
        deserialize_f64: visitor.visit_f64(1.0),
        deserialize_char: visitor.visit_char('a'),
        deserialize_str: visitor.visit_borrowed_str("a"),
        deserialize_string: visitor.visit_borrowed_str("a"),
        deserialize_bytes: visitor.visit_borrowed_bytes(b"a"),
        deserialize_byte_buf: visitor.visit_borrowed_bytes(b"a"),
        deserialize_unit: visitor.visit_unit(),
        deserialize_seq: visitor.visit_seq(probe.list(1)),
        deserialize_map: visitor.visit_map(probe.list(1)),
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Nothing> {
        if self.depth < DEPTH {
            visitor.visit_some(self.deeper())
        } else {
            visitor.visit_none()
        }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Nothing> {
        visitor.visit_unit()
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Nothing> {
        visitor.visit_newtype_struct(self.deeper())
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Nothing> {
        visitor.visit_seq(self.list(length))
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Nothing> {
        visitor.visit_seq(self.list(length))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Nothing> {
        visitor.visit_seq(self.list(fields.len()))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Nothing> {
        let mut known = self.seen.variants.borrow_mut();
        let next = known.entry(std::ptr::from_ref(name)).or_default();
        let chosen = *next;
        if chosen < variants.len() {
            *next += 1;
        }
        if *next < variants.len() {
            self.seen.is_done.set(false);
        }
        let chosen = chosen.min(variants.len().saturating_sub(1));
        drop(known);
        if self.depth >= DEPTH {
            return Err(Nothing);
        }
        visitor.visit_enum(Chosen {
            variant: u32::try_from(chosen).unwrap_or(0),
            probe: self,
        })
    }
}
