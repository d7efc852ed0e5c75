//! In formats that are not for humans, each number is written and asked for in the smallest
//! type in which all numbers of its kind fit.
//!
//! The formats of the other tests write a number in the same way whatever its type is. This
//! one keeps the type beside the number, and reads the number only as that type.
#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

use std::vec::IntoIter;

use serde::de::value::{Error, SeqDeserializer};
use serde::de::{DeserializeOwned, Error as _, IntoDeserializer, Visitor};
use serde::ser::{Impossible, SerializeSeq, SerializeStruct, SerializeTuple};
use serde::{Deserializer, Serialize, Serializer, forward_to_deserialize_any};
use soa_runtime::{Handle, IdAllocator};

#[derive(Debug, Clone, PartialEq)]
enum Token {
    U8(u8),
    U16(u16),
    U32(u32),
    U64(u64),
    List(Vec<Token>),
}

use Token::{List, U8, U16, U32, U64};

fn list<const N: usize>(tokens: [Token; N]) -> Token {
    List(tokens.into())
}

/// Writes one value.
struct Writer;

/// Writes the items of a list.
struct ListWriter(Vec<Token>);

macro_rules! numbers_are_tokens {
    ($($method:ident($type:ty) $token:ident;)*) => {$(
        fn $method(self, number: $type) -> Result<Token, Error> {
            Ok($token(number))
        }
    )*};
}

macro_rules! nothing_else_is_written {
    ($($method:ident($($type:ty),*);)*) => {$(
        fn $method(self, $(_: $type),*) -> Result<Token, Error> {
            Err(Error::custom(stringify!($method)))
        }
    )*};
}

impl Serializer for Writer {
    type Ok = Token;
    type Error = Error;
    type SerializeSeq = ListWriter;
    type SerializeTuple = ListWriter;
    type SerializeTupleStruct = Impossible<Token, Error>;
    type SerializeTupleVariant = Impossible<Token, Error>;
    type SerializeMap = Impossible<Token, Error>;
    type SerializeStruct = ListWriter;
    type SerializeStructVariant = Impossible<Token, Error>;

    fn is_human_readable(&self) -> bool {
        false
    }

