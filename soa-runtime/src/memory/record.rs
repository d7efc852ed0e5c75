//! Moves the values of a row into a record, and back.
//!
//! The values pass from the one place to the other. None of them is on the stack in between, even
//! without optimisation, so that a record may be large.

use core::marker::PhantomData;
use core::mem;
use core::ptr::NonNull;

use super::facts::Facts;
use super::fields::{Fields, Visit};
use super::stamps::stamp_row;
use super::tree::{At, Base, One, Position, Tracked, Tree};
use super::visit::swap_bytes;

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
/// 1. `base` is a block of the tree `A`. The row is below its capacity, and accessed exclusively.
/// 2. `record` is the place of a record, accessed exclusively, whose fields at the `offsets` have
///    the types of the columns that are visited, in their order.
/// 3. What moves is initialised, and not used again where it was.
struct MoveRecord<A> {
    base: Base,
    row: usize,
    record: NonNull<u8>,
    offsets: &'static [usize],
    way: Way,
    tree: PhantomData<A>,
}

impl<A: Tree> Visit<A> for MoveRecord<A> {
    #[inline(always)]
    fn column<P: Position<All = A>, F>(&mut self, at: At<P, One<F>>) {
        let (&offset, others) = self.offsets.split_first().expect("each column has a field");
        self.offsets = others;
        // The bytes are copied, because a field of a packed record is not aligned.
        let bytes = size_of::<F>();
        // SAFETY: by invariants 1 and 2 of `MoveRecord` both are places of `F`, in the block and in
        // the record, and they do not overlap. By invariant 3 the values may move.
        unsafe {
            let cell = self.base.cell(at, self.row).cast::<u8>();
            let field = self.record.add(offset);
            match self.way {
                Way::In => field.copy_to_nonoverlapping(cell, bytes),
                Way::Out => cell.copy_to_nonoverlapping(field, bytes),
                Way::SwappedDropping if const { !mem::needs_drop::<F>() } => {}
                Way::Swapped | Way::SwappedDropping => swap_bytes(cell, field, bytes),
            }
        }
    }

    /// Stamps the row, unless its value moves out. A freed row counts as changed, whether or not
    /// its value stays.
    #[inline(always)]
    fn tracked<P: Position<All = A>, F>(&mut self, at: At<P, Tracked<F>>) {
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
    let mut visit = MoveRecord {
        base,
        row,
        record: record.cast(),
        offsets: S::OFFSETS,
        way,
        tree: PhantomData,
    };
    S::Fields::each(at, &mut visit);
}
