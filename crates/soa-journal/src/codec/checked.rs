//! Values that are written as the journal reads them. A type that leaves out fields is refused,
//! because in a format without names nothing shows that a field is missing. A value whose variant
//! or number of fields is new is read back.

use std::any::type_name;
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use serde::ser::{
    Error, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant,
};
use serde::{Serialize, Serializer};

/// The number of a variant, the number of fields that were written, and the name of the type. A type
/// that never leaves out fields has one shape for each variant.
pub(super) type Shape = (u32, usize, &'static str);

/// The shapes of the values that were written.
pub(super) struct Shapes {
    known: RefCell<BTreeSet<Shape>>,
    /// Some known shapes, with the addresses of the names, which are faster to compare. A hash is
    /// the index.
    recent: [Cell<(usize, u32, usize)>; 256],
    has_new: Cell<bool>,
    /// The field that a type left out.
    pub(super) omitted: Cell<Option<&'static str>>,
}

impl Shapes {
    /// Creates the shapes of further values. The very first value is new, whatever its shape.
    pub(super) fn new(mut known: BTreeSet<Shape>) -> Self {
        let is_first = known.insert((0, 0, "the first value"));
        Shapes {
            known: known.into(),
            recent: [const { Cell::new((0, 0, 0)) }; 256],
            has_new: is_first.into(),
            omitted: Cell::default(),
        }
    }

    pub(super) fn into_known(self) -> BTreeSet<Shape> {
        self.known.into_inner()
    }

    /// Writes a value. Returns whether it must be read back.
    #[inline]
    pub(super) fn write<S: Serializer>(
        &self,
        serializer: S,
        write: impl FnOnce(Checker<'_, S>) -> Result<S::Ok, S::Error>,
    ) -> Result<bool, S::Error> {
        write(Checker(serializer, self, ""))?;
        Ok(self.has_new.take())
    }

    #[inline]
    fn record(&self, type_name: &'static str, variant: u32, fields: usize) {
        let recent = (type_name.as_ptr().addr(), variant, fields);
        // Multiplicative hashing: Knuth, The Art of Computer Programming, section 6.4.
        let hash = (recent.0 as u64 ^ u64::from(variant) << 40).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        if self.recent[(hash >> 56) as usize].replace(recent) != recent {
            self.look_up((variant, fields, type_name));
        }
    }

    #[cold]
    fn look_up(&self, shape: Shape) {
        if self.known.borrow_mut().insert(shape) {
            self.has_new.set(true);
        }
    }
}

/// A serializer that refuses types that leave out fields. It writes what `S` writes. The last field
/// is the name of the type that is written, which is empty for the type of a column.
pub(super) struct Checker<'a, S>(S, &'a Shapes, &'static str);

/// A value inside another one.
struct Inner<'a, V: ?Sized>(&'a V, &'a Shapes);

impl<V: Serialize + ?Sized> Serialize for Inner<'_, V> {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0
            .serialize(Checker(serializer, self.1, type_name::<V>()))
    }
}

/// Writes a value that has no values in it.
macro_rules! forward {
    ($($method:ident($value:ty))*) => {$(
        #[inline]
        fn $method(self, value: $value) -> Result<S::Ok, S::Error> {
            self.0.$method(value)
        }
    )*};
}

/// Begins a value that has values in it, and records its shape.
macro_rules! begin {
    ($($method:ident($($argument:ident: $type:ty),*) -> $part:ident $(, $shape:tt)?;)*) => {$(
        #[inline]
        fn $method(self, $($argument: $type),*) -> Result<Self::$part, S::Error> {
            $(
                let (variant, fields) = $shape;
                self.1.record(self.2, variant, fields);
            )?
            Ok(Checker(self.0.$method($($argument),*)?, self.1, self.2))
        }
    )*};
}

impl<'a, S: Serializer> Serializer for Checker<'a, S> {
    type Ok = S::Ok;
    type Error = S::Error;
    type SerializeSeq = Checker<'a, S::SerializeSeq>;
    type SerializeTuple = Checker<'a, S::SerializeTuple>;
    type SerializeTupleStruct = Checker<'a, S::SerializeTupleStruct>;
    type SerializeTupleVariant = Checker<'a, S::SerializeTupleVariant>;
    type SerializeMap = Checker<'a, S::SerializeMap>;
    type SerializeStruct = Checker<'a, S::SerializeStruct>;
    type SerializeStructVariant = Checker<'a, S::SerializeStructVariant>;

    #[inline]
    fn is_human_readable(&self) -> bool {
        self.0.is_human_readable()
    }

