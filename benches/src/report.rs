//! The page of all workloads.

use std::fmt::Write as _;

use crate::harness::{Table, digits};

use crate::case::{Effort, Figure};
use crate::workloads::Workload;

/// The figures of a workload at each of its sizes. All sizes have the same contenders.
pub type Measured = Vec<(usize, Vec<Figure>)>;

/// Returns the page that `compare` writes.
pub fn page(profile: &str, effort: Effort, results: &[(Workload, Measured)]) -> String {
    let mut page = format!(
        "# Benchmark results: `--profile {profile}`\n\n\
         Written by `cargo run --profile {profile} -p soa-bench --bin compare`. The ratio is the \
         median, over the rounds, of a contender's time divided by the limit's time in the same \
         round. Its quartiles stand beside it. The limit is the first line of each table. There \
         were at least {} rounds, and samples of at least {} µs. The figures are of one run on \
         one machine: compare ratios, not nanoseconds.\n",
        effort.rounds,
        effort.sample.as_micros(),
    );
    for (workload, measured) in results {
        let (name, title, unit) = (workload.name, workload.title, workload.sizes.1);
        let titles = measured.iter();
        let titles = titles.map(|(size, _)| format!("| {size} {unit}: ns | ratio | quartiles"));
        let mut table = Table::new(&titles.collect::<String>());
        for (line, contender) in measured[0].1.iter().enumerate() {
            let mut row = vec![contender.kind.mark(&contender.name)];
            for figure in measured.iter().map(|(_, figures)| &figures[line]) {
                let [low, ratio, high] = figure.ratio.map(digits);
                let ratio = figure.kind.mark(&ratio);
                row.extend([
                    digits(figure.nanoseconds),
                    ratio,
                    format!("{low} .. {high}"),
                ]);
            }
            table.row(row);
        }
        // Writing to a string cannot fail.
        let _ = write!(page, "\n## {name}: {title}\n\n{table}");
    }
    page
}
