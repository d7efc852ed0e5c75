//! From a batch to a hub.

use std::error::Error;
use std::fmt;

use arrow_array::{Array, RecordBatch};
use bytemuck::{CheckedBitPattern, NoUninit, checked};
use soa_runtime::generic::{DefaultRow, Vacate};
use soa_runtime::{AllocError, AnyHandle, Hub, IdAllocator, InsertAtReason};

use crate::error::ReadError;
use crate::value::{Cell, Cells, FromArrow, IdWord, ids};

/// The error of a closure of [`Reader::computed`].
pub type BoxError = Box<dyn Error + Send + Sync>;

/// Begins to read the rows of `T` from a batch.
///
/// # Examples
///
/// A game reads what another process wrote, batch by batch:
///
/// ```
/// use std::sync::Arc;
///
/// use arrow_array::RecordBatch;
/// use soa_arrow::ReadError;
/// use soa_runtime::IdAllocator;
///
/// #[derive(IdAllocator)]
/// struct Unit {
///     #[soa(default = 100)]
///     hp: u32,
///     target: Option<UnitId>,
/// }
///
/// fn load(units: &mut UnitHub, batch: &RecordBatch) -> Result<(), ReadError> {
///     soa_arrow::read::<Unit>(batch)
///         .ids("id")
///         .column("hp", |unit| &mut unit.hp)
///         .column("target", |unit| &mut unit.target)
///         .fill(units)?;
///     Ok(())
/// }
///
/// let mut units = UnitHub::new();
/// let ids = units.alloc_many(2);
/// *units.row_mut(ids[1]).target = Some(ids[0]);
/// let batch = soa_arrow::batch(Arc::new(units))
///     .ids("id")
///     .column("target", |columns| columns.target)
///     .finish()?;
///
/// let mut copy = UnitHub::new();
/// load(&mut copy, &batch)?;
/// assert_eq!(*copy.row(ids[1]).target, Some(ids[0]));
/// assert_eq!(*copy.row(ids[1]).hp, 100); // the batch has no `hp`
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read<T: IdAllocator>(batch: &RecordBatch) -> Reader<'_, T> {
    Reader {
        batch,
        ids: None,
        max_slots: T::Id::LIMIT,
        writers: Vec::new(),
        error: None,
    }
}

/// Columns of a batch that are about to be read; see [`read`].
#[must_use = "`fill` reads the batch"]
pub struct Reader<'b, T: IdAllocator> {
    batch: &'b RecordBatch,
    ids: Option<(String, Cells<'b, T::Id>)>,
    max_slots: u32,
    writers: Vec<Box<Writer<'b, T>>>,
    /// The first error, which `fill` returns.
    error: Option<ReadError>,
}

/// A row of the batch, its id if ids are read, and the record.
type Read<T> = (usize, Option<<T as IdAllocator>::Id>, T);

/// Writes the value of a row to a record.
type Writer<'b, T> = dyn Fn(&mut T, usize) -> Result<(), ReadError> + 'b;

impl<'b, T: IdAllocator> Reader<'b, T> {
    /// Reads the ids of the rows from a column of integers or text. A row whose id is null is a
    /// hole, and is skipped.
    ///
    /// Without this call the rows get new ids, and no row is skipped.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::sync::Arc;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Unit { hp: u32 }
    ///
    /// let mut units = UnitHub::new();
    /// let ids = units.alloc_many(3);
    /// units.dealloc(ids[0]);
    /// let batch = soa_arrow::batch(Arc::new(units)).ids_as_text("id").finish()?;
    ///
    /// let mut copy = UnitHub::new();
    /// let read = soa_arrow::read::<Unit>(&batch).ids("id").fill(&mut copy)?;
    /// assert_eq!(read, ids[1..]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn ids(mut self, name: impl Into<String>) -> Self
    where
        T::Id: AnyHandle<Word: IdWord>,
    {
        let name = name.into();
        let expected = || "integers or text".to_owned();
        match self.find(&name, ids::<T::Id>, expected) {
            Ok(Some(cells)) => self.ids = Some((name, cells)),
            Ok(None) => self.refuse(ReadError::NoIds { column: name }),
            Err(error) => self.refuse(error),
        }
        self
    }

