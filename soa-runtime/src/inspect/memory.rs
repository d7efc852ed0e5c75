//! The use of the bytes in the block of a hub.

use core::fmt;

use crate::record::ColumnInfo;

/// The parts of the single allocation of a hub; see
/// [`Hub::memory`](crate::Hub::memory).
///
/// It prints as a table with one line per column. Memory that the rows own
/// elsewhere is not counted, for example the text of a `String`.
///
/// # Examples
///
/// ```
/// # use soa_runtime::IdAllocator;
/// # #[derive(IdAllocator)]
/// # struct Texture { view: u64, mips: u32 }
/// let mut textures = TextureHub::with_capacity(100);
/// textures.alloc_many(60);
/// let memory = textures.memory();
/// for (column, bytes) in memory.columns() {
///     assert_eq!(bytes, 60 * column.size);
/// }
/// assert_eq!(memory.total(), textures.stats().bytes);
/// assert!(memory.to_string().contains("mips"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Memory {
    /// The bytes that find, check and recycle ids. They are all tables of the slots that were ever
    /// used, and the bits that record which rows are live. The stamps of tracked columns count
    /// here, except one stamp per row. So does the table that
    /// [`Hub::insert_at`](crate::Hub::insert_at) makes when it needs one. The bytes that
    /// `align` loses between the columns are counted here, too.
    pub slot_table: usize,
    /// The bytes after the last slot, in columns and tables. They are reserved for
    /// future rows.
    pub spare: usize,
    columns: &'static [ColumnInfo],
    slots: usize,
}

impl Memory {
    /// Splits `total` bytes, of which `spare` are reserved for future rows.
    pub(super) fn new(
        columns: &'static [ColumnInfo],
        slots: usize,
        spare: usize,
        total: usize,
    ) -> Self {
        let mut memory = Memory {
            slot_table: 0,
            spare,
            columns,
            slots,
        };
        memory.slot_table = total - memory.total();
        memory
    }

    /// Returns the columns in the order of the fields, each with the bytes that it
    /// takes for the slots that were ever used.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { view: u64, mips: u32 }
    /// let textures: TextureHub = (0..10).map(|mips| Texture { view: 0, mips }).collect();
    /// let memory = textures.memory();
    /// let largest = memory.columns().max_by_key(|&(_, bytes)| bytes);
    /// assert_eq!(largest.map(|(column, bytes)| (column.name, bytes)), Some(("view", 80)));
    /// ```
    pub fn columns(
        &self,
    ) -> impl ExactSizeIterator<Item = (&'static ColumnInfo, usize)> + Clone + use<> {
        let slots = self.slots;
        let columns = self.columns.iter();
        columns.map(move |column| (column, slots * column.bytes()))
    }

    /// Returns the size of the block in bytes: the sum of the columns, `slot_table`
    /// and `spare`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let textures: TextureHub = (0..10).map(|mips| Texture { mips }).collect();
    /// let memory = textures.memory();
    /// let columns: usize = memory.columns().map(|(_, bytes)| bytes).sum();
    /// assert_eq!(memory.total(), columns + memory.slot_table + memory.spare);
    /// ```
    pub fn total(&self) -> usize {
        let columns: usize = self.columns().map(|(_, bytes)| bytes).sum();
        columns + self.slot_table + self.spare
    }
}

impl fmt::Display for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rest = [
            ("(slot table)", self.slot_table),
            ("(spare)", self.spare),
            ("(total)", self.total()),
        ];
        let columns = self.columns().map(|(column, bytes)| (column.name, bytes));
        let lines = || columns.clone().chain(rest);
        let name = lines().map(|(name, _)| name.chars().count()).max();
        let name = name.unwrap_or_default();
        let digits = self
            .total()
            .checked_ilog10()
            .map_or(1, |log| log as usize + 1);
        let bytes = digits.max("bytes".len());
        write!(f, "{:<name$}  {:>bytes$}", "column", "bytes")?;
        lines().try_for_each(|(text, size)| write!(f, "\n{text:<name$}  {size:>bytes$}"))
    }
}
