//! Contenders that do the same work, and the page with what it took.

use std::fmt::Write as _;
use std::hint::black_box;

use soa_bench::harness::{Failure, Table, digits, measure, seconds};

/// What a contender found in a round, and how long it took.
pub(crate) struct Done {
    seconds: f64,
    found: u64,
}

/// Measures work, which returns a number that follows from what it found.
pub(crate) fn timed(work: impl FnOnce() -> u64) -> Done {
    let mut found = 0;
    let seconds = seconds(|| found = black_box(work()));
    Done { seconds, found }
}

/// Work by one way to do it.
pub(crate) struct Contender<'a> {
    name: &'static str,
    run: Box<dyn FnMut(u64) -> Done + 'a>,
    round: u64,
}

/// Names work. It is called with the number of the round.
pub(crate) fn contender<'a>(
    name: &'static str,
    run: impl FnMut(u64) -> Done + 'a,
) -> Contender<'a> {
    Contender {
        name,
        run: Box::new(run),
        round: 0,
    }
}

/// How a table shows times.
#[derive(Clone, Copy)]
pub(crate) struct Unit {
    pub(crate) name: &'static str,
    /// The number of units in a second.
    pub(crate) per_second: f64,
    /// The number of things that are done in a round.
    pub(crate) count: u32,
}

pub(crate) const MICROSECONDS: Unit = Unit {
    name: "us",
    per_second: 1e6,
    count: 1,
};

/// The page that is being written.
pub(crate) struct Page {
    pub(crate) text: String,
    pub(crate) rounds: usize,
}

impl Page {
    /// Adds a paragraph.
    pub(crate) fn text(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push('\n');
    }

    /// Measures the contenders, the first of which is an index, and adds a table.
    ///
    /// # Panics
    ///
    /// Panics if two contenders find different rows.
    pub(crate) fn compare<const N: usize>(
        &mut self,
        title: &str,
        unit: Unit,
        mut contenders: [Contender<'_>; N],
    ) -> Result<(), Failure> {
        // What each round finds, by its number.
        let mut found = Vec::new();
        let taken = measure(self.rounds, &mut contenders, |contender| {
            let done = (contender.run)(contender.round);
            let known = usize::try_from(contender.round)?;
            contender.round += 1;
            if found.len() == known {
                found.push(done.found);
            }
            assert_eq!(done.found, found[known], "{title}: {}", contender.name);
            Ok([done.seconds])
        })?;
        let scale = unit.per_second / f64::from(unit.count);
        let mut table = Table::new(&format!("| {} | the index takes, of this", unit.name));
        for (contender, [samples]) in contenders.iter().zip(&taken) {
            table.row([
                contender.name.to_owned(),
                samples.spread(scale),
                digits(taken[0][0].over(samples).median()),
            ]);
        }
        eprintln!("{title}\n{table}");
        Ok(write!(self.text, "\n## {title}\n\n{table}")?)
    }
}