    /// Refuses ids whose index is not below `slots`, and batches without ids that have more rows.
    ///
    /// A hub takes memory for every slot up to the largest index. So a single id of a batch from
    /// a stranger can use up the memory, unless there is a limit. The default is the largest number
    /// of slots that ids can name.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use soa_arrow::ReadError;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Unit { hp: u32 }
    ///
    /// let mut units = UnitHub::new();
    /// units.alloc_many(100);
    /// let batch = soa_arrow::batch(Arc::new(units)).ids("id").finish()?;
    /// let read = soa_arrow::read::<Unit>(&batch).ids("id").max_slots(64);
    /// let error = read.fill(&mut UnitHub::new()).unwrap_err();
    /// assert!(matches!(error, ReadError::TooManySlots { row: 64, .. }));
    /// # Ok::<(), soa_arrow::BatchError>(())
    /// ```
    pub fn max_slots(mut self, slots: u32) -> Self {
        self.max_slots = slots;
        self
    }

    /// Reads a column into a field. If the batch has no column of this name, the field has the
    /// default of its column.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::sync::Arc;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Unit { hp: u32 }
    ///
    /// let units: UnitHub = [Unit { hp: 7 }].into_iter().collect();
    /// let batch = soa_arrow::batch(Arc::new(units)).column("hp", |columns| columns.hp).finish()?;
    ///
    /// let mut copy = UnitHub::new();
    /// soa_arrow::read::<Unit>(&batch).column("hp", |unit| &mut unit.hp).fill(&mut copy)?;
    /// assert_eq!(*copy.columns().hp, [7]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn column<F: FromArrow>(
        self,
        name: impl Into<String>,
        field: impl for<'r> Fn(&'r mut T) -> &'r mut F + 'b,
    ) -> Self {
        self.write(name.into(), move |record, value| {
            *field(record) = value;
            Ok(())
        })
    }

    /// Reads a column of `A` into a field of plain data with the same size, as
    /// [`Batch::column_as`](crate::Batch::column_as) wrote it. A value that the field's type
    /// cannot have is refused.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use bytemuck::{CheckedBitPattern, NoUninit};
    /// # use soa_runtime::IdAllocator;
    ///
    /// #[derive(Clone, Copy, Default, Debug, PartialEq, NoUninit, CheckedBitPattern)]
    /// #[repr(u8)]
    /// enum Team { #[default] Red, Blue }
    ///
    /// #[derive(IdAllocator)]
    /// struct Unit { team: Team }
    ///
    /// let units: UnitHub = [Unit { team: Team::Blue }].into_iter().collect();
    /// let batch = soa_arrow::batch(Arc::new(units))
    ///     .column_as::<u8, _>("team", |columns| columns.team)
    ///     .finish()?;
    ///
    /// let mut copy = UnitHub::new();
    /// soa_arrow::read::<Unit>(&batch)
    ///     .column_as::<u8, _>("team", |unit| &mut unit.team)
    ///     .fill(&mut copy)?;
    /// assert_eq!(*copy.columns().team, [Team::Blue]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn column_as<A: FromArrow + NoUninit, F: CheckedBitPattern>(
        self,
        name: impl Into<String>,
        field: impl for<'r> Fn(&'r mut T) -> &'r mut F + 'b,
    ) -> Self {
        const {
            assert!(
                size_of::<F>() == size_of::<A>(),
                "the field and the type that it is read as have different sizes"
            );
        }
        self.write(name.into(), move |record, value: A| {
            *field(record) = checked::try_cast(value)
                .map_err(|_| Cell::Wrong("the value is none of the field's type".to_owned()))?;
            Ok(())
        })
    }

    /// Reads a column with a function that writes its value to the record.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::sync::Arc;
    /// # use soa_runtime::IdAllocator;
    ///
    /// #[derive(IdAllocator)]
    /// struct Unit { color: u32 }
    ///
    /// let units: UnitHub = [Unit { color: 0xff_80_00 }].into_iter().collect();
    /// let batch = soa_arrow::batch(Arc::new(units))
    ///     .computed("color", |_, unit| format!("{:06x}", unit.color))
    ///     .finish()?;
    ///
    /// let mut copy = UnitHub::new();
    /// soa_arrow::read::<Unit>(&batch)
    ///     .computed("color", |unit, text: String| {
    ///         unit.color = u32::from_str_radix(&text, 16)?;
    ///         Ok(())
    ///     })
    ///     .fill(&mut copy)?;
    /// assert_eq!(*copy.columns().color, [0xff_80_00]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn computed<F: FromArrow>(
        self,
        name: impl Into<String>,
        write: impl Fn(&mut T, F) -> Result<(), BoxError> + 'b,
    ) -> Self {
        self.write(name.into(), move |record, value| {
            write(record, value).map_err(|error| Cell::Wrong(error.to_string()))
        })
    }

    /// Makes the rows, and returns their ids in the order of the batch. O(rows) for each column.
    ///
    /// With [`ids`](Self::ids) each row is made by [`Hub::insert_at`], under the id that it had.
    /// Without, it is made by [`Hub::insert`]. Every field of the record needs a default. All
    /// values are read before the first row is made, so the hub is unchanged if a value is refused.
    /// With ids, the rows are also sorted by their slots, to find two of one slot: O(rows) if they have the
    /// order of the slots, otherwise O(rows * log(rows)).
    ///
    /// # Errors
    ///
    /// Returns an error if a column has another type than its field, or occurs twice; if a live
    /// row is null; if a value or an id is none; if two rows have ids of the same slot; or if the hub
    /// does not accept an id. In the last case the rows before it are in the hub. In all other
    /// cases nothing has changed.
    ///
    /// # Panics
    ///
    /// Panics if a closure or a default panics.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use soa_runtime::InsertAtReason;
    /// use soa_arrow::ReadError;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Unit { hp: u32 }
    ///
    /// let mut units = UnitHub::new();
    /// units.alloc();
    /// let batch = soa_arrow::batch(Arc::new(units)).ids("id").finish()?;
    ///
    /// let mut copy = UnitHub::new();
    /// soa_arrow::read::<Unit>(&batch).ids("id").fill(&mut copy)?;
    /// let again = soa_arrow::read::<Unit>(&batch).ids("id").fill(&mut copy).unwrap_err();
    /// assert_eq!(
    ///     again.to_string(),
    ///     "row 0: id 0v1 of UnitHub was not inserted: slot 0 has a live row, 0v1",
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn fill(self, hub: &mut Hub<T>) -> Result<Vec<T::Id>, ReadError>
    where
        T: DefaultRow + Vacate,
    {
        let records = self.records()?;
        if let Some(error) = same_slot(&records) {
            return Err(error);
        }
        hub.try_reserve(records.len()).map_err(ReadError::NoRoom)?;
        let mut ids = Vec::with_capacity(records.len());
        for (row, id, record) in records {
            ids.push(match id {
                Some(id) => {
                    hub.insert_at(id, record)
                        .map_err(|error| ReadError::Refused {
                            row,
                            reason: error.reason,
                            sentence: error.to_string(),
                        })?;
                    id
                }
                None => hub
                    .try_insert(record)
                    .map_err(|error| ReadError::NoRoom(error.source))?,
            });
        }
        Ok(ids)
    }

    /// Reads the live rows.
    fn records(self) -> Result<Vec<Read<T>>, ReadError>
    where
        T: DefaultRow,
    {
        if let Some(error) = self.error {
            return Err(error);
        }
        let rows = self.batch.num_rows();
        // A batch without columns may claim any number of rows.
        let max_slots = self.max_slots;
        if self.ids.is_none() && u32::try_from(rows).map_or(true, |rows| rows > max_slots) {
            return Err(ReadError::TooManyRows { rows, max_slots });
        }
        let mut records = Vec::new();
        let reserved = records.try_reserve_exact(rows);
        reserved.map_err(|_| ReadError::NoRoom(AllocError::OutOfMemory))?;
        for row in 0..rows {
            let id = match &self.ids {
                None => None,
                Some((name, cells)) => match cells(row) {
                    Ok(id) => Some(id),
                    Err(Cell::Null) => continue,
                    Err(cell) => return Err(cell.at(name, row)),
                },
            };
            // The hub refuses a dangling id by a better sentence.
            let named = id.filter(|id| *id != T::Id::DANGLING);
            let index = named.map(AnyHandle::index);
            if let Some(index) = index.filter(|index| *index >= max_slots) {
                return Err(ReadError::TooManySlots {
                    row,
                    index,
                    max_slots,
                });
            }
            let mut record = T::default_row();
            for write in &self.writers {
                write(&mut record, row)?;
            }
            records.push((row, id, record));
        }
        Ok(records)
    }

    /// Adds a column that `write` writes to a record.
    fn write<F: FromArrow>(
        mut self,
        name: String,
        write: impl Fn(&mut T, F) -> Result<(), Cell> + 'b,
    ) -> Self {
        match self.find(&name, F::cells, F::expected) {
            Ok(Some(cells)) => self.writers.push(Box::new(move |record, row| {
                let value = cells(row);
                value
                    .and_then(|value| write(record, value))
                    .map_err(|cell| cell.at(&name, row))
            })),
            Ok(None) => {}
            Err(error) => self.refuse(error),
        }
        self
    }

    /// Finds a column, if there is one.
    fn find<C>(
        &self,
        name: &str,
        cells: fn(&'b dyn Array) -> Option<C>,
        expected: impl FnOnce() -> String,
    ) -> Result<Option<C>, ReadError> {
        let batch = self.batch;
        let fields = batch.schema_ref().fields().iter();
        let mut named = fields
            .zip(batch.columns())
            .filter(|(field, _)| field.name() == name);
        let column = || name.to_owned();
        match (named.next(), named.next()) {
            (None, _) => Ok(None),
            (Some((_, array)), None) => match cells(array.as_ref()) {
                Some(cells) => Ok(Some(cells)),
                None => Err(ReadError::Type {
                    column: column(),
                    found: array.data_type().clone(),
                    expected: expected(),
                }),
            },
            (Some(_), Some(_)) => Err(ReadError::Duplicate { column: column() }),
        }
    }

    fn refuse(&mut self, error: ReadError) {
        self.error.get_or_insert(error);
    }
}

