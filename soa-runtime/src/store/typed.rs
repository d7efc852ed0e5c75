//! A store together with the shape of its record. All access to columns goes
//! through it.

use core::marker::PhantomData;
use core::mem::{needs_drop, transmute};

use super::{Store, outside};
use crate::handle::AnyHandle;
use crate::ids::{Entries as _, Layout};
use crate::memory::{
    self, After, At, CloneFields, Facts, HoleBits, One, Pair, Root, RowLayout, layout_of, lend,
};
use crate::record::{BareOf, HandleOf, IdAllocator, LayoutOf, Shape, Ticking, TickingOf};
use crate::slot_table::{self, SlotState, WordOf};

/// A store, and the types of its columns.
///
/// A record has a shape whose type cannot be named, because it may contain private
/// types. [`Store::typed`] pairs the store with that shape. The methods here need
/// the types of the columns, but take neither a type parameter nor an argument for
/// them.
///
/// Every shape of a record has the same fields, because [`Facts`] requires it.
/// Therefore a store may be paired with any of them, and the invariants of
/// [`Store`] hold with each as `S`.
#[repr(transparent)]
pub(crate) struct Typed<S: Shape> {
    pub(super) store: Store<S::Record>,
    shape: PhantomData<fn() -> S>,
}

pub(super) type Word<S> = WordOf<HandleOf<S>>;
pub(super) type RowOf<S> = <LayoutOf<S> as Layout>::RowOf;
pub(super) type IdOf<S> = <LayoutOf<S> as Layout>::IdOf<Word<S>>;
pub(super) type FieldsOf<S> = <S as Facts>::Fields;
pub(super) type SlotStampOf<S> = <TickingOf<S> as Ticking>::OfSlot;
pub(super) type RowStampOf<S> = <TickingOf<S> as Ticking>::OfRow;

/// The slot table: the word of each slot, and its row.
type TableOf<S> = Pair<One<Word<S>>, RowOf<S>>;
/// The id of each row, and its stamp.
type NamesOf<S> = Pair<IdOf<S>, RowStampOf<S>>;
/// The columns that have one value per slot.
pub(super) type OfSlots<S> = Pair<TableOf<S>, SlotStampOf<S>>;
/// The columns that have one value per row.
pub(super) type OfRows<S> = Pair<NamesOf<S>, FieldsOf<S>>;
/// All columns of a block.
pub(super) type Tree<S> = Pair<OfSlots<S>, OfRows<S>>;

/// The start of the tree.
type Start<S> = Root<Tree<S>>;
/// The position of the table with the row of each slot.
type AfterWords<S> = After<Start<S>, One<Word<S>>>;
/// The position of the stamps per slot.
type AfterTable<S> = After<Start<S>, TableOf<S>>;
/// The position of the columns per row.
pub(super) type RowsStart<S> = After<Start<S>, OfSlots<S>>;
/// The position of the stamps per row that are not those of a column.
type AfterIds<S> = After<RowsStart<S>, IdOf<S>>;
/// The position of the fields.
type AfterNames<S> = After<RowsStart<S>, NamesOf<S>>;

impl<T: IdAllocator> Store<T> {
    /// Pairs the store with the shape of its record.
    #[inline(always)]
    pub(crate) fn typed(&self) -> &Typed<impl Shape<Record = T> + use<T>> {
        Typed::of(self, T::shape)
    }

    /// Pairs the store, borrowed mutably, with the shape of its record.
    #[inline(always)]
    pub(crate) fn typed_mut(&mut self) -> &mut Typed<impl Shape<Record = T> + use<T>> {
        Typed::of_mut(self, T::shape)
    }
}

impl<S: Shape> Typed<S> {
    /// Whether the rows are dense.
    pub(crate) const DENSE: bool = LayoutOf::<S>::DENSE;
    /// Whether a field must be dropped.
    pub(crate) const NEEDS_DROP: bool = needs_drop::<FieldsOf<S>>();
    /// The memory that one row takes, without back links. A reference, because a copy takes
    /// time in a debug build.
    pub(super) const ROW: &'static RowLayout = &row_layout::<S>();

    /// All columns.
    pub(super) const ALL: At<Start<S>, Tree<S>> = At::WHOLE;
    /// The columns per slot.
    pub(super) const SLOTS: At<Start<S>, OfSlots<S>> = Self::ALL.left();
    /// The words of the slot table.
    pub(super) const WORDS: At<Start<S>, One<Word<S>>> = Self::SLOTS.left().left();
    /// The row of each slot, unless the row is the slot itself.
    pub(super) const ROW_OF: At<AfterWords<S>, RowOf<S>> = Self::SLOTS.left().right();
    /// The stamp of each slot, unless the hub does not record which slots changed hands.
    pub(super) const SLOT_STAMPS: At<AfterTable<S>, SlotStampOf<S>> = Self::SLOTS.right();
    /// The columns per row.
    pub(super) const ROWS: At<RowsStart<S>, OfRows<S>> = Self::ALL.right();
    /// The id of each row, unless the id is in the slot table.
    pub(super) const IDS: At<RowsStart<S>, IdOf<S>> = Self::ROWS.left().left();
    /// The stamp of each row, unless the stamps of its columns are enough.
    pub(super) const ROW_STAMPS: At<AfterIds<S>, RowStampOf<S>> = Self::ROWS.left().right();
    /// The fields of the record.
    pub(super) const FIELDS: At<AfterNames<S>, FieldsOf<S>> = Self::ROWS.right();

