//! The frames that can be gone back to.

use ggrs::Frame;

use crate::battle::Battle;

/// A ring of battles, one for each of the last `N` frames. Each is overwritten
/// `N` frames later, in the memory that it has.
#[derive(Debug)]
pub(crate) struct Kept<const N: usize> {
    frames: [(Option<Frame>, Battle); N],
    /// How often a battle did not fit into the memory of the one before.
    pub(crate) made_room: usize,
}

impl<const N: usize> Kept<N> {
    pub(crate) fn new() -> Self {
        Kept {
            frames: [(); N].map(|()| (None, Battle::default())),
            made_room: 0,
        }
    }

    pub(crate) fn save(&mut self, frame: Frame, battle: &Battle) {
        let (number, kept) = &mut self.frames[place(frame, N)];
        let before = kept.memory();
        kept.clone_from(battle);
        *number = Some(frame);
        self.made_room += usize::from(kept.memory() != before);
    }

    /// # Panics
    ///
    /// If the frame is not kept, or no longer.
    pub(crate) fn load(&self, frame: Frame, battle: &mut Battle) {
        let (number, kept) = &self.frames[place(frame, N)];
        assert_eq!(*number, Some(frame), "the frame is kept");
        battle.clone_from(kept);
    }
}

fn place(frame: Frame, kept: usize) -> usize {
    usize::try_from(frame).expect("frames count from 0") % kept
}
