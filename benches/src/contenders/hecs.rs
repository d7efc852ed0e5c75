//! `hecs`: one archetype, one component per field.

use hecs::{Archetype, Entity};

use super::components::{Components, Flags, Mass, NameId, Pos, Vel, components};
use crate::element::{Element, step, sum_f32, sum_pos, sum_u32};
use crate::harness::Kind;
use crate::store::{Change, Loops, Recycling, Store, Visit};

pub(super) fn show(visitor: &mut impl Visit) {
    visitor.recycling::<World>();
}

/// Entities of one archetype in a `World`.
pub(super) struct World(hecs::World);

impl Loops for World {
    fn sum_mass(&mut self) -> f32 {
        let columns = self.0.archetypes().filter_map(Archetype::get::<&Mass>);
        columns.map(|column| sum_f32(&column, |mass| mass.0)).sum()
    }

    fn sum_flags(&mut self) -> u32 {
        let columns = self.0.archetypes().filter_map(Archetype::get::<&Flags>);
        columns
            .map(|column| sum_u32(&column, |flags| flags.0))
            .fold(0, u32::wrapping_add)
    }

    fn integrate(&mut self, dt: f32) {
        for (pos, vel) in self.0.query_mut::<(&mut Pos, &Vel)>() {
            step(&mut pos.0, vel.0, dt);
        }
    }

    fn sum_positions(&mut self) -> f64 {
        sum_pos(self.0.query_mut::<&Pos>().into_iter().map(|pos| &pos.0))
    }
}

impl Store for World {
    const NAME: &'static str = "hecs";
    const KIND: Kind = Kind::Peer;
    type Id = Entity;

    fn empty() -> Self {
        Self(hecs::World::new())
    }

    fn reserved(rows: usize) -> Self {
        let mut world = hecs::World::new();
        world.reserve::<Components>(u32::try_from(rows).unwrap_or(u32::MAX));
        Self(world)
    }

    fn bulk_with_ids(elements: &[Element]) -> (Self, Vec<Entity>) {
        let mut world = hecs::World::new();
        let entities = world.spawn_batch(elements.iter().copied().map(components));
        let entities = entities.collect();
        (Self(world), entities)
    }

    fn bulk(elements: &[Element]) -> Self {
        let mut world = hecs::World::new();
        world.spawn_batch(elements.iter().copied().map(components));
        Self(world)
    }

    #[inline]
    fn insert(&mut self, element: Element) -> Entity {
        self.0.spawn(components(element))
    }

    fn rows(&self) -> usize {
        usize::try_from(self.0.len()).unwrap_or(usize::MAX)
    }

    fn sum_flags_of(&mut self, ids: &[Entity]) -> u32 {
        let flags = self.0.view_mut::<&Flags>();
        sum_u32(ids, |&id| flags.get(id).map_or(0, |flags| flags.0))
    }
}

impl Recycling for World {
    #[inline]
    fn remove(&mut self, id: Entity) -> bool {
        self.0.despawn(id).is_ok()
    }

    fn walk(&mut self) -> impl Iterator<Item = (Entity, u32)> {
        let rows = self.0.query_mut::<(Entity, &Flags)>();
        rows.into_iter().map(|(id, flags)| (id, flags.0))
    }

    fn ids(&mut self) -> impl Iterator<Item = Entity> {
        self.0.query_mut::<Entity>().into_iter()
    }

    fn change_rows(&mut self, mut change: impl Change) {
        type Row<'a> = (
            &'a mut Pos,
            &'a mut Vel,
            &'a mut Mass,
            &'a mut Flags,
            &'a mut NameId,
        );
        for (pos, vel, mass, flags, name_id) in self.0.query_mut::<Row<'_>>() {
            change(
                &mut pos.0,
                &mut vel.0,
                &mut mass.0,
                &mut flags.0,
                &mut name_id.0,
            );
        }
    }
}
