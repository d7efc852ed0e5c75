//! How urgent a resource is.

/// The urgency of a resource; higher values are loaded first.
///
/// A resource keeps its priority for its whole life, through reloads and
/// evictions. See [`Library::request_with`](crate::Library::request_with) and
/// [`Library::prioritize`](crate::Library::prioritize).
///
/// # Examples
///
/// ```
/// use soa_resources::Priority;
///
/// assert_eq!(Priority::default(), Priority(0));
/// assert!(Priority(1) > Priority(-1));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Priority(pub i8);
