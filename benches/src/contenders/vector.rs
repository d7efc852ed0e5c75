//! What the vectors of columns have in common: all but their names.

/// Declares a contender that is a vector of `Particle`s, without handles; an id
/// is an index. It lends its columns as slices.
macro_rules! vector {
    ($name:ident($vector:ty), $text:literal) => {
        #[doc = concat!("Rows in `", $text, "`.")]
        pub(super) struct $name($vector);

        const _: () = {
            use crate::element::{Element, sum_u32};
            use crate::harness::Kind;
            use crate::store::{Copying, Store};

            impl Store for $name {
                const NAME: &'static str = $text;
                const KIND: Kind = Kind::Peer;
                type Id = usize;

                fn empty() -> Self {
                    Self(<$vector>::new())
                }

                fn reserved(rows: usize) -> Self {
                    Self(<$vector>::with_capacity(rows))
                }

                #[inline]
                fn insert(&mut self, element: Element) -> usize {
                    self.0.push(element.into());
                    self.0.len() - 1
                }

                fn rows(&self) -> usize {
                    self.0.len()
                }

                fn sum_flags_of(&mut self, ids: &[usize]) -> u32 {
                    let flags = self.flags();
                    sum_u32(ids, |&id| flags.get(id).copied().unwrap_or(0))
                }

                fn bulk(elements: &[Element]) -> Self {
                    Self(elements.iter().copied().map(Particle::from).collect())
                }

                fn bulk_with_ids(elements: &[Element]) -> (Self, Vec<usize>) {
                    (Self::bulk(elements), (0..elements.len()).collect())
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
pub(super) use vector;
