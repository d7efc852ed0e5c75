//! Measuring in rounds of all contenders.

use std::time::Instant;

use crate::contenders::{Contender, News};

/// A median and the quartiles, in seconds.
#[derive(Debug, Clone)]
pub(crate) struct Figure {
    pub(crate) median: f64,
    pub(crate) quartiles: [f64; 2],
}

/// The seconds of every round.
#[derive(Debug, Clone, Default)]
pub(crate) struct Rounds(Vec<f64>);

/// What one contender took, round by round.
#[derive(Debug, Clone, Default)]
pub(crate) struct Taken {
    pub(crate) write: Rounds,
    /// Empty if it cannot tell that nothing changed.
    pub(crate) find_nothing: Rounds,
    pub(crate) copy: Rounds,
}

impl Rounds {
    /// None if nothing was measured.
    pub(crate) fn figure(&self) -> Option<Figure> {
        let mut sorted = self.0.clone();
        sorted.sort_by(f64::total_cmp);
        let at = |quarter: usize| {
            sorted
                .get((sorted.len().checked_sub(1)?) * quarter / 4)
                .copied()
        };
        Some(Figure {
            median: at(2)?,
            quartiles: [at(1)?, at(3)?],
        })
    }

    /// What these rounds took more than those of another.
    pub(crate) fn beyond(&self, other: &Self) -> Self {
        let pairs = self.0.iter().zip(&other.0);
        Rounds(pairs.map(|(mine, theirs)| mine - theirs).collect())
    }
}

/// Writes the rows in every round, copies what changed, and looks for changes
/// once more; checks every copy.
pub(crate) fn measure(
    contenders: &mut [Box<dyn Contender>],
    rows: &[usize],
    rounds: u16,
) -> Vec<Taken> {
    let mut taken = vec![Taken::default(); contenders.len()];
    let mut order: Vec<usize> = (0..contenders.len()).collect();
    for round in 0..rounds {
        order.rotate_left(1);
        if round % 2 == 1 {
            order.reverse();
        }
        for &place in &order {
            let (contender, taken) = (&mut contenders[place], &mut taken[place]);
            taken.write.time(|| {
                contender.write(rows, f32::from(round) + 1.0);
                true
            });
            taken.copy.time(|| contender.copy(News::Some));
            taken.find_nothing.time(|| contender.copy(News::None));
            assert!(contender.is_copied(), "{} lost a change", contender.name());
        }
    }
    taken
}

impl Rounds {
    /// Notes how long `work` took, if it says that it was done.
    fn time(&mut self, work: impl FnOnce() -> bool) {
        let started = Instant::now();
        if work() {
            self.0.push(started.elapsed().as_secs_f64());
        }
    }
}
