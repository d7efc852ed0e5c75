//! The message of a panic.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// Returns the message with which `call` panics.
pub(crate) fn panic_message(call: impl FnOnce()) -> String {
    let panic = catch_unwind(AssertUnwindSafe(call)).expect_err("the call panics");
    match panic.downcast::<String>() {
        Ok(message) => *message,
        Err(panic) => panic.downcast_ref::<&str>().expect("a message").to_string(),
    }
}
