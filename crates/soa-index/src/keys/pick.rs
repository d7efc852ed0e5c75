//! Closures that pick columns, and closures that compute a key from their values.

use alloc::boxed::Box;
use core::marker::PhantomData;
use core::ops::{ControlFlow, Range};

use soa_runtime::generic::LentColumns;
use soa_runtime::{Hub, IdAllocator, Tick, TrackedColumn};

use super::union::union;
use super::{Key, Keys, Place, Rows};

/// Returns the keys that are the values of a column.
pub(crate) fn column<T: IdAllocator + 'static, K: 'static>(
    pick: impl for<'a> Fn(LentColumns<'a, T>) -> TrackedColumn<'a, T, K> + Send + Sync + 'static,
) -> Box<dyn Keys<T, K>> {
    Box::new(Whole(pick))
}

/// Returns the keys that `key` computes from the values of a column.
pub(crate) fn by<T: IdAllocator + 'static, K: 'static, A: 'static>(
    pick: impl for<'a> Fn(LentColumns<'a, T>) -> TrackedColumn<'a, T, A> + Send + Sync + 'static,
    key: impl Fn(&A) -> K + Send + Sync + 'static,
) -> Box<dyn Keys<T, K>> {
    Box::new(By {
        pick,
        key,
        values: PhantomData,
    })
}

/// Returns the keys that `key` computes from the values of two columns.
pub(crate) fn by2<T: IdAllocator + 'static, K: 'static, A: 'static, B: 'static>(
    pick: impl for<'a> Fn(LentColumns<'a, T>) -> (TrackedColumn<'a, T, A>, TrackedColumn<'a, T, B>)
    + Send
    + Sync
    + 'static,
    key: impl Fn(&A, &B) -> K + Send + Sync + 'static,
) -> Box<dyn Keys<T, K>> {
    Box::new(By2 {
        pick,
        key,
        values: PhantomData,
    })
}

/// Returns the keys that `key` computes from the values of three columns.
pub(crate) fn by3<T: IdAllocator + 'static, K: 'static, A: 'static, B: 'static, C: 'static>(
    pick: impl for<'a> Fn(
        LentColumns<'a, T>,
    ) -> (
        TrackedColumn<'a, T, A>,
        TrackedColumn<'a, T, B>,
        TrackedColumn<'a, T, C>,
    ) + Send
    + Sync
    + 'static,
    key: impl Fn(&A, &B, &C) -> K + Send + Sync + 'static,
) -> Box<dyn Keys<T, K>> {
    Box::new(By3 {
        pick,
        key,
        values: PhantomData,
    })
}

/// Keys that are the values of a column.
struct Whole<P>(P);

impl<T, K, P> Keys<T, K> for Whole<P>
where
    T: IdAllocator + 'static,
    P: for<'a> Fn(LentColumns<'a, T>) -> TrackedColumn<'a, T, K> + Send + Sync,
{
    fn written(
        &self,
        hub: &Hub<T>,
        since: Tick,
        each: &mut dyn FnMut(Range<usize>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let keys = of_hub(hub, (self.0)(LentColumns::new(hub)));
        keys.changed_since(since, 0).try_for_each(each)
    }

    fn read(&self, hub: &Hub<T>, rows: Rows<'_>, each: &mut dyn FnMut(Place<T>, Key<'_, K>)) {
        let keys = of_hub(hub, (self.0)(LentColumns::new(hub))).as_slice();
        rows.walk(hub, |place| {
            let key = &keys[place.row];
            each(place, Key::Lent(key));
        });
    }

    fn column<'h>(&self, hub: &'h Hub<T>) -> Option<&'h [K]> {
        Some(of_hub(hub, (self.0)(LentColumns::new(hub))).as_slice())
    }
}

/// Declares keys that a closure computes from the values of columns.
macro_rules! computed {
    ($(#[$doc:meta])* $name:ident, $picked:ty, $pattern:tt; $($value:ident: $field:ident)+) => {
        $(#[$doc])*
        struct $name<P, F, $($value),+> {
            pick: P,
            key: F,
            values: PhantomData<fn($(&$value),+)>,
        }

        impl<T, K, P, F, $($value),+> Keys<T, K> for $name<P, F, $($value),+>
        where
            T: IdAllocator + 'static,
            P: for<'a> Fn(LentColumns<'a, T>) -> $picked + Send + Sync,
            F: Fn($(&$value),+) -> K + Send + Sync,
        {
            fn written(
                &self,
                hub: &Hub<T>,
                since: Tick,
                each: &mut dyn FnMut(Range<usize>) -> ControlFlow<()>,
            ) -> ControlFlow<()> {
                let $pattern = (self.pick)(LentColumns::new(hub));
                union([$(of_hub(hub, $field).changed_since(since, 0)),+], each)
            }

            fn read(
                &self,
                hub: &Hub<T>,
                rows: Rows<'_>,
                each: &mut dyn FnMut(Place<T>, Key<'_, K>),
            ) {
                let $pattern = (self.pick)(LentColumns::new(hub));
                $(let $field = of_hub(hub, $field).as_slice();)+
                rows.walk(hub, |place| {
                    let key = (self.key)($(&$field[place.row]),+);
                    each(place, Key::Made(key));
                });
            }

            fn column<'h>(&self, _: &'h Hub<T>) -> Option<&'h [K]> {
                None
            }
        }
    };
}

computed! {
    /// Keys that a closure computes from the values of a column.
    By, TrackedColumn<'a, T, A>, a; A: a
}
computed! {
    /// Keys that a closure computes from the values of two columns.
    By2, (TrackedColumn<'a, T, A>, TrackedColumn<'a, T, B>), (a, b); A: a B: b
}
computed! {
    /// Keys that a closure computes from the values of three columns.
    By3, (TrackedColumn<'a, T, A>, TrackedColumn<'a, T, B>, TrackedColumn<'a, T, C>), (a, b, c);
    A: a B: b C: c
}

/// Returns a column that a closure picked.
///
/// # Panics
///
/// Panics if the closure returned a column of another hub.
#[track_caller]
fn of_hub<'a, T: IdAllocator, F>(
    hub: &Hub<T>,
    column: TrackedColumn<'a, T, F>,
) -> TrackedColumn<'a, T, F> {
    let (found, expected) = (column.len(), hub.id_bits().len());
    assert!(
        hub.column_of(column.as_slice()).is_some(),
        "the closure of an index of {} returned a column of length {found} that is not one of the hub that is asked \
         about; expected a column of the argument, of length {expected}",
        T::HUB
    );
    column
}
