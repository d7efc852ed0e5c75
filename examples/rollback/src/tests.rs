//! Repeated frames are equal, manipulated frames are found, and saves do not allocate.

use crate::battle::Battle;
use crate::history::History;
use crate::session::{Session, input};

const SHIPS: usize = 200;

#[test]
fn undoing_eight_frames_in_every_frame_changes_nothing() {
    let mut session = Session::new(Battle::new(SHIPS));
    let mut straight = Battle::new(SHIPS);
    for frame in 0..100 {
        session.frame().expect("the checksums agree");
        straight.frame([0, 1].map(|player| input(player, frame)));
        assert_eq!(session.battle, straight, "frame {frame}");
    }
    assert!(straight.lost.ships > 0 && straight.lost.missiles > 0);
}

#[test]
fn a_manipulated_saved_frame_is_found() {
    let mut session = Session::new(Battle::new(SHIPS));
    for _ in 0..20 {
        session.frame().expect("the checksums agree");
    }
    let (oldest, mut other) = (12, Battle::default());
    session.history.load(oldest, &mut other);
    other.ships.alloc();
    session.history.save(oldest, &other);
    let refused = (0..3).find_map(|_| session.frame().err());
    assert!(matches!(
        refused,
        Some(ggrs::GgrsError::MismatchedChecksum { .. })
    ));
}

#[test]
fn repeated_frames_create_the_same_ids() {
    let mut battle = Battle::new(SHIPS);
    for frame in 0..80 {
        battle.frame([0, 1].map(|player| input(player, frame)));
    }
    let mut history = History::<1>::new();
    history.save(80, &battle);
    let play = |battle: &mut Battle| {
        battle.frame([0; 2]);
        battle.frame([0; 2]);
        let ids = (
            battle.ships.ids().collect(),
            battle.missiles.ids().collect(),
        );
        (ids, battle.checksum())
    };
    let first: ((Vec<_>, Vec<_>), u64) = play(&mut battle);
    history.load(80, &mut battle);
    assert_eq!(play(&mut battle), first);
}

#[test]
fn saving_again_does_not_allocate() {
    let battle = Battle::new(SHIPS);
    let mut history = History::<2>::new();
    for frame in 0..6 {
        history.save(frame, &battle);
    }
    assert_eq!(history.allocations, 2, "once for each slot of the ring");
}

#[test]
#[should_panic(expected = "the frame is saved")]
fn a_frame_that_was_overwritten_is_not_loaded() {
    let mut battle = Battle::new(SHIPS);
    let mut history = History::<2>::new();
    for frame in 0..3 {
        history.save(frame, &battle);
    }
    history.load(0, &mut battle);
}
