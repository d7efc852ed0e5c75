//! How changed rows are sent.

/// How a [`ColumnBuffer`](crate::ColumnBuffer) sends the rows that changed.
///
/// All strategies have the same result. The default is right unless you have measured that another
/// one is faster for your program. The [guide](crate::guide#which-strategy) says what it chooses.
///
/// # Examples
///
/// ```
/// use soa_runtime::IdAllocator;
/// use soa_wgpu::{ColumnBuffer, Strategy};
/// use wgpu::BufferUsages;
///
/// #[derive(IdAllocator)]
/// struct Unit { #[soa(tracked)] place: [f32; 4] }
///
/// # let (device, queue) = wgpu::Device::noop(&wgpu::DeviceDescriptor::default());
/// let mut units = UnitHub::new();
/// let ids = units.alloc_many(1000);
/// let mut places = ColumnBuffer::<Unit, _>::new(&device, BufferUsages::VERTEX, |units| units.place)
///     .strategy(Strategy::Ranges);
/// places.update(&device, &queue, &units)?;
/// # Ok::<(), soa_wgpu::UploadError>(())
/// ```
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Strategy {
    /// Sends long ranges of rows as they are. Sends short ranges as one packed upload if there
    /// are many of them, and as ranges if there are few.
    #[default]
    Auto,
    /// Sends each range of changed rows by a write of its own. Ranges that are close to each other
    /// become one.
    Ranges,
    /// Sends all changed rows as one packed upload, which a compute shader scatters. On a device
    /// without storage buffers or compute shaders, this is [`Ranges`](Self::Ranges).
    Scatter,
    /// Sends the whole column if any row has changed.
    Whole,
}

impl Strategy {
    /// Returns the strategy for a device that cannot scatter.
    pub(crate) fn without_scatter(self) -> Self {
        match self {
            Self::Auto | Self::Scatter => Self::Ranges,
            other => other,
        }
    }
}
