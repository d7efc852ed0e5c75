//! Stand-in.
#![allow(missing_docs, clippy::all, clippy::pedantic)]
use crate::{Columns, Hub, IdAllocator};
use core::marker::PhantomData;
pub struct LentColumns<'a, T: IdAllocator + 'static> {
    columns: Columns<'a, T>,
    hub: PhantomData<&'a Hub<T>>,
}
impl<'a, T: IdAllocator + 'static> LentColumns<'a, T> {
    pub fn new(hub: &'a Hub<T>) -> Self {
        LentColumns { columns: hub.columns(), hub: PhantomData }
    }
}
impl<'a, T: IdAllocator> core::ops::Deref for LentColumns<'a, T> {
    type Target = Columns<'a, T>;
    fn deref(&self) -> &Columns<'a, T> { &self.columns }
}
impl<T: IdAllocator> core::fmt::Debug for LentColumns<'_, T> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result { f.write_str("LentColumns") }
}
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Incarnation(core::num::NonZeroU64);
impl<T: IdAllocator> Hub<T> {
    pub fn incarnation(&self) -> Option<Incarnation> {
        if self.capacity() == 0 || self.last_tick().is_none() { return None; }
        core::num::NonZeroU64::new(self.id_bits().as_ptr().addr() as u64).map(Incarnation)
    }
}
