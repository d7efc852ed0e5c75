//! What a viewer asks for, and how far the frames have come with it.

use std::ops::Range;
use std::time::Instant;

use soa_runtime::Tick;

use crate::cell;
use crate::subject::Subject;

/// The largest number of rows that one request copies.
pub(crate) const MOST_ROWS: usize = 256;

/// The largest number of cells that one request copies.
const MOST_CELLS: usize = 1 << 13;

/// The largest number of words that one request copies.
pub(crate) const MOST_WORDS: usize = 1 << 13;

/// The room for the text of the rows.
const TEXT: usize = 1 << 17;

/// The largest number of characters of a value that are searched.
const SEARCHED: usize = 2000;

/// How many words are copied between two looks at the clock.
const WORDS_PER_LOOK: usize = 16;

/// A request that waits for frames.
#[derive(Debug)]
pub(crate) struct Job {
    /// The hub that it is about.
    pub(crate) hub: Option<u32>,
    pub(crate) task: Task,
    /// Whether nothing of the hub is left to copy.
    pub(crate) is_done: bool,
}

#[derive(Debug)]
pub(crate) enum Task {
    Look(Rows, Words),
    Find(Find),
}

impl Job {
    /// Copies what is wanted of the hub, until the deadline or the end. Each call makes some
    /// progress: one value, one row without values, or some words.
    pub(crate) fn work(&mut self, subject: &dyn Subject, since: Tick, deadline: Instant) {
        self.is_done = match &mut self.task {
            Task::Look(rows, words) => {
                rows.work(subject, deadline) && words.work(subject, since, deadline)
            }
            Task::Find(find) => find.work(subject, deadline),
        };
    }
}

/// Some rows as text.
#[derive(Debug)]
pub(crate) struct Rows {
    pub(crate) from: usize,
    end: usize,
    text: String,
    /// Where the text of each cell ends. The first cell of a live row is its id.
    cells: Vec<usize>,
    /// Where the cells of each row end. A hole has none.
    ends: Vec<usize>,
    /// Whether there was no room for all of the rows.
    pub(crate) is_cut: bool,
}

impl Rows {
    /// Makes room for the rows, so that a frame asks the system for no memory.
    pub(crate) fn new(rows: Range<usize>) -> Self {
        let most = MOST_ROWS.min(rows.len());
        Rows {
            from: rows.start,
            end: rows.start.saturating_add(most),
            text: String::from_utf8(room(if most == 0 { 0 } else { TEXT }, 1)).unwrap_or_default(),
            cells: room(if most == 0 { 0 } else { MOST_CELLS }, 1),
            ends: room(most, 1),
            is_cut: false,
        }
    }

    /// Returns whether all rows are copied.
    fn work(&mut self, subject: &dyn Subject, deadline: Instant) -> bool {
        let columns = subject.columns().len();
        loop {
            let row = self.from + self.ends.len();
            if row >= self.end.min(subject.rows()) {
                self.forget_unfinished();
                return true;
            }
            if !self.begin(row, subject, columns) {
                return true;
            }
            let mut late = false;
            if let Some(copied) = self.unfinished() {
                let mut column = 0;
                subject.fields(row, &mut |value| {
                    column += 1;
                    // The first cell is the id.
                    if column >= copied && !late {
                        cell::push_debug(&mut self.text, value);
                        self.cells.push(self.text.len());
                        late = Instant::now() >= deadline;
                    }
                });
                if self.unfinished() >= Some(1 + columns) {
                    self.ends.push(self.cells.len());
                }
            }
            if late || Instant::now() >= deadline {
                return false;
            }
        }
    }

    /// Copies the id of a row, or ends the row if it is a hole. Returns whether there is room.
    fn begin(&mut self, row: usize, subject: &dyn Subject, columns: usize) -> bool {
        let length = self.text.len();
        let start = self.first_cell();
        let text = start.checked_sub(1).map_or(0, |last| self.cells[last]);
        if self.unfinished().is_some() {
            // The row may have another id since the last frame.
            subject.push_id(row, &mut self.text);
            let is_same = self.text[text..self.cells[start]] == self.text[length..];
            self.text.truncate(length);
            if is_same && self.cells.len() - start <= columns {
                return true;
            }
            self.forget_unfinished();
        }
        let has_room = self.text.len() + (1 + columns) * cell::MOST_BYTES <= TEXT
            && self.cells.len() + 1 + columns <= MOST_CELLS;
        if !has_room && !self.ends.is_empty() {
            self.is_cut = true;
            return false;
        }
        if subject.push_id(row, &mut self.text) {
            self.cells.push(self.text.len());
        } else {
            self.ends.push(self.cells.len());
        }
        true
    }

