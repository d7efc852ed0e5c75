//! Walking over the window's rows and over strays together.

use alloc::boxed::Box;

use soa_runtime::AnyHandle;

use super::cell::CellSize;
use super::shape::Shape;
use super::strays::{Rank, StrayWalk};
use super::window::WindowWalk;

/// The rows that are in a shape, sorted by cell and slot.
#[derive(Debug, Clone)]
pub(super) struct Found<'a, S, I, const D: usize> {
    window: WindowWalk<'a, S, I, D>,
    /// What is walked instead if strays are in the shape. It is in a box, so that the compiler can
    /// keep the window's walk in registers.
    merge: Option<Box<Merge<'a, S, I, D>>>,
}

impl<'a, S: Shape<D>, I: AnyHandle, const D: usize> Found<'a, S, I, D> {
    #[inline]
    pub(super) fn new(window: WindowWalk<'a, S, I, D>) -> Self {
        let merge = None;
        Found { window, merge }
    }

    /// Adds strays in the same shape.
    pub(super) fn and(self, size: CellSize, mut strays: StrayWalk<'a, S, I, D>) -> Self {
        let Some((rank, (id, _))) = strays.next() else {
            return self;
        };
        let merge = Merge {
            size,
            window: self.window.clone(),
            ahead: None,
            strays,
            stray: Some((rank, id)),
        };
        Found {
            merge: Some(Box::new(merge)),
            ..self
        }
    }
}

impl<S: Shape<D>, I: AnyHandle, const D: usize> Iterator for Found<'_, S, I, D> {
    type Item = I;

    #[inline]
    fn next(&mut self) -> Option<I> {
        match &mut self.merge {
            Some(merge) => merge.next(),
            None => self.window.next().map(|(id, _)| id),
        }
    }

    #[inline]
    fn fold<B, F: FnMut(B, I) -> B>(self, init: B, mut f: F) -> B {
        match self.merge {
            Some(merge) => merge.fold(init, f),
            None => self.window.fold(init, |folded, (id, _)| f(folded, id)),
        }
    }
}

/// The rows of the window and the strays that are in a shape.
#[derive(Debug, Clone)]
struct Merge<'a, S, I, const D: usize> {
    size: CellSize,
    window: WindowWalk<'a, S, I, D>,
    /// The next row of the window, after it was compared with a stray.
    ahead: Option<(Rank<D>, I)>,
    strays: StrayWalk<'a, S, I, D>,
    /// The next stray.
    stray: Option<(Rank<D>, I)>,
}

impl<S: Shape<D>, I: AnyHandle, const D: usize> Iterator for Merge<'_, S, I, D> {
    type Item = I;

    #[inline(never)]
    fn next(&mut self) -> Option<I> {
        let Some((stray, stray_id)) = self.stray else {
            let ahead = self.ahead.take().map(|(_, id)| id);
            return ahead.or_else(|| self.window.next().map(|(id, _)| id));
        };
        let ahead = self.ahead.take().or_else(|| {
            let (id, place) = self.window.next()?;
            let (cell, slot) = (self.size.cell(&place), id.index());
            Some((Rank { cell, slot }, id))
        });
        match ahead {
            Some((rank, id)) if rank < stray => Some(id),
            _ => {
                self.ahead = ahead;
                self.stray = self.strays.next().map(|(rank, (id, _))| (rank, id));
                Some(stray_id)
            }
        }
    }
}
