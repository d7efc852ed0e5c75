//! Which units of a column an update sends, and how.

use std::iter;
use std::ops::Range;

use crate::strategy::Strategy;
use crate::unit::Unit;

/// With [`Strategy::Ranges`], ranges with fewer unchanged bytes between them are sent by one write,
/// because another write costs more than these bytes.
const GAP: usize = 1 << 10;

/// Runs of this many bytes are sent as ranges beside a scatter, because the write of a run costs
/// less than to pack these bytes.
const LONG: usize = 16 << 10;

/// A scatter costs as much as this many writes.
const FEW: usize = 64;

/// If more than one in this number of units is in a short run, ranges cost less than to pack them all.
const DENSE: usize = 10;

/// The units that an update sends.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Plan {
    /// Each is sent by one write.
    pub(super) ranges: Vec<Range<usize>>,
    /// All of them are packed. They are in ascending order.
    pub(super) scattered: Vec<Range<usize>>,
}

impl Plan {
    /// Returns the units of the changed rows among the first `rows` rows. `changed` returns ascending
    /// ranges, of which two with at most as many rows between them as it is told may be one. Sends
    /// them by `strategy`, which the device supports.
    pub(crate) fn new<I: Iterator<Item = Range<usize>>>(
        changed: impl Fn(usize) -> I,
        rows: usize,
        unit: Unit,
        strategy: Strategy,
    ) -> Self {
        let gap = match strategy {
            Strategy::Ranges => GAP * unit.rows / unit.bytes,
            _ => 0,
        };
        let ranges = changed(gap).take_while(|changed| changed.start < rows);
        let ranges = ranges.map(|changed| changed.start..changed.end.min(rows));
        let mut runs = runs(ranges, unit);
        match strategy {
            Strategy::Ranges => Self {
                ranges: runs.collect(),
                ..Self::default()
            },
            Strategy::Scatter => Self {
                scattered: runs.collect(),
                ..Self::default()
            },
            Strategy::Whole => Self {
                ranges: Vec::from_iter(runs.next().map(|_| 0..unit.count(rows))),
                ..Self::default()
            },
            Strategy::Auto => {
                let most = unit.count(rows) / DENSE;
                Self::mixed(runs, unit, most)
                    .unwrap_or_else(|| Self::new(changed, rows, unit, Strategy::Ranges))
            }
        }
    }

    /// Sends long runs as they are, and packs short ones if they are many. Returns `None` if more
    /// than `most` units would be packed.
    fn mixed(runs: impl Iterator<Item = Range<usize>>, unit: Unit, most: usize) -> Option<Self> {
        let mut plan = Self::default();
        let mut packed = 0;
        for run in runs {
            if run.len() * unit.bytes >= LONG {
                plan.ranges.push(run);
                continue;
            }
            packed += run.len();
            if packed > most && plan.scattered.len() >= FEW {
                return None;
            }
            plan.scattered.push(run);
        }
        if plan.scattered.len() <= FEW {
            plan.ranges.append(&mut plan.scattered);
        }
        Some(plan)
    }

    /// Returns whether there is nothing to send.
    pub(crate) fn is_empty(&self) -> bool {
        self.ranges.is_empty() && self.scattered.is_empty()
    }

    /// Returns the number of rows in the plan, of a column with `rows` rows.
    pub(super) fn rows(&self, unit: Unit, rows: usize) -> usize {
        let runs = self.ranges.iter().chain(&self.scattered);
        let rows = runs.map(|run| (run.end * unit.rows).min(rows) - run.start * unit.rows);
        rows.sum()
    }
}

/// Converts ascending ranges of rows to ranges of units, and joins the ones that meet.
fn runs(
    rows: impl Iterator<Item = Range<usize>>,
    unit: Unit,
) -> impl Iterator<Item = Range<usize>> {
    let mut runs = rows.map(move |rows| unit.containing(&rows)).peekable();
    iter::from_fn(move || {
        let mut run = runs.next()?;
        while let Some(next) = runs.next_if(|next| next.start <= run.end) {
            run.end = next.end;
        }
        Some(run)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORD: Unit = Unit::of::<u32>();
    const LINE: Unit = Unit::of::<[u8; 64]>();

    fn mixed(runs: &[Range<usize>], most: usize) -> Option<Plan> {
        Plan::mixed(runs.iter().cloned(), LINE, most)
    }

    #[test]
    fn rows_of_one_unit_are_sent_once() {
        let unit = Unit::of::<u8>();
        let units: Vec<_> = runs([0..1, 2..3, 5..6, 12..13].into_iter(), unit).collect();
        assert_eq!(units, [0..2, 3..4]);
        let words: Vec<_> = runs([0..1, 2..3].into_iter(), WORD).collect();
        assert_eq!(words, [0..1, 2..3]);
    }

    #[test]
    fn few_short_runs_are_ranges_and_many_are_packed() {
        let runs: Vec<_> = (0..=FEW).map(|run| run * 100..run * 100 + 1).collect();
        let few = mixed(&runs[..FEW], 1000).expect("few are sent as they are");
        assert_eq!((few.ranges.len(), few.scattered.len()), (FEW, 0));
        let many = mixed(&runs, 1000).expect("they are sparse");
        assert_eq!((many.ranges.len(), many.scattered.len()), (0, FEW + 1));
        assert_eq!(mixed(&runs, FEW), None, "they are dense");
    }

    #[test]
    fn a_long_run_is_a_range_beside_the_packed_ones() {
        let mut runs: Vec<_> = (0..=FEW).map(|run| run * 2..run * 2 + 1).collect();
        runs.push(1000..1000 + LONG / 64);
        let plan = mixed(&runs, 1000).expect("the long run does not count");
        assert_eq!(plan.ranges.first(), Some(&(1000..1000 + LONG / 64)));
        assert_eq!(plan.scattered.len(), FEW + 1);
        assert_eq!(plan.rows(LINE, 1010), FEW + 1 + 10);
    }
}