/// Returns the error of the first row whose slot an earlier row has as well.
fn same_slot<T: IdAllocator>(records: &[Read<T>]) -> Option<ReadError> {
    let named = |id: &T::Id| *id != T::Id::DANGLING;
    let mut slots: Vec<(u32, usize)> = records
        .iter()
        .enumerate()
        .filter_map(|(at, (_, id, _))| Some((id.filter(named)?.index(), at)))
        .collect();
    slots.sort_unstable();
    let same = slots.windows(2).filter(|pair| pair[0].0 == pair[1].0);
    let (at, before) = same.map(|pair| (pair[1].1, pair[0].1)).min()?;
    let (row, id, _) = &records[at];
    let id = id.expect("its slot was compared");
    Some(ReadError::Refused {
        row: *row,
        reason: InsertAtReason::Live,
        sentence: format!(
            "id {id} of {} was not inserted: row {} of the batch has slot {}, too",
            T::HUB,
            records[before].0,
            id.index(),
        ),
    })
}

impl Cell {
    /// Returns the error of a column and a row.
    fn at(self, name: &str, row: usize) -> ReadError {
        let column = name.to_owned();
        match self {
            Self::Null => ReadError::Null { column, row },
            Self::Wrong(problem) => ReadError::Value {
                column,
                row,
                problem,
            },
        }
    }
}

impl<T: IdAllocator> fmt::Debug for Reader<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reader")
            .field("hub", &T::HUB)
            .field("schema", self.batch.schema_ref())
            .field("columns", &self.writers.len())
            .finish_non_exhaustive()
    }
}
