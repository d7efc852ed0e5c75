//! The module `swarm`: a simulation in Rust whose columns are read and edited in Python.

#![forbid(unsafe_code)]

mod unit;

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use soa_python::{Batch, Edit, SharedHub};
use soa_runtime::Tick;

use unit::{Random, Unit, UnitHub};

/// A running simulation.
#[pyclass(frozen, module = "swarm")]
struct World {
    units: SharedHub<Unit>,
    random: Mutex<Random>,
    marked: Mutex<Tick>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[pymethods]
impl World {
    #[new]
    #[pyo3(signature = (units = 1000, seed = 7))]
    fn new(units: usize, seed: u32) -> Self {
        let mut random = Random(seed.max(1));
        let hub: UnitHub = (0..units).map(|_| random.unit()).collect();
        let units = SharedHub::new(hub)
            .ids("id")
            .live("live")
            .column("pos", |units| units.pos.as_column(), |units| &mut units.pos)
            .column("vel", |units| units.vel, |units| &mut units.vel)
            .column("hp", |units| units.hp.as_column(), |units| &mut units.hp)
            .column("team", |units| units.team, |units| &mut units.team)
            .read_only("tired", |units| units.tired)
            .arrow(|batch| {
                batch
                    .column("target", |units| units.target)
                    .column("name", |units| units.name)
            });
        World {
            units,
            random: Mutex::new(random),
            marked: Mutex::new(Tick::START),
        }
    }

    /// Advances the simulation.
    #[pyo3(signature = (seconds = 0.1))]
    fn step(&self, py: Python<'_>, seconds: f32) -> PyResult<()> {
        self.units.write(py, |units| {
            unit::step(units, &mut lock(&self.random), seconds);
        })
    }

    /// Moves the units only, by the two passes that `pos += vel * seconds` has in NumPy.
    fn drift(&self, py: Python<'_>, seconds: f32) -> PyResult<()> {
        self.units.write(py, |units| unit::drift(units, seconds))
    }

    /// Removes units by the bits of their ids, and returns how many were alive.
    fn remove(&self, py: Python<'_>, ids: Vec<u64>) -> PyResult<usize> {
        self.units.write(py, |units| {
            let ids = ids.into_iter().filter_map(unit::UnitId::from_bits);
            ids.filter(|id| units.dealloc(*id)).count()
        })
    }

    /// Adds units.
    fn add(&self, py: Python<'_>, count: usize) -> PyResult<()> {
        self.units.write(py, |units| {
            let mut random = lock(&self.random);
            units.extend((0..count).map(|_| random.unit()));
        })
    }

    /// Returns the units as they are now, for Polars, DuckDB, pyarrow and pandas.
    fn units(&self, py: Python<'_>) -> PyResult<Batch> {
        self.units.batch(py)
    }

    /// Lends the columns to NumPy for the length of a `with` block. Named columns are writable.
    /// With `copy=True` they are private, and what differs is written at the end. If the units are lent to
    /// another block then, `BufferError` is raised and the edit stays open:
    /// `edit.__exit__(None, None, None)` tries again.
    #[pyo3(signature = (*columns, copy = false))]
    fn edit(&self, py: Python<'_>, columns: Vec<String>, copy: bool) -> PyResult<Edit> {
        if copy {
            self.units.edit_copy(py, &columns)
        } else {
            self.units.edit(py, &columns)
        }
    }

    /// Returns the number of times that the units were copied, because a batch or a `copy=True` block
    /// held them.
    #[getter]
    fn copies(&self, py: Python<'_>) -> PyResult<u64> {
        self.units.copies(py)
    }

    /// Marks this moment for `changed`.
    fn mark(&self, py: Python<'_>) -> PyResult<()> {
        *lock(&self.marked) = self.units.write(py, |units| units.advance())?;
        Ok(())
    }

    /// Returns how many rows of each tracked column were written since `mark`.
    fn changed(&self, py: Python<'_>) -> PyResult<HashMap<&'static str, usize>> {
        let marked = *lock(&self.marked);
        let changed = self.units.read(py, |units| unit::changed(units, marked))?;
        Ok(changed.into())
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.units.read(py, |units| units.len())
    }
}

#[pymodule(gil_used = true)]
mod swarm {
    #[pymodule_export]
    use super::World;
}
