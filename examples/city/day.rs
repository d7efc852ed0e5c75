//! What is going to happen in the city, and what is counted.

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
    pub(crate) fn new(random: &mut Random, number: u32) -> Self {
        let first = PEOPLE + number * BIRTHS;
        let step = |random: &mut Random| random.metres(9) - 4.0;
        let someone = |random: &mut Random| name(random.below(first));
        let at = |random: &mut Random| random.below(BUILDINGS) as usize;
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
                .map(|_| (at(random), random.below(DISTRICTS)))
                .collect(),
            taxed: number % DISTRICTS,
        }
    }
}

fn name(number: u32) -> String {
    format!("citizen {number}")
}

pub(crate) fn person(random: &mut Random, number: u32) -> Person {
    Person {
        name: name(number),
        wealth: i64::from(random.below(10_000)),
        place: [random.metres(SIZE), random.metres(SIZE)],
    }
}

pub(crate) fn building(random: &mut Random, people: &[PersonId]) -> Building {
    Building {
        district: random.below(DISTRICTS),
        owner: people.get(random.below(PEOPLE) as usize).copied(),
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

/// Marsaglia's xorshift.
pub(crate) struct Random(u32);

impl Default for Random {
    fn default() -> Self {
        Random(0x9e37_79b9)
    }
}

impl Random {
    fn below(&mut self, limit: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0 % limit
    }

    fn metres(&mut self, limit: u32) -> f32 {
        let eighths = u16::try_from(self.below(limit * 8)).expect("the city is small");
        f32::from(eighths) / 8.0
    }
}
