//! What a hub reports about itself: counts, bytes, and its rows as a table.
//!
//! [`guide::looking_into_a_hub`](crate::guide::looking_into_a_hub) shows what to use when.

pub(crate) mod state;
pub(crate) mod table;
pub(crate) mod text;

pub use crate::hub::Stats;
pub use crate::record::ColumnInfo;
pub use table::Table;

use core::fmt;
use core::ops::Range;

use self::table::DebugRow;
use crate::hub::Hub;
use crate::iter::RowMasks;
use crate::record::IdAllocator;
use crate::ticks::Tick;

/// Returns the number of slots that wait to be reused. O(1).
///
/// [`Hub::stats`] counts the other slots as well, which can take longer.
///
/// # Examples
///
/// ```
/// # use soa_runtime::{IdAllocator, inspect};
/// # #[derive(IdAllocator)]
/// # struct Texture { mips: u32 }
/// let mut textures = TextureHub::new();
/// let ids = textures.alloc_many(3);
/// textures.dealloc(ids[1]);
/// textures.detach(ids[2]); // it is reserved, not free
/// assert_eq!(inspect::free_slots(&textures), 1);
/// ```
pub fn free_slots<T: IdAllocator>(hub: &Hub<T>) -> usize {
    hub.slots() - hub.len() - hub.store.aside() as usize
}

/// Iterates over rows of a hub, 64 at a time, with those that are live and those that
/// changed after `tick` ended.
///
/// Each item contains the first row of its 64 rows, one bit for each row that is live,
/// and one bit for each row that changed. No 64 rows are skipped. The first item contains
/// the first row of `rows`, and the last item contains the last one. Rows past the end are
/// ignored. So a caller can look at a part of a hub in each frame.
///
/// With a tracked column, a row changed if it was made, freed, moved, or written in such a
/// column. With `tracked` on the struct, it also changed if its slot
/// [changed hands](Hub::slots_changed_since), and in the dense layout if it was made or
/// moved. Without both, no row changed.
///
/// O(1) to begin at any row, and O(64) for each 64 rows, in each tracked column.
///
/// # Examples
///
/// ```
/// use soa_runtime::{IdAllocator, inspect};
///
/// #[derive(IdAllocator)]
/// #[soa(tracked)]
/// struct Unit {
///     #[soa(tracked)]
///     hp: u32,
/// }
///
/// let mut units = UnitHub::new();
/// let ids = units.alloc_many(130);
/// let seen = units.advance();
/// units.dealloc(ids[65]);
/// *units.row_mut(ids[66]).hp = 7;
/// let masks: Vec<(usize, u64, u64)> = inspect::row_masks(&units, 70..130, seen).collect();
/// assert_eq!(masks, [(64, !0b10, 0b110), (128, 0b11, 0)]);
/// ```
pub fn row_masks<T: IdAllocator>(hub: &Hub<T>, rows: Range<usize>, tick: Tick) -> RowMasks<'_, T> {
    RowMasks::new(&hub.store, rows, tick)
}

/// Methods that inspect a hub.
impl<T: IdAllocator> Hub<T> {
    /// Reports how the bytes of the hub's block are used: by which column, by the
    /// tables, and by capacity for future rows. O(columns).
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
    /// assert!(memory.columns().map(|(_, bytes)| bytes).eq([60 * 8, 60 * 4]));
    /// assert_eq!(memory.total(), textures.stats().bytes);
    /// println!("{memory}"); // a line per column, the tables, the spare bytes, the sum
    /// ```
    pub fn memory(&self) -> Memory {
        let spare = self.store.typed().spare_bytes();
        let total = self.store.typed().bytes();
        Memory::new(T::COLUMNS, self.slots(), spare, total)
    }

    /// Formats the rows as a table, with a header and one line per live row with
    /// its id.
    ///
    /// The table shows rows 0 to 19 unless [`Table::rows`] selects others. Printing
    /// costs O(rows shown).
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_runtime::IdAllocator;
    ///
    /// #[derive(IdAllocator)]
    /// #[soa(derive(Debug))]
    /// struct Texture { name: &'static str, mips: u32 }
    ///
    /// let mut textures = TextureHub::new();
    /// let brick = textures.insert(Texture { name: "brick", mips: 4 });
    /// textures.insert(Texture { name: "sand", mips: 11 });
    /// textures.dealloc(brick);
    /// textures.insert(Texture { name: "cobblestone", mips: 1 });
    /// let table = "\
    /// id   name           mips
    /// 0v2  \"cobblestone\"  1
    /// 1v1  \"sand\"         11";
    /// assert_eq!(textures.table().to_string(), table);
    /// ```
    pub fn table(&self) -> Table<'_, T>
    where
        T: DebugRow,
    {
        Table::new(self)
    }
}

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
    fn new(columns: &'static [ColumnInfo], slots: usize, spare: usize, total: usize) -> Self {
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
