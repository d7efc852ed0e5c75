//! The limits: plain `Vec`s that know no handle and check nothing but their bounds.
//!
//! Safe code cannot index a `Vec` without its bounds check. Where that check
//! would show (the lookups by id), the workload brings its own limit, an array
//! whose length is a power of two and whose index is masked.

use crate::element::{
    Element, integrate_columns, step, sum_f32, sum_f32_column, sum_pos, sum_u32, sum_u32_column,
};
use crate::harness::Kind;
use crate::store::{Recycling, Store};

/// `Vec<Element>` and a stack of free indices.
#[derive(Debug, Default)]
pub(crate) struct PlainRows {
    rows: Vec<Element>,
    free: Vec<usize>,
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
            free: Vec::new(),
        }
    }

    fn bulk(elements: &[Element]) -> Self {
        Self {
            rows: elements.to_vec(),
            free: Vec::new(),
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
}

/// A `Vec` a field and a stack of free indices.
#[derive(Debug, Default)]
pub(crate) struct PlainColumns {
    pos: Vec<[f32; 3]>,
    vel: Vec<[f32; 3]>,
    mass: Vec<f32>,
    flags: Vec<u32>,
    name_id: Vec<u64>,
    free: Vec<usize>,
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
        if let Some(index) = self.free.pop() {
            self.pos[index] = element.pos;
            self.vel[index] = element.vel;
            self.mass[index] = element.mass;
            self.flags[index] = element.flags;
            self.name_id[index] = element.name_id;
            index
        } else {
            self.pos.push(element.pos);
            self.vel.push(element.vel);
            self.mass.push(element.mass);
            self.flags.push(element.flags);
            self.name_id.push(element.name_id);
            self.pos.len() - 1
        }
    }

    fn rows(&self) -> usize {
        self.pos.len() - self.free.len()
    }

    fn sum_mass(&mut self) -> f32 {
        sum_f32_column(&self.mass)
    }

    fn sum_flags(&mut self) -> u32 {
        sum_u32_column(&self.flags)
    }

    fn integrate(&mut self, dt: f32) {
        integrate_columns(&mut self.pos, &self.vel, dt);
    }

    fn sum_positions(&mut self) -> f64 {
        sum_pos(&self.pos)
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
}
