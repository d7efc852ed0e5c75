//! Reports of a hub about itself: its columns, its memory, and its rows as a table.

mod memory;
mod state;
mod table;
mod text;

pub use memory::Memory;
pub use state::HashRow;
pub use table::{DebugRow, Table};
pub use text::{AnyField, Shown, TextField};

use crate::hub::Hub;
use crate::record::IdAllocator;

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
