//! The statements of the derive about a struct, and the bounds that the runtime
//! requires.
//!
//! The derive implements [`IdAllocator`], [`DefaultRow`] and, on request,
//! [`CloneRow`], with safe code that only names fields. All behavior is in this
//! crate, generic over the [`Shape`].

mod column_info;
mod dropped;
mod macros;
mod nested;
mod reborrow;
mod same_bits;
mod ticking;
mod traits;

pub use column_info::ColumnInfo;
pub use dropped::{Dropped, Undropped};
pub(crate) use nested::parent_of;
pub use nested::{Nested, ParentId, check_parent};
pub use reborrow::{columns_as_ref, row_as_ref};
pub use same_bits::SameBits;
pub(crate) use ticking::{Stamp, Ticking};
pub use ticking::{TrackedColumns, TrackedMoves, TrackedSlots, Untracked};
pub(crate) use traits::{
    BareOf, ExhaustedOf, HandleOf, LayoutOf, RecycleOf, TableOf, TickingOf, hole,
};
pub use traits::{
    CloneRow, ColumnDefault, Columns, ColumnsMut, DefaultRow, IdAllocator, LiveRows, NamesOf, Refs,
    RefsMut, Row, RowMut, Shape, Slices, SlicesMut, TrackedRecord, TrackedWhole, Vacate, Views,
    WithCloneShape,
};
