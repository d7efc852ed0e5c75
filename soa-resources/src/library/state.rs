//! How far resources are, one by one and counted.

/// How far a resource is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum State {
    /// It shows the placeholder.
    #[default]
    Pending,
    /// It shows its own row. A reload that is under way or failed changes nothing of that.
    Loaded,
    /// It shows the error row, until a change of its source or a reload gives it
    /// its own.
    Failed,
}

/// How far the loading of what a tag holds has come; see
/// [`Library::progress`](crate::Library::progress).
///
/// # Examples
///
/// ```
/// use soa_resources::Progress;
///
/// let progress = Progress { total: 8, loaded: 5, failed: 1 };
/// assert_eq!((progress.pending(), progress.fraction()), (2, 0.75));
/// assert_eq!(Progress::default().fraction(), 1.0); // nothing to wait for
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Progress {
    /// How many resources the tag holds.
    pub total: usize,
    /// How many of them are loaded.
    pub loaded: usize,
    /// How many of them failed, and show the error row.
    pub failed: usize,
}

impl Progress {
    /// How many neither are loaded nor failed.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_resources::Progress;
    ///
    /// let progress = Progress::default();
    /// assert_eq!(progress.pending(), 0);
    /// ```
    pub fn pending(&self) -> usize {
        self.total - self.loaded - self.failed
    }

    /// The share of those that are done, loaded or failed, from 0 to 1; 1 if
    /// the tag holds nothing.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_resources::Progress;
    ///
    /// assert_eq!(Progress::default().fraction(), 1.0); // nothing is left to do
    /// ```
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        reason = "a share for a bar on a screen"
    )]
    pub fn fraction(&self) -> f32 {
        if self.total == 0 {
            return 1.0;
        }
        ((self.loaded + self.failed) as f64 / self.total as f64) as f32
    }

    /// The number that counts the resources in `state`, if one does.
    fn of(&mut self, state: State) -> Option<&mut usize> {
        match state {
            State::Pending => None,
            State::Loaded => Some(&mut self.loaded),
            State::Failed => Some(&mut self.failed),
        }
    }

    pub(super) fn enter(&mut self, state: State) {
        if let Some(count) = self.of(state) {
            *count += 1;
        }
    }

    pub(super) fn leave(&mut self, state: State) {
        if let Some(count) = self.of(state) {
            *count -= 1;
        }
    }
}
