//! A journal.

use std::fs;
use std::path::{Path, PathBuf};

use soa_bench::harness::Failure;
use soa_journal::{Journal, Load, Options};

use super::{Contender, fresh};
use crate::world::UnitHub;

pub(crate) struct Journaled {
    path: PathBuf,
    journal: Journal,
}

impl Journaled {
    pub(crate) fn new(folder: &Path) -> Result<Self, Failure> {
        let path = fresh(folder, "world.journal")?;
        let journal = Options::new().open(&path)?;
        Ok(Journaled { path, journal })
    }

    pub(crate) fn journal(&self) -> &Journal {
        &self.journal
    }

    /// Closes the journal.
    pub(crate) fn into_path(self) -> PathBuf {
        self.path
    }
}

impl Contender for Journaled {
    fn name(&self) -> &'static str {
        "`soa-journal`"
    }

    fn save(&mut self, units: &mut UnitHub, _: &[usize]) -> Result<(), Failure> {
        self.journal.commit(|commit| commit.hub("units", units))?;
        Ok(())
    }

    fn flush(&mut self) -> Result<(), Failure> {
        Ok(self.journal.flush()?)
    }

    fn load(&mut self) -> Result<UnitHub, Failure> {
        Ok(self.journal.load("units")?)
    }

    fn size(&self) -> Result<u64, Failure> {
        Ok(fs::metadata(&self.path)?.len())
    }
}
