//! The threads of one or several libraries.

use std::fmt;
use std::sync::{Arc, OnceLock};
use std::thread::{self, JoinHandle};

use super::pool::{Pool, is_worker};

/// Threads that read and decode for several libraries.
///
/// Libraries that have something to do, and room for the result, take turns: one
/// decode each. Priorities order the decodes of one library. A clone is another
/// handle to the same threads.
///
/// The threads start with the first request of any of the libraries. A library counts as a
/// handle. When the last handle is dropped, the threads are joined.
///
/// A loader may drop libraries and handles, its own included. Such a drop waits for nothing, on
/// any worker: a decode that it would wait for might drop the library of this one. The
/// threads then end by themselves.
///
/// # Examples
///
/// ```
/// # use soa_resources::examples::{Note, NoteHub};
/// use soa_resources::{Config, Library, Memory, StandIn, Text, Workers};
///
/// let workers = Workers::new(2); // two threads for both libraries
/// let config = Config::new().shared_workers(&workers);
/// # let mut notes = NoteHub::new();
/// # let blank = notes.insert(Note::from(String::new()));
/// # let stand_in = StandIn { placeholder: blank, error: blank };
/// let new = |config| Library::with_config(Text::<Note>::new(), Memory::new(), stand_in, config);
/// let [signs, letters] = [config.clone(), config].map(new);
/// # drop((signs, letters));
/// ```
#[derive(Clone)]
pub struct Workers {
    handle: Arc<Handle>,
}

struct Handle {
    pool: Arc<Pool>,
    wanted: usize,
    threads: OnceLock<Vec<JoinHandle<()>>>,
}

impl Workers {
    /// Prepares `threads` threads, which start with the first request.
    ///
    /// Without threads, or where the system does not let one start, each library
    /// reads and decodes inside [`maintain`](crate::Library::maintain).
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_resources::{Config, Workers};
    ///
    /// let workers = Workers::new(2);
    /// let config = Config::new().shared_workers(&workers);
    /// # let _ = config;
    /// ```
    pub fn new(threads: usize) -> Self {
        Self {
            handle: Arc::new(Handle {
                pool: Arc::new(Pool::default()),
                wanted: threads,
                threads: OnceLock::new(),
            }),
        }
    }

    pub(super) fn pool(&self) -> &Pool {
        &self.handle.pool
    }

    /// Starts as many threads as the system lets start, once.
    pub(super) fn start(&self) {
        self.handle.threads.get_or_init(|| {
            let mut threads = Vec::new();
            for _ in 0..self.handle.wanted {
                let pool = Arc::clone(&self.handle.pool);
                let builder = thread::Builder::new().name("soa-resources".to_owned());
                match builder.spawn(move || pool.work()) {
                    Ok(thread) => threads.push(thread),
                    Err(_) => break,
                }
            }
            threads
        });
    }

    /// Returns whether there are no threads, once they should have started.
    pub(super) fn has_no_threads(&self) -> bool {
        self.handle.threads.get().is_some_and(Vec::is_empty)
    }
}

impl fmt::Debug for Workers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Workers")
            .field("threads", &self.handle.wanted)
            .finish_non_exhaustive()
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        self.pool.close();
        if is_worker() {
            return;
        }
        for thread in self.threads.take().into_iter().flatten() {
            // A worker catches the panics of foreign code.
            let _ = thread.join();
        }
    }
}
