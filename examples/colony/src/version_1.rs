//! The people of version 1. The struct keeps its name, because names of types are part of what
//! a journal compares.

use soa_runtime::IdAllocator;

use crate::JobId;

/// Someone who works and eats, and has no name.
#[derive(IdAllocator, Debug)]
#[soa(tracked = all, derive(Serialize, Deserialize))]
pub struct Person {
    /// From 0 to 4.
    pub hunger: u8,
    /// What the person works at.
    pub job: Option<JobId>,
}

impl Person {
    /// Turns the person into one of this version.
    #[must_use]
    pub fn into_person(self) -> crate::Person {
        crate::Person {
            name: "an old settler".to_owned(),
            hunger: f32::from(self.hunger) / 4.0,
            job: self.job,
        }
    }
}
