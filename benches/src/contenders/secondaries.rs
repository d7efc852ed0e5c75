//! The columns of `slotmap`: one field in a `SlotMap`, the others in `SecondaryMap`s.

use slotmap::{DefaultKey, SecondaryMap, SlotMap};

use crate::element::{Element, step, sum_pos};
use crate::figures::Kind;
use crate::store::{Change, Recycling, Store, sum_found};

/// A map for each field.
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
    const COPY: Option<fn(&mut Self, &Self)> = Some(|to, from| {
        to.pos.clone_from(&from.pos);
        to.vel.clone_from(&from.vel);
        to.mass.clone_from(&from.mass);
        to.flags.clone_from(&from.flags);
        to.name_id.clone_from(&from.name_id);
    });
    type Id = DefaultKey;

    fn with_capacity(rows: usize) -> Self {
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

    fn sum_mass(&mut self) -> f32 {
        self.mass.values().sum()
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

    fn sum_flags_of(&mut self, ids: &[DefaultKey]) -> u32 {
        sum_found(ids, |id| self.flags.get(id).copied())
    }

    fn change_rows(&mut self, mut change: impl Change) {
        for (id, pos) in &mut self.pos {
            let (vel, mass) = (&mut self.vel[id], &mut self.mass[id]);
            change(pos, vel, mass, &mut self.flags[id], &mut self.name_id[id]);
        }
    }
}
