//! The reasons why an update failed.

use std::error::Error;
use std::fmt;

/// The reason why an update sent nothing, or not everything.
///
/// After an error the old buffer is still the one to draw with, and the next update sends
/// everything that this one should have sent.
///
/// # Examples
///
/// ```
/// use soa_wgpu::UploadError;
///
/// let error = UploadError::TooLarge { needed: 300 << 20, limit: 256 << 20 };
/// assert_eq!(
///     error.to_string(),
///     "the buffer needs 314572800 bytes; the device allows at most 268435456"
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum UploadError {
    /// The buffer would be larger than the `max_buffer_size` of the device's limits. Ask for a
    /// larger limit when you request the device. Updates succeed again when rows or blocks past the
    /// limit are freed.
    TooLarge {
        /// The size that the buffer needs, in bytes.
        needed: u64,
        /// The largest size that the device allows, in bytes.
        limit: u64,
    },
    /// The device has no memory left.
    OutOfMemory,
    /// The device is lost, or was destroyed. The device, and everything that was made on it, must
    /// be made again.
    ///
    /// A lost device is found when bytes are written. So an update that sends nothing succeeds, and
    /// so does the one during which the device was lost: the next one reports it. The callback of
    /// [`wgpu::Device::set_device_lost_callback`] is the application's, and reports the loss first.
    Lost,
    /// wgpu refused a call, or the device or the queue is not the right one. The text is the
    /// reason, for the log.
    Refused(String),
}

impl UploadError {
    /// Converts what an error scope captured.
    pub(crate) fn captured(error: &wgpu::Error) -> Self {
        match error {
            wgpu::Error::OutOfMemory { .. } => Self::OutOfMemory,
            other => Self::Refused(other.to_string().trim_end().to_owned()),
        }
    }

    pub(crate) fn refused(reason: &str) -> Self {
        Self::Refused(reason.to_owned())
    }
}

impl fmt::Display for UploadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge { needed, limit } => write!(
                f,
                "the buffer needs {needed} bytes; the device allows at most {limit}"
            ),
            Self::OutOfMemory => f.write_str("the device is out of memory"),
            Self::Lost => f.write_str("the device is lost; make it and its buffers anew"),
            Self::Refused(reason) => write!(f, "the upload was refused: {reason}"),
        }
    }
}

impl Error for UploadError {}
