//! `thunderdome`: rows in a generational arena.

use thunderdome::Index;

use super::map::map;
use crate::element::Element;
use crate::store::Visit;

map!(
    Arena(thunderdome::Arena<Element>),
    "thunderdome",
    Index,
    remove,
    None
);

pub(super) fn show(visitor: &mut impl Visit) {
    visitor.recycling::<Arena>();
    visitor.copying::<Arena>();
}
