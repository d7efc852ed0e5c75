//! Moves the values of a row into a record, and back.
//!
//! The values pass from the one place to the other. No large one is on the stack in between, even
//! without optimisation, so that a record may be large.

use core::marker::PhantomData;
use core::mem;
use core::ptr::NonNull;

use super::facts::Facts;
use super::fields::{Fields, Visit};
use super::stamps::stamp_row;
use super::tree::{At, Base, One, Position, Tracked, Tree as _};
use super::visit::{copy_value, swap_values};

/// How the values of a row and of a record move.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Way {
    /// To the row, whose values are forgotten.
    In,
    /// To the record, whose values are forgotten.
    Out,
    /// Both ways.
    Swapped,
    /// Both ways in the columns that need drop. The others stay.
    SwappedDropping,
}

/// Moves the values of a row and of a record.
///
/// # Invariants
///
/// 1. `base` is a block of the tree of `P`, which has the fields of `S` at `P`. The row is below its
///    capacity, and accessed exclusively. The columns that are visited are those fields.
/// 2. `record` is the place of a record of `S`, accessed exclusively.
/// 3. What moves is initialised, and not used again where it was.
struct MoveRecord<S, P> {
    base: Base,
    row: usize,
    record: NonNull<u8>,
    way: Way,
    fields: PhantomData<(S, P)>,
}

/// Returns the number of columns before a position, without those of stamps.
const fn fields_before<P: Position>() -> usize {
    P::INDEX - P::All::TREE.tracked_before(P::INDEX)
}

impl<S: Facts, P: Position> Visit<P::All> for MoveRecord<S, P> {
    #[inline(always)]
    fn column<Q: Position<All = P::All>, F>(&mut self, at: At<Q, One<F>>) {
        let offset = const { S::OFFSETS[fields_before::<Q>() - fields_before::<P>()] };
        // A field of a packed record may not be aligned.
        let aligned = const { align_of::<S::Record>() >= align_of::<F>() };
        // SAFETY: by the invariants 1 and 2 of `MoveRecord` both are places of `F`, in the block and
        // in the record, and they do not overlap. Pointers to types with a size have the same layout.
        // By invariant 3 the values may move.
        unsafe {
            let cell = self.base.cell(at, self.row);
            let field = mem::transmute::<NonNull<u8>, NonNull<F>>(self.record.add(offset));
            match self.way {
                Way::In => copy_value(field, cell, aligned),
                Way::Out => copy_value(cell, field, aligned),
                Way::SwappedDropping if const { !mem::needs_drop::<F>() } => {}
                Way::Swapped | Way::SwappedDropping => swap_values(cell, field, aligned),
            }
        }
    }

    /// Stamps the row, unless its value moves out. A freed row counts as changed, whether or not
    /// its value stays.
    #[inline(always)]
    fn tracked<Q: Position<All = P::All>, F>(&mut self, at: At<Q, Tracked<F>>) {
        self.column(at.values());
        if self.way != Way::Out {
            // SAFETY: by invariant 1 of `MoveRecord`.
            unsafe { stamp_row(self.base, at, self.row) }
        }
    }
}

/// Moves the values of a row and of a record, in one of the ways.
///
/// # Safety
///
/// `base` is a block of the tree of `P`. `row` is below its capacity, and accessed exclusively.
/// `record` is the place of a record, accessed exclusively. What moves is initialised, and the
/// caller ensures that it is not used again where it was.
#[inline(always)]
pub(crate) unsafe fn move_record<S: Facts, P: Position>(
    at: At<P, S::Fields>,
    base: Base,
    row: usize,
    record: NonNull<S::Record>,
    way: Way,
) {
    debug_assert!(row < base.capacity, "the row is inside the block");
    let mut visit = MoveRecord::<S, P> {
        base,
        row,
        record: record.cast(),
        way,
        fields: PhantomData,
    };
    S::Fields::each(at, &mut visit);
}
