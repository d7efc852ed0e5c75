//! A firework that is written into a journal frame by frame, and any frame of it.

use soa_journal::{CommitId, Journal, JournalError, JournalReader, Load};
use soa_runtime::IdAllocator;

/// Something that flies, falls and goes out.
#[derive(IdAllocator, Debug)]
#[soa(tracked = all, derive(Debug, Serialize, Deserialize))]
pub struct Spark {
    /// Metres from the ground's middle, to the right and up.
    pub place: [f32; 2],
    /// Metres in a frame.
    pub speed: [f32; 2],
    /// The number of frames until it goes out.
    pub glows: u32,
}

/// The number of sparks that begin in each frame.
const BURST: u16 = 8;

/// How much slower a spark rises in each frame.
const GRAVITY: f32 = 0.04;

/// Computes frames and commits each of them.
///
/// # Errors
///
/// Returns the errors of the journal.
pub fn write(journal: &mut Journal, frames: u64) -> Result<(), JournalError> {
    let mut sparks: SparkHub = journal.load("sparks")?;
    let mut frame: u64 = journal.load_value("frame")?.unwrap_or(0);
    for _ in 0..frames {
        frame += 1;
        step(&mut sparks, frame);
        journal.commit(|commit| {
            commit.hub("sparks", &mut sparks)?;
            commit.value("frame", &frame)
        })?;
    }
    journal.flush()
}

fn step(sparks: &mut SparkHub, frame: u64) {
    for (_, mut spark) in &mut *sparks {
        for axis in 0..2 {
            spark.place[axis] += spark.speed[axis];
        }
        spark.speed[1] -= GRAVITY;
        *spark.glows = spark.glows.saturating_sub(1);
    }
    sparks.retain(|_, spark| *spark.glows > 0);
    for number in 0..BURST {
        let angle = f32::from(number) / f32::from(BURST) * std::f32::consts::TAU;
        sparks.insert(Spark {
            place: [0.0, 20.0],
            speed: [angle.cos(), angle.sin()],
            glows: 20 + u32::from(number) * 7 % 13 + (frame % 5) as u32,
        });
    }
}

/// The firework as it was at a commit.
#[derive(Debug)]
pub struct Moment {
    /// The commit.
    pub commit: CommitId,
    /// All sparks, under the ids and in the rows that they had.
    pub sparks: SparkHub,
    /// The number of the frame.
    pub frame: u64,
}

impl Moment {
    /// Loads a commit.
    ///
    /// # Errors
    ///
    /// Returns the errors of the journal, among them [`JournalError::UnknownCommit`].
    pub fn load(journal: &JournalReader, commit: CommitId) -> Result<Self, JournalError> {
        let past = journal.at(commit)?;
        Ok(Moment {
            commit,
            sparks: past.load("sparks")?,
            frame: past.load_value("frame")?.unwrap_or(0),
        })
    }
}
