//! The thread that writes.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use redb::{Database, Durability};

use crate::error::JournalError;
use crate::options::{Flush, Options};
use crate::queue::Queue;
use crate::store::{Ledger, compact, fold, message_of, sync, write};

/// The bytes of the thread's stack, of which the system gives those that are used. A fold reads
/// records, and without optimisation up to 20 copies of one are on the stack.
const STACK: usize = if usize::BITS > 32 { 64 << 20 } else { 8 << 20 };

/// What the thread owns or shares.
pub(crate) struct Writer {
    queue: Arc<Queue>,
    database: Arc<Mutex<Database>>,
    ledger: Ledger,
    flush: Flush,
    keep: u64,
    /// When the commits that were written must be on disk.
    deadline: Option<Instant>,
    /// Whether something was written that may not be on disk.
    has_unsynced: bool,
}

impl Writer {
    pub(crate) fn new(
        queue: Arc<Queue>,
        database: Arc<Mutex<Database>>,
        ledger: Ledger,
        options: &Options,
    ) -> Self {
        Writer {
            queue,
            database,
            ledger,
            flush: options.flush,
            keep: options.keep,
            deadline: None,
            has_unsynced: false,
        }
    }

    /// Starts the thread.
    pub(crate) fn spawn(mut self) -> Result<JoinHandle<()>, JournalError> {
        let thread = Builder::new().name("soa-journal".to_owned());
        let thread = thread.stack_size(STACK);
        let run = move || {
            let ended = catch_unwind(AssertUnwindSafe(|| self.run()));
            let ended = ended.unwrap_or_else(|panic| {
                let message = message_of(&*panic);
                Err(JournalError::Panicked { message })
            });
            if let Err(error) = ended {
                self.queue.fail(error);
            }
        };
        Ok(thread.spawn(run)?)
    }

    /// Writes until the journal is closed.
    fn run(&mut self) -> Result<(), JournalError> {
        loop {
            let work = self.queue.take(self.deadline);
            let is_durable = self.is_due(work.is_urgent || work.is_last);
            let durability = if is_durable {
                Durability::Immediate
            } else {
                Durability::None
            };
            if !work.commits.is_empty() {
                write(
                    &self.database,
                    &mut self.ledger,
                    &work.commits,
                    self.keep,
                    durability,
                )?;
                self.has_unsynced = true;
            } else if is_durable && self.has_unsynced {
                sync(&self.database)?;
            }
            if is_durable {
                self.has_unsynced = false;
                self.deadline = None;
            } else if let (None, Flush::Every(time)) = (self.deadline, self.flush) {
                self.deadline = Instant::now().checked_add(time);
            }
            self.queue.finish(&work, self.ledger.last, is_durable);
            if work.is_last {
                return Ok(());
            }
            self.fold()?;
        }
    }

    /// Returns whether what is written now must be on disk.
    fn is_due(&self, is_urgent: bool) -> bool {
        is_urgent
            || self.flush == Flush::Each
            || self.flush == Flush::Every(Duration::ZERO)
            || self.deadline.is_some_and(|at| at <= Instant::now())
    }

    /// Folds the hubs whose deltas outgrew them.
    fn fold(&mut self) -> Result<(), JournalError> {
        while let Some((name, commit)) = self.ledger.outgrown() {
            fold(&self.database, &mut self.ledger, &name, commit)?;
            let is_much = self.ledger.take_garbage();
            if is_much {
                compact(&self.database)?;
            }
            self.has_unsynced = false;
            self.deadline = None;
            self.queue.finish_fold(is_much);
        }
        Ok(())
    }
}
