//! The colony of version 1, whose people differ. The struct keeps its name, because names of types are
//! part of what a journal compares.

use soa_runtime::{AnyHub, IdAllocator, World};

use crate::{JobHub, JobId, Ledger, StockHub};

/// Someone who works and eats, and has no name.
#[derive(IdAllocator, Debug)]
#[soa(tracked = all, derive(Serialize, Deserialize))]
pub struct Person {
    /// From 0 to 4.
    pub hunger: u8,
    /// What the person works at.
    pub job: Option<JobId>,
}

/// The colony with these people.
#[derive(World, Debug, Default)]
pub struct Colony {
    /// Who lives there.
    pub people: PersonHub,
    /// What is to be done.
    pub jobs: JobHub,
    /// What there is.
    pub stock: StockHub,
    /// The books.
    #[world(value)]
    pub ledger: Ledger,
}

impl From<Colony> for crate::Colony {
    /// Makes it a colony of this version. All ids stay.
    fn from(old: Colony) -> Self {
        let people = old.people.into_hub().convert(|person| crate::Person {
            name: "an old settler".to_owned(),
            hunger: f32::from(person.hunger) / 4.0,
            job: person.job,
        });
        crate::Colony {
            people: people.into(),
            jobs: old.jobs,
            stock: old.stock,
            ledger: old.ledger,
        }
    }
}
