//! What GGRS asks for, done and timed.

use std::time::{Duration, Instant};

use ggrs::{Config, GgrsError, GgrsRequest, PredictRepeatLast, SessionBuilder, SyncTestSession};

use crate::battle::{Battle, keys};
use crate::kept::Kept;

/// How many frames are undone and played again in every frame.
pub(crate) const DISTANCE: usize = 8;

/// What GGRS is told of the game. The states are kept here and not in its cells, as
/// a cell drops the one before when it is given another.
#[derive(Debug)]
pub(crate) struct Rules;

impl Config for Rules {
    type Input = u8;
    type InputPredictor = PredictRepeatLast;
    type State = ();
    type Address = std::net::SocketAddr;
}

/// A battle that goes back and forth.
pub(crate) struct Session {
    ggrs: SyncTestSession<Rules>,
    pub(crate) battle: Battle,
    /// The frame that is loaded, those after it, and the present one.
    pub(crate) kept: Kept<{ DISTANCE + 1 }>,
    pub(crate) times: Times,
}

/// What each call took.
#[derive(Debug, Default)]
pub(crate) struct Times {
    pub(crate) saves: Vec<Duration>,
    pub(crate) loads: Vec<Duration>,
    pub(crate) frames: Vec<Duration>,
}

impl Session {
    pub(crate) fn new(battle: Battle) -> Self {
        let ggrs = SessionBuilder::<Rules>::new()
            .with_max_prediction_window(DISTANCE + 1)
            .with_check_distance(DISTANCE)
            .start_synctest_session()
            .expect("the distance is within the window");
        Session {
            ggrs,
            battle,
            kept: Kept::new(),
            times: Times::default(),
        }
    }

    /// Undoes eight frames, plays them again, and then a new one.
    ///
    /// # Errors
    ///
    /// If a frame's checksum is not what it was when the frame was played before.
    pub(crate) fn frame(&mut self) -> Result<(), GgrsError> {
        let start = Instant::now();
        for player in 0..2 {
            let pressed = input(player, self.ggrs.current_frame().cast_unsigned());
            self.ggrs.add_local_input(player, pressed)?;
        }
        for request in self.ggrs.advance_frame()? {
            match request {
                GgrsRequest::SaveGameState { cell, frame } => {
                    let start = Instant::now();
                    self.kept.save(frame, &self.battle);
                    self.times.saves.push(start.elapsed());
                    cell.save(frame, None, Some(self.battle.checksum().into()));
                }
                GgrsRequest::LoadGameState { frame, .. } => {
                    let start = Instant::now();
                    self.kept.load(frame, &mut self.battle);
                    self.times.loads.push(start.elapsed());
                }
                GgrsRequest::AdvanceFrame { inputs } => {
                    self.battle.frame([inputs[0].0, inputs[1].0]);
                }
            }
        }
        self.times.frames.push(start.elapsed());
        Ok(())
    }
}

/// What a player does in a frame: some key for a while, then another.
pub(crate) fn input(player: usize, frame: u32) -> u8 {
    let keys = [keys::RIGHT, keys::DOWN | keys::RIGHT, keys::LEFT, keys::UP];
    keys[(frame as usize / 7 + player) % keys.len()]
}
