//! What is going to happen in the city, and what is counted.

use fastrand::Rng;

use super::{BUILDINGS, Building, DISTRICTS, PEOPLE, Person, PersonId};

/// The size of the square in which the city lies, in metres.
const SIZE: u32 = 2_000;
const BIRTHS: u32 = 20;

/// What happens on a day. People are called by their names, which may be those of dead ones.
pub(crate) struct Day {
    pub(crate) walks: Vec<(String, [f32; 2])>,
    pub(crate) deals: Vec<(String, String)>,
    pub(crate) deaths: Vec<String>,
    pub(crate) born: Vec<Person>,
    pub(crate) rezoned: Vec<(usize, u32)>,
    pub(crate) taxed: u32,
}

impl Day {
    pub(crate) fn new(random: &mut Rng, number: u32) -> Self {
        let first = PEOPLE + number * BIRTHS;
        let step = |random: &mut Rng| metres(random, 9) - 4.0;
        let someone = |random: &mut Rng| name(random.u32(..first));
        let at = |random: &mut Rng| random.u32(..BUILDINGS) as usize;
        Day {
            walks: (0..1000)
                .map(|_| (someone(random), [step(random), step(random)]))
                .collect(),
            deals: (0..500)
                .map(|_| (someone(random), someone(random)))
                .collect(),
            deaths: (0..BIRTHS).map(|_| someone(random)).collect(),
            born: (first..first + BIRTHS)
                .map(|number| person(random, number))
                .collect(),
            rezoned: (0..50)
                .map(|_| (at(random), random.u32(..DISTRICTS)))
                .collect(),
            taxed: number % DISTRICTS,
        }
    }
}

fn name(number: u32) -> String {
    format!("citizen {number}")
}

pub(crate) fn person(random: &mut Rng, number: u32) -> Person {
    Person {
        name: name(number),
        wealth: i64::from(random.u32(..10_000)),
        place: [metres(random, SIZE), metres(random, SIZE)],
    }
}

pub(crate) fn building(random: &mut Rng, people: &[PersonId]) -> Building {
    Building {
        district: random.u32(..DISTRICTS),
        owner: people.get(random.u32(..PEOPLE) as usize).copied(),
    }
}

/// What happened.
#[derive(Debug, Default)]
pub(crate) struct Answers {
    pub(crate) greeted: usize,
    pub(crate) sold: usize,
    pub(crate) inherited: usize,
    pub(crate) taxed: usize,
    pub(crate) richest: Vec<(i64, PersonId)>,
}

impl Answers {
    pub(crate) fn add(&mut self, day: Answers) {
        self.greeted += day.greeted;
        self.sold += day.sold;
        self.inherited += day.inherited;
        self.taxed += day.taxed;
        self.richest = day.richest;
    }
}

/// Returns a distance below a limit, in eighths of a metre.
fn metres(random: &mut Rng, limit: u32) -> f32 {
    let eighths = u16::try_from(random.u32(..limit * 8)).expect("the city is small");
    f32::from(eighths) / 8.0
}
