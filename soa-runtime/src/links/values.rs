//! The values that contain ids.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use super::{Links, VisitLinks};
use crate::handle::Handle;
use crate::hub::Hub;
use crate::memory::Word;
use crate::record::IdAllocator;

impl<T: 'static, R: Word + 'static, const I: u32, const G: u32, const TAG: u32> Links
    for Handle<T, R, I, G, TAG>
{
    const IS_ID: bool = true;

    #[inline]
    fn visit_links(&mut self, visit: &mut impl VisitLinks) {
        visit.link(self);
    }
}

/// Visits the value of an option. An id directly in it that lost its row becomes `None` if the
/// visitor asks for it.
impl<L: Links> Links for Option<L> {
    #[inline]
    fn visit_links(&mut self, visit: &mut impl VisitLinks) {
        if let Some(value) = self {
            value.visit_links(visit);
            if L::IS_ID && visit.has_dangled() {
                *self = None;
            }
        }
    }
}

impl<L: Links + ?Sized> Links for Box<L> {
    #[inline]
    fn visit_links(&mut self, visit: &mut impl VisitLinks) {
        (**self).visit_links(visit);
    }
}

impl<L: Links> Links for [L] {
    #[inline]
    fn visit_links(&mut self, visit: &mut impl VisitLinks) {
        for value in self {
            value.visit_links(visit);
        }
    }
}

impl<L: Links> Links for Vec<L> {
    #[inline]
    fn visit_links(&mut self, visit: &mut impl VisitLinks) {
        self.as_mut_slice().visit_links(visit);
    }
}

impl<L: Links, const N: usize> Links for [L; N] {
    #[inline]
    fn visit_links(&mut self, visit: &mut impl VisitLinks) {
        self.as_mut_slice().visit_links(visit);
    }
}

/// Visits the values, not the keys.
impl<K, L: Links> Links for BTreeMap<K, L> {
    fn visit_links(&mut self, visit: &mut impl VisitLinks) {
        for value in self.values_mut() {
            value.visit_links(visit);
        }
    }
}

/// Visits the values, not the keys.
#[cfg(feature = "std")]
impl<K, L: Links, S> Links for std::collections::HashMap<K, L, S> {
    fn visit_links(&mut self, visit: &mut impl VisitLinks) {
        for value in self.values_mut() {
            value.visit_links(visit);
        }
    }
}

/// Visits the marked fields of the live rows.
impl<T: IdAllocator + Links> Links for Hub<T> {
    fn visit_links(&mut self, visit: &mut impl VisitLinks) {
        self.iter_mut()
            .for_each(|(_, row)| T::visit_row_links(row, visit));
    }
}

macro_rules! tuples {
    ($(($($value:ident)+))*) => {$(
        impl<$($value: Links),+> Links for ($($value,)+) {
            #[inline]
            #[expect(non_snake_case, reason = "a value is called as its type")]
            fn visit_links(&mut self, visit: &mut impl VisitLinks) {
                let ($($value,)+) = self;
                $($value.visit_links(visit);)+
            }
        }
    )*};
}

impl Links for () {
    #[inline]
    fn visit_links(&mut self, _: &mut impl VisitLinks) {}
}

tuples! { (A) (A B) (A B C) (A B C D) }

macro_rules! without_ids {
    ($($value:ty)*) => {$(
        impl Links for $value {
            #[inline]
            fn visit_links(&mut self, _: &mut impl VisitLinks) {}
        }
    )*};
}

without_ids! {
    u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64 bool char String
}
