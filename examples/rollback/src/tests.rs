//! The session agrees with itself, finds what does not belong, and saves into kept memory.

use crate::battle::Battle;
use crate::kept::Kept;
use crate::session::{Session, input};

const SHIPS: usize = 200;

#[test]
fn eight_frames_undone_in_every_frame_change_nothing() {
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
fn a_frame_that_is_not_kept_as_it_was_is_found_out() {
    let mut session = Session::new(Battle::new(SHIPS));
    for _ in 0..20 {
        session.frame().expect("the checksums agree");
    }
    let (oldest, mut other) = (12, Battle::default());
    session.kept.load(oldest, &mut other);
    other.ships.alloc();
    session.kept.save(oldest, &other);
    let refused = (0..3).find_map(|_| session.frame().err());
    assert!(matches!(
        refused,
        Some(ggrs::GgrsError::MismatchedChecksum { .. })
    ));
}

#[test]
fn frames_that_are_played_again_give_the_same_ids() {
    let mut battle = Battle::new(SHIPS);
    for frame in 0..80 {
        battle.frame([0, 1].map(|player| input(player, frame)));
    }
    let mut kept = Kept::<1>::new();
    kept.save(80, &battle);
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
    kept.load(80, &mut battle);
    assert_eq!(play(&mut battle), first);
}

#[test]
fn saving_again_asks_for_no_memory() {
    let battle = Battle::new(SHIPS);
    let mut kept = Kept::<2>::new();
    for frame in 0..6 {
        kept.save(frame, &battle);
    }
    assert_eq!(kept.made_room, 2, "once for each frame that is kept");
}

#[test]
#[should_panic(expected = "the frame is kept")]
fn a_frame_that_was_overwritten_is_not_loaded() {
    let mut battle = Battle::new(SHIPS);
    let mut kept = Kept::<2>::new();
    for frame in 0..3 {
        kept.save(frame, &battle);
    }
    kept.load(0, &mut battle);
}
