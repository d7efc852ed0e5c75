//! What is known of a column before there is a row: its name, its type, its size.

/// A column of a record, as [`IdAllocator::COLUMNS`](crate::IdAllocator::COLUMNS) lists it.
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
    /// The field's name, without `r#`.
    pub name: &'static str,
    /// The field's type as the struct's author wrote it, in one line.
    pub type_name: &'static str,
    /// How many bytes a value takes.
    pub size: usize,
    /// The alignment of a value, in bytes.
    pub align: usize,
    /// Whether the column is `tracked`: four more bytes per row record when it was written.
    pub tracked: bool,
}

impl ColumnInfo {
    /// States a field in generated code.
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

    /// States that the column records when rows were written, in generated code.
    #[doc(hidden)]
    #[must_use]
    pub const fn tracked(self) -> Self {
        ColumnInfo {
            tracked: true,
            ..self
        }
    }

    /// How many bytes a row of this column takes in the hub's block.
    pub(crate) const fn bytes(&self) -> usize {
        if self.tracked {
            self.size + size_of::<u32>()
        } else {
            self.size
        }
    }
}
