//! A database of redb with a record for each row.

use std::fs;
use std::path::{Path, PathBuf};

use redb::{Database, ReadableDatabase, ReadableTable, TableDefinition};
use soa_bench::harness::Failure;

use super::{Contender, fresh};
use crate::world::{Unit, UnitHub, UnitId};

const UNITS: TableDefinition<'_, u64, &[u8]> = TableDefinition::new("units");

pub(crate) struct Rows {
    path: PathBuf,
    database: Database,
}

impl Rows {
    pub(crate) fn new(folder: &Path) -> Result<Self, Failure> {
        let path = fresh(folder, "rows.redb")?;
        let database = Database::create(&path)?;
        Ok(Rows { path, database })
    }
}

/// The fields of a row, in the order of the columns.
type Fields = ([f32; 2], [f32; 2], Option<UnitId>, u64, u64, i64, f64, f64);

impl Contender for Rows {
    fn name(&self) -> &'static str {
        "redb, a record for each row"
    }

    fn save(&mut self, units: &mut UnitHub, rows: &[usize]) -> Result<(), Failure> {
        let transaction = self.database.begin_write()?;
        {
            let mut table = transaction.open_table(UNITS)?;
            let columns = units.columns();
            let mut bytes = Vec::new();
            for &row in rows {
                let id = units.id_at(row).ok_or("the row is live")?;
                let fields: Fields = (
                    columns.position[row],
                    columns.velocity[row],
                    columns.target[row],
                    columns.experience[row],
                    columns.born[row],
                    columns.gold[row],
                    columns.health[row],
                    columns.speed[row],
                );
                bytes.clear();
                bytes = postcard::to_extend(&fields, bytes)?;
                table.insert(id.to_bits(), &*bytes)?;
            }
        }
        Ok(transaction.commit()?)
    }

    fn flush(&mut self) -> Result<(), Failure> {
        Ok(())
    }

    fn load(&mut self) -> Result<UnitHub, Failure> {
        let mut units = UnitHub::new();
        let table = self.database.begin_read()?.open_table(UNITS)?;
        for entry in table.iter()? {
            let (key, value) = entry?;
            let id = UnitId::from_bits(key.value()).ok_or("an id")?;
            let (position, velocity, target, experience, born, gold, health, speed): Fields =
                postcard::from_bytes(value.value())?;
            let unit = Unit {
                position,
                velocity,
                target,
                experience,
                born,
                gold,
                health,
                speed,
            };
            units
                .insert_at(id, unit)
                .map_err(|error| error.to_string())?;
        }
        Ok(units)
    }

    fn size(&self) -> Result<u64, Failure> {
        Ok(fs::metadata(&self.path)?.len())
    }
}
