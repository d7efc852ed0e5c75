//! The buffers are equal to the columns and to the packed memory, bit for bit: read back from an
//! adapter, after random programs. `WGPU_BACKEND` selects the backend.

#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

mod support;

#[path = "../../../../tests/support/calls.rs"]
mod calls;
mod column;
mod edits;
mod errors;
mod ids;
mod limits;
mod packed;
mod programs;
mod shader;
#[cfg(target_os = "linux")]
mod unsubmitted;
