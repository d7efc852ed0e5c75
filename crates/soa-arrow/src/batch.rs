//! From a hub to a batch.

use std::any::TypeId;
use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch, RecordBatchOptions};
use arrow_schema::{DataType, Field, Schema};
use bytemuck::{AnyBitPattern, NoUninit};
use soa_runtime::generic::{AsHub, LentColumns};
use soa_runtime::{AnyHandle, Column, Dense, IdAllocator, Row, TrackedColumn};

use crate::error::BatchError;
use crate::lent::{ByClosure, IdsOf, Lend, Shared, Values};
use crate::rows::Chosen;
use crate::value::{IdWord, ToArrow, bits};

/// Begins a batch of the rows of a hub.
///
/// The hub is an `Arc` of a generated hub, of a [`Hub`](soa_runtime::Hub), or of anything else that
/// implements [`AsHub<T>`](AsHub): for example a world with several hubs, each of which becomes a
/// batch by its record.
///
/// # Examples
///
/// ```
/// use std::sync::Arc;
///
/// use soa_runtime::generic::AsHub;
/// use soa_runtime::{Hub, IdAllocator};
///
/// #[derive(IdAllocator)]
/// struct Tree { height: f32 }
///
/// #[derive(IdAllocator)]
/// struct Wolf { hunger: u8 }
///
/// #[derive(Default)]
/// struct World { trees: TreeHub, wolves: WolfHub }
///
/// impl AsHub<Wolf> for World {
///     fn as_hub(&self) -> &Hub<Wolf> {
///         &self.wolves
///     }
/// }
///
/// let mut world = World::default();
/// world.trees.insert(Tree { height: 9.5 });
/// world.wolves.insert(Wolf { hunger: 7 });
/// let batch = soa_arrow::batch::<Wolf, _>(Arc::new(world))
///     .column("hunger", |columns| columns.hunger)
///     .finish()?;
/// assert_eq!(batch.num_rows(), 1);
/// # Ok::<(), soa_arrow::BatchError>(())
/// ```
pub fn batch<T, H>(hub: Arc<H>) -> Batch<T>
where
    T: IdAllocator + 'static,
    H: AsHub<T> + Send + Sync + 'static,
{
    Batch {
        hub,
        columns: Vec::new(),
        compact: false,
    }
}

/// A batch that is being put together; see [`batch`].
///
/// The columns of the batch have the order of the calls.
#[must_use = "`finish` makes the batch"]
pub struct Batch<T: IdAllocator> {
    hub: Shared<T>,
    columns: Vec<Planned>,
    compact: bool,
}

/// A column that is made when it is known which rows are chosen.
struct Planned {
    name: String,
    data_type: DataType,
    optional: bool,
    make: Box<Make>,
}

type Make = dyn FnOnce(&Chosen) -> Result<ArrayRef, BatchError> + Send;

