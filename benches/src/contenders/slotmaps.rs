//! `slotmap`: rows in a `SlotMap` or a `DenseSlotMap`, and columns as one
//! `SlotMap` with a `SecondaryMap` a further field.

use slotmap::{DefaultKey, DenseSlotMap, SecondaryMap, SlotMap};

use crate::element::{Element, step, sum_f32, sum_pos, sum_u32};
use crate::harness::Kind;
use crate::store::{Recycling, Store};

/// Rows in a `SlotMap`.
#[derive(Debug)]
pub(crate) struct Basic(SlotMap<DefaultKey, Element>);

impl Store for Basic {
    const NAME: &'static str = "SlotMap";
    const KIND: Kind = Kind::Peer;
    type Id = DefaultKey;

    fn empty() -> Self {
        Self(SlotMap::new())
    }

    fn reserved(rows: usize) -> Self {
        Self(SlotMap::with_capacity(rows))
    }

    fn bulk(elements: &[Element]) -> Self {
        let mut store = Self::reserved(elements.len());
        for &element in elements {
            store.0.insert(element);
        }
        store
    }

    #[inline]
    fn insert(&mut self, element: Element) -> DefaultKey {
        self.0.insert(element)
    }

    fn rows(&self) -> usize {
        self.0.len()
    }

    fn sum_mass(&mut self) -> f32 {
        self.0.values().map(|row| row.mass).sum()
    }

    fn sum_flags(&mut self) -> u32 {
        self.0
            .values()
            .map(|row| row.flags)
            .fold(0, u32::wrapping_add)
    }

    fn integrate(&mut self, dt: f32) {
        for row in self.0.values_mut() {
            step(&mut row.pos, row.vel, dt);
        }
    }

    fn sum_positions(&mut self) -> f64 {
        sum_pos(self.0.values().map(|row| &row.pos))
    }

    fn sum_flags_of(&mut self, ids: &[DefaultKey]) -> u32 {
        sum_u32(ids, |&id| self.0.get(id).map_or(0, |row| row.flags))
    }
}

impl Recycling for Basic {
    #[inline]
    fn remove(&mut self, id: DefaultKey) -> bool {
        self.0.remove(id).is_some()
    }
}

/// Rows in a `DenseSlotMap`.
#[derive(Debug)]
pub(crate) struct Dense(DenseSlotMap<DefaultKey, Element>);

impl Store for Dense {
    const NAME: &'static str = "DenseSlotMap";
    const KIND: Kind = Kind::Peer;
    type Id = DefaultKey;

    fn empty() -> Self {
        Self(DenseSlotMap::new())
    }

    fn reserved(rows: usize) -> Self {
        Self(DenseSlotMap::with_capacity(rows))
    }

    fn bulk(elements: &[Element]) -> Self {
        let mut store = Self::reserved(elements.len());
        for &element in elements {
            store.0.insert(element);
        }
        store
    }

    #[inline]
    fn insert(&mut self, element: Element) -> DefaultKey {
        self.0.insert(element)
    }

    fn rows(&self) -> usize {
        self.0.len()
    }

    fn sum_mass(&mut self) -> f32 {
        sum_f32(self.0.values_as_slice(), |row| row.mass)
    }

    fn sum_flags(&mut self) -> u32 {
        sum_u32(self.0.values_as_slice(), |row| row.flags)
    }

    fn integrate(&mut self, dt: f32) {
        for row in self.0.values_as_mut_slice() {
            step(&mut row.pos, row.vel, dt);
        }
    }

    fn sum_positions(&mut self) -> f64 {
        sum_pos(self.0.values().map(|row| &row.pos))
    }

    fn sum_flags_of(&mut self, ids: &[DefaultKey]) -> u32 {
        sum_u32(ids, |&id| self.0.get(id).map_or(0, |row| row.flags))
    }
}

impl Recycling for Dense {
    #[inline]
    fn remove(&mut self, id: DefaultKey) -> bool {
        self.0.remove(id).is_some()
    }
}

/// One field in the `SlotMap`, the others in `SecondaryMap`s.
#[derive(Debug)]
pub(crate) struct WithSecondaries {
    pos: SlotMap<DefaultKey, [f32; 3]>,
    vel: SecondaryMap<DefaultKey, [f32; 3]>,
    mass: SecondaryMap<DefaultKey, f32>,
    flags: SecondaryMap<DefaultKey, u32>,
    name_id: SecondaryMap<DefaultKey, u64>,
}

impl Store for WithSecondaries {
    const NAME: &'static str = "SlotMap + SecondaryMaps";
    const KIND: Kind = Kind::Peer;
    type Id = DefaultKey;

    fn empty() -> Self {
        Self {
            pos: SlotMap::new(),
            vel: SecondaryMap::new(),
            mass: SecondaryMap::new(),
            flags: SecondaryMap::new(),
            name_id: SecondaryMap::new(),
        }
    }

    fn reserved(rows: usize) -> Self {
        Self {
            pos: SlotMap::with_capacity(rows),
            vel: SecondaryMap::with_capacity(rows),
            mass: SecondaryMap::with_capacity(rows),
            flags: SecondaryMap::with_capacity(rows),
            name_id: SecondaryMap::with_capacity(rows),
        }
    }

    fn bulk(elements: &[Element]) -> Self {
        let mut store = Self::reserved(elements.len());
        for &element in elements {
            store.insert(element);
        }
        store
    }

    #[inline]
    fn insert(&mut self, element: Element) -> DefaultKey {
        let id = self.pos.insert(element.pos);
        self.vel.insert(id, element.vel);
        self.mass.insert(id, element.mass);
        self.flags.insert(id, element.flags);
        self.name_id.insert(id, element.name_id);
        id
    }

    fn rows(&self) -> usize {
        self.pos.len()
    }

    fn sum_mass(&mut self) -> f32 {
        self.mass.values().sum()
    }

    fn sum_flags(&mut self) -> u32 {
        self.flags.values().copied().fold(0, u32::wrapping_add)
    }

    fn integrate(&mut self, dt: f32) {
        for (id, pos) in &mut self.pos {
            step(pos, self.vel[id], dt);
        }
    }

    fn sum_positions(&mut self) -> f64 {
        sum_pos(self.pos.values())
    }

    fn sum_flags_of(&mut self, ids: &[DefaultKey]) -> u32 {
        sum_u32(ids, |&id| self.flags.get(id).copied().unwrap_or(0))
    }
}

impl Recycling for WithSecondaries {
    #[inline]
    fn remove(&mut self, id: DefaultKey) -> bool {
        self.vel.remove(id);
        self.mass.remove(id);
        self.flags.remove(id);
        self.name_id.remove(id);
        self.pos.remove(id).is_some()
    }
}
