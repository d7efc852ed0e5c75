//! What waits, in the order of the ranks of its tickets.

use std::collections::{BTreeMap, VecDeque};

use crate::job::Rank;

/// Fewer removed ones than this are not worth a sweep.
const FEW_REMOVED: usize = 64;

/// Tickets or their results, in the order of their ranks, each of which occurs once. One that comes
/// after all others, as most do, is added and taken in O(1), any other in O(log n).
///
/// Invariants: both parts are in order, and the first one of `line` is not removed.
pub(super) struct Queue<T> {
    /// What came in order. `None` is one that was removed.
    line: VecDeque<(Rank, Option<T>)>,
    removed: usize,
    /// What came out of order.
    others: BTreeMap<Rank, T>,
}

impl<T> Queue<T> {
    pub(super) const fn new() -> Self {
        Self {
            line: VecDeque::new(),
            removed: 0,
            others: BTreeMap::new(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.line.len() - self.removed + self.others.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.line.is_empty() && self.others.is_empty()
    }

    pub(super) fn insert(&mut self, rank: Rank, it: T) {
        if self.line.back().is_none_or(|(last, _)| *last < rank) {
            self.line.push_back((rank, Some(it)));
        } else {
            self.others.insert(rank, it);
        }
    }

    pub(super) fn remove(&mut self, rank: Rank) -> Option<T> {
        let other = self.others.remove(&rank);
        other.or_else(|| self.remove_from_line(rank))
    }

    /// Takes the first one that is wanted.
    pub(super) fn pop(&mut self, mut is_wanted: impl FnMut(&T) -> bool) -> Option<T> {
        let mut line = self.line.iter();
        let in_line = line.find_map(|(rank, it)| is_wanted(it.as_ref()?).then_some(*rank));
        let other = self.others.iter().find(|(_, it)| is_wanted(it));
        let other = other.map(|(rank, _)| *rank);
        match (in_line, other) {
            (Some(in_line), None) => self.remove_from_line(in_line),
            (Some(in_line), Some(other)) if in_line < other => self.remove_from_line(in_line),
            (_, other) => self.others.remove(&other?),
        }
    }

    fn remove_from_line(&mut self, rank: Rank) -> Option<T> {
        let is_first = self.line.front().is_some_and(|(first, _)| *first == rank);
        let place = if is_first {
            0
        } else {
            let place = self.line.binary_search_by_key(&rank, |(rank, _)| *rank);
            place.ok()?
        };
        let removed = self.line[place].1.take()?;
        self.removed += 1;
        self.drop_removed();
        Some(removed)
    }

    /// Drops the removed ones at the front, and all of them if they are many.
    fn drop_removed(&mut self) {
        while self.line.front().is_some_and(|(_, it)| it.is_none()) {
            self.line.pop_front();
            self.removed -= 1;
        }
        // A sweep visits the whole line, and so pays for itself.
        if self.removed >= FEW_REMOVED && self.removed * 2 > self.line.len() {
            self.line.retain(|(_, it)| it.is_some());
            self.removed = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::id::AnyResource;
    use crate::job::{Priority, Ticket};

    fn ticket(priority: i8, first: u64) -> Arc<Ticket> {
        let id = AnyResource::new(1 << 32 | first, 0);
        let name = first.to_string();
        Arc::new(Ticket::new(id, name.into(), Priority(priority), first))
    }

    fn names(queue: &mut Queue<Arc<Ticket>>) -> Vec<String> {
        let tickets = std::iter::from_fn(|| queue.pop(|_| true));
        tickets.map(|ticket| ticket.name.to_string()).collect()
    }

    #[test]
    fn tickets_come_in_the_order_of_their_ranks() {
        let mut queue = Queue::new();
        for (priority, first) in [(0, 3), (0, 5), (7, 6), (0, 4), (-1, 1), (7, 2)] {
            let ticket = ticket(priority, first);
            queue.insert(ticket.rank(), ticket);
        }
        assert_eq!(names(&mut queue), ["2", "6", "3", "4", "5", "1"]);
        assert!(queue.is_empty());
    }

    #[test]
    fn removed_tickets_leave_the_queue_in_order() {
        let mut queue = Queue::new();
        let tickets: Vec<_> = (0..1000).map(|first| ticket(0, first)).collect();
        for ticket in &tickets {
            queue.insert(ticket.rank(), Arc::clone(ticket));
        }
        for ticket in tickets.iter().filter(|ticket| !ticket.name.ends_with('7')) {
            assert!(queue.remove(ticket.rank()).is_some());
            assert!(queue.remove(ticket.rank()).is_none(), "it is gone");
        }
        assert_eq!(queue.len(), 100);
        assert!(queue.line.len() < 200 + FEW_REMOVED);
        let left = names(&mut queue);
        let expected: Vec<_> = (7..1000)
            .step_by(10)
            .map(|first| first.to_string())
            .collect();
        assert_eq!(left, expected);
        assert!(queue.is_empty());
    }

    #[test]
    fn what_is_not_wanted_stays() {
        let mut queue = Queue::new();
        for first in 0..4 {
            let ticket = ticket(0, first);
            queue.insert(ticket.rank(), ticket);
        }
        let wanted = queue.pop(|ticket| &*ticket.name == "2");
        assert_eq!(
            wanted.map(|ticket| ticket.name.to_string()).as_deref(),
            Some("2")
        );
        assert!(queue.pop(|_| false).is_none());
        assert_eq!(names(&mut queue), ["0", "1", "3"]);
    }
}
