//! The saved frames.

use ggrs::Frame;

use crate::battle::Battle;

/// A ring buffer of the last `N` frames. A new frame overwrites the memory of the oldest.
#[derive(Debug)]
pub(crate) struct History<const N: usize> {
    frames: [(Option<Frame>, Battle); N],
    /// The number of saves that had to allocate.
    pub(crate) allocations: usize,
}

impl<const N: usize> History<N> {
    pub(crate) fn new() -> Self {
        History {
            frames: [(); N].map(|()| (None, Battle::default())),
            allocations: 0,
        }
    }

    pub(crate) fn save(&mut self, frame: Frame, battle: &Battle) {
        let (number, saved) = &mut self.frames[index(frame, N)];
        let before = saved.memory();
        saved.clone_from(battle);
        *number = Some(frame);
        self.allocations += usize::from(saved.memory() != before);
    }

    /// Copies a saved frame to `battle`.
    ///
    /// # Panics
    ///
    /// Panics if the frame is not one of the last `N` saved frames.
    pub(crate) fn load(&self, frame: Frame, battle: &mut Battle) {
        let (number, saved) = &self.frames[index(frame, N)];
        assert_eq!(*number, Some(frame), "the frame is saved");
        battle.clone_from(saved);
    }
}

fn index(frame: Frame, length: usize) -> usize {
    usize::try_from(frame).expect("frames are counted from 0") % length
}
