//! Manipulated frames are found.

use crate::battle::Battle;
use crate::session::Session;

const SHIPS: usize = 200;

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
