//! Every program of a few steps, on hubs of a few rows.
//!
//! `SOA_CALLS=6 cargo test --release -p soa-index every_short_program -- --nocapture` runs all
//! programs of up to six steps, and prints their number.

use crate::calls::Call;
use crate::edits::Kind;
use crate::hubs::for_each_record;
use crate::programs::{Run, Step};
use crate::record::Record;

/// The number of steps of the longest programs, unless the environment sets another one.
const STEPS: usize = if cfg!(miri) { 1 } else { 3 };

/// The steps of the programs. The rows are those of the first few ids.
fn alphabet() -> Vec<Step> {
    let call = |kind, a, b| Step::Call(Call { kind, hub: 0, a, b });
    vec![
        Step::RefreshAll,
        call(Kind::Advance, 0, 0),
        call(Kind::Insert, 1, 0),
        call(Kind::Insert, 27, 0), // the name and the team of another row
        call(Kind::Dealloc, 0, 0),
        call(Kind::Dealloc, 1, 0),
        call(Kind::SetName, 0, 5),
        call(Kind::SetRow, 1, 1),
        call(Kind::Renew, 0, 0),
        call(Kind::Detach, 1, 0),
        call(Kind::Fill, 1, 3),
        call(Kind::Replace, 0, 29),
        call(Kind::Clear, 0, 0),
        call(Kind::Shrink, 0, 0),
        call(Kind::Swap, 0, 0),
        call(Kind::CloneFrom, 0, 0),
        call(Kind::Sort, 1, 0),
        call(Kind::Convert, 1, 0),
        call(Kind::Follow, 0, 0),
        call(Kind::Promote, 0, 0),
        call(Kind::SetField, 64, 8),
        call(Kind::Purge, 0, 0),
    ]
}

fn every_short_program<T: Record>() {
    let longest = std::env::var("SOA_CALLS").map_or(STEPS, |steps| steps.parse().unwrap());
    let alphabet = alphabet();
    let mut programs = 0_u64;
    for steps in 0..=longest {
        let mut program = vec![0; steps];
        loop {
            run::<T>(&alphabet, &program);
            programs += 1;
            // Counts up, with a digit for each step.
            let Some(step) = program.iter().rposition(|step| step + 1 < alphabet.len()) else {
                break;
            };
            program[step] += 1;
            program[step + 1..].fill(0);
        }
    }
    println!("{programs} programs of up to {longest} steps");
}

/// Runs a program on a hub with two rows, which all indexes have seen.
fn run<T: Record>(alphabet: &[Step], program: &[usize]) {
    let mut run = Run::<T>::new();
    for step in [2, 3, 1, 0].iter().chain(program) {
        run.step(alphabet[*step]);
    }
    let shown = Shown { alphabet, program };
    (0..run.subjects.len()).for_each(|subject| run.ask(subject, 0));
    drop(shown);
}

/// Prints the program if it fails.
struct Shown<'a> {
    alphabet: &'a [Step],
    program: &'a [usize],
}

impl Drop for Shown<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let steps = self.program.iter().map(|step| self.alphabet[*step]);
            eprintln!("the program: {:?}", steps.collect::<Vec<_>>());
        }
    }
}

for_each_record! {
    programs(every_short_program);
}
