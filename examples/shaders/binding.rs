//! Where a shader's resources are bound, and as what.

use std::fmt;
use std::sync::Arc;

/// The group that belongs to the renderer: bound once a shader, not once a state.
pub(crate) const FRAME_GROUP: u32 = 0;

/// A place in the shader's layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Slot {
    pub(crate) group: u32,
    pub(crate) binding: u32,
}

/// What a slot takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BindingKind {
    /// A block of the state's own bytes, or of the frame's.
    Uniform {
        offset: u32,
        size: u32,
    },
    Storage,
    Texture,
    Sampler,
}

/// A resource that the shader declares.
#[derive(Debug, Clone)]
pub(crate) struct Binding {
    pub(crate) slot: Slot,
    pub(crate) name: Arc<str>,
    pub(crate) kind: BindingKind,
}

impl fmt::Display for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "@group({}) @binding({})", self.group, self.binding)
    }
}
