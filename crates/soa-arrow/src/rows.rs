//! The rows of a hub that go into a batch.

use std::iter;
use std::ops::Range;
use std::sync::Arc;

use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer};
use soa_runtime::{Hub, IdAllocator};

/// The rows of a column that become the values of an array: all of them, of which the holes are
/// null, or the runs of live rows.
#[derive(Debug, Clone)]
pub(crate) struct Chosen {
    /// The number of rows that the column has.
    pub(crate) rows: usize,
    /// The number of values of the array.
    pub(crate) len: usize,
    /// The live rows, if there are holes and they are left out.
    pub(crate) runs: Option<Arc<[Range<usize>]>>,
    /// The live rows as bits, if there are holes and they are nulls.
    pub(crate) nulls: Option<NullBuffer>,
}

impl Chosen {
    /// Chooses the live rows of a hub. Holes are left out or null.
    pub(crate) fn of<T: IdAllocator>(hub: &Hub<T>, compact: bool) -> Self {
        let rows = hub.id_bits().len();
        let mut chosen = Chosen {
            rows,
            len: rows,
            runs: None,
            nulls: None,
        };
        if hub.len() < rows {
            if compact {
                chosen.len = hub.len();
                chosen.runs = Some(hub.live_ranges().collect());
            } else {
                chosen.nulls = Some(live_bits(hub, rows));
            }
        }
        chosen
    }

    /// Chooses the elements of arrays of `n`, where `self` chooses the arrays. An array is
    /// null, and its elements are not.
    pub(crate) fn elements(&self, n: usize) -> Self {
        let run = |run: &Range<usize>| run.start * n..run.end * n;
        let runs = |runs: &Arc<[_]>| runs.iter().map(run).collect();
        Chosen {
            rows: self.rows * n,
            len: self.len * n,
            runs: self.runs.as_ref().map(runs),
            nulls: None,
        }
    }

    /// Returns the row of each value of the array, or `None` if the value is null.
    pub(crate) fn each(&self) -> impl Iterator<Item = Option<usize>> {
        let all = || iter::once(0..self.rows).collect();
        let runs: Arc<[Range<usize>]> = self.runs.clone().unwrap_or_else(all);
        let rows = (0..runs.len()).flat_map(move |run| runs[run].clone());
        let live = |row| self.nulls.as_ref().is_none_or(|nulls| nulls.is_valid(row));
        rows.map(move |row| live(row).then_some(row))
    }
}

/// Copies the live rows as bits, in Arrow's order.
fn live_bits<T: IdAllocator>(hub: &Hub<T>, rows: usize) -> NullBuffer {
    let mut words = vec![0_u64; rows.div_ceil(64)];
    for (first, mask) in hub.live_masks() {
        words[first / 64] = mask.to_le();
    }
    NullBuffer::new(BooleanBuffer::new(Buffer::from_vec(words), 0, rows))
}
