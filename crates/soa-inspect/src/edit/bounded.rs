//! A serializer that refuses a long text before it is looked at.

use serde::ser::Error;
use serde::{Serialize, Serializer};

/// Passes everything on, except a text that is too long. A JSON serializer would look for characters
/// to escape in all of its megabytes, in the time of one frame. Texts inside of lists and structs are
/// not checked.
pub(super) struct Bounded<S> {
    pub(super) to: S,
    /// The largest number of bytes of a text.
    pub(super) most: usize,
}

/// The reason why a value is refused.
pub(super) fn too_long(most: usize) -> String {
    format!("a value of more than {most} bytes cannot be edited here")
}

type Name = &'static str;

/// Passes methods on, with their arguments.
macro_rules! pass {
    ($($method:ident($($argument:ident: $type:ty),*) -> $answer:ident;)*) => { $(
        fn $method(self, $($argument: $type),*) -> Result<S::$answer, S::Error> {
            self.to.$method($($argument),*)
        }
    )* };
}

impl<S: Serializer> Serializer for Bounded<S> {
    type Ok = S::Ok;
    type Error = S::Error;
    type SerializeSeq = S::SerializeSeq;
    type SerializeTuple = S::SerializeTuple;
    type SerializeTupleStruct = S::SerializeTupleStruct;
    type SerializeTupleVariant = S::SerializeTupleVariant;
    type SerializeMap = S::SerializeMap;
    type SerializeStruct = S::SerializeStruct;
    type SerializeStructVariant = S::SerializeStructVariant;

    fn serialize_str(self, text: &str) -> Result<S::Ok, S::Error> {
        if text.len() > self.most {
            return Err(S::Error::custom(too_long(self.most)));
        }
        self.to.serialize_str(text)
    }

    // In JSON these two are the value itself.
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<S::Ok, S::Error> {
        value.serialize(self)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: Name,
        value: &T,
    ) -> Result<S::Ok, S::Error> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        name: Name,
        index: u32,
        variant: Name,
        value: &T,
    ) -> Result<S::Ok, S::Error> {
        self.to
            .serialize_newtype_variant(name, index, variant, value)
    }

    fn is_human_readable(&self) -> bool {
        self.to.is_human_readable()
    }

    pass! {
        serialize_bool(value: bool) -> Ok;
        serialize_i8(value: i8) -> Ok;
        serialize_i16(value: i16) -> Ok;
        serialize_i32(value: i32) -> Ok;
        serialize_i64(value: i64) -> Ok;
        serialize_i128(value: i128) -> Ok;
        serialize_u8(value: u8) -> Ok;
        serialize_u16(value: u16) -> Ok;
        serialize_u32(value: u32) -> Ok;
        serialize_u64(value: u64) -> Ok;
        serialize_u128(value: u128) -> Ok;
        serialize_f32(value: f32) -> Ok;
        serialize_f64(value: f64) -> Ok;
        serialize_char(value: char) -> Ok;
        serialize_bytes(value: &[u8]) -> Ok;
        serialize_none() -> Ok;
        serialize_unit() -> Ok;
        serialize_unit_struct(name: Name) -> Ok;
        serialize_unit_variant(name: Name, index: u32, variant: Name) -> Ok;
        serialize_seq(length: Option<usize>) -> SerializeSeq;
        serialize_tuple(length: usize) -> SerializeTuple;
        serialize_tuple_struct(name: Name, length: usize) -> SerializeTupleStruct;
        serialize_tuple_variant(name: Name, index: u32, variant: Name, length: usize)
            -> SerializeTupleVariant;
        serialize_map(length: Option<usize>) -> SerializeMap;
        serialize_struct(name: Name, length: usize) -> SerializeStruct;
        serialize_struct_variant(name: Name, index: u32, variant: Name, length: usize)
            -> SerializeStructVariant;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize)]
    struct Title(Option<String>);

    #[derive(Serialize)]
    enum Kind {
        Named(&'static str),
    }

    #[test]
    fn a_text_that_is_too_long_is_refused_before_anything_is_written() {
        fn write(value: &impl Serialize) -> (String, Option<String>) {
            let mut json = Vec::new();
            let to = &mut serde_json::Serializer::new(&mut json);
            let refused = value.serialize(Bounded { to, most: 3 }).err();
            let json = String::from_utf8(json).expect("it is JSON");
            (json, refused.map(|error| error.to_string()))
        }

        let reason = "a value of more than 3 bytes cannot be edited here";
        let refused = (String::new(), Some(reason.to_owned()));
        assert_eq!(write(&"four"), refused);
        assert_eq!(write(&Some("four")), refused);
        assert_eq!(write(&Title(Some("four".to_owned()))), refused);
        let named = (r#"{"Named":"cat"}"#.to_owned(), None);
        assert_eq!(write(&Kind::Named("cat")), named);
    }
}
