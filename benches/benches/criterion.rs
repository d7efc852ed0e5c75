//! The workloads under criterion, for who wants one of them in detail:
//! `cargo bench -p soa-benches -- W3`.
//!
//! Criterion measures one contender after the other, so its figures compare a
//! contender with itself of last week. To compare contenders, run `compare`.

use std::time::Duration;

use criterion::{BenchmarkId, Criterion};
use soa_benches::workloads::ALL;

/// Millions of rows are left to `compare`.
const LARGEST: usize = 100_000;

fn main() {
    let mut criterion = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_millis(500))
        .configure_from_args();
    // A case is dear to prepare, so those that the filter cannot mean are left out.
    let filter = std::env::args().find(|argument| argument.starts_with('W'));
    let family = filter
        .as_deref()
        .and_then(|filter| filter.split('/').next());
    let chosen = |id: &str| family.is_none_or(|family| id.starts_with(family));
    for workload in ALL.iter().filter(|workload| chosen(workload.id)) {
        let mut group = criterion.benchmark_group(workload.id);
        for &size in workload.sizes.iter().filter(|&&size| size <= LARGEST) {
            for mut contender in (workload.case)(size).contenders {
                group.bench_function(BenchmarkId::new(&contender.name, size), |b| {
                    b.iter_custom(|repetitions| {
                        let repetitions = u32::try_from(repetitions).unwrap_or(u32::MAX);
                        contender.run(repetitions).time
                    });
                });
            }
        }
        group.finish();
    }
    criterion.final_summary();
}
