//! Lists and maps as values of a format that is not for humans.

use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;

/// A list, whatever is asked for.
pub(super) struct Seq<A>(pub(super) A);

/// A map, whatever is asked for.
pub(super) struct Map<A>(pub(super) A);

macro_rules! whatever_is_asked {
    ($($name:ident, $access:ident, $visit:ident;)*) => {$(
        impl<'de, A: $access<'de>> Deserializer<'de> for $name<A> {
            type Error = A::Error;

            #[inline]
            fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, A::Error> {
                visitor.$visit(self.0)
            }

            fn is_human_readable(&self) -> bool {
                false
            }

            forward_to_deserialize_any! {
                bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
                option unit unit_struct newtype_struct seq tuple tuple_struct map struct enum
                identifier ignored_any
            }
        }
    )*};
}
whatever_is_asked! {
    Seq, SeqAccess, visit_seq;
    Map, MapAccess, visit_map;
}
