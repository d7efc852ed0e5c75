//! Rollback by GGRS's own test: in each frame eight frames are undone and played again,
//! and the checksum of every frame must come out as it did the first time.
//!
//! ```sh
//! cargo run --release -p rollback
//! ```
//!
//! The game is two hubs that hold each other's ids. Ships and missiles are made and
//! lost in every frame, so that their slots are recycled all the time, and a frame
//! that is played again must recycle them in the same order. A frame is saved by
//! `clone_from` into hubs that are kept for it, which asks for no memory.

mod battle;
mod kept;
mod session;
#[cfg(test)]
mod tests;

use std::time::Duration;

use crate::battle::Battle;
use crate::session::{DISTANCE, Session, Times, input};

const SHIPS: usize = 2000;
const FRAMES: u32 = 600;
/// From then on both hubs have had as many rows at once as they ever will.
const WARM_UP: u32 = 200;

fn main() {
    let mut session = Session::new(Battle::new(SHIPS));
    for _ in 0..WARM_UP {
        session.frame().expect("the checksums agree");
    }
    session.times = Times::default();
    let grown = session.kept.made_room;
    for _ in WARM_UP..FRAMES {
        session.frame().expect("the checksums agree");
    }
    assert_eq!(session.kept.made_room, grown, "saving needs no memory");
    report(&session);

    // Nothing is left of going back and forth: this is the battle that never did.
    let mut straight = Battle::new(SHIPS);
    for frame in 0..FRAMES {
        let before = (straight.made, straight.lost);
        straight.frame([0, 1].map(|player| input(player, frame)));
        let (made, lost) = (straight.made, straight.lost);
        if frame >= WARM_UP {
            assert!(made.ships > before.0.ships && made.missiles > before.0.missiles);
            assert!(lost.ships > before.1.ships && lost.missiles > before.1.missiles);
        }
    }
    assert_eq!(session.battle, straight);
    assert_eq!(straight.checksum(), 0x3f77_266b_6303_d3e9);
}

fn report(session: &Session) {
    let Session { battle, times, .. } = session;
    println!(
        "{} ships and {} missiles after {FRAMES} frames, of {} and {} that were made; checksum {:#018x}",
        battle.ships.len(),
        battle.missiles.len(),
        battle.made.ships,
        battle.made.missiles,
        battle.checksum(),
    );
    println!(
        "a save of {} slots and {} rows takes {}, and loading it {}, without asking for memory",
        battle.ships.slots(),
        battle.missiles.len(),
        median(&times.saves),
        median(&times.loads),
    );
    let sum = |times: &[Duration]| times.iter().sum::<Duration>().as_secs_f64();
    println!(
        "a frame with {DISTANCE} frames undone and played again takes {}; {:.0} % of it is saving and loading",
        median(&times.frames),
        100.0 * (sum(&times.saves) + sum(&times.loads)) / sum(&times.frames),
    );
}

fn median(times: &[Duration]) -> String {
    let mut times = times.to_vec();
    times.sort();
    format!("{:.1} us", times[times.len() / 2].as_secs_f64() * 1e6)
}
