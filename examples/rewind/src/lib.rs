//! A firework that is written into a journal frame by frame, and any frame of it.

use soa_journal::{Journal, JournalError, Load};
use soa_runtime::{IdAllocator, World};

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

/// What the journal keeps.
#[derive(World, Debug, Default)]
pub struct Firework {
    /// All sparks.
    pub sparks: SparkHub,
    /// The number of frames that were computed.
    #[world(value)]
    pub frame: u64,
}

/// Computes frames and commits each of them.
///
/// # Errors
///
/// Returns the errors of the journal.
pub fn write(journal: &mut Journal, frames: u64) -> Result<(), JournalError> {
    let mut firework: Firework = journal.load_world()?;
    for _ in 0..frames {
        firework.frame += 1;
        step(&mut firework.sparks, firework.frame);
        journal.commit_world(&mut firework)?;
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
