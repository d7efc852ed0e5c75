//! The serializer that makes the tree of what is written.

use serde::de::value::Error;
use serde::ser::{Error as _, Impossible, SerializeSeq, SerializeStruct, SerializeTuple};
use serde::{Serialize, Serializer};

use crate::tree::{Group, Node, Shape};

/// Makes a tree in the form for humans, or in the other one.
#[derive(Clone, Copy)]
pub(crate) struct Recorder {
    pub(crate) humans: bool,
}

/// A group, while its items are written.
pub(crate) struct Recording {
    group: Group,
    recorder: Recorder,
}

impl Recorder {
    fn start(self, shape: Shape) -> Recording {
        let group = Group::new(shape);
        let recorder = self;
        Recording { group, recorder }
    }
}

impl Recording {
    fn push(&mut self, name: &'static str, item: &(impl Serialize + ?Sized)) -> Result<(), Error> {
        self.group
            .items
            .push((name, item.serialize(self.recorder)?));
        Ok(())
    }
}

macro_rules! leaves {
    ($($method:ident($type:ty) => $node:ident;)*) => {$(
        fn $method(self, value: $type) -> Result<Node, Error> {
            Ok(Node::$node(value.into()))
        }
    )*};
}

/// What no save and no delta of the target has.
macro_rules! unused {
    ($($method:ident($($type:ty),*) -> $ok:ty;)*) => {$(
        fn $method(self, $(_: $type),*) -> Result<$ok, Error> {
            Err(Error::custom(stringify!($method)))
        }
    )*};
}

impl Serializer for Recorder {
    type Ok = Node;
    type Error = Error;
    type SerializeSeq = Recording;
    type SerializeTuple = Recording;
    type SerializeStruct = Recording;
    type SerializeTupleStruct = Impossible<Node, Error>;
    type SerializeTupleVariant = Impossible<Node, Error>;
    type SerializeMap = Impossible<Node, Error>;
    type SerializeStructVariant = Impossible<Node, Error>;

    fn is_human_readable(&self) -> bool {
        self.humans
    }

    leaves! {
        serialize_bool(bool) => Bool;
        serialize_u8(u8) => Byte;
        serialize_u16(u16) => Number;
        serialize_u32(u32) => Number;
        serialize_u64(u64) => Number;
        serialize_i16(i16) => Signed;
        serialize_i32(i32) => Signed;
        serialize_i64(i64) => Signed;
        serialize_str(&str) => Text;
    }

    fn serialize_none(self) -> Result<Node, Error> {
        Ok(Node::Group(Group::new(Shape::Option)))
    }

    fn serialize_some<V: Serialize + ?Sized>(self, value: &V) -> Result<Node, Error> {
        let mut group = self.start(Shape::Option);
        group.push("", value)?;
        Ok(Node::Group(group.group))
    }

    fn serialize_newtype_struct<V: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &V,
    ) -> Result<Node, Error> {
        value.serialize(self)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Recording, Error> {
        Ok(self.start(Shape::List))
    }

    fn serialize_tuple(self, _: usize) -> Result<Recording, Error> {
        Ok(self.start(Shape::Tuple))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Recording, Error> {
        Ok(self.start(Shape::Struct))
    }

    fn serialize_newtype_variant<V: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: &V,
    ) -> Result<Node, Error> {
        Err(Error::custom(variant))
    }

    unused! {
        serialize_i8(i8) -> Node;
        serialize_f32(f32) -> Node;
        serialize_f64(f64) -> Node;
        serialize_char(char) -> Node;
        serialize_bytes(&[u8]) -> Node;
        serialize_unit() -> Node;
        serialize_unit_struct(&'static str) -> Node;
        serialize_unit_variant(&'static str, u32, &'static str) -> Node;
        serialize_tuple_struct(&'static str, usize) -> Self::SerializeTupleStruct;
        serialize_tuple_variant(&'static str, u32, &'static str, usize)
            -> Self::SerializeTupleVariant;
        serialize_map(Option<usize>) -> Self::SerializeMap;
        serialize_struct_variant(&'static str, u32, &'static str, usize)
            -> Self::SerializeStructVariant;
    }
}

macro_rules! lists {
    ($($list:ident)*) => {$(
        impl $list for Recording {
            type Ok = Node;
            type Error = Error;

            fn serialize_element<V: Serialize + ?Sized>(&mut self, item: &V) -> Result<(), Error> {
                self.push("", item)
            }

            fn end(self) -> Result<Node, Error> {
                Ok(Node::Group(self.group))
            }
        }
    )*};
}
lists!(SerializeSeq SerializeTuple);

impl SerializeStruct for Recording {
    type Ok = Node;
    type Error = Error;

    fn serialize_field<V: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        item: &V,
    ) -> Result<(), Error> {
        self.push(name, item)
    }

    fn end(self) -> Result<Node, Error> {
        Ok(Node::Group(self.group))
    }
}
