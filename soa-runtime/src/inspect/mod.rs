//! What a hub says of itself: its columns, its memory, its rows as a table.

mod memory;
mod state;
mod table;

pub use memory::Memory;
pub use state::HashRow;
pub use table::{DebugRow, Table};

use crate::hub::Hub;
use crate::record::IdAllocator;

/// Looking into a hub.
impl<T: IdAllocator> Hub<T> {
    /// Says where the bytes of the hub's block go: to which column, to the
    /// tables, to rows that are still to come. O(columns).
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
    /// println!("{memory}"); // a line per column, the tables, the rest, the sum
    /// ```
    pub fn memory(&self) -> Memory {
        let spare = self.store.typed().spare_bytes();
        let total = self.store.typed().bytes();
        Memory::new(T::COLUMNS, self.slots(), spare, total)
    }

    /// Lays the rows out as a table: a header, and a line per live row with its
    /// id; the rows 0 to 19, unless [`Table::rows`] says others. Printing it
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
