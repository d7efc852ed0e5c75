//! Reading values so that a number that is too large for an `f32` is an error. Serde reads it as
//! infinity.

use std::fmt;

use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, MapAccess, SeqAccess, VariantAccess, Visitor,
};

/// Passes everything through, on the way to the value and back, except such numbers. `SINGLE`
/// says that an `f32` is read.
pub(super) struct Checked<T, const SINGLE: bool>(T);

/// A deserializer, or a part of one, that checks numbers.
pub(super) type Finite<T> = Checked<T, false>;

impl<T> Finite<T> {
    pub(super) fn new(inner: T) -> Self {
        Checked(inner)
    }
}

macro_rules! deserialize {
    ($($method:ident($($name:ident: $ty:ty),*))*) => {$(
        fn $method<V: Visitor<'de>>(self, $($name: $ty,)* visitor: V) -> Result<V::Value, D::Error> {
            self.0.$method($($name,)* Finite::new(visitor))
        }
    )*};
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Finite<D> {
    type Error = D::Error;

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.0.deserialize_f32(Checked::<V, true>(visitor))
    }

    deserialize! {
        deserialize_any() deserialize_bool() deserialize_char() deserialize_f64()
        deserialize_i8() deserialize_i16() deserialize_i32() deserialize_i64() deserialize_i128()
        deserialize_u8() deserialize_u16() deserialize_u32() deserialize_u64() deserialize_u128()
        deserialize_str() deserialize_string() deserialize_bytes() deserialize_byte_buf()
        deserialize_option() deserialize_unit() deserialize_seq() deserialize_map()
        deserialize_identifier() deserialize_ignored_any()
        deserialize_unit_struct(name: &'static str)
        deserialize_newtype_struct(name: &'static str)
        deserialize_tuple(len: usize)
        deserialize_tuple_struct(name: &'static str, len: usize)
        deserialize_struct(name: &'static str, fields: &'static [&'static str])
        deserialize_enum(name: &'static str, variants: &'static [&'static str])
    }

    fn is_human_readable(&self) -> bool {
        self.0.is_human_readable()
    }
}

macro_rules! visit {
    ($($method:ident: $ty:ty)*) => {$(
        fn $method<E: Error>(self, value: $ty) -> Result<V::Value, E> {
            self.0.$method(value)
        }
    )*};
}

impl<'de, V: Visitor<'de>, const SINGLE: bool> Visitor<'de> for Checked<V, SINGLE> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.expecting(f)
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<V::Value, E> {
        #[expect(clippy::cast_possible_truncation, reason = "the result is looked at")]
        let is_too_large = SINGLE && value.is_finite() && !(value as f32).is_finite();
        if is_too_large {
            return Err(E::custom(format_args!("{value:e} is too large for an f32")));
        }
        self.0.visit_f64(value)
    }

    visit! {
        visit_bool: bool visit_char: char visit_f32: f32
        visit_i8: i8 visit_i16: i16 visit_i32: i32 visit_i64: i64 visit_i128: i128
        visit_u8: u8 visit_u16: u16 visit_u32: u32 visit_u64: u64 visit_u128: u128
        visit_str: &str visit_borrowed_str: &'de str visit_string: String
        visit_bytes: &[u8] visit_borrowed_bytes: &'de [u8] visit_byte_buf: Vec<u8>
    }

    fn visit_none<E: Error>(self) -> Result<V::Value, E> {
        self.0.visit_none()
    }

    fn visit_unit<E: Error>(self) -> Result<V::Value, E> {
        self.0.visit_unit()
    }

    fn visit_some<D: Deserializer<'de>>(self, inner: D) -> Result<V::Value, D::Error> {
        self.0.visit_some(Finite::new(inner))
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, inner: D) -> Result<V::Value, D::Error> {
        self.0.visit_newtype_struct(Finite::new(inner))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<V::Value, A::Error> {
        self.0.visit_seq(Finite::new(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<V::Value, A::Error> {
        self.0.visit_map(Finite::new(map))
    }

    fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<V::Value, A::Error> {
        self.0.visit_enum(Finite::new(data))
    }
}

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for Finite<S> {
    type Value = S::Value;

    fn deserialize<D: Deserializer<'de>>(self, inner: D) -> Result<S::Value, D::Error> {
        self.0.deserialize(Finite::new(inner))
    }
}

impl<'de, A: SeqAccess<'de>> SeqAccess<'de> for Finite<A> {
    type Error = A::Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, A::Error> {
        self.0.next_element_seed(Finite::new(seed))
    }

    fn size_hint(&self) -> Option<usize> {
        self.0.size_hint()
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Finite<A> {
    type Error = A::Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, A::Error> {
        self.0.next_key_seed(Finite::new(seed))
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        self.0.next_value_seed(Finite::new(seed))
    }

    fn size_hint(&self) -> Option<usize> {
        self.0.size_hint()
    }
}

impl<'de, A: EnumAccess<'de>> EnumAccess<'de> for Finite<A> {
    type Error = A::Error;
    type Variant = Finite<A::Variant>;

    fn variant_seed<S: DeserializeSeed<'de>>(
        self,
        seed: S,
    ) -> Result<(S::Value, Self::Variant), A::Error> {
        let (value, variant) = self.0.variant_seed(Finite::new(seed))?;
        Ok((value, Finite::new(variant)))
    }
}

impl<'de, A: VariantAccess<'de>> VariantAccess<'de> for Finite<A> {
    type Error = A::Error;

    fn unit_variant(self) -> Result<(), A::Error> {
        self.0.unit_variant()
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, A::Error> {
        self.0.newtype_variant_seed(Finite::new(seed))
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, A::Error> {
        self.0.tuple_variant(len, Finite::new(visitor))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, A::Error> {
        self.0.struct_variant(fields, Finite::new(visitor))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Deserialize;

    use super::*;

    #[derive(Debug, PartialEq, Deserialize)]
    struct Unit;

    #[derive(Debug, PartialEq, Deserialize)]
    struct New(f32);

    #[derive(Debug, PartialEq, Deserialize)]
    struct Pair(u8, f32);

    #[derive(Debug, PartialEq, Deserialize)]
    enum Shape {
        Point,
        Circle(f32),
        Box(f32, f64),
        Ring { inner: f32, outer: Option<New> },
    }

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct All {
        number: f32,
        list: Vec<Option<f32>>,
        by_name: BTreeMap<String, [f32; 2]>,
        shapes: Vec<Shape>,
        large: (u64, i64, u128, f64),
        text: String,
        letter: char,
        unit: Unit,
        pair: Pair,
        nothing: (),
    }

    fn read<'de, T: Deserialize<'de>>(json: &'de str) -> Result<T, String> {
        let mut json = serde_json::Deserializer::from_str(json);
        T::deserialize(Finite::new(&mut json)).map_err(|error| error.to_string())
    }

    const ALL: &str = r#"{"number": 3.4028235e38, "list": [1, null, 2.5], "byName": {"a": [1, 2]},
        "shapes": ["Point", {"Circle": 1}, {"Box": [1, 2]}, {"Ring": {"inner": 1, "outer": 2}}],
        "large": [18446744073709551615, -9223372036854775808, 340282366920938463463374607431768211455, 1e308],
        "text": "a\nb", "letter": "é", "unit": null, "pair": [1, 2], "nothing": null}"#;

    #[test]
    fn what_is_not_too_large_is_read_as_ever() {
        let plain: All = serde_json::from_str(ALL).unwrap();
        assert_eq!(read(ALL), Ok(plain));
    }

    #[test]
    fn a_number_that_is_too_large_is_refused_wherever_it_is() {
        assert_eq!(read::<f64>("1e39"), Ok(1e39));
        assert!(serde_json::from_str::<f32>("1e39").unwrap().is_infinite());
        for json in ["1e39", "-1e39", "3.5e38"] {
            let error = read::<f32>(json).unwrap_err();
            assert!(error.contains("is too large for an f32"), "{error}");
        }
        for (from, to) in [
            ("3.4028235e38", "3.5e38"),
            ("2.5", "1e39"),
            (r#""a": [1, 2]"#, r#""a": [1, 1e39]"#),
            (r#"{"Circle": 1}"#, r#"{"Circle": 1e39}"#),
            (r#"{"Box": [1, 2]}"#, r#"{"Box": [1e39, 2]}"#),
            (r#""inner": 1"#, r#""inner": -1e39"#),
            (r#""outer": 2"#, r#""outer": 1e39"#),
            (r#""pair": [1, 2]"#, r#""pair": [1, 1e39]"#),
        ] {
            let json = ALL.replace(from, to);
            assert!(json != ALL && serde_json::from_str::<All>(&json).is_ok());
            let error = read::<All>(&json).unwrap_err();
            assert!(error.contains("is too large for an f32"), "{to}: {error}");
        }
        let in_f64 = ALL.replace("[1, 2]}, {\"Ring", "[1, 1e39]}, {\"Ring");
        assert!(read::<All>(&in_f64).is_ok());
    }
}
