//! Where a shared hub is, the lock of it, and the lease that takes it away.
//!
//! # The rule of the lock
//!
//! - A thread that waits for the lock is detached from Python: [`locked`] detaches it first. So a holder may
//!   attach, as a `write` of the program may do, and no thread stops the interpreter while it waits.
//! - One holder of a lease may wait attached, because objects of Python are freed so: [`Lease`] when it is
//!   dropped, and [`keep`], whose lease is alive. While a hub is leased, a holder of the lock only looks at
//!   the place. It runs no code of the program, and never waits for Python.
//! - No lease is dropped within the lock, which its end takes itself.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use pyo3::exceptions::PyBufferError;
use pyo3::prelude::*;
use soa_runtime::generic::CloneRow;
use soa_runtime::{Hub, IdAllocator};

/// Where the hub is.
pub(crate) enum Place<T: IdAllocator> {
    /// Here. Batches may hold it too.
    Home(Arc<Hub<T>>),
    /// In the lease of an `edit` block that runs.
    Lent,
    /// In the lease of an `edit` block that has ended, because an array is alive.
    Kept,
}

/// A hub, and the number of its copies.
pub(crate) struct State<T: IdAllocator> {
    pub(crate) place: Place<T>,
    pub(crate) copies: u64,
}

/// The state of a hub that several objects reach.
pub(crate) type Desk<T> = Arc<Mutex<State<T>>>;

/// Calls `f` with the state, detached from Python. Other threads of Python run meanwhile.
pub(crate) fn locked<T, R>(
    py: Python<'_>,
    state: &Mutex<State<T>>,
    f: impl FnOnce(&mut State<T>) -> R + Send,
) -> R
where
    T: IdAllocator,
    Hub<T>: Send + Sync,
    R: Send,
{
    py.detach(|| f(&mut whole(state)))
}

/// Locks the state, even after a panic of the program's own code, which leaves a hub that is whole.
fn whole<T: IdAllocator>(state: &Mutex<State<T>>) -> MutexGuard<'_, State<T>> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<T: IdAllocator> State<T> {
    /// Returns the hub.
    pub(crate) fn hub(&self) -> PyResult<&Arc<Hub<T>>> {
        match &self.place {
            Place::Home(hub) => Ok(hub),
            Place::Lent => Err(PyBufferError::new_err(format!(
                "the columns of `{}` are lent to an `edit` block; end the block first",
                T::HUB
            ))),
            Place::Kept => Err(kept::<T>()),
        }
    }

    /// Returns the number of copies, unless arrays of a block that has ended are alive.
    pub(crate) fn copies(&self) -> PyResult<u64> {
        match &self.place {
            Place::Home(_) | Place::Lent => Ok(self.copies),
            Place::Kept => Err(kept::<T>()),
        }
    }

    /// Returns the hub for writing. Copies it first if a batch or an edit of copies holds it.
    pub(crate) fn hub_mut(&mut self) -> PyResult<&mut Hub<T>>
    where
        T: CloneRow,
    {
        self.hub()?;
        let State { place, copies } = self;
        let Place::Home(hub) = place else {
            unreachable!("`hub` has returned it");
        };
        if Arc::get_mut(hub).is_none() {
            *hub = Arc::new(Hub::clone(hub));
            *copies += 1;
        }
        // Others get the `Arc` only from this place, which is locked.
        Ok(Arc::get_mut(hub).expect("nobody else holds the hub"))
    }
}

/// Returns the error for a hub that an array of an ended block holds.
fn kept<T: IdAllocator>() -> PyErr {
    PyBufferError::new_err(format!(
        "an array of an `edit` block that has ended is alive and holds `{}`; delete the array and \
         its views, or copy what is needed later within the block",
        T::HUB
    ))
}

/// A hub that was moved out of its place. The last holder gives it back.
///
/// # Invariants
///
/// 1. No other `Arc` of the hub exists, which [`Lease::take`] checks. Only the drop of the lease moves the hub out, and
///    nothing else borrows it mutably. So the memory of the hub stays where it is as long as the lease is held.
/// 2. Meanwhile Python may write columns, so [`Lease::hub`] is used only for its tables, and no code of
///    the program gets it.
pub(crate) struct Lease<T: IdAllocator> {
    /// It is `None` only while the lease is dropped.
    hub: Option<Arc<Hub<T>>>,
    state: Desk<T>,
}

impl<T: IdAllocator> Lease<T> {
    /// Takes the hub out of its place. Returns `None` if it is not there, or if others hold it.
    pub(crate) fn take(state: &Desk<T>, place: &mut Place<T>) -> Option<Self> {
        let Place::Home(hub) = place else {
            return None;
        };
        Arc::get_mut(hub)?;
        let Place::Home(hub) = std::mem::replace(place, Place::Lent) else {
            unreachable!("checked above");
        };
        Some(Lease {
            hub: Some(hub),
            state: Arc::clone(state),
        })
    }

    /// Returns the hub, whose columns Python may write meanwhile.
    pub(crate) fn hub(&self) -> &Hub<T> {
        self.hub.as_ref().expect("the lease is not dropped")
    }
}

impl<T: IdAllocator> Drop for Lease<T> {
    fn drop(&mut self) {
        if let Some(hub) = self.hub.take() {
            whole(&self.state).place = Place::Home(hub);
        }
    }
}

/// Notes that the block of a lease has ended. Fails if an array holds the lease.
pub(crate) fn keep<T: IdAllocator>(lease: &Weak<Lease<T>>) -> PyResult<()> {
    let Some(lease) = lease.upgrade() else {
        return Ok(());
    };
    // The place is this lease's, because it is alive. The lock ends before the lease may.
    whole(&lease.state).place = Place::Kept;
    Err(kept::<T>())
}