impl<T: IdAllocator + 'static> Batch<T> {
    /// Adds a column of the hub. Numbers, arrays of numbers, and ids are not copied.
    ///
    /// A tracked column is another type: see [`tracked_column`](Self::tracked_column).
    ///
    /// # Examples
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use arrow_array::cast::AsArray;
    /// use arrow_array::types::UInt32Type;
    /// # use soa_runtime::IdAllocator;
    ///
    /// #[derive(IdAllocator)]
    /// struct Unit { hp: u32 }
    ///
    /// let units: UnitHub = (0..3).map(|hp| Unit { hp }).collect();
    /// let units = Arc::new(units);
    /// let batch = soa_arrow::batch(units.clone())
    ///     .column("hp", |columns| columns.hp)
    ///     .finish()?;
    ///
    /// let hp = batch["hp"].as_primitive::<UInt32Type>();
    /// assert_eq!(hp.values().as_ptr(), units.columns().hp.as_ptr()); // the same memory
    /// # Ok::<(), soa_arrow::BatchError>(())
    /// ```
    pub fn column<F: ToArrow>(
        self,
        name: impl Into<String>,
        pick: impl for<'a> Fn(LentColumns<'a, T>) -> Column<'a, T, F> + Send + Sync + 'static,
    ) -> Self {
        let hub = Arc::clone(&self.hub);
        self.lent::<F, F>(name.into(), ByClosure { hub, pick }, F::shared)
    }

    /// Adds a tracked column of the hub, as [`column`](Self::column) adds a plain one.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use arrow_array::cast::AsArray;
    /// use arrow_array::types::Float32Type;
    /// # use soa_runtime::IdAllocator;
    ///
    /// #[derive(IdAllocator)]
    /// struct Unit {
    ///     #[soa(tracked)]
    ///     height: f32,
    /// }
    ///
    /// let units: UnitHub = [1.5, 2.5].map(|height| Unit { height }).into_iter().collect();
    /// let batch = soa_arrow::batch(Arc::new(units))
    ///     .tracked_column("height", |columns| columns.height)
    ///     .finish()?;
    /// assert_eq!(batch["height"].as_primitive::<Float32Type>().values(), &[1.5, 2.5]);
    /// # Ok::<(), soa_arrow::BatchError>(())
    /// ```
    pub fn tracked_column<F: ToArrow>(
        self,
        name: impl Into<String>,
        pick: impl for<'a> Fn(LentColumns<'a, T>) -> TrackedColumn<'a, T, F> + Send + Sync + 'static,
    ) -> Self {
        self.column(name, move |columns| pick(columns).as_column())
    }

    /// Adds a column of plain data as a column of `A`, which has the same size: for example a
    /// vector of `glam` as `[f32; 3]`, an enum as `u8`, or a `u128` as `[u64; 2]`. It is copied
    /// only if a column of `A` is.
    ///
    /// A size or an alignment that does not fit is an error of the compiler. A tracked column is
    /// passed as a plain one: `|columns| columns.team.as_column()`.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use arrow_array::cast::AsArray;
    /// use arrow_array::types::UInt8Type;
    /// use bytemuck::NoUninit;
    /// # use soa_runtime::IdAllocator;
    ///
    /// #[derive(Clone, Copy, Default, NoUninit)]
    /// #[repr(u8)]
    /// enum Team { #[default] Red, Blue }
    ///
    /// #[derive(IdAllocator)]
    /// struct Unit { team: Team }
    ///
    /// let units: UnitHub = [Team::Red, Team::Blue].map(|team| Unit { team }).into_iter().collect();
    /// let batch = soa_arrow::batch(Arc::new(units))
    ///     .column_as::<u8, _>("team", |columns| columns.team)
    ///     .finish()?;
    /// assert_eq!(batch["team"].as_primitive::<UInt8Type>().values(), &[0, 1]);
    /// # Ok::<(), soa_arrow::BatchError>(())
    /// ```
    ///
    /// A `Vec3A` has four floats:
    ///
    /// ```compile_fail,E0080
    /// # use std::sync::Arc;
    /// # use soa_runtime::IdAllocator;
    /// #[derive(IdAllocator)]
    /// struct Unit { speed: glam::Vec3A }
    ///
    /// let units = Arc::new(UnitHub::new());
    /// soa_arrow::batch(units).column_as::<[f32; 3], _>("speed", |columns| columns.speed);
    /// ```
    pub fn column_as<A: ToArrow + AnyBitPattern, F: NoUninit>(
        self,
        name: impl Into<String>,
        pick: impl for<'a> Fn(LentColumns<'a, T>) -> Column<'a, T, F> + Send + Sync + 'static,
    ) -> Self {
        let hub = Arc::clone(&self.hub);
        let make = |values: &Values<F>| A::shared(&values.cast::<A>());
        self.lent::<A, F>(name.into(), ByClosure { hub, pick }, make)
    }

    /// Adds the ids as integers: [`Handle::to_bits`](soa_runtime::Handle::to_bits). They are not
    /// copied.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use arrow_array::cast::AsArray;
    /// use arrow_array::types::UInt64Type;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Unit { hp: u32 }
    ///
    /// let mut units = UnitHub::new();
    /// let id = units.alloc();
    /// let batch = soa_arrow::batch(Arc::new(units)).ids("id").finish()?;
    /// assert_eq!(batch["id"].as_primitive::<UInt64Type>().values(), &[id.to_bits()]);
    /// # Ok::<(), soa_arrow::BatchError>(())
    /// ```
    pub fn ids(self, name: impl Into<String>) -> Self
    where
        T::Id: AnyHandle<Word: IdWord>,
    {
        let hub = Arc::clone(&self.hub);
        self.lent::<<T::Id as AnyHandle>::Word, _>(name.into(), IdsOf(hub), |ids| {
            bits(ids, ids.chosen.nulls.clone())
        })
    }

    /// Adds the ids as text, as `Display` prints them: `2v1`. O(rows).
    ///
    /// # Examples
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use arrow_array::cast::AsArray;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Unit { hp: u32 }
    ///
    /// let mut units = UnitHub::new();
    /// units.alloc();
    /// let batch = soa_arrow::batch(Arc::new(units)).ids_as_text("id").finish()?;
    /// assert_eq!(batch["id"].as_string::<i32>().value(0), "0v1");
    /// # Ok::<(), soa_arrow::BatchError>(())
    /// ```
    pub fn ids_as_text(self, name: impl Into<String>) -> Self {
        self.computed(name, |id, _| id.to_string())
    }

    /// Adds a column of what a function returns for each live row. O(rows).
    ///
    /// # Examples
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use arrow_array::cast::AsArray;
    /// use arrow_array::types::{Float32Type, UInt64Type};
    /// # use soa_runtime::IdAllocator;
    ///
    /// #[derive(IdAllocator)]
    /// struct Item { weight: f32 }
    ///
    /// #[derive(IdAllocator)]
    /// struct Unit { items: ItemHub }
    ///
    /// let items = [1.5, 2.0].map(|weight| Item { weight }).into_iter().collect();
    /// let units: UnitHub = [Unit { items }].into_iter().collect();
    /// let batch = soa_arrow::batch(Arc::new(units))
    ///     .computed("items", |_, unit| unit.items.len())
    ///     .computed("load", |_, unit| unit.items.columns().weight.iter().sum::<f32>())
    ///     .finish()?;
    /// assert_eq!(batch["items"].as_primitive::<UInt64Type>().values(), &[2]);
    /// assert_eq!(batch["load"].as_primitive::<Float32Type>().values(), &[3.5]);
    /// # Ok::<(), soa_arrow::BatchError>(())
    /// ```
    pub fn computed<F: ToArrow>(
        self,
        name: impl Into<String>,
        compute: impl for<'a> Fn(T::Id, Row<'a, T>) -> F + Send + 'static,
    ) -> Self {
        let hub = Arc::clone(&self.hub);
        let make = move |chosen: &Chosen| {
            let hub = hub.as_hub();
            let mut live = hub.iter();
            let mut next = || live.next().map(|(id, row)| compute(id, row));
            let rows = chosen.each();
            let values: Vec<Option<F>> = rows.map(|row| row.and_then(|_| next())).collect();
            F::copied(&mut values.iter().map(Option::as_ref))
        };
        self.plan::<F>(name.into(), Box::new(make))
    }

    /// Leaves the holes out. O(rows) for each column, if there are holes.
    ///
    /// Without holes, this changes nothing except that the schema allows no nulls.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use arrow_array::cast::AsArray;
    /// use arrow_array::types::UInt32Type;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Unit { hp: u32 }
    ///
    /// let mut units: UnitHub = (0..4).map(|hp| Unit { hp }).collect();
    /// units.retain(|_, unit| *unit.hp != 1);
    /// let batch = soa_arrow::batch(Arc::new(units))
    ///     .column("hp", |columns| columns.hp)
    ///     .compact()
    ///     .finish()?;
    /// assert_eq!(batch["hp"].as_primitive::<UInt32Type>().values(), &[0, 2, 3]);
    /// assert_eq!(batch["hp"].null_count(), 0);
    /// # Ok::<(), soa_arrow::BatchError>(())
    /// ```
    pub fn compact(mut self) -> Self {
        self.compact = true;
        self
    }

    /// Makes the batch. O(columns), and one bit is copied per row if there are holes.
    ///
    /// # Errors
    ///
    /// Returns an error if two columns have the same name, if a closure returned a column of
    /// another hub, or if a column of text is too large for an array.
    ///
    /// # Panics
    ///
    /// Panics if a closure panics.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::sync::Arc;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Unit { hp: u32 }
    ///
    /// let mut units = Arc::new(UnitHub::new());
    /// let batch = soa_arrow::batch(units.clone()).column("hp", |columns| columns.hp).finish()?;
    /// assert_eq!(batch.num_rows(), 0);
    /// assert!(Arc::get_mut(&mut units).is_none()); // the batch keeps the hub
    /// drop(batch);
    /// assert!(Arc::get_mut(&mut units).is_some());
    /// # Ok::<(), soa_arrow::BatchError>(())
    /// ```
    pub fn finish(self) -> Result<RecordBatch, BatchError> {
        let chosen = Chosen::of(self.hub.as_hub(), self.compact);
        let dense = TypeId::of::<T::Layout>() == TypeId::of::<Dense>();
        let holes = !dense && !self.compact;
        let mut names = HashSet::new();
        if let Some(twice) = self
            .columns
            .iter()
            .find(|column| !names.insert(&column.name))
        {
            let column = twice.name.clone();
            return Err(BatchError::Duplicate { column });
        }
        let mut fields = Vec::with_capacity(self.columns.len());
        let mut arrays = Vec::with_capacity(self.columns.len());
        for column in self.columns {
            match (column.make)(&chosen) {
                Ok(array) => arrays.push(array),
                Err(error) => return Err(error.of(column.name)),
            }
            let nullable = holes || column.optional;
            fields.push(Field::new(column.name, column.data_type, nullable));
        }
        let schema = Arc::new(Schema::new(fields));
        let options = RecordBatchOptions::new().with_row_count(Some(chosen.len));
        RecordBatch::try_new_with_options(schema, arrays, &options).map_err(BatchError::Arrow)
    }

    /// Plans an array of `A`, which `make` makes from a column of `F`.
    fn lent<A: ToArrow, F: 'static>(
        self,
        name: String,
        lend: impl Lend<F> + 'static,
        make: fn(&Values<F>) -> Result<ArrayRef, BatchError>,
    ) -> Self {
        let make = move |chosen: &Chosen| {
            let values = Values::new(lend, chosen.clone());
            values.all()?;
            make(&values)
        };
        self.plan::<A>(name, Box::new(make))
    }

    fn plan<A: ToArrow>(mut self, name: String, make: Box<Make>) -> Self {
        self.columns.push(Planned {
            name,
            data_type: A::data_type(),
            optional: A::OPTIONAL,
            make,
        });
        self
    }
}

impl<T: IdAllocator> fmt::Debug for Batch<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.columns.iter().map(|column| &column.name);
        f.debug_struct("Batch")
            .field("hub", &T::HUB)
            .field("columns", &names.collect::<Vec<_>>())
            .field("compact", &self.compact)
            .finish()
    }
}
