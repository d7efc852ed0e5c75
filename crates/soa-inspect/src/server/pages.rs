//! The open pages: each has a number, and shows what the others edit.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The largest number of pages. The one that was not seen for longest makes room.
const MOST: usize = 48;

/// A page that does not ask for so long is closed. A page that cannot be seen asks each second.
const GONE: Duration = Duration::from_secs(4);

/// The cell that a page edits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Cell {
    pub(super) hub: u32,
    pub(super) id: String,
    pub(super) column: String,
}

#[derive(Debug, Clone)]
pub(super) struct Page {
    pub(super) number: u32,
    pub(super) cell: Option<Cell>,
    seen: Instant,
}

#[derive(Debug, Default)]
pub(super) struct Pages(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    last: u32,
    open: Vec<Page>,
}

impl Pages {
    /// Records that a page is open, and what it edits. Returns its number and the other pages. A
    /// page without a number, or with one that was never issued, gets a new one.
    pub(super) fn visit(&self, number: u32, cell: Option<Cell>, now: Instant) -> (u32, Vec<Page>) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_open = |page: &Page| now.saturating_duration_since(page.seen) < GONE;
        state
            .open
            .retain(|page| page.number != number && is_open(page));
        let number = if (1..=state.last).contains(&number) {
            number
        } else {
            state.last = state.last.wrapping_add(1).max(1);
            state.last
        };
        if state.open.len() >= MOST {
            // The last one was seen last.
            state.open.remove(0);
        }
        let others = state.open.clone();
        let seen = now;
        state.open.push(Page { number, cell, seen });
        (number, others)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(pages: &[Page]) -> Vec<u32> {
        pages.iter().map(|page| page.number).collect()
    }

    #[test]
    fn each_page_keeps_its_number_and_sees_the_others() {
        let (pages, now) = (Pages::default(), Instant::now());
        let visit = |number, cell| pages.visit(number, cell, now);
        assert_eq!(visit(0, None).0, 1);
        let (second, others) = visit(0, None);
        assert_eq!((second, numbers(&others)), (2, vec![1]));
        let cell = Cell {
            hub: 3,
            id: "2v1".to_owned(),
            column: "hp".to_owned(),
        };
        assert_eq!(visit(1, Some(cell.clone())).0, 1);
        let (_, others) = visit(2, None);
        assert_eq!(others[0].cell, Some(cell));
        assert_eq!(visit(1, None).1.len(), 1);
        assert_eq!(visit(2, None).1[0].cell, None, "it has ended its edit");
        // A page of a program that ran before.
        assert_eq!(visit(77, None).0, 3);
    }

    #[test]
    fn a_page_that_does_not_ask_is_forgotten_until_it_asks_again() {
        let (pages, start) = (Pages::default(), Instant::now());
        pages.visit(0, None, start);
        pages.visit(0, None, start);
        let later = start + GONE;
        assert_eq!(pages.visit(2, None, later).1.len(), 0);
        assert_eq!(pages.visit(1, None, later).0, 1);
        assert_eq!(numbers(&pages.visit(2, None, later).1), [1]);
    }

    #[test]
    fn pages_do_not_grow_without_limit() {
        let (pages, now) = (Pages::default(), Instant::now());
        for number in 1..=1000 {
            let (own, others) = pages.visit(0, None, now);
            assert!(own == number && others.len() < MOST);
        }
    }
}
