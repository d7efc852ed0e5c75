//! What makes records of bytes.

use soa_runtime::{IdAllocator, Vacate};

use crate::error::BoxError;
use crate::job::Job;

/// Makes records of bytes: one kind of resource.
///
/// # Examples
///
/// ```
/// use soa_resources::{BoxError, Job, Loader};
/// use soa_runtime::IdAllocator;
///
/// /// A shader's source.
/// #[derive(IdAllocator)]
/// pub struct Shader {
///     pub source: String,
/// }
///
/// struct Wgsl;
///
/// impl Loader for Wgsl {
///     type Record = Shader;
///     type Decoded = Shader;
///
///     fn decode(&self, bytes: Vec<u8>, job: &Job<'_>) -> Result<Shader, BoxError> {
///         let mut source = String::new();
///         for line in String::from_utf8(bytes)?.lines() {
///             // A change of what is included loads this shader again.
///             match line.strip_prefix("#include ") {
///                 Some(name) => source += &String::from_utf8(job.read(name)?)?,
///                 None => source += line,
///             }
///             source += "\n";
///         }
///         Ok(Shader { source })
///     }
/// }
/// ```
pub trait Loader: Send + Sync + 'static {
    /// What the hub keeps.
    type Record: IdAllocator + Vacate;
    /// What a worker makes of the bytes: the record itself, or what the closure of
    /// [`maintain`](crate::Library::maintain) needs to make it on the owner's
    /// thread, as an image before it is a texture of the GPU.
    type Decoded: Send;

    /// Decodes the bytes of one resource; runs on a worker.
    ///
    /// # Errors
    ///
    /// Whatever is wrong with the bytes: the resource shows the error row, or what
    /// it showed before, and [`Library::error`](crate::Library::error) has the
    /// cause. A panic is an error with its message.
    fn decode(&self, bytes: Vec<u8>, job: &Job<'_>) -> Result<Self::Decoded, BoxError>;
}
