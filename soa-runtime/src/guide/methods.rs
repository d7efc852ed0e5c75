//! Which method: the methods of a hub, by task.
//!
//! Most programs need ten of them: [`alloc`](Hub::alloc), [`insert`](Hub::insert),
//! [`get`](Hub::get), [`row_mut`](Hub::row_mut), [`columns`](Hub::columns),
//! [`columns_mut`](Hub::columns_mut), [`iter`](Hub::iter), [`dealloc`](Hub::dealloc),
//! [`remove`](Hub::remove) and [`retain`](Hub::retain).
//!
//! A method with a plain name panics if it fails. The same name with `try_` returns an error
//! instead, and hands the record back if there is one. [`fill`](Hub::fill), [`insert_at`](Hub::insert_at)
//! and [`replace`](Hub::replace) return a `Result` without `try_`, because a refusal is normal
//! there. Where there is no `try_` form, [`try_reserve`](Hub::try_reserve) returns the error first.
//!
//! # Make rows
//!
//! | to make | call |
//! |---|---|
//! | an empty hub | [`new`](Hub::new), which is `const`; [`with_capacity`](Hub::with_capacity) |
//! | an empty hub whose ids have a [tag](super::nested) | [`with_tag`](Hub::with_tag), [`try_with_tag`](Hub::try_with_tag) |
//! | an empty hub whose ids contain the id of a [parent](super::nested) | [`with_parent`](Hub::with_parent) |
//! | a row of defaults | [`alloc`](Hub::alloc), [`try_alloc`](Hub::try_alloc) |
//! | several rows of defaults | [`alloc_many`](Hub::alloc_many) |
//! | a row from a record | [`insert`](Hub::insert), [`try_insert`](Hub::try_insert) |
//! | a row that contains its own id | [`insert_with`](Hub::insert_with) |
//! | many rows, and keep their ids | [`insert_many`](Hub::insert_many) |
//! | many rows, without their ids | `extend`, `collect`, `ParticleHub::from(vec)` |
//! | a row under an id that comes from elsewhere | [`insert_at`](Hub::insert_at) |
//! | copies of rows of another hub | [`copy_rows`](Hub::copy_rows) |
//! | a hub of another record under the same ids | [`convert`](Hub::convert) |
//! | a copy of a whole hub | `clone`, or `clone_from` into memory that exists already |
//! | rows on other threads, or in a loop over the hub | [`lease`](Hub::lease), then [`settle`](Hub::settle) |
//!
//! # Find rows
//!
//! | to get | call |
//! |---|---|
//! | one row; panics if the id is stale | [`row`](Hub::row), [`row_mut`](Hub::row_mut) |
//! | one row, or `None` if the id is stale | [`get`](Hub::get), [`get_mut`](Hub::get_mut) |
//! | one row, or an error that says why there is none | [`try_row`](Hub::try_row), [`try_row_mut`](Hub::try_row_mut) |
//! | several rows mutably, or an error | [`get_disjoint_mut`](Hub::get_disjoint_mut) |
//! | a copy of a row, as the struct | `row.to_record()` |
//! | whether an id is live | [`contains`](Hub::contains) |
//! | the position of an id's row | [`row_of`](Hub::row_of) |
//! | the id of the row at a position | [`id_at`](Hub::id_at) |
//! | the id of the row in a slot | [`id_of_slot`](Hub::id_of_slot) |
//! | the tag or the parent of all ids of the hub | [`tag`](Hub::tag), [`parent`](Hub::parent) |
//! | the rows with a value, in an order, near a place, or with a link to an id | an index of the crate `soa-index` beside the hub |
//!
//! # Walk over rows
//!
//! | to visit | call |
//! |---|---|
//! | every live row with its id | [`iter`](Hub::iter), [`iter_mut`](Hub::iter_mut) |
//! | the same, in parallel (feature `rayon`) | `par_iter`, `par_iter_mut` |
//! | every id | [`ids`](Hub::ids) |
//! | whole columns, as slices | [`columns`](Hub::columns), [`columns_mut`](Hub::columns_mut) |
//! | the live values of one column, with their ids | [`Column::iter_live`](crate::Column::iter_live), [`ColumnMut::iter_live_mut`](crate::ColumnMut::iter_live_mut) |
//! | several columns together | [`zip_live`](crate::zip_live()), `par_zip_live` |
//! | runs of live rows | [`live_ranges`](Hub::live_ranges) |
//! | 64 rows at a time, as the bits of a `u64` | [`live_masks`](Hub::live_masks) |
//! | the ids of all rows as their bits, as a slice | [`id_bits`](Hub::id_bits) |
//!
//! # Free rows
//!
//! | to free | call |
//! |---|---|
//! | one row, and drop it | [`dealloc`](Hub::dealloc) |
//! | many rows in one pass | [`dealloc_many`](Hub::dealloc_many) |
//! | one row, and take its record | [`remove`](Hub::remove) |
//! | the rows for which a closure returns `false` | [`retain`](Hub::retain) |
//! | the rows for which a closure returns `true`, and take them | [`extract_if`](Hub::extract_if) |
//! | all rows | [`clear`](Hub::clear), [`drain`](Hub::drain) |
//! | all rows of another hub, and insert them into this one | [`append`](Hub::append) |
//!
//! # Ids without rows
//!
//! A **reserved** id is issued and has no row yet.
//!
//! | to | call |
//! |---|---|
//! | issue an id now, and make its row later | [`reserve_id`](Hub::reserve_id), then [`fill`](Hub::fill) |
//! | take a row out, and keep its id for it | [`detach`](Hub::detach), then [`fill`](Hub::fill) |
//! | do, undo and redo an edit of a row | [`exchange`](Hub::exchange) |
//! | ask whether an id is reserved | [`is_reserved`](Hub::is_reserved) |
//! | list the reserved ids | [`reserved`](Hub::reserved) |
//! | free a reserved id | [`dealloc`](Hub::dealloc) |
//! | free all reserved ids | [`free_reserved`](Hub::free_reserved) |
//!
//! # Change rows in place
//!
//! | to | call |
//! |---|---|
//! | replace the record of an id | [`replace`](Hub::replace) |
//! | read and write fields by name, make and free rows of any record, for an editor | `EditRow` (feature `serde`) |
//! | give a row a new id, so that copies of the old id become stale | [`renew`](Hub::renew) |
//! | sort the rows (`layout = dense`) | [`sort_by`](Hub::sort_by), [`sort_by_key`](Hub::sort_by_key) |
//! | swap two rows (`layout = dense`) | [`swap_rows`](Hub::swap_rows) |
//! | replace ids in marked fields, after a copy | [`relink`](Hub::relink) |
//!
//! # What changed
//!
//! A `#[soa(tracked)]` column records when its rows were written: see
//! [`TrackedColumn`](crate::TrackedColumn). Its field of a mutable row is a
//! [`TrackedMut`](crate::TrackedMut). It reads as the value, and a write through it is recorded, so
//! the row must be declared `mut`.
//!
//! | to | call |
//! |---|---|
//! | end the current [`Tick`](crate::Tick), and get it | [`advance`](Hub::advance) |
//! | end it at a number of your own, so that several hubs have the same ticks | [`advance_to`](Hub::advance_to) |
//! | get the last tick that ended | [`last_tick`](Hub::last_tick) |
//! | find out whether it is still the same hub, so that a tick is one of it | [`incarnation`](Hub::incarnation) |
//! | find the rows of a column that were written after a tick | [`changed_since`](crate::TrackedColumn::changed_since) |
//! | find the slots in which rows were made, freed or replaced (`tracked` on the struct) | [`slots_changed_since`](Hub::slots_changed_since) |
//! | find the rows that changed in any of these ways (`tracked` on the struct) | [`rows_changed_since`](Hub::rows_changed_since) |
//! | look at a part of a hub, 64 rows at a time: which are live, which changed | [`inspect::row_masks`](crate::inspect::row_masks) |
//!
//! # A copy elsewhere
//!
//! | to | call |
//! |---|---|
//! | send what a copy lacks since a tick | `delta` (feature `serde`) |
//! | keep a copy that follows | `Mirror` (feature `serde`), and [`guide::replication`](super::replication) |
//! | let the copy take over when the source is gone | `Mirror::promote` (feature `serde`) |
//!
//! # Memory, and looking inside
//!
//! | to | call |
//! |---|---|
//! | count live rows | [`len`](Hub::len), [`is_empty`](Hub::is_empty) |
//! | count slots, including holes | [`slots`](Hub::slots) |
//! | count live, free, reserved and retired slots, and bytes | [`stats`](Hub::stats) |
//! | get the number of rows that need no more memory | [`capacity`](Hub::capacity) |
//! | reserve memory | [`reserve`](Hub::reserve), [`try_reserve`](Hub::try_reserve) |
//! | return memory | [`shrink_to_fit`](Hub::shrink_to_fit), `purge` (feature `purge`) |
//! | list the bytes of each column | [`memory`](Hub::memory) |
//! | print the rows as a table | [`table`](Hub::table) |
//! | hash the rows, the ids and the free slots | [`hash_state`](Hub::hash_state) |
//!
//! # Columns
//!
//! A [`Column`], a [`ColumnMut`], a [`TrackedColumn`](crate::TrackedColumn) and a
//! [`TrackedColumnMut`](crate::TrackedColumnMut) dereference to a slice, so they have all methods
//! of slices that need shared access. A [`ColumnMut`] has the others, too.
//!
//! | to get | call |
//! |---|---|
//! | one value, by id or by row; panics if there is none | `column[id]`, `column[row]` |
//! | one value, or `None` | [`get`](Column::get), [`get_mut`](ColumnMut::get_mut), which take an id, a row or a range of rows |
//! | several values mutably | [`get_disjoint_mut`](ColumnMut::get_disjoint_mut) |
//! | all values as a slice | [`as_slice`](Column::as_slice), [`as_mut_slice`](ColumnMut::as_mut_slice) |
//! | the same, for as long as the hub is borrowed | [`Column::as_slice`], [`ColumnMut::into_mut_slice`] |
//! | an iterator over all values, including holes | [`iter`](Column::iter), `iter_mut`, `into_iter` |
//! | an iterator over the live values, with their ids | [`iter_live`](Column::iter_live), [`iter_live_mut`](ColumnMut::iter_live_mut) |
//! | which rows are live | [`rows`](Column::rows), which returns [`LiveRows`] |
//!
//! # Which rows are live
//!
//! `columns.rows()` and [`Column::rows`] return [`LiveRows`], which reports which rows are live and by
//! which ids. You can use it while single columns are borrowed mutably, when the hub itself cannot
//! be used.
//!
//! | to get | call |
//! |---|---|
//! | every id | [`ids`](LiveRows::ids) |
//! | runs of live rows, or 64 rows as bits | [`live_ranges`](LiveRows::live_ranges), [`live_masks`](LiveRows::live_masks) |
//! | whether an id is live | [`contains`](LiveRows::contains) |
//! | the position of an id's row, and the reverse | [`row_of`](LiveRows::row_of), [`id_at`](LiveRows::id_at) |

#[cfg(doc)]
use crate::{Column, ColumnMut, Hub, LiveRows};
