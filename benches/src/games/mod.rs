//! Two games: on a `SlotMap` of structs, and on hubs of both layouts.
//!
//! All versions of a game are written in the same words, play the same game, and take turns.
//! What they have done is compared after each round. A ratio is taken round by round.

mod defence;
mod grid;
pub(crate) mod squadrons;

use std::collections::BTreeMap;
use std::time::Instant;
use std::{array, iter};

use crate::harness::{Failure, Table, digits, measure};

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

/// The parts of a frame of each game, and the whole frame.
const PARTS: usize = 6;

/// Lets all versions of a game play, and compares them part by part.
///
/// # Errors
///
/// Returns an error if two versions played different games.
pub fn contest(rounds: usize, mut versions: Vec<Version>) -> Result<Table, Failure> {
    let (mut parts, mut states) = ([""; PARTS], BTreeMap::<_, Vec<u64>>::new());
    let taken = measure::<_, PARTS>(rounds, &mut versions, |(name, game)| {
        let mut clock = Clock::new();
        (0..FRAMES).for_each(|_| game.frame(&mut clock));
        let whole = clock.parts.iter().map(|(_, seconds)| seconds).sum();
        clock.parts.push(("whole frame", whole));
        parts = array::from_fn(|part| clock.parts[part].0);
        states.entry(*name).or_default().push(game.state());
        Ok(array::from_fn(|part| {
            clock.parts[part].1 * 1e6 / f64::from(FRAMES)
        }))
    })?;
    let first = versions[0].0;
    if let Some((name, _)) = states.iter().find(|(_, state)| **state != states[first]) {
        return Err(format!("{name} played another game than {first}").into());
    }
    let titles = versions.iter().map(|(name, _)| *name);
    let ratios = versions[1..]
        .iter()
        .map(|(name, _)| format!("{name}, ratio"));
    let titles: Vec<String> = titles.map(str::to_owned).chain(ratios).collect();
    let mut table = Table::new(&format!("| {}", titles.join(" | ")));
    for (part, name) in parts.into_iter().enumerate() {
        let all = || taken.iter().map(|parts| &parts[part]);
        let times = all().map(|samples| digits(samples.median()));
        let ratios = all().skip(1);
        let ratios = ratios.map(|samples| samples.over(&taken[0][part]).spread(1.0));
        table.row(iter::once(name.to_owned()).chain(times).chain(ratios));
    }
    Ok(table)
}
