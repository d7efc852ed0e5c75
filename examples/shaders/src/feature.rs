//! Feature masks: sets of the `override` switches of a shader, with one bit per switch.

use std::fmt;
use std::ops::{BitAnd, BitOr};

/// A set of a shader's features.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct FeatureMask(u32);

impl FeatureMask {
    /// The empty set.
    pub(crate) const NONE: Self = FeatureMask(0);

    /// Returns the set with the feature at an index of the shader's list.
    pub(crate) fn bit(place: usize) -> Self {
        FeatureMask(1 << place)
    }

    /// Returns whether all features of `other` are on.
    pub(crate) fn contains(self, other: Self) -> bool {
        self & other == other
    }

    /// Returns every subset, from the empty set to this set: the variations of a program.
    pub(crate) fn subsets(self) -> impl Iterator<Item = Self> {
        std::iter::successors(Some(0), move |subset: &u32| {
            let next = subset.wrapping_sub(self.0) & self.0;
            (next != 0).then_some(next)
        })
        .map(FeatureMask)
    }
}

impl BitAnd for FeatureMask {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        FeatureMask(self.0 & other.0)
    }
}

impl BitOr for FeatureMask {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        FeatureMask(self.0 | other.0)
    }
}

impl FromIterator<FeatureMask> for FeatureMask {
    fn from_iter<I: IntoIterator<Item = FeatureMask>>(masks: I) -> Self {
        masks.into_iter().fold(Self::NONE, Self::bitor)
    }
}

impl fmt::Display for FeatureMask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04b}", self.0)
    }
}
