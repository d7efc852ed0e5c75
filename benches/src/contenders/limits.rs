//! The limits: plain `Vec`s that know no handle and check nothing but their bounds.
//!
//! They know no hole either: in their walks every row is live.
//!
//! Safe code cannot index a `Vec` without its bounds check. Where that check
//! would show (the lookups by id), the workload brings its own limit, an array
//! whose length is a power of two and whose index is masked.

use std::iter::zip;

use crate::element::{Element, step, sum_f32, sum_pos, sum_u32};
use crate::harness::Kind;
use crate::store::{Change, Copying, Loops, Recycling, Slices, Store, Visit};

pub(super) fn show(visitor: &mut impl Visit) {
    visitor.recycling::<PlainColumns>();
    visitor.copying::<PlainColumns>();
    visitor.recycling::<PlainRows>();
    visitor.copying::<PlainRows>();
}

/// `Vec<Element>` and a stack of free indices.
#[derive(Debug, Default)]
pub(crate) struct PlainRows {
    rows: Vec<Element>,
    free: Vec<usize>,
}

impl Loops for PlainRows {
    fn sum_mass(&mut self) -> f32 {
        sum_f32(&self.rows, |row| row.mass)
    }

    fn sum_flags(&mut self) -> u32 {
        sum_u32(&self.rows, |row| row.flags)
    }

    fn integrate(&mut self, dt: f32) {
        for row in &mut self.rows {
            step(&mut row.pos, row.vel, dt);
        }
    }

    fn sum_positions(&mut self) -> f64 {
        sum_pos(self.rows.iter().map(|row| &row.pos))
    }
}

impl Store for PlainRows {
    const NAME: &'static str = "Vec + free list";
    const KIND: Kind = Kind::Limit;
    type Id = usize;

    fn empty() -> Self {
        Self::default()
    }

    fn reserved(rows: usize) -> Self {
        Self {
            rows: Vec::with_capacity(rows),
            ..Self::default()
        }
    }

    fn bulk_with_ids(elements: &[Element]) -> (Self, Vec<usize>) {
        (Self::bulk(elements), (0..elements.len()).collect())
    }

    fn bulk(elements: &[Element]) -> Self {
        Self {
            rows: elements.to_vec(),
            ..Self::default()
        }
    }

    #[inline]
    fn insert(&mut self, element: Element) -> usize {
        if let Some(index) = self.free.pop() {
            self.rows[index] = element;
            index
        } else {
            self.rows.push(element);
            self.rows.len() - 1
        }
    }

    fn rows(&self) -> usize {
        self.rows.len() - self.free.len()
    }

    fn sum_flags_of(&mut self, ids: &[usize]) -> u32 {
        sum_u32(ids, |&id| self.rows[id].flags)
    }
}

impl Recycling for PlainRows {
    #[inline]
    fn remove(&mut self, id: usize) -> bool {
        self.free.push(id);
        true
    }

    fn walk(&mut self) -> impl Iterator<Item = (usize, u32)> {
        let flags = self.rows.iter().map(|row| row.flags);
        flags.enumerate()
    }

    fn change_rows(&mut self, mut change: impl Change) {
        for row in &mut self.rows {
            let Element {
                pos,
                vel,
                mass,
                flags,
                name_id,
            } = row;
            change(pos, vel, mass, flags, name_id);
        }
    }

    fn retain(&mut self, keep: impl Fn(u32) -> bool) {
        self.rows.retain(|row| keep(row.flags));
    }
}

impl Copying for PlainRows {
    fn copy_from(&mut self, source: &Self) {
        self.rows.clone_from(&source.rows);
        self.free.clone_from(&source.free);
    }
}

/// A `Vec` for each field and a stack of free indices.
#[derive(Debug, Default)]
pub(crate) struct PlainColumns {
    pos: Vec<[f32; 3]>,
    vel: Vec<[f32; 3]>,
    mass: Vec<f32>,
    flags: Vec<u32>,
    name_id: Vec<u64>,
    free: Vec<usize>,
}

impl Slices for PlainColumns {
    fn mass(&mut self) -> &[f32] {
        &self.mass
    }

    fn flags(&mut self) -> &[u32] {
        &self.flags
    }

    fn motion(&mut self) -> (&mut [[f32; 3]], &[[f32; 3]]) {
        (&mut self.pos, &self.vel)
    }
}

impl Store for PlainColumns {
    const NAME: &'static str = "plain columns";
    const KIND: Kind = Kind::Limit;
    type Id = usize;

    fn empty() -> Self {
        Self::default()
    }

    fn reserved(rows: usize) -> Self {
        Self {
            pos: Vec::with_capacity(rows),
            vel: Vec::with_capacity(rows),
            mass: Vec::with_capacity(rows),
            flags: Vec::with_capacity(rows),
            name_id: Vec::with_capacity(rows),
            free: Vec::new(),
        }
    }

    fn bulk_with_ids(elements: &[Element]) -> (Self, Vec<usize>) {
        (Self::bulk(elements), (0..elements.len()).collect())
    }

    fn bulk(elements: &[Element]) -> Self {
        Self {
            pos: elements.iter().map(|element| element.pos).collect(),
            vel: elements.iter().map(|element| element.vel).collect(),
            mass: elements.iter().map(|element| element.mass).collect(),
            flags: elements.iter().map(|element| element.flags).collect(),
            name_id: elements.iter().map(|element| element.name_id).collect(),
            free: Vec::new(),
        }
    }

    #[inline]
    fn insert(&mut self, element: Element) -> usize {
        let (pos, vel, mass, flags, name_id) = element.fields();
        if let Some(index) = self.free.pop() {
            self.pos[index] = pos;
            self.vel[index] = vel;
            self.mass[index] = mass;
            self.flags[index] = flags;
            self.name_id[index] = name_id;
            index
        } else {
            self.pos.push(pos);
            self.vel.push(vel);
            self.mass.push(mass);
            self.flags.push(flags);
            self.name_id.push(name_id);
            self.pos.len() - 1
        }
    }

    fn rows(&self) -> usize {
        self.pos.len() - self.free.len()
    }

    fn sum_flags_of(&mut self, ids: &[usize]) -> u32 {
        sum_u32(ids, |&id| self.flags[id])
    }
}

impl Recycling for PlainColumns {
    #[inline]
    fn remove(&mut self, id: usize) -> bool {
        self.free.push(id);
        true
    }

    fn walk(&mut self) -> impl Iterator<Item = (usize, u32)> {
        self.flags.iter().copied().enumerate()
    }

    fn change_rows(&mut self, mut change: impl Change) {
        let motion = zip(&mut self.pos, &mut self.vel);
        let others = zip(zip(&mut self.mass, &mut self.flags), &mut self.name_id);
        for ((pos, vel), ((mass, flags), name_id)) in zip(motion, others) {
            change(pos, vel, mass, flags, name_id);
        }
    }
}

impl Copying for PlainColumns {
    fn copy_from(&mut self, source: &Self) {
        self.pos.clone_from(&source.pos);
        self.vel.clone_from(&source.vel);
        self.mass.clone_from(&source.mass);
        self.flags.clone_from(&source.flags);
        self.name_id.clone_from(&source.name_id);
        self.free.clone_from(&source.free);
    }
}
