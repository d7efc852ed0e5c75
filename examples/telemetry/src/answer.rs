//! The answer to the query, from a hub and as text.

use std::fmt;
use std::str::FromStr;

use crate::unit::{TEAMS, UnitHub};

/// A row of the answer: a team at the end of a second.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    pub second: u32,
    pub team: u8,
    /// The number of units.
    pub units: i64,
    /// The sum of their hit points.
    pub hp: i64,
    /// The number of units that have a target.
    pub shooting: i64,
    /// The largest `x` of a position.
    pub front: f32,
}

impl Answer {
    /// Asks a hub: one row for each team.
    pub fn of_hub(second: u32, units: &UnitHub) -> Vec<Answer> {
        let mut answers: Vec<Answer> = (0..TEAMS).map(|team| Answer::new(second, team)).collect();
        for (_, unit) in units {
            let answer = &mut answers[usize::from(*unit.team)];
            answer.add(&Answer {
                units: 1,
                hp: i64::from(*unit.hp),
                shooting: i64::from(unit.target.is_some()),
                front: unit.position[0],
                ..Answer::new(second, *unit.team)
            });
        }
        answers
    }

    /// A team without units.
    pub fn new(second: u32, team: u8) -> Answer {
        Answer {
            second,
            team,
            units: 0,
            hp: 0,
            shooting: 0,
            front: f32::NEG_INFINITY,
        }
    }

    /// Adds the units of another process.
    pub fn add(&mut self, other: &Answer) {
        self.units += other.units;
        self.hp += other.hp;
        self.shooting += other.shooting;
        self.front = self.front.max(other.front);
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Answer {
            second,
            team,
            units,
            hp,
            shooting,
            front,
        } = self;
        write!(
            f,
            "{second:6} {team:6} {units:8} {hp:10} {shooting:8} {front:12}"
        )
    }
}

impl FromStr for Answer {
    type Err = String;

    fn from_str(line: &str) -> Result<Answer, String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [second, team, units, hp, shooting, front] = words[..] else {
            return Err(format!("`{line}` is no answer"));
        };
        let parse = || -> Option<Answer> {
            Some(Answer {
                second: second.parse().ok()?,
                team: team.parse().ok()?,
                units: units.parse().ok()?,
                hp: hp.parse().ok()?,
                shooting: shooting.parse().ok()?,
                front: front.parse().ok()?,
            })
        };
        parse().ok_or_else(|| format!("`{line}` is no answer"))
    }
}
