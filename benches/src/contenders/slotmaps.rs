//! `slotmap`'s maps of whole structs.

#![expect(deprecated, reason = "`HopSlotMap` is still the fastest to build")]

use slotmap::{DefaultKey, DenseSlotMap, HopSlotMap, SlotMap};

use super::map::map;
use crate::element::Element;
use crate::store::Visit;

map!(
    Basic(SlotMap<DefaultKey, Element>),
    "SlotMap",
    DefaultKey,
    remove,
    None
);
map!(
    Hop(HopSlotMap<DefaultKey, Element>),
    "HopSlotMap",
    DefaultKey,
    remove,
    None
);
map!(
    Dense(DenseSlotMap<DefaultKey, Element>),
    "DenseSlotMap",
    DefaultKey,
    remove,
    Some(DenseSlotMap::values_as_slice)
);

pub(super) fn show(visitor: &mut impl Visit) {
    visitor.recycling::<Basic>();
    visitor.copying::<Basic>();
    visitor.recycling::<Hop>();
    visitor.copying::<Hop>();
    visitor.recycling::<Dense>();
    visitor.copying::<Dense>();
}
