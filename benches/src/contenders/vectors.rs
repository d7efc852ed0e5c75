//! Columns without handles: an id is an index, and no row is ever freed.

use soa_rs::Soa;

use crate::element::{Element, integrate_columns, sum_f32_column, sum_pos};
use crate::figures::Kind;
use crate::store::Store;

use self::derived::Particle;

/// The limit for reading columns: a `Vec` for each field.
pub(crate) type PlainColumns = Vector<Columns>;
/// `soa-rs`: columns in one allocation.
pub(crate) type SoaRs = Vector<Soa<Particle>>;

/// A container that lends its columns as slices.
pub(crate) trait Lend: 'static {
    const NAME: &'static str;
    const KIND: Kind;

    fn with_capacity(rows: usize) -> Self;
    fn push(&mut self, element: Element);
    fn collect(elements: &[Element]) -> Self;
    fn copy(&mut self, source: &Self);
    fn mass(&self) -> &[f32];
    /// Lends positions and velocities.
    fn motion(&mut self) -> (&mut [[f32; 3]], &[[f32; 3]]);
}

pub(crate) struct Vector<C>(pub(crate) C);

impl<C: Lend> Store for Vector<C> {
    const NAME: &'static str = C::NAME;
    const KIND: Kind = C::KIND;
    const COPY: Option<fn(&mut Self, &Self)> = Some(|to, from| to.0.copy(&from.0));
    type Id = usize;

    fn with_capacity(rows: usize) -> Self {
        Self(C::with_capacity(rows))
    }

    #[inline]
    fn insert(&mut self, element: Element) -> usize {
        self.0.push(element);
        self.rows() - 1
    }

    fn rows(&self) -> usize {
        self.0.mass().len()
    }

    fn sum_mass(&mut self) -> f32 {
        sum_f32_column(self.0.mass())
    }

    fn integrate(&mut self, dt: f32) {
        integrate_columns(self.0.motion(), dt);
    }

    fn sum_positions(&mut self) -> f64 {
        sum_pos(&*self.0.motion().0)
    }

    fn bulk(elements: &[Element]) -> Self {
        Self(C::collect(elements))
    }

    fn bulk_with_ids(elements: &[Element]) -> (Self, Vec<usize>) {
        (Self::bulk(elements), (0..elements.len()).collect())
    }
}

#[derive(Default)]
pub(crate) struct Columns {
    pub(crate) pos: Vec<[f32; 3]>,
    pub(crate) vel: Vec<[f32; 3]>,
    pub(crate) mass: Vec<f32>,
    pub(crate) flags: Vec<u32>,
    pub(crate) name_id: Vec<u64>,
}

impl Lend for Columns {
    const NAME: &'static str = "plain columns";
    const KIND: Kind = Kind::Limit;

    fn with_capacity(rows: usize) -> Self {
        Self {
            pos: Vec::with_capacity(rows),
            vel: Vec::with_capacity(rows),
            mass: Vec::with_capacity(rows),
            flags: Vec::with_capacity(rows),
            name_id: Vec::with_capacity(rows),
        }
    }

    #[inline]
    fn push(&mut self, element: Element) {
        let (pos, vel, mass, flags, name_id) = element.fields();
        self.pos.push(pos);
        self.vel.push(vel);
        self.mass.push(mass);
        self.flags.push(flags);
        self.name_id.push(name_id);
    }

    fn collect(elements: &[Element]) -> Self {
        Self {
            pos: elements.iter().map(|element| element.pos).collect(),
            vel: elements.iter().map(|element| element.vel).collect(),
            mass: elements.iter().map(|element| element.mass).collect(),
            flags: elements.iter().map(|element| element.flags).collect(),
            name_id: elements.iter().map(|element| element.name_id).collect(),
        }
    }

    fn copy(&mut self, source: &Self) {
        self.pos.clone_from(&source.pos);
        self.vel.clone_from(&source.vel);
        self.mass.clone_from(&source.mass);
        self.flags.clone_from(&source.flags);
        self.name_id.clone_from(&source.name_id);
    }

    fn mass(&self) -> &[f32] {
        &self.mass
    }

    fn motion(&mut self) -> (&mut [[f32; 3]], &[[f32; 3]]) {
        (&mut self.pos, &self.vel)
    }
}

impl Lend for Soa<Particle> {
    const NAME: &'static str = "soa-rs (no handles)";
    const KIND: Kind = Kind::Peer;

    fn with_capacity(rows: usize) -> Self {
        Soa::with_capacity(rows)
    }

    #[inline]
    fn push(&mut self, element: Element) {
        self.push(element.into());
    }

    fn collect(elements: &[Element]) -> Self {
        elements.iter().copied().map(Particle::from).collect()
    }

    fn copy(&mut self, source: &Self) {
        self.clone_from(source);
    }

    fn mass(&self) -> &[f32] {
        self.slices().mass
    }

    fn motion(&mut self) -> (&mut [[f32; 3]], &[[f32; 3]]) {
        let columns = self.slices_mut();
        (columns.pos, columns.vel)
    }
}

#[allow(
    clippy::pedantic,
    dead_code,
    unreachable_pub,
    reason = "the derive's own code"
)]
mod derived {
    use soa_rs::{SoaClone, Soars};

    super::super::particle!(#[derive(Soars, SoaClone)]);
}
