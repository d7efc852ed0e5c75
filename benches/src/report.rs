//! Writes what was measured: a Markdown page and one plot per workload.

use std::fmt::Write as _;
use std::io;
use std::path::Path;

use crate::harness::{Effort, Figure, Kind};
use crate::plot;
use crate::workloads::Workload;

/// The figures of one workload at one size.
#[derive(Debug)]
pub struct Measured {
    /// The size.
    pub size: usize,
    /// One figure per contender, the limit first.
    pub figures: Vec<Figure>,
}

/// Writes `results.md` and the plots into `folder`.
///
/// # Errors
///
/// If a file cannot be written.
pub fn write(
    folder: &Path,
    effort: Effort,
    results: &[(Workload, Vec<Measured>)],
) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    for (workload, measured) in results {
        let plot = plot::draw(workload, measured).map_err(io::Error::other)?;
        std::fs::write(folder.join(plot_name(workload)), plot)?;
    }
    std::fs::write(folder.join("results.md"), page(effort, results))
}

/// Prints a page and writes it beside the other results.
///
/// # Errors
///
/// If the file cannot be written.
pub fn publish(name: &str, page: &str) -> io::Result<()> {
    print!("{page}");
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/results"));
    std::fs::create_dir_all(folder)?;
    std::fs::write(folder.join(name), page)
}

fn plot_name(workload: &Workload) -> String {
    format!("{}.svg", workload.id.to_lowercase())
}

fn page(effort: Effort, results: &[(Workload, Vec<Measured>)]) -> String {
    let mut page = format!(
        "# Benchmark results\n\n\
         Written by `cargo run --release -p soa-benches --bin compare`. The ratio is the median, \
         over the rounds, of a contender's time by the limit's in the same round; beside it are \
         its quartiles. The limit is the first line of each table. At least {} rounds, samples of \
         at least {} µs. The figures are of one run on one machine: compare ratios, not \
         nanoseconds.\n",
        effort.rounds,
        effort.sample.as_micros(),
    );
    for (workload, measured) in results {
        page.push_str(&section(workload, measured));
    }
    page
}

/// One workload: the plot, and a table with a column group a size.
fn section(workload: &Workload, measured: &[Measured]) -> String {
    let Workload {
        id, title, unit, ..
    } = workload;
    let mut text = format!(
        "\n## {id}: {title}\n\n![{id}]({})\n\n|  |",
        plot_name(workload)
    );
    for Measured { size, .. } in measured {
        // Writing to a string cannot fail.
        let _ = write!(text, " {size} {unit}: ns | ratio | quartiles |");
    }
    text.push_str("\n|---|");
    text.push_str(&"--:|--:|:-:|".repeat(measured.len()));
    text.push('\n');
    for contender in contenders(measured) {
        text.push_str(&row(measured, contender));
    }
    text
}

/// All who took part; at some sizes one or another may be missing.
pub(crate) fn contenders(measured: &[Measured]) -> &[Figure] {
    let figures = measured.iter().map(|measured| measured.figures.as_slice());
    figures
        .max_by_key(|figures| figures.len())
        .unwrap_or_default()
}

fn row(measured: &[Measured], contender: &Figure) -> String {
    let mark = if contender.kind == Kind::Ours {
        "**"
    } else {
        ""
    };
    let mut text = format!("| {mark}{}{mark} |", contender.name);
    for Measured { figures, .. } in measured {
        let figure = figures.iter().find(|figure| figure.name == contender.name);
        text.push_str(&figure.map_or_else(
            || String::from(" | | |"),
            |Figure {
                 nanoseconds,
                 ratio,
                 quartiles: (low, high),
                 ..
             }| {
                let [time, ratio, low, high] = [nanoseconds, ratio, low, high].map(|&f| digits(f));
                format!(" {time} | {mark}{ratio}{mark} | {low} .. {high} |")
            },
        ));
    }
    text.push('\n');
    text
}

/// The value with three digits that count.
pub(crate) fn digits(value: f64) -> String {
    match value {
        ..0.1 => format!("{value:.4}"),
        ..1.0 => format!("{value:.3}"),
        ..10.0 => format!("{value:.2}"),
        ..100.0 => format!("{value:.1}"),
        _ => format!("{value:.0}"),
    }
}
