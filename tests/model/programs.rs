//! Every program of a few calls, on hubs that a few calls fill.
//!
//! `SOA_CALLS=6 cargo test --release --test model every_short_program -- --nocapture`
//! runs all programs of up to six calls that change the states of slots and leases, and prints
//! their number. `SOA_ALL_CALLS=3` sets the number of calls of programs of the whole interface.

use crate::calls::{Call, make};
use crate::compare::compare;
use crate::rows::{Rows, Values};
use crate::sample::{Order, Sample};
use crate::slots::Policy;
use crate::subject::{Driven, End, Subject};

/// The number of calls in the longest programs, unless the environment sets another one.
const CALLS: usize = if cfg!(miri) { 2 } else { 4 };

/// The same for programs of the whole interface.
const ALL_CALLS: usize = if cfg!(miri) { 1 } else { 2 };

/// Returns the calls that can follow in a program, given the model, the number of ids and the
/// number of calls before.
type Following = fn(&Rows, usize, usize) -> Vec<Call>;

/// Prints the program if it fails.
struct Shown<'a>(&'a [Call]);

impl Drop for Shown<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("the program: {:?}", self.0);
        }
    }
}

fn values(position: usize) -> Values {
    Values {
        number: u32::try_from(position).expect("few"),
        ..Values::default()
    }
}

/// Returns the calls that can follow: each call that changes the state of a slot or a lease,
/// with each id and each lease.
fn changing_states(rows: &Rows, ids: usize, position: usize) -> Vec<Call> {
    let values = || values(position);
    let mut calls = vec![
        Call::Insert(values()),
        Call::ReserveId,
        Call::Lease(2),
        Call::FreeReserved,
        Call::Clear,
        Call::SaveAndLoad,
        Call::Convert,
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
            Call::Exchange(id, None),
            Call::Exchange(id, Some(values())),
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

/// Returns the calls that can follow: each call there is, with each id and each lease.
fn all(rows: &Rows, ids: usize, position: usize) -> Vec<Call> {
    let values = || values(position);
    let mut calls = changing_states(rows, ids, position);
    calls.extend([
        Call::Alloc,
        Call::AllocMany(2),
        Call::InsertWith(values()),
        Call::InsertMany(vec![values(); 2]),
        Call::Extend(vec![values(); 2]),
        Call::Append(vec![values(); 2], vec![0]),
        Call::Retain(2),
        Call::Drain(1, End::Dropped),
        Call::Drain(1, End::Forgotten),
        Call::Extract(2, 1, End::Dropped),
        Call::Extract(1, 1, End::Forgotten),
        Call::Order(Order::ByRest(2)),
        Call::Order(Order::Swapped(0, 1)),
        Call::Clone,
        Call::CloneFrom(1),
        Call::Reserve(2),
        Call::Shrink,
        Call::EditAll(1),
        Call::EditColumn(1),
        Call::Rotate([2, 3, 4]),
    ]);
    // With the two ids that this hub never issued.
    for id in 0..ids {
        calls.extend([
            Call::Remove(id),
            Call::Replace(id, values()),
            Call::Set(id, values()),
            Call::SetByColumn(id, values()),
            Call::InsertAgain(id, values()),
        ]);
    }
    for lease in 0..rows.leases.len() {
        calls.extend((2..ids).map(|id| Call::LeaseRemove(lease, id)));
        calls.push(Call::Abandon(lease));
    }
    calls
}

/// Runs a program, and all longer programs that begin with it. Returns their number.
fn explore(
    new: &dyn Fn() -> (Box<dyn Subject>, Rows),
    following: Following,
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
            let programs = explore(new, following, program, longest);
            program.pop();
            programs
        })
        .sum();
    longer + 1
}

/// Returns the number of calls that a variable asks for.
fn asked(variable: &str, otherwise: usize) -> usize {
    let asked = std::env::var(variable).ok();
    asked.map_or(otherwise, |calls| calls.parse().expect("a number of calls"))
}

pub(crate) fn run<T: Sample + 'static>(dense: bool, policy: Policy) {
    let new =
        || -> (Box<dyn Subject>, Rows) { (Box::new(Driven::<T>::new()), Rows::new(policy, dense)) };
    let kinds: [(&str, Following, usize); 2] = [
        (
            "that change states",
            changing_states,
            asked("SOA_CALLS", CALLS),
        ),
        ("of all kinds", all, asked("SOA_ALL_CALLS", ALL_CALLS)),
    ];
    for (kind, following, longest) in kinds {
        let programs = explore(&new, following, &mut Vec::new(), longest);
        println!("{programs} programs of at most {longest} calls {kind}");
        assert!(programs > 6_usize.pow(u32::try_from(longest).expect("few")));
    }
}
