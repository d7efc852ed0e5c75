//! Every program of a few calls, on hubs that a few calls fill.
//!
//! `SOA_CALLS=6 cargo test --release --test model every_short_program -- --nocapture`
//! runs all programs of up to six calls and prints their number.

use crate::calls::{Call, make};
use crate::compare::compare;
use crate::rows::{Rows, Values};
use crate::sample::Sample;
use crate::slots::Policy;
use crate::subject::{Driven, Subject};

/// The number of calls in the longest programs, unless the environment sets another one.
const CALLS: usize = if cfg!(miri) { 2 } else { 4 };

/// Prints the program if it fails.
struct Shown<'a>(&'a [Call]);

impl Drop for Shown<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("the program: {:?}", self.0);
        }
    }
}

/// Returns the calls that can follow: each call that changes the state of a slot or a lease,
/// with each id and each lease.
fn following(rows: &Rows, ids: usize, position: usize) -> Vec<Call> {
    let values = || Values {
        number: u32::try_from(position).expect("few"),
        ..Values::default()
    };
    let mut calls = vec![
        Call::Insert(values()),
        Call::ReserveId,
        Call::Lease(2),
        Call::FreeWithheld,
        Call::Clear,
        Call::SaveAndLoad,
    ];
    // Each index that there is, with the first generation, and one with the second.
    let policy = rows.policy();
    calls.push(Call::InsertAt(1, policy.generation.min(2), values()));
    for index in 0..policy.limit() {
        calls.push(Call::InsertAt(index, 1, values()));
    }
    // The first two ids are of no hub and of another one.
    for id in 2..ids {
        calls.extend([
            Call::Dealloc(id),
            Call::Renew(id),
            Call::Detach(id),
            Call::Fill(id, values()),
        ]);
    }
    for lease in 0..rows.leases.len() {
        calls.push(Call::LeaseInsert(lease, values()));
        calls.extend((2..ids).map(|id| Call::LeaseDealloc(lease, id)));
        calls.push(Call::Settle(1 << lease, 0));
    }
    if rows.leases.len() > 1 {
        calls.extend((0..2).map(|order| Call::Settle(usize::MAX, order)));
    }
    calls
}

/// Runs a program, and all longer programs that begin with it. Returns their number.
fn explore(
    new: &dyn Fn() -> (Box<dyn Subject>, Rows),
    program: &mut Vec<Call>,
    longest: usize,
) -> usize {
    let (mut subject, mut rows) = new();
    {
        let _shown = Shown(program);
        for call in &*program {
            make(&mut *subject, &mut rows, call.clone());
        }
        compare(&mut *subject, &rows);
    }
    if program.len() == longest {
        return 1;
    }
    let calls = following(&rows, subject.issued().len(), program.len());
    drop(subject);
    let longer: usize = calls
        .into_iter()
        .map(|call| {
            program.push(call);
            let programs = explore(new, program, longest);
            program.pop();
            programs
        })
        .sum();
    longer + 1
}

pub(crate) fn run<T: Sample + 'static>(dense: bool, policy: Policy) {
    let asked = std::env::var("SOA_CALLS").ok();
    let longest = asked.map_or(CALLS, |calls| calls.parse().expect("a number of calls"));
    let new =
        || -> (Box<dyn Subject>, Rows) { (Box::new(Driven::<T>::new()), Rows::new(policy, dense)) };
    let programs = explore(&new, &mut Vec::new(), longest);
    println!("{programs} programs of at most {longest} calls");
    assert!(programs > 6_usize.pow(u32::try_from(longest).expect("few")));
}
