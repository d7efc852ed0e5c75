//! Fields that contain ids.

use alloc::boxed::Box;
use alloc::vec::Vec;

use soa_runtime::generic::Word;
use soa_runtime::{Handle, IdAllocator};

/// A value that contains ids of rows of `U`, for [`Backlinks`](crate::Backlinks).
///
/// Ids implement it, and so do `Option`, `Vec`, `Box`, slices and arrays of what implements it.
/// Implement it for your own types.
///
/// # Examples
///
/// ```
/// use soa_index::{Backlinks, Targets};
/// use soa_runtime::IdAllocator;
///
/// #[derive(Default)]
/// enum Order {
///     #[default]
///     Wait,
///     Attack(UnitId),
///     Escort(UnitId, UnitId),
///     Patrol(Vec<UnitId>),
/// }
///
/// impl Targets<Unit> for Order {
///     fn targets(&self, each: &mut dyn FnMut(UnitId)) {
///         match *self {
///             Order::Wait => {}
///             Order::Attack(enemy) => each(enemy),
///             Order::Escort(from, to) => [from, to].into_iter().for_each(each),
///             Order::Patrol(ref posts) => Targets::<Unit>::targets(posts, each),
///         }
///     }
/// }
///
/// #[derive(IdAllocator)]
/// #[soa(tracked)]
/// struct Unit { #[soa(tracked)] order: Order }
///
/// let mut units = UnitHub::new();
/// let ids = units.alloc_many(3);
/// *units.row_mut(ids[0]).order = Order::Attack(ids[2]);
/// *units.row_mut(ids[1]).order = Order::Escort(ids[0], ids[2]);
///
/// let mut orders = Backlinks::<Unit, Unit>::new(|units| units.order);
/// assert!(orders.at(&units).of(ids[2]).eq([ids[0], ids[1]]));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not contain ids of `{U}`",
    label = "the index reads ids of `{U}` here",
    note = "use a field that is an id, an `Option`, a `Vec`, a `Box` or an array of ids, or implement `Targets<{U}>`"
)]
pub trait Targets<U: IdAllocator> {
    /// Calls `each` with every id in this value, in their order. `each` ignores
    /// [`DANGLING`](Handle::DANGLING).
    fn targets(&self, each: &mut dyn FnMut(U::Id));
}

impl<U, N: ?Sized, R: Word, const I: u32, const G: u32, const TAG: u32> Targets<U>
    for Handle<N, R, I, G, TAG>
where
    U: IdAllocator<Id = Handle<N, R, I, G, TAG>>,
{
    #[inline]
    fn targets(&self, each: &mut dyn FnMut(U::Id)) {
        each(*self);
    }
}

impl<U: IdAllocator, F: Targets<U>> Targets<U> for Option<F> {
    #[inline]
    fn targets(&self, each: &mut dyn FnMut(U::Id)) {
        if let Some(value) = self {
            value.targets(each);
        }
    }
}

impl<U: IdAllocator, F: Targets<U>> Targets<U> for [F] {
    #[inline]
    fn targets(&self, each: &mut dyn FnMut(U::Id)) {
        for value in self {
            value.targets(each);
        }
    }
}

impl<U: IdAllocator, F: Targets<U>, const N: usize> Targets<U> for [F; N] {
    #[inline]
    fn targets(&self, each: &mut dyn FnMut(U::Id)) {
        self.as_slice().targets(each);
    }
}

impl<U: IdAllocator, F: Targets<U>> Targets<U> for Vec<F> {
    #[inline]
    fn targets(&self, each: &mut dyn FnMut(U::Id)) {
        self.as_slice().targets(each);
    }
}

impl<U: IdAllocator, F: Targets<U> + ?Sized> Targets<U> for Box<F> {
    #[inline]
    fn targets(&self, each: &mut dyn FnMut(U::Id)) {
        (**self).targets(each);
    }
}
