//! A snapshot of the hub in a new file each time, which then takes the place of the old one.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use soa_bench::harness::Failure;

use super::{Contender, fresh};
use crate::world::UnitHub;

pub(crate) struct Snapshot {
    path: PathBuf,
}

impl Snapshot {
    pub(crate) fn new(folder: &Path) -> Result<Self, Failure> {
        let path = fresh(folder, "world.snapshot")?;
        Ok(Snapshot { path })
    }
}

impl Contender for Snapshot {
    fn name(&self) -> &'static str {
        "a postcard snapshot, synced"
    }

    fn save(&mut self, units: &mut UnitHub, _: &[usize]) -> Result<(), Failure> {
        let bytes = postcard::to_allocvec(&*units)?;
        let new = self.path.with_extension("new");
        let mut file = File::create(&new)?;
        file.write_all(&bytes)?;
        file.sync_all()?;
        fs::rename(&new, &self.path)?;
        let folder = self.path.parent().ok_or("the file is in a folder")?;
        Ok(File::open(folder)?.sync_all()?)
    }

    fn flush(&mut self) -> Result<(), Failure> {
        Ok(())
    }

    fn load(&mut self) -> Result<UnitHub, Failure> {
        Ok(postcard::from_bytes(&fs::read(&self.path)?)?)
    }

    fn size(&self) -> Result<u64, Failure> {
        Ok(fs::metadata(&self.path)?.len())
    }
}
