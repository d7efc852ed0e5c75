//! The page of all workloads.

use std::fmt::Write as _;

use soa_benches_report::{Table, digits};

use crate::figures::{Measured, contenders};
use crate::harness::Effort;
use crate::workloads::Workload;

/// Returns the page that `compare` writes.
pub fn page(profile: &str, effort: Effort, results: &[(Workload, Vec<Measured>)]) -> String {
    let mut page = format!(
        "# Benchmark results: `--profile {profile}`\n\n\
         Written by `cargo run --profile {profile} -p soa-benches --bin compare`. The ratio is the \
         median, over the rounds, of a contender's time divided by the limit's time in the same \
         round. Its quartiles stand beside it. The limit is the first line of each table. There \
         were at least {} rounds, and samples of at least {} µs. The figures are of one run on \
         one machine: compare ratios, not nanoseconds.\n",
        effort.rounds,
        effort.sample.as_micros(),
    );
    for (workload, measured) in results {
        let _ = write!(
            page,
            "\n## {}: {}\n\n{}",
            workload.name,
            workload.title,
            table(workload, measured)
        );
    }
    page
}

/// One workload: a row for each contender, three columns for each size.
fn table(workload: &Workload, measured: &[Measured]) -> Table {
    let mut titles = String::new();
    for Measured { size, .. } in measured {
        // Writing to a string cannot fail.
        let _ = write!(titles, "| {size} {}: ns | ratio | quartiles", workload.unit);
    }
    let mut table = Table::new(&titles);
    for contender in contenders(measured) {
        let mut row = vec![contender.kind.mark(&contender.name)];
        for measured in measured {
            let cells = measured.of(contender).map(|figure| {
                let [low, ratio, high] = figure.ratio.map(digits);
                let ratio = figure.kind.mark(&ratio);
                [
                    digits(figure.nanoseconds),
                    ratio,
                    format!("{low} .. {high}"),
                ]
            });
            row.extend(cells.unwrap_or_default());
        }
        table.row(row);
    }
    table
}
