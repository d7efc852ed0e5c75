//! The power fails at any call, again and again, and the journal goes on.

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use soa_journal::{Flush, Journal, Load, Options};

use crate::disk::{Disk, Trouble};
use crate::random::Random;
use crate::world::World;

/// How often the power fails on one disk.
const CUTS_OF_A_LIFE: u64 = 50;

/// What happened in all lives. Each must have happened often, or the test tests less than it
/// says.
#[derive(Debug, Default)]
struct Seen {
    cuts_while_opening: AtomicU64,
    cuts_while_closing: AtomicU64,
    lost_commits: AtomicU64,
    later_than_durable: AtomicU64,
    folds: AtomicU64,
    compactions: AtomicU64,
}

fn count(counter: &AtomicU64, by: u64) {
    counter.fetch_add(by, Ordering::Relaxed);
}

/// Returns the number in an environment variable, or the default.
pub(crate) fn number(variable: &str, default: u64) -> u64 {
    std::env::var(variable).map_or(default, |text| {
        let number = text.parse();
        number.unwrap_or_else(|_| panic!("{variable} is a number"))
    })
}

#[test]
fn after_each_cut_the_journal_has_one_commit_and_goes_on() {
    let cuts = number("SOA_CUTS", 10_000);
    // A later first life is another test.
    let first = number("SOA_FIRST_LIFE", 0);
    let lives = cuts.div_ceil(CUTS_OF_A_LIFE);
    let seen = &Seen::default();
    let threads = thread::available_parallelism().map_or(2, usize::from) as u64;
    thread::scope(|scope| {
        for thread in 0..threads {
            scope.spawn(move || {
                for life in (first + thread..first + lives).step_by(threads as usize) {
                    live(life, seen);
                }
            });
        }
    });
    println!("{cuts} cuts: {seen:?}");
    let all = [
        &seen.cuts_while_opening,
        &seen.cuts_while_closing,
        &seen.lost_commits,
        &seen.later_than_durable,
        &seen.folds,
        &seen.compactions,
    ];
    let rare = |counter: &&AtomicU64| counter.load(Ordering::Relaxed) < cuts / 1000;
    assert!(!all.iter().any(rare), "{seen:?}");
}

/// The number of calls of a part of a life is random, so that cuts are in every part.
fn live(life: u64, seen: &Seen) {
    let mut random = Random::new(life);
    let mut world = World::new(if random.one_in(5) { 20 } else { 1 });
    let mut disk = Disk::default();
    let mut durable = 0;
    for cut in 0..CUTS_OF_A_LIFE {
        let name = format!("life {life}, cut {cut}");
        durable = until_the_cut(&disk, &mut world, &mut random, durable, seen, &name);
        disk.turn_off();
        disk = Disk::with_content(disk.after_cut(&mut random));
    }
    let journal = options(&mut random)
        .open_on(disk)
        .expect("the power stays on");
    check(&journal, &mut world, &mut random, durable, seen, "the end");
}

fn options(random: &mut Random) -> Options {
    let flush = match random.below(4) {
        0 => Flush::Each,
        1 => Flush::Every(Duration::ZERO),
        2 => Flush::Every(Duration::from_millis(1)),
        _ => Flush::OnRequest,
    };
    let queue = [0, 4000, 64 << 20][random.below(3)];
    let keep = [0, 0, 1, 5][random.below(4)];
    Options::new().flush(flush).queue(queue).keep(keep)
}

/// Opens the journal and works until the power fails. Returns the last commit that is durable.
fn until_the_cut(
    disk: &Disk,
    world: &mut World,
    random: &mut Random,
    durable: u64,
    seen: &Seen,
    name: &str,
) -> u64 {
    if random.one_in(5) {
        let at = disk.changes() + 1 + random.below(12) as u64;
        disk.set_trouble(Trouble::Cut { at });
    }
    let mut journal = match options(random).open_on(disk.clone()) {
        Ok(journal) => journal,
        Err(error) => {
            assert!(disk.is_off(), "{name}: {error}");
            count(&seen.cuts_while_opening, 1);
            return durable;
        }
    };
    check(&journal, world, random, durable, seen, name);
    let within = [20, 80, 300][random.below(3)];
    let at = disk.changes() + 1 + random.below(within) as u64;
    disk.set_trouble(Trouble::Cut { at });
    for _ in 0..random.below(30) {
        world.step(random);
        let outcome = match random.below(8) {
            0 => journal.flush(),
            1 => journal.load_value::<u64>("clock").map(drop),
            _ => world.commit(&mut journal, random).map(drop),
        };
        if let Err(error) = outcome {
            assert!(disk.is_off(), "{name}: {error}");
            break;
        }
    }
    let durable = journal.durable().unwrap_or(0);
    count(&seen.folds, journal.stats().folds);
    count(&seen.compactions, journal.stats().compactions);
    if disk.is_off() || random.one_in(2) {
        disk.turn_off();
        return durable;
    }
    // The process ends, and the power may fail while it does.
    let last = journal.last();
    drop(journal);
    if disk.is_off() {
        count(&seen.cuts_while_closing, 1);
        return durable;
    }
    last
}

/// Checks that the journal has exactly one commit, at least the durable one.
fn check(
    journal: &Journal,
    world: &mut World,
    random: &mut Random,
    durable: u64,
    seen: &Seen,
    name: &str,
) {
    let commits = journal.commits();
    count(&seen.lost_commits, world.last() - commits.end());
    count(
        &seen.later_than_durable,
        u64::from(*commits.end() > durable),
    );
    assert!(
        *commits.end() >= durable,
        "{name}: {commits:?} without {durable}"
    );
    let loaded = world.load(journal);
    loaded.unwrap_or_else(|error| panic!("{name}: {error}"));
    if !commits.is_empty() {
        let any =
            commits.start() + random.below((commits.end() - commits.start() + 1) as usize) as u64;
        let past = journal.at(any).and_then(|past| world.check(past));
        past.unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}
