//! All rows of a grid, and where each of them is stored.

use alloc::vec::Vec;

use soa_runtime::AnyHandle;
use soa_runtime::generic::TrackedRecord;

use super::cell::{Cell, CellBlock, CellSize};
use super::found::Found;
use super::shape::Shape;
use super::strays::Strays;
use super::window::Window;
use crate::follow::{Changed, Reader, Structure};

/// Copies of the ids and places of rows, sorted by cell and slot.
///
/// Most rows are in the window. The others are strays. A row that moves within its cell stays where
/// it is stored, and one that enters another cell becomes a stray, until enough rows did that
/// sorting the window again is cheaper.
#[derive(Debug, Clone)]
pub(super) struct Placed<I, const D: usize> {
    size: CellSize,
    window: Window<I, D>,
    strays: Strays<I, D>,
    /// Where the row of each slot is stored.
    stores: Vec<Stored>,
    /// The number of strays when the window was sorted.
    strays_at_first: usize,
    /// What the window is made from. It is kept for its memory.
    rows: Vec<(I, [f32; D])>,
    /// Numbers of cells. It is kept for its memory.
    numbers: Vec<u32>,
}

/// Where a row is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Store {
    Nowhere,
    Strays,
    Window(u32),
}

/// A [`Store`] in four bytes. A hub has fewer than 2^32 - 2 rows, because no handle has more than
/// 2^32 - 1 indices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Stored(u32);

impl Stored {
    const NOWHERE: Self = Stored(u32::MAX);
    const STRAYS: Self = Stored(u32::MAX - 1);

    #[inline]
    fn get(self) -> Store {
        match self {
            Stored::NOWHERE => Store::Nowhere,
            Stored::STRAYS => Store::Strays,
            Stored(position) => Store::Window(position),
        }
    }
}

impl<I: AnyHandle, const D: usize> Placed<I, D> {
    pub(super) fn new(size: CellSize) -> Self {
        Placed {
            size,
            window: Window::new(),
            strays: Strays::new(),
            stores: Vec::new(),
            strays_at_first: 0,
            rows: Vec::new(),
            numbers: Vec::new(),
        }
    }

    pub(super) fn size(&self) -> CellSize {
        self.size
    }

    /// Returns the number of rows whose places are finite.
    pub(super) fn placed_len(&self) -> usize {
        self.window.len() + self.strays.len() - self.strays.unplaced_len()
    }

    /// Returns the bytes of its memory.
    pub(super) fn memory(&self) -> usize {
        self.window.memory()
            + self.strays.memory()
            + self.stores.capacity() * size_of::<Stored>()
            + self.rows.capacity() * size_of::<(I, [f32; D])>()
            + self.numbers.capacity() * size_of::<u32>()
    }

    /// Returns whether a row of this slot is stored.
    pub(super) fn has(&self, slot: u32) -> bool {
        self.store(slot) != Store::Nowhere
    }

    fn store(&self, slot: u32) -> Store {
        let stored = self.stores.get(slot as usize);
        stored.map_or(Store::Nowhere, |stored| stored.get())
    }

    /// Returns the row of a slot with its place.
    fn row(&self, slot: u32) -> Option<(I, [f32; D])> {
        match self.store(slot) {
            Store::Nowhere => None,
            Store::Strays => self.strays.row(slot),
            Store::Window(position) => Some(self.window.row(position)),
        }
    }

    /// Returns the place of a row.
    pub(super) fn place(&self, id: I) -> Option<[f32; D]> {
        let (stored, place) = self.row(id.index())?;
        (stored == id).then_some(place)
    }

    /// Replaces all rows by those that `read` calls its argument with, in ascending order of their
    /// slots.
    pub(super) fn rebuild(&mut self, read: impl FnOnce(&mut dyn FnMut(I, [f32; D]))) {
        self.rows.clear();
        let rows = &mut self.rows;
        read(&mut |id, place| rows.push((id, place)));
        self.sort();
    }

    /// Sorts `self.rows`, which become all rows.
    fn sort(&mut self) {
        let stores = &mut self.stores;
        let slots = self
            .rows
            .last()
            .map_or(0, |(id, _)| id.index() as usize + 1);
        stores.clear();
        stores.resize(slots, Stored::NOWHERE);
        self.strays.clear();
        let mut outside = Vec::new();
        let put = |row: &(I, [f32; D]), position: Option<u32>| {
            if position.is_none() {
                outside.push(*row);
            }
            stores[row.0.index() as usize] = position.map_or(Stored::STRAYS, Stored);
        };
        (self.window).sort(self.size, &self.rows, &mut self.numbers, put);
        for (id, place) in outside {
            self.stray(self.size.cell(&place), id, place);
        }
        self.strays_at_first = self.strays.len();
    }

