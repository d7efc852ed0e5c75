//! Columns without handles: an id is an index, and no row is ever freed.

use soa_rs::Soa;

use super::{columns, particle, store};
use crate::element::{Element, integrate_columns, sum_f32_column};

use self::derived::Particle;

/// Makes columns a contender by how they are made of a slice, how they lend `mass`, and how they
/// lend `pos` and `vel`.
macro_rules! vector {
    (
        $name:ident($columns:ty), $text:literal, $kind:ident,
        |$it:ident| { collect: $collect:expr, mass: $mass:expr, motion: $motion:expr, }
    ) => {
        store! {
            $name($columns), $text, $kind, usize, Some(|to, from| to.0.clone_from(&from.0)),
            |$it, x| {
                with_capacity: <$columns>::with_capacity(x),
                insert: {
                    $it.push(x.into());
                    $mass.len() - 1
                },
                rows: $mass.len(),
                sum_mass: sum_f32_column($mass),
                integrate: integrate_columns($motion, x),
                positions: &*$motion.0,
            }
            fn bulk($it: &[Element]) -> Self {
                Self($collect)
            }

            fn bulk_with_ids(elements: &[Element]) -> (Self, Vec<usize>) {
                (Self::bulk(elements), (0..elements.len()).collect())
            }
        }
    };
}

// The limit for reading columns: a `Vec` for each field.
vector! {
    PlainColumns(Columns), "plain columns", Limit,
    |it| {
        collect: Columns {
            pos: it.iter().map(|row| row.pos).collect(),
            vel: it.iter().map(|row| row.vel).collect(),
            mass: it.iter().map(|row| row.mass).collect(),
            flags: it.iter().map(|row| row.flags).collect(),
            name_id: it.iter().map(|row| row.name_id).collect(),
        },
        mass: &it.mass,
        motion: (&mut it.pos, &it.vel),
    }
}

// Columns in one allocation.
vector! {
    SoaRs(Soa<Particle>), "soa-rs (no handles)", Peer,
    |it| {
        collect: it.iter().copied().map(Particle::from).collect(),
        mass: it.slices().mass,
        motion: {
            let columns = it.slices_mut();
            (columns.pos, &*columns.vel)
        },
    }
}

columns! {
    pub(crate) struct Columns {
        pub(crate) pos: Vec<[f32; 3]>,
        pub(crate) vel: Vec<[f32; 3]>,
        pub(crate) mass: Vec<f32>,
        pub(crate) flags: Vec<u32>,
        pub(crate) name_id: Vec<u64>,
    }
}

impl Columns {
    #[inline]
    fn push(&mut self, row: Element) {
        let (pos, vel, mass, flags, name_id) = row.fields();
        self.pos.push(pos);
        self.vel.push(vel);
        self.mass.push(mass);
        self.flags.push(flags);
        self.name_id.push(name_id);
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

    super::particle!(#[derive(Soars, SoaClone)]);
}
