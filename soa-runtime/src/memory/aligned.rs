//! The recursion through [`Aligned`], which changes where its columns start and nothing
//! else.

use super::access::Access;
use super::clone::{CloneFields, CloneRows};
use super::fields::{Fields, Visit};
use super::lending::Lending;
use super::tree::{Aligned, At, Position};

impl<const N: usize, F: Fields> Fields for Aligned<N, F> {
    type Lent<'a, K: Lending>
        = F::Lent<'a, K>
    where
        Self: 'a;

    #[inline(always)]
    fn lend<'a, P: Position, K: Lending>(
        at: At<P, Self>,
        rows: &Access<'a, P::All, K>,
    ) -> Self::Lent<'a, K>
    where
        Self: 'a,
    {
        F::lend(at.inside(), rows)
    }

    #[inline(always)]
    fn each<P: Position, V: Visit<P::All>>(at: At<P, Self>, visit: &mut V) {
        F::each(at.inside(), visit);
    }
}

#[diagnostic::do_not_recommend]
impl<const N: usize, F: CloneFields> CloneFields for Aligned<N, F> {
    #[inline]
    fn clone_each<P: Position>(at: At<P, Self>, rows: &mut CloneRows<P::All>) {
        F::clone_each(at.inside(), rows);
    }
}
