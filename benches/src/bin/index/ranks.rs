//! Rows in the order of their values.

use std::collections::BTreeMap;

use fastrand::Rng;
use soa_bench::harness::Failure;
use soa_index::Sorted;
use soa_runtime::IdAllocator;

use crate::contest::{Contest, Page, Unit};

#[derive(IdAllocator)]
#[soa(tracked)]
struct Ranked {
    #[soa(tracked)]
    score: i32,
}

/// How many ranges are asked for in a round, and the number of rows in each.
const RANGES: u32 = 1000;
const LENGTH: i32 = 100;

pub(crate) fn measure(page: &mut Page, rows: usize) -> Result<(), Failure> {
    let count = i32::try_from(rows).expect("few rows");
    let mut rng = Rng::with_seed(7);
    let mut scores: Vec<i32> = (0..count).collect();
    rng.shuffle(&mut scores);
    let mut units: RankedHub = scores.into_iter().map(|score| Ranked { score }).collect();
    units.advance();
    let map: BTreeMap<i32, RankedId> = units.iter().map(|(id, row)| (*row.score, id)).collect();
    let list: Vec<(i32, RankedId)> = map.iter().map(|(score, id)| (*score, *id)).collect();
    let mut ranks = Sorted::<Ranked, _>::new(|units| units.score);
    let starts: Vec<i32> = (0..RANGES).map(|_| rng.i32(0..count - LENGTH)).collect();
    let starts = || starts.iter().copied();
    let view = ranks.at(&units);

    page.text("\n# Order");
    let contest = Contest::default()
        .add("`Sorted`", || {
            let ranges = starts().flat_map(|start| view.range(start..start + LENGTH));
            ranges.map(|(_, id)| u64::from(id.index())).sum()
        })
        .add("`BTreeMap<i32, Id>` by hand", || {
            let ranges = starts().flat_map(|start| map.range(start..start + LENGTH));
            ranges.map(|(_, id)| u64::from(id.index())).sum()
        })
        .add("a sorted `Vec`", || {
            let ranges = starts().flat_map(|start| {
                let first = list.partition_point(|(score, _)| *score < start);
                let end = list.partition_point(|(score, _)| *score < start + LENGTH);
                &list[first..end]
            });
            ranges.map(|(_, id)| u64::from(id.index())).sum()
        });
    let title = format!("{RANGES} ranges of {LENGTH} of {rows} rows");
    page.compare(&title, Unit::new("ns a range", 1e9, RANGES), contest)
}
