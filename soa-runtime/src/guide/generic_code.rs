//! Code for any record: which bounds to write, and how to name what a hub lends.
//!
//! | to do this | write this bound |
//! |---|---|
//! | look up, walk, insert, replace | [`IdAllocator`](trait@crate::IdAllocator) |
//! | free rows: `dealloc`, `remove`, `retain`, `drain`, `append` | [`Vacate`](crate::generic::Vacate) |
//! | make rows of defaults: `alloc` | [`DefaultRow`](crate::generic::DefaultRow) |
//! | copy rows out, clone hubs | [`CloneRow`](crate::generic::CloneRow) |
//! | hash the state of a hub | [`HashRow`](crate::generic::HashRow) |
//! | sort and swap rows | [`Reorder`](crate::generic::Reorder) |
//! | take ids of any kind | [`AnyHandle`](crate::AnyHandle) |
//!
//! | a type of the hub of `T` | its name |
//! |---|---|
//! | the id | `T::Id` |
//! | a row, shared or mutable | [`Row<'_, T>`](crate::Row), [`RowMut<'_, T>`](crate::RowMut) |
//! | all columns, shared or mutable | [`Columns<'_, T>`](crate::Columns), [`ColumnsMut<'_, T>`](crate::ColumnsMut) |
//! | which rows are live, beside borrowed columns | [`LiveRows<'_, T>`](crate::LiveRows) |
//!
//! Only the struct itself names its fields. Code for any record declares a trait of its own, whose
//! functions return the columns that the code needs.
//!
//! ```
//! use soa_runtime::{ColumnsMut, Hub, IdAllocator};
//!
//! /// A record that moves.
//! trait Moving: IdAllocator {
//!     /// Returns its positions and velocities.
//!     fn motion<'a>(columns: ColumnsMut<'a, Self>) -> (&'a mut [f32], &'a [f32]);
//! }
//!
//! fn step<T: Moving>(hub: &mut Hub<T>, seconds: f32) {
//!     let (positions, velocities) = T::motion(hub.columns_mut());
//!     for (position, velocity) in positions.iter_mut().zip(velocities) {
//!         *position += velocity * seconds;
//!     }
//! }
//!
//! #[derive(IdAllocator)]
//! struct Ship { position: f32, velocity: f32, name: String }
//!
//! impl Moving for Ship {
//!     fn motion<'a>(columns: ColumnsMut<'a, Self>) -> (&'a mut [f32], &'a [f32]) {
//!         (columns.position.into_mut_slice(), columns.velocity.into_mut_slice())
//!     }
//! }
//!
//! #[derive(IdAllocator)]
//! struct Rock { position: f32, velocity: f32 }
//!
//! impl Moving for Rock {
//!     fn motion<'a>(columns: ColumnsMut<'a, Self>) -> (&'a mut [f32], &'a [f32]) {
//!         (columns.position.into_mut_slice(), columns.velocity.into_mut_slice())
//!     }
//! }
//!
//! let (mut ships, mut rocks) = (ShipHub::new(), RockHub::new());
//! let ship = ships.insert(Ship { position: 1.0, velocity: 2.0, name: String::new() });
//! let rock = rocks.insert(Rock { position: 1.0, velocity: 4.0 });
//! step(&mut ships, 0.5); // all that moves: one line for each kind
//! step(&mut rocks, 0.5); // `RockHub` dereferences to `Hub<Rock>`
//! assert_eq!((*ships.row(ship).position, *rocks.row(rock).position), (2.0, 3.0));
//! ```
//!
//! If a function needs only shared access, write it once for the shared view.
//! [`row_as_ref`](crate::generic::row_as_ref) and [`columns_as_ref`](crate::generic::columns_as_ref) turn a mutable
//! view into a shared one. Where the record is known, the views have methods named `as_ref` for
//! this.
//!
//! ```
//! use soa_runtime::generic::Vacate;
//! use soa_runtime::{Hub, IdAllocator};
//!
//! /// Frees the rows for which `is_over` returns `true`, and returns their number.
//! fn sweep<T: Vacate>(hub: &mut Hub<T>, is_over: impl Fn(soa_runtime::Row<'_, T>) -> bool) -> usize {
//!     hub.extract_if(|_, row| is_over(soa_runtime::generic::row_as_ref::<T>(&row))).count()
//! }
//!
//! #[derive(IdAllocator)]
//! struct Spark { life: u32 }
//!
//! let mut sparks: SparkHub = (0..5).map(|life| Spark { life }).collect();
//! assert_eq!(sweep(&mut sparks, |spark| *spark.life == 0), 1);
//! assert_eq!(sparks.len(), 4);
//! ```
