//! `slab`: rows at recycled indices, without generations. A stale id is not
//! noticed there, so it takes part only where no id is stale.

use super::map::map;
use crate::element::Element;
use crate::store::Visit;

map!(Slab(slab::Slab<Element>), "slab", usize, try_remove, None);

pub(super) fn show(visitor: &mut impl Visit) {
    visitor.recycling::<Slab>();
    visitor.copying::<Slab>();
}
