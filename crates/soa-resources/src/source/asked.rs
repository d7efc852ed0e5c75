//! The names that were asked for, and what each of them led to.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use foldhash::fast::RandomState;

use super::file::{FileId, Print};
use super::names;
use super::root::{Found, Root};

/// The names that were asked for.
///
/// A name can lead to a file in many ways: through links, through folders that are moved,
/// or in another spelling. So nothing is concluded from the paths of events: after a
/// change, the system is asked again where each name leads.
pub(super) struct Asked {
    root: Arc<Root>,
    names: Mutex<Names>,
}

#[derive(Default)]
struct Names {
    known: HashMap<Arc<str>, Known, RandomState>,
    /// The number of calls of [`Asked::changed`] that have begun.
    looks: u64,
}

/// What is known of a name.
#[derive(Debug, Clone, Copy)]
struct Known {
    /// The file that the name led to when it was first asked for, or last reported.
    /// `None` if it led to no file in the folder.
    file: Option<Print>,
    /// Whether the next look reports the name whatever it leads to then.
    is_due: bool,
}

/// What happened before a look.
#[derive(Debug, Default)]
pub(super) struct Happened {
    /// The files that were written.
    pub(super) written: HashSet<FileId>,
    /// The files that are still being written.
    pub(super) unsettled: HashSet<FileId>,
    /// Whether anything else happened, after which any name may lead elsewhere.
    pub(super) is_more_than_writes: bool,
}

impl Asked {
    pub(super) fn new(root: Arc<Root>) -> Self {
        Self {
            root,
            names: Mutex::default(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Names> {
        // No foreign code runs under the lock.
        self.names.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Finds the file of a name, for somebody who reads it. Returns also whether another
    /// look is necessary.
    pub(super) fn find(&self, name: &str) -> (io::Result<Found>, bool) {
        if let Err(error) = names::check(name) {
            return (Err(error), false);
        }
        let looks = self.lock().looks;
        let found = self.root.find(name);
        let is_due = self.lock().ask(name, print_of(&found), looks);
        (found, is_due)
    }

    /// Returns the names that may lead to other bytes than before, sorted.
    ///
    /// Files that are still being written wait for a later look.
    pub(super) fn changed(&self, happened: &Happened) -> Vec<Arc<str>> {
        let mut changed = Vec::new();
        for (name, known) in self.begin(happened) {
            let file = self.look(&name, known.file);
            let is_in = |files: &HashSet<_>| file.is_some_and(|file| files.contains(&file.file));
            if known.is_due || file != known.file || is_in(&happened.written) {
                let is_due = is_in(&happened.unsettled);
                changed.push((name, file, is_due));
            }
        }
        self.lock().update(&changed);
        let settled = changed.into_iter().filter(|(_, _, is_due)| !is_due);
        let mut names: Vec<_> = settled.map(|(name, ..)| name).collect();
        names.sort_unstable();
        names
    }

    /// Begins a look. Returns the names that are looked at.
    fn begin(&self, happened: &Happened) -> Vec<(Arc<str>, Known)> {
        let mut names = self.lock();
        names.looks += 1;
        let concerned = names
            .known
            .iter()
            .filter(|(_, known)| happened.concerns(known));
        let concerned = concerned.map(|(name, known)| (Arc::clone(name), *known));
        concerned.collect()
    }

    /// Returns the file that a name leads to.
    fn look(&self, name: &str, known: Option<Print>) -> Option<Print> {
        // The system follows links itself, in a fifth of the time. It follows them out of
        // the folder, too, so its word counts only for a file that was known to be inside.
        // Where files have no numbers, the real path is necessary to tell them apart.
        if cfg!(unix) {
            let path = self.root.path().join(name);
            let metadata = fs::metadata(&path).ok();
            let quick = metadata.map(|metadata| Print::of(&path, &metadata));
            if quick == known {
                return known;
            }
        }
        print_of(&self.root.find(name))
    }
}

impl Names {
    /// Records that somebody who reads `name` has found `file`, after `looks` looks had
    /// begun. Returns whether the name is due.
    fn ask(&mut self, name: &str, file: Option<Print>, looks: u64) -> bool {
        if let Some(known) = self.known.get_mut(name) {
            // The last report of the name was of another file, and so may be the next one:
            // a link that led elsewhere may lead back again.
            let is_due = known.file != file;
            known.is_due |= is_due;
            return is_due;
        }
        // A look that began in the meantime did not see the name.
        let is_due = self.looks != looks;
        self.known.insert(name.into(), Known { file, is_due });
        is_due
    }

    /// Records what the names lead to now. A name that is still due keeps what it led to.
    fn update(&mut self, changed: &[(Arc<str>, Option<Print>, bool)]) {
        for (name, file, is_due) in changed {
            if let Some(known) = self.known.get_mut(name) {
                known.is_due = *is_due;
                if !is_due {
                    known.file = *file;
                }
            }
        }
    }
}

impl Happened {
    /// Returns whether it may have changed a name. A write changes the names of its file
    /// and nothing else, where files have numbers.
    fn concerns(&self, known: &Known) -> bool {
        let is_written = |file: Print| self.written.contains(&file.file);
        let is_sure = cfg!(unix) && !self.is_more_than_writes && !known.is_due;
        !is_sure || known.file.is_some_and(is_written)
    }
}

fn print_of(found: &io::Result<Found>) -> Option<Print> {
    let found = found.as_ref().ok();
    found.map(|found| Print::of(&found.place, &found.metadata))
}

#[cfg(test)]
mod tests {
    use super::Names;

    #[test]
    fn a_name_that_a_look_did_not_see_is_due() {
        let mut names = Names::default();
        assert!(!names.ask("before.txt", None, 0));
        names.looks += 1;
        assert!(
            names.ask("during.txt", None, 0),
            "the look began after this read"
        );
        assert!(!names.ask("after.txt", None, 1));
    }
}
