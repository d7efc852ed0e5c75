//! The storage fails at any call: the error is told, what was durable stays, and a new journal
//! goes on.

use std::io::ErrorKind;

use soa_journal::{Flush, Journal, JournalError, Load, Options};

use crate::disk::{Disk, Trouble};
use crate::random::Random;
use crate::world::World;

/// A life with commits, folding and reading, in which an error may come at any time. Returns
/// the last commit that was durable.
fn life(disk: &Disk, world: &mut World, steps: u64) -> Result<u64, (u64, JournalError)> {
    let mut random = Random::new(3);
    let options = Options::new().flush(Flush::OnRequest).keep(2);
    let mut journal = options.open_on(disk.clone()).map_err(|error| (0, error))?;
    for step in 0..steps {
        world.step(&mut random);
        let done = world
            .commit(&mut journal, &mut random)
            .and_then(|_| match step % 4 {
                1 => journal.flush(),
                2 => journal.load_value::<u64>("clock").map(drop),
                3 => {
                    let past = journal.at(*journal.commits().start())?;
                    world.check(past)
                }
                _ => Ok(()),
            });
        if let Err(error) = done {
            let durable = journal.durable().unwrap_or(0);
            told_by_each_call(&mut journal, &error);
            return Err((durable, error));
        }
    }
    let flushed = journal.flush();
    let durable = journal.durable().unwrap_or(0);
    flushed.map(|()| durable).map_err(|error| (durable, error))
}

/// Checks that an error of the thread is returned by each later call. An error of a read on the
/// caller's thread stops the journal with its next write.
fn told_by_each_call(journal: &mut Journal, error: &JournalError) {
    assert!(matches!(error, JournalError::Io(_)), "{error}");
    let _ = journal.commit(|commit| commit.value("clock", &1_u64));
    let _ = journal.flush();
    let told = |result: Result<(), JournalError>| {
        let error = result.expect_err("the journal has stopped");
        assert!(matches!(error, JournalError::Io(_)), "{error}");
    };
    for _ in 0..2 {
        told(
            journal
                .commit(|_| panic!("the closure is not called"))
                .map(drop),
        );
        told(journal.flush());
        told(journal.load_value::<u64>("clock").map(drop));
        told(journal.load::<crate::world::PersonHub>("people").map(drop));
    }
}

/// Fails at one call, and goes on with a new journal.
fn fail_at(at: u64, kind: ErrorKind, stays: bool, steps: u64) -> bool {
    let disk = Disk::default();
    disk.set_trouble(Trouble::Fail { at, kind, stays });
    let mut world = World::new(4);
    let (durable, failed) = match life(&disk, &mut world, steps) {
        Ok(durable) => (durable, false),
        Err((durable, error)) => {
            let is_told = matches!(&error, JournalError::Io(inner) if inner.kind() == kind);
            // After the first error redb refuses to go on, and says so.
            let is_refused = error.to_string().contains("Previous I/O error");
            assert!(is_told || is_refused, "call {at}: {error}");
            (durable, true)
        }
    };
    // The process ends, and either the disk still has all that it got, or the power failed, too.
    let content = match at % 2 {
        0 => disk.content(),
        _ => disk.after_cut(&mut Random::new(at)),
    };
    let journal = Options::new().keep(2).open_on(Disk::with_content(content));
    let mut journal = journal.unwrap_or_else(|error| panic!("call {at}: {error}"));
    assert!(journal.last() >= durable, "call {at}");
    world.load(&journal).unwrap();
    let mut random = Random::new(4);
    for _ in 0..3 {
        world.step(&mut random);
        world.commit(&mut journal, &mut random).unwrap();
    }
    world.load(&journal).unwrap();
    failed
}

#[test]
fn an_error_at_each_call_is_told_and_costs_nothing_that_was_durable() {
    let mut failed = 0;
    for at in 1.. {
        let stays = at % 3 == 0;
        if fail_at(at, ErrorKind::StorageFull, stays, 8) {
            failed += 1;
        } else if at > 50 {
            break;
        }
    }
    assert!(failed > 50, "{failed} calls");
}

#[test]
fn an_error_while_folding_is_told_as_well() {
    let (steps, mut random) = (60, Random::new(5));
    let disk = Disk::default();
    let durable = life(&disk, &mut World::new(4), steps).unwrap();
    assert_eq!(durable, steps);
    let calls = disk.calls() as usize;
    let mut failed = 0;
    for round in 0..150 {
        let at = 1 + random.below(calls) as u64;
        failed += u32::from(fail_at(at, ErrorKind::Other, round % 2 == 0, steps));
    }
    assert!(failed > 100, "{failed} rounds");
}
