//! After a panic in the user's code, the next question is answered right.

use crate::calls::Call;
use crate::edits::Kind;
use crate::hubs::for_each_record;
use crate::key::with_fuse;
use crate::programs::{Run, Step};
use crate::record::Record;
use crate::subject::subjects;

/// Prepares a hub with rows that every index has seen, and changes it.
fn changed<T: Record>(many: bool) -> Run<T> {
    let mut run = Run::<T>::new();
    let call = |kind, a, b| Step::Call(Call { kind, hub: 0, a, b });
    for row in 0..20 {
        run.step(call(Kind::Insert, row * 3, 0));
    }
    run.step(call(Kind::Advance, 0, 0));
    run.step(Step::RefreshAll);
    for row in 0..if many { 20 } else { 2 } {
        run.step(call(Kind::SetRow, row, 40 + row));
        run.step(call(Kind::SetTeam, row, row));
    }
    run.step(call(Kind::Dealloc, 19, 0));
    run.step(call(Kind::Renew, 4, 0));
    run.step(call(Kind::Insert, 7, 0));
    run
}

/// The code of the user panics at each of its calls in a refresh.
fn each_callback_panics<T: Record>(many: bool, anew: bool) {
    for subject in 0..subjects::<T>().len() {
        for calls in 0_i64.. {
            let mut run = changed::<T>(many);
            if anew {
                run.subjects = subjects();
            }
            let blew = with_fuse(calls, || {
                run.subjects[subject].refresh(&run.world.hubs[0]);
            });
            // The answers are right at once, and after further changes.
            let mut run = run;
            run.ask(subject, 0);
            run.step(Step::Call(Call {
                kind: Kind::SetRow,
                hub: 0,
                a: 5,
                b: 61,
            }));
            run.ask(subject, 0);
            if !blew {
                break;
            }
        }
    }
}

fn when_few_rows_changed<T: Record>() {
    each_callback_panics::<T>(false, false);
}

fn when_many_rows_changed<T: Record>() {
    each_callback_panics::<T>(true, false);
}

fn when_all_rows_are_new<T: Record>() {
    each_callback_panics::<T>(false, true);
}

for_each_record! {
    few(when_few_rows_changed);
    many(when_many_rows_changed);
    all(when_all_rows_are_new);
}
