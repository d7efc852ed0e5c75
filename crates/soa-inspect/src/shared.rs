//! What the frames and the server share.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::thread;
use std::time::Duration;

#[cfg(feature = "edit")]
use soa_runtime::generic::DebugRow;
#[cfg(feature = "edit")]
use soa_runtime::{EditRow, Hub};

use crate::clock::{Clock, Since};
use crate::desk::{Answer, Desk};
#[cfg(feature = "edit")]
use crate::edit::Edited;
use crate::gate::Gate;
use crate::job::Job;
use crate::subject::Subject;
use crate::timeline::Timeline;

/// How long the server sleeps before it looks at the desk again. So no frame has to wake it,
/// which is a call of the system.
const NAP: Duration = Duration::from_millis(1);

#[derive(Debug, Default)]
pub(crate) struct Shared {
    /// The number of jobs on the desk, which is all that a frame without viewers looks at.
    waiting: AtomicUsize,
    /// Nobody waits for this lock: it is only taken with `try_lock`.
    desk: Mutex<Desk>,
    pub(crate) gate: Gate,
    pub(crate) timeline: Timeline,
    stopped: AtomicBool,
    /// Whether pages may change the hubs.
    #[cfg(feature = "edit")]
    pub(crate) edits: AtomicBool,
}

impl Shared {
    /// Returns whether a viewer waits for a frame. One atomic load.
    #[inline]
    pub(crate) fn is_wanted(&self) -> bool {
        self.waiting.load(Ordering::Relaxed) > 0
    }

    /// Copies what viewers want of a hub. If the server is at the desk, the next frame does it.
    #[cold]
    pub(crate) fn serve(&self, name: &str, subject: &dyn Subject) {
        if let Some(mut desk) = self.try_desk() {
            desk.serve(name, subject, self.gate.is_paused());
        }
    }

    /// Does the edits of viewers, and copies what they want of a hub. If the server is at the desk,
    /// the next frame does it.
    #[cfg(feature = "edit")]
    #[cold]
    pub(crate) fn serve_mut<T: DebugRow + EditRow>(
        &self,
        name: &str,
        hub: &mut Hub<T>,
    ) -> Vec<Edited<T::Id>> {
        let desk = self.try_desk();
        desk.map_or_else(Vec::new, |mut desk| {
            desk.serve_mut(name, hub, self.gate.is_paused())
        })
    }

    /// Waits until frames have done a job, or for `patience`. Called by the server.
    pub(crate) fn ask(&self, job: Job, patience: Duration) -> Option<Answer> {
        self.wait(&Since::now(), patience, |desk| desk.push(job), Desk::take)
    }

    /// Puts something on the desk, and waits until it can be taken away, or until `patience` is over.
    /// Then it is taken away in any case, because it is late.
    pub(crate) fn wait<A>(
        &self,
        clock: &impl Clock,
        patience: Duration,
        push: impl FnOnce(&mut Desk) -> u32,
        take: impl Fn(&mut Desk, u32, bool) -> Option<A>,
    ) -> Option<A> {
        let number = push(&mut *self.desk()?);
        self.waiting.fetch_add(1, Ordering::Relaxed);
        let answer = loop {
            clock.sleep(NAP);
            let late = clock.elapsed() >= patience || self.is_stopped();
            let Some(mut desk) = self.desk() else {
                break None;
            };
            if let Some(answer) = take(&mut desk, number, late) {
                break Some(answer);
            }
        };
        self.waiting.fetch_sub(1, Ordering::Relaxed);
        answer
    }

    /// Takes the desk. Returns `None` if the inspector stops first.
    pub(crate) fn desk(&self) -> Option<MutexGuard<'_, Desk>> {
        loop {
            if let Some(desk) = self.try_desk() {
                return Some(desk);
            }
            if self.is_stopped() {
                return None;
            }
            thread::sleep(NAP / 10);
        }
    }

    fn try_desk(&self) -> Option<MutexGuard<'_, Desk>> {
        match self.desk.try_lock() {
            Ok(desk) => Some(desk),
            // A `Debug` of the program panicked. The next frame copies the value again.
            Err(TryLockError::Poisoned(error)) => Some(error.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        }
    }

    pub(crate) fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }
}

#[cfg(all(test, feature = "edit"))]
mod tests;
