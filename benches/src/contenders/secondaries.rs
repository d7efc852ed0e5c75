//! `slotmap`'s columns: one field in a `SlotMap`, the others in `SecondaryMap`s.

use slotmap::{DefaultKey, SecondaryMap, SlotMap};

use crate::element::{Element, step, sum_pos, sum_u32};
use crate::harness::Kind;
use crate::store::{Change, Copying, Loops, Recycling, Store, Visit};

pub(super) fn show(visitor: &mut impl Visit) {
    visitor.recycling::<WithSecondaries>();
    visitor.copying::<WithSecondaries>();
}

/// A map for each field.
#[derive(Default)]
pub(super) struct WithSecondaries {
    pos: SlotMap<DefaultKey, [f32; 3]>,
    vel: SecondaryMap<DefaultKey, [f32; 3]>,
    mass: SecondaryMap<DefaultKey, f32>,
    flags: SecondaryMap<DefaultKey, u32>,
    name_id: SecondaryMap<DefaultKey, u64>,
}

impl Loops for WithSecondaries {
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
}

impl Store for WithSecondaries {
    const NAME: &'static str = "SlotMap + SecondaryMaps";
    const KIND: Kind = Kind::Peer;
    type Id = DefaultKey;

    fn empty() -> Self {
        Self::default()
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

    #[inline]
    fn insert(&mut self, element: Element) -> DefaultKey {
        let (pos, vel, mass, flags, name_id) = element.fields();
        let id = self.pos.insert(pos);
        self.vel.insert(id, vel);
        self.mass.insert(id, mass);
        self.flags.insert(id, flags);
        self.name_id.insert(id, name_id);
        id
    }

    fn rows(&self) -> usize {
        self.pos.len()
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

    fn walk(&mut self) -> impl Iterator<Item = (DefaultKey, u32)> {
        self.flags.iter().map(|(id, &flags)| (id, flags))
    }

    fn ids(&mut self) -> impl Iterator<Item = DefaultKey> {
        self.pos.keys()
    }

    fn change_rows(&mut self, mut change: impl Change) {
        for (id, pos) in &mut self.pos {
            change(
                pos,
                &mut self.vel[id],
                &mut self.mass[id],
                &mut self.flags[id],
                &mut self.name_id[id],
            );
        }
    }
}

impl Copying for WithSecondaries {
    fn copy_from(&mut self, source: &Self) {
        self.pos.clone_from(&source.pos);
        self.vel.clone_from(&source.vel);
        self.mass.clone_from(&source.mass);
        self.flags.clone_from(&source.flags);
        self.name_id.clone_from(&source.name_id);
    }
}
