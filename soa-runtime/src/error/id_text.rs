//! The text of an id, in messages and in `Display` of the id itself.

use core::fmt;

/// The parts of an id, written as `3v1`, or as `3v1@7` with a tag other than 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct IdText {
    pub(crate) index: u32,
    pub(crate) generation: u32,
    pub(crate) tag: u32,
}

impl IdText {
    /// The parts that stand for the dangling id, which has no text of this form. No other
    /// id has them.
    pub(crate) const DANGLING: IdText = IdText {
        index: u32::MAX,
        generation: u32::MAX,
        tag: 0,
    };
}

/// The sentence about an id with the tag of another hub.
#[derive(Debug)]
pub(crate) struct OtherTag {
    pub(crate) hub: &'static str,
    pub(crate) id: IdText,
    /// The tag of the hub that was asked.
    pub(crate) tag: u32,
}

impl fmt::Display for OtherTag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let OtherTag { hub, id, tag: own } = self;
        let (tag, id) = (id.tag, IdText { tag: 0, ..*id });
        write!(
            f,
            "id {id} belongs to the {hub} with tag {tag}, this one has tag {own}"
        )
    }
}

impl fmt::Display for IdText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}v{}", self.index, self.generation)?;
        match self.tag {
            0 => Ok(()),
            tag => write!(f, "@{tag}"),
        }
    }
}
