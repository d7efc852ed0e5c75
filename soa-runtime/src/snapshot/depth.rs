//! How deep hubs are inside each other while they are read.

use serde::de::Error;

/// How many hubs may be inside each other in what is read.
///
/// Each level puts a reader on the stack. Without optimisation, 32 levels of small records take less
/// than half of the 2 MiB that a thread has by default.
#[cfg(feature = "std")]
const MOST: u32 = 32;

#[cfg(feature = "std")]
std::thread_local! {
    static DEPTH: core::cell::Cell<u32> = const { core::cell::Cell::new(0) };
}

/// A hub or a delta that is being read. Without the standard library there is nowhere to count, so
/// the format has to limit the depth.
pub(crate) struct Level(());

impl Level {
    /// Begins a level.
    ///
    /// # Errors
    ///
    /// Returns an error if there are too many.
    pub(crate) fn begin<E: Error>() -> Result<Self, E> {
        #[cfg(feature = "std")]
        {
            if DEPTH.get() >= MOST {
                return Err(E::custom(format_args!(
                    "hubs are more than {MOST} deep inside each other"
                )));
            }
            DEPTH.set(DEPTH.get() + 1);
        }
        Ok(Level(()))
    }
}

impl Drop for Level {
    fn drop(&mut self) {
        #[cfg(feature = "std")]
        DEPTH.set(DEPTH.get() - 1);
    }
}
