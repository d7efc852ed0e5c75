//! The statements of the derive about a struct, and the bounds that the runtime
//! requires.
//!
//! The derive implements [`IdAllocator`], [`DefaultRow`] and, on request,
//! [`CloneRow`], with safe code that only names fields. All behavior is in this
//! crate, generic over the [`Shape`].

mod column_info;
mod dropped;
mod rows;
mod same_bits;
mod shape;
mod ticking;
mod traits;

pub use column_info::ColumnInfo;
pub use dropped::{Dropped, Undropped};
pub use rows::Rows;
pub use same_bits::SameBits;
pub(crate) use shape::{BareOf, ExhaustedOf, HandleOf, LayoutOf, RecycleOf, TickingOf};
pub use shape::{ColumnDefault, KeysOf, Refs, RefsMut, Shape, Slices, SlicesMut, WithCloneShape};
pub(crate) use ticking::{Stamp, Ticking};
pub use ticking::{TrackedColumns, TrackedMoves, TrackedSlots, Untracked};
pub(crate) use traits::hole;
pub use traits::{
    CloneRow, Columns, ColumnsMut, DefaultRow, IdAllocator, Row, RowMut, TrackedRecord,
    TrackedWhole, Vacate, Views,
};