    /// Pairs a store with the return type of a function. The function is not
    /// called.
    #[inline(always)]
    #[expect(
        clippy::transmute_ptr_to_ptr,
        reason = "`ptr::from_ref` and `cast` are calls in a debug build"
    )]
    fn of(store: &Store<S::Record>, _: impl FnOnce() -> S) -> &Self {
        // SAFETY: a `Typed` is a transparent `Store`, and borrowed in the same way.
        unsafe { transmute::<&Store<S::Record>, &Self>(store) }
    }

    /// Pairs a store, borrowed mutably, with the return type of a function. The
    /// function is not called.
    #[inline(always)]
    #[expect(
        clippy::transmute_ptr_to_ptr,
        reason = "`ptr::from_ref` and `cast` are calls in a debug build"
    )]
    fn of_mut(store: &mut Store<S::Record>, _: impl FnOnce() -> S) -> &mut Self {
        // SAFETY: a `Typed` is a transparent `Store`, and borrowed in the same way.
        unsafe { transmute::<&mut Store<S::Record>, &mut Self>(store) }
    }

    /// Pairs a store with a shape whose fields are known to be `Clone`.
    ///
    /// The shape comes from [`CloneRow::with_clone_shape`], which safe code can
    /// implement by hand. This is sound. An implementation can only pass on a
    /// `Shape` of the same record, and `Shape` requires [`Facts`], an unsafe trait
    /// that promises the fields of the record. If the implementation never calls
    /// back or never returns, nothing is copied.
    ///
    /// [`CloneRow::with_clone_shape`]: crate::record::CloneRow::with_clone_shape
    #[inline]
    pub(crate) fn of_clones(store: &mut Store<S::Record>, shape: S) -> &mut Self
    where
        S::Fields: CloneFields,
    {
        Self::of_mut(store, || shape)
    }

    /// Returns the store without its shape.
    #[inline(always)]
    pub(crate) fn store(&self) -> &Store<S::Record> {
        &self.store
    }

    /// Returns the size of the block in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let row = Self::PLAN.row(self.store.core.has_back_links);
        self.store.core.block.bytes(row)
    }

    /// Returns the number of bytes of the block after the last slot, in columns and
    /// tables.
    pub(crate) fn spare_bytes(&self) -> usize {
        (self.store.capacity() - self.store.slots()) as usize * row_layout::<S>().bytes
    }

    /// Returns the row of a live id. It borrows less than [`Typed::table`], which takes twice as
    /// long in a debug build.
    #[inline(always)]
    pub(crate) fn row_of(&self, id: HandleOf<S>) -> Option<usize> {
        let slot = slot_table::index_of(id);
        if slot >= self.store.slots() as usize {
            return None;
        }
        let base = self.store.base();
        // SAFETY: by invariants 1 and 2 of `Store` the word is initialised; checked above: it is
        // that of one of the slots.
        let word = unsafe { *base.cell(Self::WORDS, slot).as_ref() };
        if !slot_table::is_live(word, id) {
            return None;
        }
        // SAFETY: by invariants 1 and 2 of `Store`; checked above: it is one of the slots.
        let entry = unsafe { lend::<memory::RowRef, _, _>(Self::ROW_OF, base, slot) };
        let Some(&row) = RowOf::<S>::one(entry) else {
            return Some(slot);
        };
        debug_assert!(row < self.store.live(), "a live slot has a row");
        Some(row as usize)
    }

    /// Returns the tag.
    #[inline(always)]
    pub(crate) fn tag(&self) -> u32 {
        self.store.core.tag
    }

    /// Returns the first id of a slot.
    #[inline(always)]
    pub(crate) fn first_id(&self, slot: u32) -> HandleOf<S> {
        HandleOf::<S>::assemble_tagged(slot, HandleOf::<S>::FIRST_GENERATION, self.tag())
    }

    /// Returns the free slots and their next generations, in the order of their reuse.
    pub(crate) fn free_slots(&self) -> impl Iterator<Item = (u32, u32)> + use<'_, S> {
        (self.store.core.free).iter::<BareOf<S>>(self.table().words())
    }

    /// Returns the state of a slot.
    #[inline]
    pub(crate) fn state(&self, slot: u32) -> SlotState {
        self.table().state(slot)
    }

    /// Returns the id of a row that is live, without borrowing all names.
    #[inline(always)]
    pub(crate) fn id_of(&self, row: usize) -> HandleOf<S> {
        if row >= self.store.rows() as usize {
            outside(row);
        }
        // SAFETY: by invariants 1 to 3 of `Store`; checked above: it is one of the rows, which are
        // at most the slots.
        let (word, entry) = unsafe {
            let base = self.store.base();
            (
                lend::<memory::RowRef, _, _>(Self::WORDS, base, row),
                lend::<memory::RowRef, _, _>(Self::IDS, base, row),
            )
        };
        HandleOf::<S>::of_word(*IdOf::<S>::one(entry).unwrap_or(word))
    }

    /// Returns the bits next to the slot table, if there are any.
    #[inline(always)]
    pub(super) fn holes(&self) -> Option<HoleBits> {
        // SAFETY: by invariant 1 of `Store`.
        unsafe { HoleBits::of(self.store.base(), Self::ROW) }
    }
}

#[inline(always)]
pub(super) const fn row_layout<S: Shape>() -> RowLayout {
    const {
        let row = layout_of::<Tree<S>>();
        if <S::Record as IdAllocator>::Layout::DENSE {
            row
        } else {
            row.with_bits()
        }
    }
}
