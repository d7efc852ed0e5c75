//! Helpers for the tests of the examples.

use std::env;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::{ConnectError, Gpu};

/// The environment variable that makes tests fail on a machine without a graphics adapter.
pub const REQUIRE_ADAPTER: &str = "EXAMPLES_REQUIRE_ADAPTER";

/// Returns the result of a connection, or `None` if the machine has no adapter. A test has
/// nothing to check then, unless the variable [`REQUIRE_ADAPTER`] is set.
///
/// # Panics
///
/// Panics if the connection failed in any other way.
pub fn expect_gpu(connected: Result<Gpu, ConnectError>) -> Option<Gpu> {
    match connected {
        Ok(gpu) => Some(gpu),
        Err(ConnectError::NoAdapter(_)) if env::var_os(REQUIRE_ADAPTER).is_none() => {
            println!("nothing to check: this machine has no graphics adapter");
            None
        }
        Err(error) => panic!("{error}"),
    }
}

/// Waits until no other test of the process uses a device. GL drivers share state between
/// devices.
pub fn wait_for_turn() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}
