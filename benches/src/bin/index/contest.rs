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

/// Ways to do the same work. The first one is an index.
#[derive(Default)]
pub(crate) struct Contest<'a>(Vec<Contender<'a>>);

struct Contender<'a> {
    name: &'static str,
    run: Box<dyn FnMut(u64) -> Done + 'a>,
    round: u64,
}

impl<'a> Contest<'a> {
    /// Adds work, all of which is measured.
    pub(crate) fn add(self, name: &'static str, mut work: impl FnMut() -> u64 + 'a) -> Self {
        self.prepared(name, move |_| timed(&mut work))
    }

    /// Adds work of which only a part is measured. It is called with the number of the round.
    pub(crate) fn prepared(
        mut self,
        name: &'static str,
        run: impl FnMut(u64) -> Done + 'a,
    ) -> Self {
        let (run, round) = (Box::new(run), 0);
        self.0.push(Contender { name, run, round });
        self
    }
}

/// How a table shows times.
#[derive(Clone, Copy)]
pub(crate) struct Unit {
    name: &'static str,
    per_second: f64,
}

impl Unit {
    /// Names a unit, of which there are `per_second` in a second, for one of `count` things that are
    /// done in a round.
    pub(crate) fn new(name: &'static str, per_second: f64, count: u32) -> Self {
        let per_second = per_second / f64::from(count);
        Unit { name, per_second }
    }
}

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

    /// Measures the contenders, and adds a table.
    ///
    /// # Panics
    ///
    /// Panics if two contenders find different rows.
    pub(crate) fn compare(
        &mut self,
        title: &str,
        unit: Unit,
        mut contest: Contest<'_>,
    ) -> Result<(), Failure> {
        // What each round finds, by its number.
        let mut found = Vec::new();
        let taken = measure(self.rounds, &mut contest.0, |contender| {
            let done = (contender.run)(contender.round);
            let known = usize::try_from(contender.round)?;
            contender.round += 1;
            if found.len() == known {
                found.push(done.found);
            }
            assert_eq!(done.found, found[known], "{title}: {}", contender.name);
            Ok([done.seconds])
        })?;
        let mut table = Table::new(&format!("| {} | the index takes, of this", unit.name));
        for (contender, [samples]) in contest.0.iter().zip(&taken) {
            table.row([
                contender.name.to_owned(),
                samples.spread(unit.per_second),
                digits(taken[0][0].over(samples).median()),
            ]);
        }
        eprintln!("{title}\n{table}");
        Ok(write!(self.text, "\n## {title}\n\n{table}")?)
    }
}
