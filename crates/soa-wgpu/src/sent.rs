//! What an update sent.

/// The amount of data that an update sent to the GPU.
///
/// # Examples
///
/// ```
/// use soa_wgpu::Sent;
///
/// let quiet = Sent::default();
/// assert_eq!(quiet, Sent { bytes: 0, writes: 0, rows: 0, grown: false });
/// ```
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Sent {
    /// The number of bytes that were sent from the CPU, with the row numbers of scattered rows.
    /// What was copied on the GPU does not count.
    pub bytes: usize,
    /// The number of writes. All scattered rows of an update are one write, unless they exceed
    /// 16 MiB or a limit of the device.
    pub writes: usize,
    /// The number of rows that were sent, with the unchanged neighbours that were sent along. A
    /// packed copy has no rows, and the number is 0.
    pub rows: usize,
    /// `true` if the buffer was replaced, usually by a larger one. Bind groups with the old buffer
    /// must then be made again.
    pub grown: bool,
}
