//! The states of resources, one by one and counted.

/// The state of a resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum State {
    /// It shows the placeholder, and is being loaded.
    #[default]
    Pending,
    /// It shows its own row. A reload that is under way, or that failed, does not
    /// change this.
    Loaded,
    /// It shows the error row, until a change of its source or a reload loads its
    /// own.
    Failed,
    /// It shows the placeholder, because the budget of memory is spent or because it
    /// was only [declared](crate::Library::declare). A
    /// [use](crate::Library::used), a request or a reload loads it.
    Evicted,
}

/// How far the loading of what somebody holds has come; see
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
    /// The number of resources.
    pub total: usize,
    /// The number of resources that are loaded. An evicted resource counts as
    /// loaded: there is nothing to wait for.
    pub loaded: usize,
    /// The number of resources that failed, and show the error row.
    pub failed: usize,
}

impl Progress {
    /// Returns the number of resources that are neither loaded nor failed.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_resources::Progress;
    ///
    /// let progress = Progress { total: 3, loaded: 1, failed: 1 };
    /// assert_eq!(progress.pending(), 1);
    /// ```
    pub fn pending(&self) -> usize {
        self.total - self.loaded - self.failed
    }

    /// Returns the share of the resources that are loaded or failed, from 0 to 1. It
    /// is 1 if there are no resources.
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
}

/// The number of resources in each state.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Counts([usize; 4]);

impl Counts {
    pub(super) fn of(&self, state: State) -> usize {
        self.0[state as usize]
    }

    pub(super) fn total(&self) -> usize {
        self.0.iter().sum()
    }

    pub(super) fn enter(&mut self, state: State) {
        self.0[state as usize] += 1;
    }

    pub(super) fn leave(&mut self, state: State) {
        self.0[state as usize] -= 1;
    }

    pub(super) fn progress(&self) -> Progress {
        Progress {
            total: self.total(),
            loaded: self.of(State::Loaded) + self.of(State::Evicted),
            failed: self.of(State::Failed),
        }
    }
}
