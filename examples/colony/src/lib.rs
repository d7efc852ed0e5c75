//! A colony of three hubs that are linked by ids: people work at jobs, and jobs make what is in
//! stock. It lives in a journal, a commit each day.

pub mod version_1;

use serde::{Deserialize, Serialize};
use soa_journal::{Journal, JournalError, Load};
use soa_runtime::{IdAllocator, World};

/// Someone who works and eats.
#[derive(IdAllocator, Debug)]
#[soa(tracked = all, derive(Debug, Serialize, Deserialize))]
pub struct Person {
    /// What others call the person.
    pub name: String,
    /// From 0 to 1, at which the person dies.
    pub hunger: f32,
    /// What the person works at.
    pub job: Option<JobId>,
}

/// Something to do.
#[derive(IdAllocator, Debug)]
#[soa(tracked = all, layout = dense, derive(Debug, Serialize, Deserialize))]
pub struct Job {
    /// What it makes.
    pub makes: StockId,
    /// The number of days that it still takes.
    pub days: u32,
    /// Who works at it.
    pub worker: Option<PersonId>,
}

/// Goods of one kind.
#[derive(IdAllocator, Debug)]
#[soa(tracked = all, derive(Debug, Serialize, Deserialize))]
pub struct Stock {
    /// What the goods are.
    pub kind: String,
    /// How many there are.
    pub amount: u32,
}

/// What the colony knows beside its hubs.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ledger {
    /// The number of days since the colony was founded.
    pub day: u64,
    /// The number of goods that were ever made.
    pub made: u64,
    /// The number of goods that were ever eaten.
    pub eaten: u64,
}

/// The colony.
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

impl Colony {
    /// Loads the colony that a journal has, or founds one.
    ///
    /// # Errors
    ///
    /// Returns the errors of the journal, among them [`JournalError::Changed`] if version 1 of
    /// the colony wrote it.
    pub fn load(journal: &Journal) -> Result<Self, JournalError> {
        let mut colony: Colony = journal.load_world()?;
        if colony.stock.is_empty() {
            colony.found();
        }
        Ok(colony)
    }

    /// The first day.
    fn found(&mut self) {
        for kind in ["bread", "fish", "apples"] {
            let kind = kind.to_owned();
            self.stock.insert(Stock { kind, amount: 20 });
            self.ledger.made += 20;
        }
        for number in 0..12 {
            self.settle(number);
        }
    }

    fn settle(&mut self, number: u64) {
        self.people.insert(Person {
            name: format!("settler {number}"),
            hunger: 0.0,
            job: None,
        });
    }

    /// Lives for a day.
    pub fn live(&mut self) {
        self.ledger.day += 1;
        self.post_jobs();
        self.take_jobs();
        self.work();
        self.eat();
        if self.ledger.day.is_multiple_of(9) {
            self.settle(self.ledger.day);
        }
    }

    /// What is rarest is made next.
    fn post_jobs(&mut self) {
        while self.jobs.len() < self.people.len() {
            let rarest = self.stock.iter().min_by_key(|(id, goods)| {
                let coming = self.jobs.iter().filter(|(_, job)| job.makes == id).count();
                *goods.amount as usize + coming
            });
            let Some((makes, _)) = rarest else { return };
            let days = 1 + u32::try_from(self.ledger.day % 3).unwrap_or(0);
            self.jobs.insert(Job {
                makes,
                days,
                worker: None,
            });
        }
    }

    fn take_jobs(&mut self) {
        let mut idle = self
            .people
            .iter_mut()
            .filter(|(_, person)| person.job.is_none());
        for (id, mut job) in self.jobs.iter_mut().filter(|(_, job)| job.worker.is_none()) {
            let Some((worker, mut person)) = idle.next() else {
                return;
            };
            *job.worker = Some(worker);
            *person.job = Some(id);
        }
    }

    fn work(&mut self) {
        let mut done = Vec::new();
        for (id, mut job) in &mut self.jobs {
            let Some(worker) = *job.worker else { continue };
            *job.days -= 1;
            if *job.days == 0 {
                *self.stock.row_mut(*job.makes).amount += 3;
                self.ledger.made += 3;
                *self.people.row_mut(worker).job = None;
                done.push(id);
            }
        }
        self.jobs.dealloc_many(done);
    }

    /// Everyone eats of what there is most. Who starves leaves the job to others.
    fn eat(&mut self) {
        let mut starved = Vec::new();
        for (id, mut person) in &mut self.people {
            let most = self.stock.iter_mut().max_by_key(|(_, goods)| *goods.amount);
            match most {
                Some((_, mut goods)) if *goods.amount > 0 => {
                    *goods.amount -= 1;
                    self.ledger.eaten += 1;
                    *person.hunger = 0.0;
                }
                _ => {
                    *person.hunger += 0.25;
                    if *person.hunger >= 1.0 {
                        starved.push(id);
                    }
                }
            }
        }
        for id in starved {
            if let Some(job) = *self.people.row(id).job {
                *self.jobs.row_mut(job).worker = None;
            }
            self.people.dealloc(id);
        }
    }

    /// Checks that nothing was lost: each link has its counterpart, and the goods are those that
    /// were made and not eaten.
    ///
    /// # Errors
    ///
    /// Returns what is wrong.
    pub fn check(&self) -> Result<(), String> {
        for (id, person) in &self.people {
            let job = person.job.map(|job| self.jobs.get(job));
            if job.is_some_and(|job| job.is_none_or(|job| *job.worker != Some(id))) {
                return Err(format!("{id} has a job that is not theirs"));
            }
        }
        for (id, job) in &self.jobs {
            let worker = job.worker.map(|worker| self.people.get(worker));
            if worker.is_some_and(|worker| worker.is_none_or(|worker| *worker.job != Some(id))) {
                return Err(format!("{id} has a worker who does not know it"));
            }
        }
        let goods: u64 = self
            .stock
            .iter()
            .map(|(_, goods)| u64::from(*goods.amount))
            .sum();
        if goods + self.ledger.eaten != self.ledger.made {
            return Err(format!("{goods} goods are left, {:?}", self.ledger));
        }
        Ok(())
    }
}
