//! Contenders that do the same work, and the page with what it took.

use std::fmt::Write as _;
use std::hint::black_box;

use soa_benches_report::{Samples, Table, digits, seconds, take_turns};

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
    name: String,
    run: Box<dyn FnMut(u64) -> Done + 'a>,
}

/// Names work. It is called with the number of the round.
pub(crate) fn contender<'a>(
    name: impl Into<String>,
    run: impl FnMut(u64) -> Done + 'a,
) -> Contender<'a> {
    Contender {
        name: name.into(),
        run: Box::new(run),
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

/// The page that is being written.
pub(crate) struct Page {
    text: String,
    rounds: usize,
    /// What is measured, if not all.
    names: Vec<String>,
}

impl Page {
    pub(crate) fn new(rounds: usize, names: &[String]) -> Self {
        Page {
            text: String::new(),
            rounds,
            names: names.to_vec(),
        }
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }

    /// Adds a paragraph.
    pub(crate) fn text(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push('\n');
    }

    /// Returns whether a part of the page was asked for.
    pub(crate) fn wants(&self, name: &str) -> bool {
        self.names.is_empty() || self.names.iter().any(|wanted| wanted == name)
    }

    /// Measures the contenders, the first of which is an index, and adds a table.
    ///
    /// # Panics
    ///
    /// Panics if two contenders find different rows.
    pub(crate) fn compare(&mut self, title: &str, unit: Unit, mut contenders: Vec<Contender<'_>>) {
        let mut taken = vec![Samples::new(); contenders.len()];
        // What each round finds, by its number.
        let mut found = Vec::new();
        let mut turns = vec![0_u64; contenders.len()];
        let rounds = self.rounds;
        take_turns(
            contenders.len(),
            |done| done < rounds,
            |turn| {
                let (contender, round) = (&mut contenders[turn], turns[turn]);
                turns[turn] += 1;
                let done = (contender.run)(round);
                if found.len() as u64 == round {
                    found.push(done.found);
                }
                assert_eq!(
                    Some(&done.found),
                    found.last(),
                    "{title}: {}",
                    contender.name
                );
                taken[turn].push(done.seconds);
            },
        );
        let scale = unit.per_second / f64::from(unit.count);
        let mut table = Table::new(&format!("| {} | the index takes, of this", unit.name));
        for (contender, samples) in contenders.iter().zip(&taken) {
            let [low, middle, high] = samples.quartiles().map(|time| digits(time * scale));
            let ratio = taken[0]
                .with(samples, |index, other| index / other)
                .median();
            table.row([
                contender.name.clone(),
                format!("{middle} ({low} to {high})"),
                digits(ratio),
            ]);
        }
        // Writing to a string cannot fail.
        let _ = write!(self.text, "\n## {title}\n\n{table}");
        eprintln!("{title}\n{table}");
    }
}
