//! The resource bindings of a shader.

use std::fmt;
use std::sync::Arc;

/// The bind group of the renderer, which is bound once per shader and not once per state.
pub(crate) const FRAME_GROUP: u32 = 0;

/// A slot in the layout of a shader.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Slot {
    pub(crate) group: u32,
    pub(crate) binding: u32,
}

/// The kind of resource that a slot takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BindingKind {
    /// A block of the bytes of the state or of the frame.
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
