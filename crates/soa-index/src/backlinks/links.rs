//! The links of one row.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::slice;

use soa_runtime::{AnyHandle, IdAllocator};

use super::targets::Targets;

/// The ids in a field of a row, in the order in which the field lists them. Dangling ones are left
/// out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Links<J> {
    One(J),
    /// None, or several.
    Many(Box<[J]>),
}

impl<J> Default for Links<J> {
    fn default() -> Self {
        Links::Many(Box::default())
    }
}

impl<J: AnyHandle> Links<J> {
    /// Lists the ids in a value.
    pub(super) fn of<U, F>(value: &F) -> Self
    where
        U: IdAllocator<Id = J>,
        F: Targets<U> + ?Sized,
    {
        let mut only = None;
        let mut all = Vec::new();
        value.targets(&mut |id| {
            if id == J::DANGLING {
            } else if all.is_empty() && only.is_none() {
                only = Some(id);
            } else {
                all.extend(only.take());
                all.push(id);
            }
        });
        match only {
            Some(only) => Links::One(only),
            None => Links::Many(all.into()),
        }
    }

    /// Returns whether there are several links.
    pub(super) fn are_many(&self) -> bool {
        matches!(self, Links::Many(all) if !all.is_empty())
    }

    /// Returns the bytes of its memory.
    pub(super) fn memory(&self) -> usize {
        match self {
            Links::One(_) => 0,
            Links::Many(all) => size_of_val::<[J]>(all),
        }
    }

    #[inline]
    pub(super) fn as_slice(&self) -> &[J] {
        match self {
            Links::One(only) => slice::from_ref(only),
            Links::Many(all) => all,
        }
    }
}
