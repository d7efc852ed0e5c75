//! Two games: on a `SlotMap` of structs, and on hubs of both layouts.
//!
//! All versions of a game are written in the same words, play the same game, and take turns.
//! What they have done is compared after each round. A ratio is taken round by round.

mod defence;
mod grid;
pub(crate) mod squadrons;

use std::time::Instant;

use crate::harness::{Failure, Samples, Table, digits, take_turns};

/// A game that is played frame by frame.
pub trait Game {
    /// Plays a frame, and hands over the time of each part that ended.
    fn frame(&mut self, clock: &mut Clock);

    /// Returns a number that differs if the game went otherwise.
    fn state(&self) -> u64;
}

/// A version of a game and the name of its container.
pub type Version = (&'static str, Box<dyn Game>);

/// Adds up the time of each part of a frame.
#[derive(Debug)]
pub struct Clock {
    start: Instant,
    parts: Vec<(&'static str, f64)>,
}

impl Clock {
    pub(crate) fn new() -> Self {
        let (start, parts) = (Instant::now(), Vec::new());
        Self { start, parts }
    }

    /// Ends a part of the frame.
    fn ends(&mut self, name: &'static str) {
        let seconds = self.start.elapsed().as_secs_f64();
        match self.parts.iter_mut().find(|(known, _)| *known == name) {
            Some((_, sum)) => *sum += seconds,
            None => self.parts.push((name, seconds)),
        }
        self.start = Instant::now();
    }
}

/// The number of frames of one turn.
pub const FRAMES: u32 = 10;

/// Returns the games, each with its title.
pub fn all() -> [(&'static str, Vec<Version>); 2] {
    [
        (
            "A tower defence: 20 000 creeps, 500 towers that aim at creeps near them",
            defence::versions(),
        ),
        (
            "A shooter: 12 000 ships in squadrons, which choose enemies by chains of closures",
            squadrons::versions(),
        ),
    ]
}

/// What was measured of one part of a frame.
struct Part {
    name: &'static str,
    /// The samples of each version.
    taken: Vec<Samples>,
}

/// Lets all versions of a game play, and compares them part by part.
///
/// # Errors
///
/// Returns an error if two versions played different games.
pub fn contest(rounds: usize, mut versions: Vec<Version>) -> Result<Table, Failure> {
    let mut parts: Vec<Part> = Vec::new();
    let mut states = vec![Vec::new(); versions.len()];
    let count = versions.len();
    take_turns(
        count,
        |done| done < rounds,
        |turn| {
            let mut clock = Clock::new();
            for _ in 0..FRAMES {
                versions[turn].1.frame(&mut clock);
            }
            let whole = clock.parts.iter().map(|(_, seconds)| seconds).sum();
            clock.parts.push(("whole frame", whole));
            for (name, seconds) in clock.parts {
                let known = parts.iter().position(|part| part.name == name);
                let at = known.unwrap_or_else(|| {
                    let taken = vec![Samples::new(); count];
                    parts.push(Part { name, taken });
                    parts.len() - 1
                });
                parts[at].taken[turn].push(seconds * 1e6 / f64::from(FRAMES));
            }
            states[turn].push(versions[turn].1.state());
        },
    );
    for ((name, _), state) in versions.iter().zip(&states) {
        if *state != states[0] {
            return Err(format!("{name} played another game than {}", versions[0].0).into());
        }
    }
    let titles = versions.iter().map(|(name, _)| *name);
    let ratios = versions[1..]
        .iter()
        .map(|(name, _)| format!("{name}, ratio"));
    let titles: Vec<String> = titles.map(str::to_owned).chain(ratios).collect();
    let mut table = Table::new(&format!("| {}", titles.join(" | ")));
    for Part { name, taken } in &parts {
        let times = taken.iter().map(|samples| digits(samples.median()));
        let ratios = taken[1..].iter();
        let ratios = ratios.map(|samples| samples.over(&taken[0]).spread(1.0));
        table.row([(*name).to_owned()].into_iter().chain(times).chain(ratios));
    }
    Ok(table)
}