    numbers_are_tokens! {
        serialize_u8(u8) U8;
        serialize_u16(u16) U16;
        serialize_u32(u32) U32;
        serialize_u64(u64) U64;
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<ListWriter, Error> {
        Ok(ListWriter(Vec::new()))
    }

    fn serialize_tuple(self, _: usize) -> Result<ListWriter, Error> {
        Ok(ListWriter(Vec::new()))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<ListWriter, Error> {
        Ok(ListWriter(Vec::new()))
    }

    nothing_else_is_written! {
        serialize_bool(bool);
        serialize_i8(i8);
        serialize_i16(i16);
        serialize_i32(i32);
        serialize_i64(i64);
        serialize_f32(f32);
        serialize_f64(f64);
        serialize_char(char);
        serialize_str(&str);
        serialize_bytes(&[u8]);
        serialize_none();
        serialize_unit();
        serialize_unit_struct(&'static str);
        serialize_unit_variant(&'static str, u32, &'static str);
    }

    fn serialize_some<V: Serialize + ?Sized>(self, _: &V) -> Result<Token, Error> {
        Err(Error::custom("serialize_some"))
    }

    fn serialize_newtype_struct<V: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: &V,
    ) -> Result<Token, Error> {
        Err(Error::custom("serialize_newtype_struct"))
    }

    fn serialize_newtype_variant<V: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &V,
    ) -> Result<Token, Error> {
        Err(Error::custom("serialize_newtype_variant"))
    }

    fn serialize_tuple_struct(
        self,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleStruct, Error> {
        Err(Error::custom("serialize_tuple_struct"))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, Error> {
        Err(Error::custom("serialize_tuple_variant"))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap, Error> {
        Err(Error::custom("serialize_map"))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, Error> {
        Err(Error::custom("serialize_struct_variant"))
    }
}

impl ListWriter {
    fn push<V: Serialize + ?Sized>(&mut self, value: &V) -> Result<(), Error> {
        self.0.push(value.serialize(Writer)?);
        Ok(())
    }
}

impl SerializeSeq for ListWriter {
    type Ok = Token;
    type Error = Error;

    fn serialize_element<V: Serialize + ?Sized>(&mut self, value: &V) -> Result<(), Error> {
        self.push(value)
    }

    fn end(self) -> Result<Token, Error> {
        Ok(List(self.0))
    }
}

impl SerializeTuple for ListWriter {
    type Ok = Token;
    type Error = Error;

    fn serialize_element<V: Serialize + ?Sized>(&mut self, value: &V) -> Result<(), Error> {
        self.push(value)
    }

    fn end(self) -> Result<Token, Error> {
        Ok(List(self.0))
    }
}

impl SerializeStruct for ListWriter {
    type Ok = Token;
    type Error = Error;

    fn serialize_field<V: Serialize + ?Sized>(
        &mut self,
        _: &'static str,
        value: &V,
    ) -> Result<(), Error> {
        self.push(value)
    }

    fn end(self) -> Result<Token, Error> {
        Ok(List(self.0))
    }
}

/// Reads one value.
struct Reader(Token);

impl IntoDeserializer<'_, Error> for Token {
    type Deserializer = Reader;

    fn into_deserializer(self) -> Reader {
        Reader(self)
    }
}

macro_rules! a_number_is_read_as_its_own_type {
    ($($method:ident $token:ident $visit:ident;)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            match self.0 {
                $token(number) => visitor.$visit(number),
                other => Err(Error::custom(format_args!(
                    "{other:?} is read with {}", stringify!($method)
                ))),
            }
        }
    )*};
}

impl<'de> Deserializer<'de> for Reader {
    type Error = Error;

    fn is_human_readable(&self) -> bool {
        false
    }

    a_number_is_read_as_its_own_type! {
        deserialize_u8 U8 visit_u8;
        deserialize_u16 U16 visit_u16;
        deserialize_u32 U32 visit_u32;
        deserialize_u64 U64 visit_u64;
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            List(items) => {
                visitor.visit_seq(SeqDeserializer::<IntoIter<_>, _>::new(items.into_iter()))
            }
            number => Err(Error::custom(format_args!("{number:?} is not a list"))),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// Checks that a value is written as these tokens, and read from them.
#[track_caller]
fn is_written_as<V: Serialize + DeserializeOwned>(value: &V, tokens: Token) {
    assert_eq!(value.serialize(Writer).as_ref(), Ok(&tokens));
    let read = V::deserialize(Reader(tokens.clone())).unwrap();
    assert_eq!(
        read.serialize(Writer),
        Ok(tokens),
        "what is read is the same"
    );
}

#[test]
fn the_parts_of_an_id_have_the_types_of_their_bits() {
    macro_rules! parts {
        ($word:ty, $index:literal, $generation:literal: $first:ident, $second:ident) => {
            let id = Handle::<(), $word, $index, $generation>::from_parts(1, 2).unwrap();
            is_written_as(&id, list([$first(1), $second(2)]));
        };
    }
    parts!(u16, 8, 8: U8, U8);
    parts!(u32, 9, 16: U16, U16);
    parts!(u32, 16, 9: U16, U16);
    parts!(u64, 17, 32: U32, U32);
    parts!(u64, 32, 17: U32, U32);

    macro_rules! tag {
        ($tag:literal: $third:ident) => {
            let id = Handle::<(), u64, 8, 8, $tag>::from_parts_tagged(1, 2, 3).unwrap();
            is_written_as(&id, list([U8(1), U8(2), $third(3)]));
        };
    }
    tag!(8: U8);
    tag!(9: U16);
    tag!(16: U16);
    tag!(17: U32);
    tag!(32: U32);
}

#[test]
fn an_id_without_generation_has_the_type_of_its_word() {
    let id = Handle::<(), u16, 16, 0>::from_parts(5, 0).unwrap();
    is_written_as(&id, U16(id.to_bits()));
    let id = Handle::<(), u32, 17, 0>::from_parts(5, 0).unwrap();
    is_written_as(&id, U32(id.to_bits()));
    let id = Handle::<(), u64, 32, 0>::from_parts(5, 0).unwrap();
    is_written_as(&id, U64(id.to_bits()));
}

/// Checks the types of the numbers of slots (of which one is free and one is reserved) and of
/// the distances between slots, in both layouts.
macro_rules! hubs {
    ($($module:ident: $index:literal, $generation:literal, $slot:ident, $jump:ident;)*) => {$(
        mod $module {
            use super::*;

            #[derive(IdAllocator)]
            #[soa(bits(index = $index, generation = $generation), derive(Serialize, Deserialize))]
            struct Row {
                value: u8,
            }

            #[derive(IdAllocator)]
            #[soa(layout = dense, bits(index = $index, generation = $generation))]
            #[soa(derive(Serialize, Deserialize))]
            struct Dense {
                value: u8,
            }

            /// The lists of a hub with a free slot, a row with this token, and a reserved id.
            fn lists(row: Token) -> Token {
                // A free slot's number has the next generation.
                let next = if $generation == 0 { 1 } else { 3 };
                list([
                    list([$slot(next), $slot(0), $slot(1)]),
                    list([$jump(0)]),
                    list([row]),
                    list([$jump(4)]),
                ])
            }

            #[test]
            fn slots_and_distances_have_the_smallest_type() {
                let record = list([U8(5)]);
                let mut hub = RowHub::new();
                let ids = [4, 5].map(|value| hub.insert(Row { value }));
                hub.reserve_id();
                hub.dealloc(ids[0]);
                is_written_as(&hub, lists(record.clone()));

                let mut hub = DenseHub::new();
                let ids = [4, 5].map(|value| hub.insert(Dense { value }));
                hub.reserve_id();
                hub.dealloc(ids[0]);
                is_written_as(&hub, lists(list([$jump(2), record])));
            }
        }
    )*};
}

hubs! {
    all_bits: 32, 32, U64, U64;
    no_generation: 8, 0, U8, U16;
}

#[cfg(feature = "every-kind")]
hubs! {
    seven_bits: 7, 7, U8, U8;
    eight_bits: 8, 8, U16, U16;
    fifteen_bits: 15, 15, U16, U16;
    sixteen_bits: 16, 16, U32, U32;
    thirty_one_bits: 31, 31, U32, U32;
}