    forward! {
        serialize_bool(bool) serialize_i8(i8) serialize_i16(i16) serialize_i32(i32)
        serialize_i64(i64) serialize_i128(i128) serialize_u8(u8) serialize_u16(u16)
        serialize_u32(u32) serialize_u64(u64) serialize_u128(u128) serialize_f32(f32)
        serialize_f64(f64) serialize_char(char) serialize_str(&str) serialize_bytes(&[u8])
    }

    #[inline]
    fn collect_str<V: std::fmt::Display + ?Sized>(self, value: &V) -> Result<S::Ok, S::Error> {
        self.0.collect_str(value)
    }

    #[inline]
    fn serialize_none(self) -> Result<S::Ok, S::Error> {
        self.0.serialize_none()
    }

    #[inline]
    fn serialize_some<V: Serialize + ?Sized>(self, value: &V) -> Result<S::Ok, S::Error> {
        self.0.serialize_some(&Inner(value, self.1))
    }

    #[inline]
    fn serialize_unit(self) -> Result<S::Ok, S::Error> {
        self.0.serialize_unit()
    }

    #[inline]
    fn serialize_unit_struct(self, name: &'static str) -> Result<S::Ok, S::Error> {
        self.0.serialize_unit_struct(name)
    }

    #[inline]
    fn serialize_unit_variant(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
    ) -> Result<S::Ok, S::Error> {
        self.1.record(self.2, index, 0);
        self.0.serialize_unit_variant(name, index, variant)
    }

    #[inline]
    fn serialize_newtype_struct<V: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &V,
    ) -> Result<S::Ok, S::Error> {
        self.0.serialize_newtype_struct(name, &Inner(value, self.1))
    }

    #[inline]
    fn serialize_newtype_variant<V: Serialize + ?Sized>(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        value: &V,
    ) -> Result<S::Ok, S::Error> {
        self.1.record(self.2, index, 1);
        let value = Inner(value, self.1);
        self.0
            .serialize_newtype_variant(name, index, variant, &value)
    }

    begin! {
        serialize_seq(length: Option<usize>) -> SerializeSeq;
        serialize_tuple(length: usize) -> SerializeTuple;
        serialize_map(length: Option<usize>) -> SerializeMap;
        serialize_struct(name: &'static str, length: usize)
            -> SerializeStruct, (0, length);
        serialize_tuple_struct(name: &'static str, length: usize)
            -> SerializeTupleStruct, (0, length);
        serialize_struct_variant(name: &'static str, index: u32, variant: &'static str, length: usize)
            -> SerializeStructVariant, (index, length);
        serialize_tuple_variant(name: &'static str, index: u32, variant: &'static str, length: usize)
            -> SerializeTupleVariant, (index, length);
    }
}

/// Writes the values in a list or in a struct.
macro_rules! parts {
    ($($part:ident, $method:ident($($name:ident: $text:ty)?) $(, $skip:ident)?;)*) => {$(
        impl<C: $part> $part for Checker<'_, C> {
            type Ok = C::Ok;
            type Error = C::Error;

            #[inline]
            fn $method<V: Serialize + ?Sized>(
                &mut self,
                $($name: $text,)?
                value: &V,
            ) -> Result<(), C::Error> {
                self.0.$method($($name,)? &Inner(value, self.1))
            }

            $(
                #[cold]
                fn $skip(&mut self, name: &'static str) -> Result<(), C::Error> {
                    self.1.omitted.set(Some(name));
                    Err(C::Error::custom("a field is left out"))
                }
            )?

            #[inline]
            fn end(self) -> Result<C::Ok, C::Error> {
                self.0.end()
            }
        }
    )*};
}
parts! {
    SerializeSeq, serialize_element();
    SerializeTuple, serialize_element();
    SerializeTupleStruct, serialize_field();
    SerializeTupleVariant, serialize_field();
    SerializeStruct, serialize_field(name: &'static str), skip_field;
    SerializeStructVariant, serialize_field(name: &'static str), skip_field;
}

impl<C: SerializeMap> SerializeMap for Checker<'_, C> {
    type Ok = C::Ok;
    type Error = C::Error;

    #[inline]
    fn serialize_key<K: Serialize + ?Sized>(&mut self, key: &K) -> Result<(), C::Error> {
        self.0.serialize_key(&Inner(key, self.1))
    }

    #[inline]
    fn serialize_value<V: Serialize + ?Sized>(&mut self, value: &V) -> Result<(), C::Error> {
        self.0.serialize_value(&Inner(value, self.1))
    }

    #[inline]
    fn end(self) -> Result<C::Ok, C::Error> {
        self.0.end()
    }
}
