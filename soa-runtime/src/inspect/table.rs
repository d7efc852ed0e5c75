//! The rows of a hub as aligned text for people to read.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::{self, Write};
use core::ops::Range;

use crate::hub::Hub;
use crate::record::{IdAllocator, Row};

/// A record whose fields can be shown one by one.
///
/// The derive implements this trait with `#[soa(derive(Debug))]`.
///
/// # Examples
///
/// ```
/// use soa_runtime::generic::DebugRow;
/// use soa_runtime::{Hub, IdAllocator};
///
/// fn fields<T: DebugRow>(hub: &Hub<T>, id: T::Id) -> Vec<String> {
///     let mut fields = Vec::new();
///     T::debug_row(hub.row(id), &mut |field| fields.push(format!("{field:?}")));
///     fields
/// }
///
/// #[derive(IdAllocator)]
/// #[soa(derive(Debug))]
/// struct Texture { name: String, mips: u32 }
///
/// let mut textures = TextureHub::new();
/// let id = textures.insert(Texture { name: "brick".into(), mips: 4 });
/// assert_eq!(fields(&textures, id), ["\"brick\"", "4"]);
/// ```
#[diagnostic::on_unimplemented(
    message = "the rows of `{Self}` cannot be shown",
    label = "not `Debug`",
    note = "write `#[soa(derive(Debug))]` on the struct `{Self}`"
)]
pub trait DebugRow: IdAllocator {
    /// Passes each field of the row to `show`, in the order of
    /// [`IdAllocator::COLUMNS`].
    ///
    /// With the sign `-`, as in `{field:-?}`, a field that is a `String` or another text shows at
    /// most 2048 characters of it. A reader that cuts texts off saves the time for the rest.
    fn debug_row(row: Row<'_, Self>, show: &mut dyn FnMut(&dyn fmt::Debug));
}

/// The default number of rows in a table.
const FIRST_ROWS: usize = 20;

/// A table of some rows of a hub, for printing; see [`Hub::table`].
pub struct Table<'a, T: IdAllocator> {
    hub: &'a Hub<T>,
    rows: Range<usize>,
}

impl<'a, T: IdAllocator> Table<'a, T> {
    pub(super) fn new(hub: &'a Hub<T>) -> Self {
        Table {
            hub,
            rows: 0..FIRST_ROWS,
        }
    }

    /// Selects the rows by their positions. Positions past the last row are
    /// ignored.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(derive(Debug))]
    /// # struct Texture { mips: u32 }
    /// let textures: TextureHub = (0..100).map(|mips| Texture { mips }).collect();
    /// let table = textures.table().rows(98..200).to_string();
    /// assert!(table.lines().eq(["id    mips", "98v1  98", "99v1  99"]));
    /// ```
    #[must_use]
    pub fn rows(self, rows: Range<usize>) -> Self {
        Table { rows, ..self }
    }
}

impl<T: DebugRow> Table<'_, T> {
    /// Returns the cells line by line, with the header first.
    fn lines(&self) -> Result<Vec<Vec<String>>, fmt::Error> {
        let mut header = Vec::from([String::from("id")]);
        header.extend(T::COLUMNS.iter().map(|column| String::from(column.name)));
        let mut lines = Vec::from([header]);
        let rows = self.rows.start..self.rows.end.min(self.hub.slots());
        for id in rows.filter_map(|row| self.hub.id_at(row)) {
            let mut line = Vec::from([cell(&id)?]);
            let mut result = Ok(());
            T::debug_row(self.hub.row(id), &mut |field| match cell(field) {
                Ok(text) => line.push(text),
                Err(error) => result = Err(error),
            });
            result?;
            lines.push(line);
        }
        Ok(lines)
    }
}

impl<T: DebugRow> fmt::Display for Table<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines = self.lines()?;
        let mut widths = vec![0; 1 + T::COLUMNS.len()];
        for line in &lines {
            for (width, cell) in widths.iter_mut().zip(line) {
                *width = cell.chars().count().max(*width);
            }
        }
        // The last cell needs no padding.
        if let Some(last) = widths.last_mut() {
            *last = 0;
        }
        for (number, line) in lines.iter().enumerate() {
            if number > 0 {
                f.write_char('\n')?;
            }
            for (column, (cell, width)) in line.iter().zip(&widths).enumerate() {
                if column > 0 {
                    f.write_str("  ")?;
                }
                write!(f, "{cell:<width$}")?;
            }
        }
        Ok(())
    }
}

debug_struct! {
    [T: IdAllocator] Table<'_, T>, "Table",
    table => { rows: table.rows } finish
}

/// Formats the value on one line. Line breaks are escaped.
fn cell(value: &dyn fmt::Debug) -> Result<String, fmt::Error> {
    struct Line(String);

    impl Write for Line {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            text.chars().try_for_each(|c| {
                if c.is_control() {
                    write!(self.0, "{}", c.escape_default())
                } else {
                    self.0.write_char(c)
                }
            })
        }
    }

    let mut line = Line(String::new());
    write!(line, "{value:?}")?;
    Ok(line.0)
}
