//! Repeated frames are equal, and manipulated frames are found.

use crate::battle::Battle;
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
    assert!(straight.lost[0] > 0 && straight.lost[1] > 0);
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
