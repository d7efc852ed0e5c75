//! What the maps of whole structs have in common: all but their names.

/// Declares a contender that is a map of whole structs: their methods have the
/// same names, but for `remove`. A map that has its values in a slice sums that.
macro_rules! map {
    ($name:ident($map:ty), $text:literal, $id:ty, $remove:ident, $values:expr) => {
        #[doc = concat!("Rows in `", $text, "`.")]
        pub(super) struct $name($map);

        const _: () = {
            use crate::element::{step, sum_f32, sum_pos, sum_u32};
            use crate::harness::Kind;
            use crate::store::{Change, Copying, Loops, Recycling, Store};

            impl $name {
                const VALUES: Option<fn(&$map) -> &[Element]> = $values;
            }

            impl Loops for $name {
                fn sum_mass(&mut self) -> f32 {
                    match Self::VALUES {
                        Some(values) => sum_f32(values(&self.0), |row| row.mass),
                        None => self.0.iter().map(|(_, row)| row.mass).sum(),
                    }
                }

                fn sum_flags(&mut self) -> u32 {
                    let flags = self.0.iter().map(|(_, row)| row.flags);
                    match Self::VALUES {
                        Some(values) => sum_u32(values(&self.0), |row| row.flags),
                        None => flags.fold(0, u32::wrapping_add),
                    }
                }

                fn integrate(&mut self, dt: f32) {
                    for (_, row) in &mut self.0 {
                        step(&mut row.pos, row.vel, dt);
                    }
                }

                fn sum_positions(&mut self) -> f64 {
                    sum_pos(self.0.iter().map(|(_, row)| &row.pos))
                }
            }

            impl Store for $name {
                const NAME: &'static str = $text;
                const KIND: Kind = Kind::Peer;
                type Id = $id;

                fn empty() -> Self {
                    Self(<$map>::new())
                }

                fn reserved(rows: usize) -> Self {
                    Self(<$map>::with_capacity(rows))
                }

                #[inline]
                fn insert(&mut self, element: Element) -> $id {
                    self.0.insert(element)
                }

                fn rows(&self) -> usize {
                    self.0.len()
                }

                fn sum_flags_of(&mut self, ids: &[$id]) -> u32 {
                    sum_u32(ids, |&id| self.0.get(id).map_or(0, |row| row.flags))
                }
            }

            impl Recycling for $name {
                #[inline]
                fn remove(&mut self, id: $id) -> bool {
                    self.0.$remove(id).is_some()
                }

                fn walk(&mut self) -> impl Iterator<Item = ($id, u32)> {
                    self.0.iter().map(|(id, row)| (id, row.flags))
                }

                fn change_rows(&mut self, mut change: impl Change) {
                    for (_, row) in &mut self.0 {
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
                    self.0.retain(|_, row| keep(row.flags));
                }
            }

            impl Copying for $name {
                fn copy_from(&mut self, source: &Self) {
                    self.0.clone_from(&source.0);
                }
            }
        };
    };
}
pub(super) use map;
