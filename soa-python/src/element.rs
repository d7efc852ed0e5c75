//! Which fields become NumPy arrays, and of which type.

use half::f16;
use soa_arrow::IdWord;
use soa_runtime::Handle;

/// A field whose column NumPy can read in place: a number, a `bool`, an id, or an array of these.
///
/// An id is the unsigned integer of its bits. A column of arrays has one more dimension.
///
/// # Examples
///
/// ```
/// fn is_element<F: soa_python::Element>() {}
///
/// is_element::<f32>();
/// is_element::<[[f64; 3]; 2]>();
/// ```
#[diagnostic::on_unimplemented(
    message = "a column of `{Self}` cannot be a NumPy array in place",
    label = "neither a number, a `bool`, an id, nor an array of these",
    note = "for plain data, such as a vector, use `column_as` with the type that it is stored as",
    note = "for text and other values, add the column to batches alone, with `arrow`"
)]
pub trait Element: Copy + Send + Sync + 'static {
    /// The letter that NumPy gives to the kind of number.
    #[doc(hidden)]
    const KIND: char;
    /// The number of bytes of a number.
    #[doc(hidden)]
    const BYTES: usize = size_of::<Self>();

    /// Adds the lengths of the arrays that a value consists of.
    #[doc(hidden)]
    fn lengths(_: &mut Vec<usize>) {}
}

macro_rules! elements {
    ($($kind:literal: $($number:ty)*;)*) => {$($(
        impl Element for $number {
            const KIND: char = $kind;
        }
    )*)*};
}

elements! {
    'b': bool;
    'i': i8 i16 i32 i64 isize;
    'u': u8 u16 u32 u64 usize;
    'f': f16 f32 f64;
}

impl<M, R, const I: u32, const G: u32, const TAG: u32> Element for Handle<M, R, I, G, TAG>
where
    M: ?Sized + 'static,
    R: IdWord,
{
    const KIND: char = 'u';
}

impl<E: Element, const N: usize> Element for [E; N] {
    const KIND: char = E::KIND;
    const BYTES: usize = E::BYTES;

    fn lengths(lengths: &mut Vec<usize>) {
        lengths.push(N);
        E::lengths(lengths);
    }
}

/// How NumPy reads a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Form {
    /// The `typestr` of NumPy's array interface, for example `<f4`.
    pub(crate) code: String,
    /// The lengths of the arrays that a value consists of.
    pub(crate) lengths: Vec<usize>,
    /// The number of bytes of a value.
    pub(crate) size: usize,
}

impl Form {
    /// Returns the form of `E`.
    pub(crate) fn of<E: Element>() -> Self {
        let order = match E::BYTES {
            1 => '|',
            _ if cfg!(target_endian = "little") => '<',
            _ => '>',
        };
        let mut lengths = Vec::new();
        E::lengths(&mut lengths);
        Form {
            code: format!("{order}{}{}", E::KIND, E::BYTES),
            lengths,
            size: size_of::<E>(),
        }
    }
}
