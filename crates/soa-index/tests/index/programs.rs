//! Random programs of calls and questions.

use proptest::prelude::*;
use soa_runtime::Hub;

use crate::calls::{Call, World};
use crate::edits::Kind;
use crate::hubs::for_each_record;
use crate::record::Record;
use crate::subject::{Subject, subjects};

/// A step of a program.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Step {
    Call(Call),
    /// Asks the index with this number about the hub with this number: the first, the second, or
    /// the mirror.
    Ask(u8, u8),
    AskBeside(u8, u8),
    Refresh(u8, u8),
    /// Refreshes all indexes for the first hub.
    RefreshAll,
    Clear(u8),
}

/// A world, and indexes that follow its hubs.
pub(crate) struct Run<T: Record> {
    pub(crate) world: World<T>,
    pub(crate) subjects: Vec<Box<dyn Subject<T>>>,
}

impl<T: Record> Run<T> {
    pub(crate) fn new() -> Self {
        Run {
            world: World::new(),
            subjects: subjects(),
        }
    }

    fn hub(&self, number: u8) -> &Hub<T> {
        match number % 3 {
            2 => &self.world.mirror,
            number => &self.world.hubs[usize::from(number)],
        }
    }

    pub(crate) fn step(&mut self, step: Step) {
        let subject = |number: u8| usize::from(number) % subjects::<T>().len();
        match step {
            Step::Call(call) => T::call(&mut self.world, call),
            Step::Ask(number, hub) => self.ask(subject(number), hub),
            Step::AskBeside(number, hub) => {
                let hub = &mut self.world.hubs[usize::from(hub % 2)];
                let scan = T::scan(hub);
                self.subjects[subject(number)].ask_beside(hub, &scan);
            }
            Step::Refresh(number, hub) => {
                let number = subject(number);
                let mut index = std::mem::take(&mut self.subjects);
                index[number].refresh(self.hub(hub));
                assert_eq!(index[number].len(), self.hub(hub).len());
                self.subjects = index;
            }
            Step::RefreshAll => {
                for subject in &mut self.subjects {
                    subject.refresh(&self.world.hubs[0]);
                }
            }
            Step::Clear(number) => {
                let index = &mut self.subjects[subject(number)];
                index.clear();
                assert_eq!((index.len(), index.memory()), (0, 0));
            }
        }
    }

    /// Asks one index about one hub.
    pub(crate) fn ask(&mut self, subject: usize, hub: u8) {
        let mut subjects = std::mem::take(&mut self.subjects);
        let hub = self.hub(hub);
        subjects[subject].ask(hub, &T::scan(hub));
        assert_eq!(subjects[subject].len(), hub.len());
        self.subjects = subjects;
    }

    /// Asks all indexes about all hubs.
    pub(crate) fn ask_all(&mut self) {
        for hub in 0..3 {
            (0..self.subjects.len()).for_each(|subject| self.ask(subject, hub));
        }
    }
}

fn call() -> impl Strategy<Value = Step> {
    let kind = prop_oneof![
        4 => prop::sample::select(Kind::ALL),
        1 => Just(Kind::Advance),
        1 => prop::sample::select(&[Kind::Insert, Kind::AllocMany, Kind::InsertMany][..]),
    ];
    let hub = prop_oneof![4 => Just(0), 1 => Just(1)];
    (kind, hub, any::<u8>(), any::<u8>()).prop_map(|(kind, hub, a, b)| {
        let (a, b) = (a.into(), b.into());
        Step::Call(Call { kind, hub, a, b })
    })
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let hub = || prop_oneof![6 => Just(0_u8), 1 => Just(1_u8), 1 => Just(2_u8)];
    let step = prop_oneof![
        12 => call(),
        5 => (any::<u8>(), hub()).prop_map(|(subject, hub)| Step::Ask(subject, hub)),
        1 => (any::<u8>(), hub()).prop_map(|(subject, hub)| Step::AskBeside(subject, hub)),
        2 => (any::<u8>(), hub()).prop_map(|(subject, hub)| Step::Refresh(subject, hub)),
        1 => any::<u8>().prop_map(Step::Clear),
    ];
    prop::collection::vec(step, 0..120)
}

fn answers_are_those_of_a_scan<T: Record>() {
    let cases = std::env::var("SOA_CASES").map_or(96, |cases| cases.parse().unwrap());
    let config = ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    proptest!(config, |(steps in steps())| {
        let mut run = Run::<T>::new();
        for step in steps {
            run.step(step);
        }
        run.ask_all();
    });
}

for_each_record! {
    answers(answers_are_those_of_a_scan);
}
