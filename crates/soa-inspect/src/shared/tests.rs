//! How long an edit waits, by a clock of the tests.

use std::cell::{Cell, RefCell};

use soa_runtime::IdAllocator;

use super::*;
use crate::desk::Ended;
use crate::edit::{Edit, Outcome};

#[derive(IdAllocator)]
#[soa(derive(Debug, Serialize, Deserialize))]
struct Rock {
    size: u32,
}

const PATIENCE: Duration = Duration::from_millis(700);

/// The number of the first hub.
const HUB: u32 = 1;

/// A program that shows a frame at one moment. Its clock passes only when the server sleeps.
struct Program {
    shared: Shared,
    rocks: RefCell<RockHub>,
    now: Cell<Duration>,
    frame: Duration,
}

impl Program {
    fn new(frame: Duration) -> Self {
        let program = Program {
            shared: Shared::default(),
            rocks: RefCell::default(),
            now: Cell::default(),
            frame,
        };
        program.show();
        let has_hub = program.shared.desk().map(|desk| desk.has_hub(HUB));
        assert_eq!(has_hub, Some(true));
        program
    }

    fn show(&self) {
        self.shared
            .serve_mut("rocks", &mut **self.rocks.borrow_mut());
    }

    /// Waits for a row to be made.
    fn make(&self) -> Option<Ended> {
        let push = |desk: &mut Desk| desk.push_edit(HUB, Edit::Make);
        let ended = self.shared.wait(self, PATIENCE, push, Desk::take_edit);
        assert!(!self.shared.is_wanted(), "nothing waits any longer");
        ended
    }

    fn rows(&self) -> usize {
        self.rocks.borrow().len()
    }
}

impl Clock for Program {
    fn elapsed(&self) -> Duration {
        self.now.get()
    }

    fn sleep(&self, time: Duration) {
        assert!(self.shared.is_wanted(), "a frame looks at the desk");
        self.now.set(self.now.get() + time);
        if self.now.get() == self.frame {
            self.show();
        }
    }
}

#[test]
fn an_edit_that_no_frame_does_in_time_is_withdrawn_and_never_done() {
    let program = Program::new(PATIENCE * 2);
    assert_eq!(program.make(), Some(Ended::Withdrawn));
    assert_eq!(program.now.get(), PATIENCE);
    program.show();
    program.show();
    assert_eq!(program.rows(), 0);
}

#[test]
fn an_edit_is_answered_after_the_frame_that_does_it() {
    let made = || Some(Ended::Outcome(Outcome::Done(r#"{"id":"0v1"}"#.to_owned())));
    for frame in [NAP, PATIENCE / 2, PATIENCE] {
        let program = Program::new(frame);
        assert_eq!(program.make(), made());
        assert_eq!((program.now.get(), program.rows()), (frame, 1));
    }
}

#[test]
fn an_inspector_that_stops_withdraws_edits() {
    let program = Program::new(PATIENCE);
    program.shared.stop();
    assert_eq!(program.make(), Some(Ended::Withdrawn));
    assert_eq!((program.now.get(), program.rows()), (NAP, 0));
}
