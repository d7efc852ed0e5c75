//! Walking over the window's rows and over strays together.

use soa_runtime::AnyHandle;

use super::cell::CellSize;
use super::shape::Shape;
use super::strays::{Rank, StrayWalk};
use super::window::WindowWalk;

/// The rows that are in a shape, sorted by cell and slot.
#[derive(Debug, Clone)]
pub(super) struct Found<'a, S, I, const D: usize> {
    size: CellSize,
    window: WindowWalk<'a, S, I, D>,
    /// `None` if no stray is left.
    merge: Option<Merge<'a, S, I, D>>,
}

/// The strays that are left, and the row of the window that is next to be compared with them.
#[derive(Debug, Clone)]
struct Merge<'a, S, I, const D: usize> {
    strays: StrayWalk<'a, S, I, D>,
    stray: Option<(Rank<D>, I)>,
    ahead: Option<(Rank<D>, I)>,
}

impl<'a, S: Shape<D>, I: AnyHandle, const D: usize> Found<'a, S, I, D> {
    #[inline]
    pub(super) fn new(size: CellSize, window: WindowWalk<'a, S, I, D>) -> Self {
        Found {
            size,
            window,
            merge: None,
        }
    }

    /// Adds strays in the same shape.
    pub(super) fn and(self, mut strays: StrayWalk<'a, S, I, D>) -> Self {
        let stray = strays.next().map(|(rank, (id, _))| (rank, id));
        let merge = Merge {
            strays,
            stray,
            ahead: None,
        };
        Found {
            merge: Some(merge),
            ..self
        }
    }

    /// Returns the next row while strays may be left.
    #[inline(never)]
    fn next_merged(&mut self) -> Option<I> {
        let merge = self.merge.as_mut()?;
        let ahead = merge.ahead.take().or_else(|| {
            let (id, place) = self.window.next()?;
            let (cell, slot) = (self.size.cell(&place), id.index());
            Some((Rank { cell, slot }, id))
        });
        match (ahead, merge.stray) {
            (Some((rank, id)), Some((stray, _))) if rank < stray => Some(id),
            (_, Some((_, id))) => {
                merge.ahead = ahead;
                merge.stray = merge.strays.next().map(|(rank, (id, _))| (rank, id));
                Some(id)
            }
            (_, None) => {
                self.merge = None;
                ahead.map(|(_, id)| id)
            }
        }
    }
}

impl<S: Shape<D>, I: AnyHandle, const D: usize> Iterator for Found<'_, S, I, D> {
    type Item = I;

    #[inline]
    fn next(&mut self) -> Option<I> {
        if self.merge.is_some() {
            return self.next_merged();
        }
        self.window.next().map(|(id, _)| id)
    }

    #[inline]
    fn fold<B, F: FnMut(B, I) -> B>(mut self, init: B, mut f: F) -> B {
        let mut folded = init;
        while self.merge.is_some() {
            match self.next_merged() {
                Some(id) => folded = f(folded, id),
                None => return folded,
            }
        }
        self.window.fold(folded, |folded, (id, _)| f(folded, id))
    }
}
