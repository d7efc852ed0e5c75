//! Rows by their place.
use crate::contest::Page;
pub(crate) fn measure(_: &mut Page, _: usize) {}
