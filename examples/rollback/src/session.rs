//! Handles the requests of GGRS and measures their times.

use std::time::{Duration, Instant};

use ggrs::{Config, GgrsError, GgrsRequest, PredictRepeatLast, SessionBuilder, SyncTestSession};

use crate::battle::{Battle, keys};
use crate::history::History;

/// The number of frames that every frame undoes and repeats.
pub(crate) const DISTANCE: usize = 8;

/// The types of the game for GGRS. The saved states are not in the cells of GGRS, because a cell drops
/// its old state and would allocate again.
#[derive(Debug)]
pub(crate) struct Rules;

impl Config for Rules {
    type Input = u8;
    type InputPredictor = PredictRepeatLast;
    type State = ();
    type Address = std::net::SocketAddr;
}

/// A battle with rollback.
pub(crate) struct Session {
    ggrs: SyncTestSession<Rules>,
    pub(crate) battle: Battle,
    /// The saved frames: the frame to load, the frames after it, and the current frame.
    pub(crate) history: History<{ DISTANCE + 1 }>,
    pub(crate) times: Times,
}

/// The durations of the calls.
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
            .expect("the distance is in the window");
        Session {
            ggrs,
            battle,
            history: History::new(),
            times: Times::default(),
        }
    }

    /// Undoes eight frames, repeats them, and simulates a new frame.
    ///
    /// # Errors
    ///
    /// Returns an error if the checksum of a repeated frame differs.
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
                    self.history.save(frame, &self.battle);
                    self.times.saves.push(start.elapsed());
                    cell.save(frame, None, Some(self.battle.checksum().into()));
                }
                GgrsRequest::LoadGameState { frame, .. } => {
                    let start = Instant::now();
                    self.history.load(frame, &mut self.battle);
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

/// Returns the input of a player in a frame. The keys change every seven frames.
pub(crate) fn input(player: usize, frame: u32) -> u8 {
    let keys = [keys::RIGHT, keys::DOWN | keys::RIGHT, keys::LEFT, keys::UP];
    keys[(frame as usize / 7 + player) % keys.len()]
}