    /// Makes a row a stray.
    fn stray(&mut self, cell: Cell<D>, id: I, place: [f32; D]) {
        if cell != Cell::NOWHERE {
            self.window.mark(&self.size.corner(&place));
        }
        self.strays.insert(cell, id, place);
        self.stores[id.index() as usize] = Stored::STRAYS;
    }

    /// Moves a row to a place, or inserts it.
    pub(super) fn put(&mut self, id: I, place: [f32; D]) {
        let (slot, cell) = (id.index(), self.size.cell(&place));
        if self.stores.len() <= slot as usize {
            self.stores.resize(slot as usize + 1, Stored::NOWHERE);
        }
        if let Store::Window(position) = self.store(slot) {
            let (_, before) = self.window.row(position);
            if self.size.cell(&before) == cell {
                self.window.replace(position, id, place);
                return;
            }
            self.window.remove(position);
        }
        self.stray(cell, id, place);
    }

    /// Removes the row of a slot, if there is one.
    pub(super) fn remove(&mut self, slot: u32) {
        match self.store(slot) {
            Store::Nowhere => return,
            Store::Strays => self.strays.remove(slot),
            Store::Window(position) => self.window.remove(position),
        }
        self.stores[slot as usize] = Stored::NOWHERE;
    }

    /// Sorts the window again once enough rows left it, or enough strays came, for it to pay.
    pub(super) fn tidy(&mut self) {
        let came = self.strays.len().saturating_sub(self.strays_at_first);
        let few = 64 + (self.window.positions() + self.strays.len()) / 32;
        if came <= few && self.window.gone() <= 2 * few {
            return;
        }
        self.rows.clear();
        let slots = u32::try_from(self.stores.len()).unwrap_or(u32::MAX);
        for slot in 0..slots {
            let row = self.row(slot);
            self.rows.extend(row);
        }
        self.sort();
    }

    /// Walks over the rows of a block of cells that are in a shape, sorted by cell and slot.
    #[inline]
    pub(super) fn walk<S: Shape<D>>(&self, cells: &CellBlock<D>, shape: S) -> Found<'_, S, I, D> {
        let found = Found::new(self.window.walk(cells, shape));
        if self.strays.len() == 0 || self.window.is_clear(cells) {
            found
        } else {
            found.and(self.size, self.strays.walk(cells, shape))
        }
    }

    /// Calls `each` with all rows of a block of cells that are in a shape, in any order.
    pub(super) fn each<S: Shape<D>>(
        &self,
        cells: &CellBlock<D>,
        shape: S,
        mut each: impl FnMut(I, &[f32; D]),
    ) {
        let window = self.window.walk(cells, shape);
        window.for_each(|(id, place)| each(id, &place));
        let strays = self.strays.walk(cells, shape);
        strays.for_each(|(_, (id, place))| each(id, &place));
    }

    /// Returns the rows that are not in the window.
    pub(super) fn strays(&self) -> &Strays<I, D> {
        &self.strays
    }
}

/// So few rows are always moved one by one.
const FEW: usize = 64;

impl<T: TrackedRecord + 'static, const D: usize> Structure<T, [f32; D]> for Placed<T::Id, D> {
    fn rebuild(&mut self, rows: &Reader<'_, T, [f32; D]>) {
        Placed::rebuild(self, |each| {
            rows.all(&mut |row, place| each(row.id, *place));
        });
    }

    fn update(&mut self, changed: &[u32], rows: &Reader<'_, T, [f32; D]>) {
        // Sorting all rows takes as long as moving about an eighth of them one by one.
        if changed.len() > FEW + rows.hub.len() / 8 {
            Structure::rebuild(self, rows);
            return;
        }
        rows.slots(changed, &mut |slot| match slot {
            Changed::Row(row, place) => self.put(row.id, *place),
            Changed::Vacant(slot) => self.remove(slot),
        });
        self.tidy();
    }

    fn clear(&mut self) {
        *self = Placed::new(self.size);
    }

    fn has(&self, slot: u32) -> bool {
        Placed::has(self, slot)
    }

    fn slots(&self) -> u32 {
        u32::try_from(self.stores.len()).unwrap_or(u32::MAX)
    }
}
