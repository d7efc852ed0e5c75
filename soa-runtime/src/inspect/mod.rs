//! What a hub reports about itself: counts, bytes, and its rows as a table.
//!
//! [`guide::looking_into_a_hub`](crate::guide::looking_into_a_hub) shows what to use when.

mod memory;
pub(crate) mod state;
pub(crate) mod table;
pub(crate) mod text;

pub use memory::Memory;
pub use table::Table;

use core::ops::Range;

use self::table::DebugRow;
use crate::hub::Hub;
pub use crate::hub::Stats;
use crate::iter::RowMasks;
pub use crate::record::ColumnInfo;
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
