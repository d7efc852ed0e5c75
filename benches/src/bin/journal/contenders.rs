//! Ways to save a world, each in a file of its own.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, params};
use soa_bench::harness::Failure;
use soa_journal::{Journal, Load, Options};

use crate::world::{Unit, UnitHub, UnitId};

/// A way to save a world.
pub(crate) trait Contender {
    fn name(&self) -> &'static str;

    /// The file.
    fn path(&self) -> &Path;

    /// Saves, of which these rows have changed since the last time. Returns when the caller can
    /// go on.
    fn save(&mut self, units: &mut UnitHub, rows: &[usize]) -> Result<(), Failure>;

    /// Waits until what was saved is on disk.
    fn flush(&mut self) -> Result<(), Failure> {
        Ok(())
    }

    /// Reads what is on disk. What an open database or file needs, is open.
    fn load(&mut self) -> Result<UnitHub, Failure>;

    /// Returns the bytes of the file, and of the log beside it that `SQLite` has.
    fn size(&self) -> Result<u64, Failure> {
        let log = fs::metadata(beside(self.path(), "-wal")).map_or(0, |file| file.len());
        Ok(fs::metadata(self.path())?.len() + log)
    }
}

fn beside(path: &Path, end: &str) -> PathBuf {
    let mut path = path.as_os_str().to_owned();
    path.push(end);
    path.into()
}

/// Returns a path without a file.
fn fresh(folder: &Path, name: &str) -> Result<PathBuf, Failure> {
    let path = folder.join(name);
    for end in ["", "-wal", "-shm"] {
        let file = beside(&path, end);
        if fs::exists(&file)? {
            fs::remove_file(file)?;
        }
    }
    Ok(path)
}

/// A journal.
pub(crate) struct Journaled {
    pub(crate) path: PathBuf,
    pub(crate) journal: Journal,
}

impl Journaled {
    pub(crate) fn new(folder: &Path) -> Result<Self, Failure> {
        let path = fresh(folder, "world.journal")?;
        let journal = Options::new().open(&path)?;
        Ok(Journaled { path, journal })
    }
}

impl Contender for Journaled {
    fn name(&self) -> &'static str {
        "`soa-journal`"
    }

    fn path(&self) -> &Path {
        &self.path
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
}

/// A snapshot of the hub in a new file each time, which then takes the place of the old one.
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

    fn path(&self) -> &Path {
        &self.path
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

    fn load(&mut self) -> Result<UnitHub, Failure> {
        Ok(postcard::from_bytes(&fs::read(&self.path)?)?)
    }
}

/// `SQLite`, with a row for each row.
pub(crate) struct Sqlite {
    path: PathBuf,
    database: Connection,
}

impl Sqlite {
    pub(crate) fn new(folder: &Path) -> Result<Self, Failure> {
        let path = fresh(folder, "world.sqlite")?;
        let database = Connection::open(&path)?;
        // A commit is on disk when it returns.
        database.pragma_update(None, "journal_mode", "WAL")?;
        database.pragma_update(None, "synchronous", "FULL")?;
        database.execute_batch(
            "CREATE TABLE units (
                id INTEGER PRIMARY KEY, x REAL, y REAL, dx REAL, dy REAL, target INTEGER,
                experience INTEGER, born INTEGER, gold INTEGER, health REAL, speed REAL
            )",
        )?;
        Ok(Sqlite { path, database })
    }
}

/// The bits of an id as a number of `SQLite`, which has no larger ones.
fn number(id: UnitId) -> i64 {
    id.to_bits().cast_signed()
}

fn id(number: i64) -> Result<UnitId, Failure> {
    UnitId::from_bits(number.cast_unsigned()).ok_or_else(|| "an id".into())
}

impl Contender for Sqlite {
    fn name(&self) -> &'static str {
        "SQLite, upserts of the changed rows"
    }

    fn path(&self) -> &Path {
        &self.path
    }

    fn save(&mut self, units: &mut UnitHub, rows: &[usize]) -> Result<(), Failure> {
        let transaction = self.database.transaction()?;
        {
            let mut upsert = transaction.prepare_cached(
                "INSERT INTO units VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
                 ON CONFLICT (id) DO UPDATE SET x = ?2, y = ?3, dx = ?4, dy = ?5, target = ?6,
                     experience = ?7, born = ?8, gold = ?9, health = ?10, speed = ?11",
            )?;
            let columns = units.columns();
            for &row in rows {
                let id = units.id_at(row).ok_or("the row is live")?;
                upsert.execute(params![
                    number(id),
                    columns.position[row][0],
                    columns.position[row][1],
                    columns.velocity[row][0],
                    columns.velocity[row][1],
                    columns.target[row].map(number),
                    columns.experience[row].cast_signed(),
                    columns.born[row].cast_signed(),
                    columns.gold[row],
                    columns.health[row],
                    columns.speed[row],
                ])?;
            }
        }
        Ok(transaction.commit()?)
    }

    fn load(&mut self) -> Result<UnitHub, Failure> {
        let mut units = UnitHub::new();
        let mut select = self.database.prepare("SELECT * FROM units ORDER BY id")?;
        let mut rows = select.query([])?;
        while let Some(row) = rows.next()? {
            let unit = Unit {
                position: [row.get(1)?, row.get(2)?],
                velocity: [row.get(3)?, row.get(4)?],
                target: row.get::<_, Option<i64>>(5)?.map(id).transpose()?,
                experience: row.get::<_, i64>(6)?.cast_unsigned(),
                born: row.get::<_, i64>(7)?.cast_unsigned(),
                gold: row.get(8)?,
                health: row.get(9)?,
                speed: row.get(10)?,
            };
            let inserted = units.insert_at(id(row.get(0)?)?, unit);
            inserted.map_err(|error| error.to_string())?;
        }
        Ok(units)
    }
}
