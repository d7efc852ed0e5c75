//! Which fields become NumPy arrays, and of which type.

use half::f16;
use soa_arrow::IdWord;
use soa_runtime::Handle;

/// A field whose column NumPy can read in place: a number, a `bool`, an id, or an array of these.
///
/// An id is the unsigned integer of its bits. A column of arrays has one more dimension. This trait is
/// sealed.
///
/// # Examples
///
/// ```
/// fn is_element<F: soa_python::Element>() {}
///
/// is_element::<f32>();
/// is_element::<[[f64; 3]; 2]>();
/// ```
///
/// No other type can be read in place:
///
/// ```compile_fail,E0277
/// #[derive(Clone, Copy)]
/// struct Mine(u8);
///
/// // error: the trait bound `Mine: element::sealed::Sealed` is not satisfied
/// impl soa_python::Element for Mine {
///     const KIND: char = 'u';
///     const BYTES: usize = 4096;
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "a column of `{Self}` cannot be a NumPy array in place",
    label = "neither a number, a `bool`, an id, nor an array of these",
    note = "for plain data, such as a vector, use `column_as` with the type that it is stored as",
    note = "for text and other values, add the column to batches alone, with `arrow`"
)]
pub trait Element: sealed::Sealed + Copy + Send + Sync + 'static {
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

        impl sealed::Sealed for $number {}
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

mod sealed {
    use soa_runtime::Handle;
    use soa_runtime::generic::Word;

    pub trait Sealed {}
    impl<M: ?Sized, R: Word, const I: u32, const G: u32, const TAG: u32> Sealed
        for Handle<M, R, I, G, TAG>
    {
    }
    impl<E: Sealed, const N: usize> Sealed for [E; N] {}
}

/// How NumPy reads a value.
///
/// # Invariants
///
/// 1. The product of `lengths`, times the bytes of `code`, is `size`. Only [`Form::of`] makes a form,
///    and [`Element`] is sealed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Form {
    code: String,
    lengths: Vec<usize>,
    size: usize,
}

impl Form {
    /// Returns the `typestr` of NumPy's array interface, for example `<f4`.
    pub(crate) fn code(&self) -> &str {
        &self.code
    }

    /// Returns the lengths of the arrays that a value consists of.
    pub(crate) fn lengths(&self) -> &[usize] {
        &self.lengths
    }

    /// Returns the number of bytes of a value.
    pub(crate) fn size(&self) -> usize {
        self.size
    }

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
