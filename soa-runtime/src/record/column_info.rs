//! The description of a column that is known without any row: its name, its type
//! and its size.

/// A column of a record, as listed by
/// [`IdAllocator::COLUMNS`](crate::IdAllocator::COLUMNS).
///
/// # Examples
///
/// ```
/// use soa_runtime::IdAllocator;
///
/// #[derive(IdAllocator)]
/// struct Texture { mips: u32, r#type: Option<Box<str>> }
///
/// let [mips, kind] = Texture::COLUMNS else { panic!("a column per field") };
/// assert_eq!((mips.name, mips.type_name, mips.size), ("mips", "u32", 4));
/// assert_eq!((kind.name, kind.type_name), ("type", "Option<Box<str>>"));
/// assert_eq!(kind.align, align_of::<usize>());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ColumnInfo {
    /// The name of the field, without `r#`.
    pub name: &'static str,
    /// The type of the field as written in the struct, on one line.
    pub type_name: &'static str,
    /// The size of a value in bytes.
    pub size: usize,
    /// The alignment of a value, in bytes.
    pub align: usize,
    /// `true` if the column is `tracked`. A tracked column stores four more bytes per
    /// row, which record when the row was written.
    pub tracked: bool,
}

impl ColumnInfo {
    /// Describes a field. Called by generated code.
    #[doc(hidden)]
    pub const fn of<F>(name: &'static str, type_name: &'static str) -> Self {
        ColumnInfo {
            name,
            type_name,
            size: size_of::<F>(),
            align: align_of::<F>(),
            tracked: false,
        }
    }

    /// Marks the column as tracked. Called by generated code.
    #[doc(hidden)]
    #[must_use]
    pub const fn tracked(self) -> Self {
        ColumnInfo {
            tracked: true,
            ..self
        }
    }

    /// Returns the number of bytes that one row of this column takes in the block
    /// of the hub.
    pub(crate) const fn bytes(&self) -> usize {
        if self.tracked {
            self.size + size_of::<u32>()
        } else {
            self.size
        }
    }
}
