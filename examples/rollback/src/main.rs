//! Runs the rollback test of GGRS: every frame undoes eight frames and simulates them again, and each
//! of them must have the same checksum as before.
//!
//! ```sh
//! cargo run --release -p rollback
//! ```
//!
//! The game consists of two hubs whose rows contain ids of each other. Every frame creates and frees
//! ships and missiles, so slots are recycled all the time. A repeated frame must recycle them in the
//! same order. A frame is saved by `clone_from` into existing hubs, which does not allocate.

mod battle;
mod history;
mod session;
#[cfg(test)]
mod tests;

use std::time::Duration;

use crate::battle::Battle;
use crate::session::{DISTANCE, Session, Times, input};

const SHIPS: usize = 2000;
const FRAMES: u32 = 600;
/// The number of frames after which both hubs no longer grow.
const WARM_UP: u32 = 200;

fn main() {
    let mut session = Session::new(Battle::new(SHIPS));
    for _ in 0..WARM_UP {
        session.frame().expect("the checksums agree");
    }
    session.times = Times::default();
    let grown = session.history.allocations;
    for _ in WARM_UP..FRAMES {
        session.frame().expect("the checksums agree");
    }
    assert_eq!(session.history.allocations, grown, "saves do not allocate");
    report(&session);

    // A battle without rollback has the same result.
    let mut straight = Battle::new(SHIPS);
    for frame in 0..FRAMES {
        straight.frame([0, 1].map(|player| input(player, frame)));
    }
    assert_eq!(session.battle, straight);
    assert_eq!(straight.checksum(), 0xeb9e_3512_3b3a_86b3);
}

fn report(session: &Session) {
    let Session { battle, times, .. } = session;
    let [ships, missiles] = battle.lost;
    println!(
        "{} ships and {} missiles after {FRAMES} frames, in which {ships} and {missiles} were lost; \
         checksum {:#018x}",
        battle.ships.len(),
        battle.missiles.len(),
        battle.checksum(),
    );
    println!(
        "to save {} slots and {} rows takes {}, and to load them {}, without allocations",
        battle.ships.slots(),
        battle.missiles.len(),
        median(&times.saves),
        median(&times.loads),
    );
    let sum = |times: &[Duration]| times.iter().sum::<Duration>().as_secs_f64();
    println!(
        "a frame that repeats {DISTANCE} frames takes {}; saves and loads take {:.0} % of it",
        median(&times.frames),
        100.0 * (sum(&times.saves) + sum(&times.loads)) / sum(&times.frames),
    );
}

fn median(times: &[Duration]) -> String {
    let mut times = times.to_vec();
    times.sort();
    format!("{:.1} us", times[times.len() / 2].as_secs_f64() * 1e6)
}