    fn first_cell(&self) -> usize {
        self.ends.last().copied().unwrap_or(0)
    }

    /// Returns the number of cells of the row that is not copied as a whole yet.
    fn unfinished(&self) -> Option<usize> {
        Some(self.cells.len() - self.first_cell()).filter(|cells| *cells > 0)
    }

    fn forget_unfinished(&mut self) {
        self.cells.truncate(self.first_cell());
        self.text.truncate(self.cells.last().copied().unwrap_or(0));
    }

    /// Returns the rows, each as its cells: the id and the values, or none for a hole.
    pub(crate) fn iter(&self) -> impl Iterator<Item = impl Iterator<Item = &str>> {
        let starts = [0].into_iter().chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| {
            (start..end).map(|cell| {
                let start = cell.checked_sub(1).map_or(0, |last| self.cells[last]);
                &self.text[start..self.cells[cell]]
            })
        })
    }
}

/// Returns an empty list with room that was written once. The system provides memory when it is
/// first written, and that is for the server's time.
fn room<V: Clone>(most: usize, value: V) -> Vec<V> {
    let mut list = vec![value; most];
    list.clear();
    list
}

/// Which rows live and which changed, as bits of words.
#[derive(Debug)]
pub(crate) struct Words {
    pub(crate) from: usize,
    end: usize,
    /// The live rows and the changed rows of each 64.
    pub(crate) bits: Vec<(u64, u64)>,
}

impl Words {
    pub(crate) fn new(words: Range<usize>) -> Self {
        let most = MOST_WORDS.min(words.len());
        // Row numbers have 32 bits, so these words exist in no hub.
        let from = words.start.min(1 << 26);
        Words {
            from,
            end: from + most,
            bits: room(most, (1, 1)),
        }
    }

    /// Returns whether all words are copied.
    fn work(&mut self, subject: &dyn Subject, since: Tick, deadline: Instant) -> bool {
        let mut late = false;
        let first = (self.from + self.bits.len()).saturating_mul(64);
        let rows = first..self.end.saturating_mul(64);
        let bits = &mut self.bits;
        subject.masks(rows, since, &mut |live, changed| {
            bits.push((live, changed));
            late = bits.len() % WORDS_PER_LOOK == 0 && Instant::now() >= deadline;
            !late
        });
        !late
    }
}

/// A search for a text in the values.
#[derive(Debug)]
pub(crate) struct Find {
    /// What is searched. Small and capital letters are the same.
    text: String,
    is_id: bool,
    /// The row that is looked at next, and its column.
    pub(crate) next: usize,
    column: usize,
    value: String,
    pub(crate) found: Option<usize>,
    /// The reason why there is no row with this id.
    pub(crate) reason: Option<String>,
}

impl Find {
    pub(crate) fn new(text: &str, from: usize) -> Self {
        Find {
            text: text.to_lowercase(),
            is_id: true,
            next: from,
            column: 0,
            value: String::from_utf8(room(4 * SEARCHED + 4, 1)).unwrap_or_default(),
            found: None,
            reason: None,
        }
    }

    /// Returns whether the search has ended.
    fn work(&mut self, subject: &dyn Subject, deadline: Instant) -> bool {
        if self.is_id {
            self.is_id = false;
            match subject.row_of_id(&self.text) {
                Some(Ok(row)) => self.found = Some(row),
                Some(Err(reason)) => self.reason = Some(reason),
                None => {}
            }
            if self.found.is_some() || self.reason.is_some() {
                return true;
            }
        }
        let mut late = false;
        while !late && self.next < subject.rows() {
            let (mut column, mut is_found) = (0, false);
            subject.fields(self.next, &mut |value| {
                if column == self.column && !late && !is_found {
                    self.value.clear();
                    cell::push_searched(&mut self.value, SEARCHED, value);
                    self.value.make_ascii_lowercase();
                    is_found = self.value.contains(&self.text);
                    self.column += 1;
                    late = Instant::now() >= deadline;
                }
                column += 1;
            });
            if is_found {
                self.found = Some(self.next);
                return true;
            }
            if self.column >= column {
                (self.next, self.column) = (self.next + 1, 0);
            }
            late |= Instant::now() >= deadline;
        }
        self.next >= subject.rows()
    }
}
