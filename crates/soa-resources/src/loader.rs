//! What turns bytes into records.

use soa_runtime::IdAllocator;
use soa_runtime::generic::Vacate;

use crate::error::BoxError;
use crate::job::Job;

/// Turns bytes into records: one kind of resource.
///
/// # Examples
///
/// ```
/// use soa_resources::{BoxError, Job, Loader};
/// use soa_runtime::IdAllocator;
///
/// /// The source of a shader.
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
///             // A change of the included file loads this shader again.
///             match line.strip_prefix("#include ") {
///                 Some(name) => source += &String::from_utf8(job.read(name)?)?,
///                 None => source += line,
///             }
///             source += "\n";
///         }
///         Ok(Shader { source })
///     }
///
///     fn cost(&self, shader: &Shader) -> u64 {
///         shader.source.len() as u64
///     }
/// }
/// ```
pub trait Loader: Send + Sync + 'static {
    /// What the hub stores.
    type Record: IdAllocator + Vacate;
    /// What a decode produces: the record itself, or what the closure of
    /// [`maintain`](crate::Library::maintain) needs to make the record on the
    /// owner's thread. An example is an image that becomes a texture of the GPU.
    type Decoded: Send;

    /// Decodes the bytes of one resource. It runs on a worker, or inside
    /// `maintain` if the library has no threads.
    ///
    /// # Errors
    ///
    /// Returns whatever is wrong with the bytes. The resource then shows the error
    /// row, or what it showed before, and
    /// [`Library::error`](crate::Library::error) returns the cause. A panic is an
    /// error with the panic's message.
    fn decode(&self, bytes: Vec<u8>, job: &Job<'_>) -> Result<Self::Decoded, BoxError>;

    /// Returns the memory that the resource takes once it is loaded, in bytes. The
    /// library compares the sum with its [`budget`](crate::Config::budget).
    ///
    /// It is called once after each decode, on the same thread. A panic is a failure
    /// of that name. By default the cost is 0, and a resource that costs nothing is
    /// never evicted.
    fn cost(&self, decoded: &Self::Decoded) -> u64 {
        let _ = decoded;
        0
    }
}
