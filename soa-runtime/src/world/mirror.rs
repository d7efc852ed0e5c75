//! The mirror of a world: all parts of a packet are applied, or none.

use core::marker::PhantomData;
use core::mem;

use serde::Deserializer;
use serde::de::Error;

use super::delta::PacketReader;
use super::{OwnedParts, OwnedValue, OwnedWorldDelta, Part, ReadParts, ValueMut, World};
use crate::delta::{DeltaError, OwnedDelta, ReadChanges, is_new};
use crate::mirror::{Applied, Mirror, Prepared};
use crate::record::{TrackedRecord, Vacate};
use crate::ticks::Tick;

/// The copy of a world that lives elsewhere and follows it by deltas.
///
/// `#[world(mirror)]` generates one, with a [`Mirror`] for each hub, and implements this trait.
/// Its own methods do what these functions do.
pub trait WorldMirror {
    /// The world that it follows.
    type World: World;
    /// The mirrors and values: for example `(Part<&mut Mirror<Unit>>, (Part<ValueMut<u64>>, ()))`.
    type PartsMut<'a>
    where
        Self: 'a;

    /// Returns the last tick that all hubs have seen.
    fn tick(&self) -> Tick;

    /// Lends the mirrors and values mutably.
    fn parts_mut(&mut self) -> Self::PartsMut<'_>;
}

/// The parts of a packet of `W`.
pub type DeltasOf<W> = <<W as World>::Owned as OwnedParts>::Deltas;

/// The parts of a mirror. `Deltas` is the list of the parts of a packet.
pub trait MirrorParts<Deltas> {
    /// The memory that a packet needs.
    #[doc(hidden)]
    type Prepared;

    /// Returns the largest number of slots of the hub at a position.
    #[doc(hidden)]
    fn limit(&self, at: usize) -> u32;

    /// Checks all deltas, and reserves what they need.
    #[doc(hidden)]
    fn prepare(&mut self, deltas: &mut Deltas) -> Result<Self::Prepared, DeltaError>;

    /// Applies all deltas. What is replaced stays in them.
    #[doc(hidden)]
    fn write(self, deltas: &mut Deltas, prepared: &mut Self::Prepared);
}

impl MirrorParts<()> for () {
    type Prepared = ();

    fn limit(&self, _: usize) -> u32 {
        0
    }

    fn prepare(&mut self, (): &mut ()) -> Result<(), DeltaError> {
        Ok(())
    }

    fn write(self, (): &mut (), (): &mut ()) {}
}

impl<T, R, Q> MirrorParts<(Option<OwnedDelta<T>>, Q)> for (Part<&mut Mirror<T>>, R)
where
    T: Vacate + TrackedRecord + ReadChanges,
    R: MirrorParts<Q>,
{
    type Prepared = (Option<Prepared<T>>, R::Prepared);

    fn limit(&self, at: usize) -> u32 {
        at.checked_sub(1)
            .map_or_else(|| self.0.part.limit(), |at| self.1.limit(at))
    }

    fn prepare(
        &mut self,
        (delta, others): &mut (Option<OwnedDelta<T>>, Q),
    ) -> Result<Self::Prepared, DeltaError> {
        let mirror = &mut *self.0.part;
        // A hub that was ahead of the others may have been seen already.
        let prepared = match delta {
            Some(delta) if is_new(Some(mirror.tick()), delta.since, delta.tick)? => {
                Some(mirror.prepare(delta)?)
            }
            _ => None,
        };
        Ok((prepared, self.1.prepare(others)?))
    }

    fn write(self, deltas: &mut (Option<OwnedDelta<T>>, Q), prepared: &mut Self::Prepared) {
        if let (Some(delta), Some(prepared)) = (&mut deltas.0, &mut prepared.0) {
            self.0.part.write(delta, prepared);
        }
        self.1.write(&mut deltas.1, &mut prepared.1);
    }
}

impl<V, R, Q> MirrorParts<(Option<OwnedValue<V>>, Q)> for (Part<ValueMut<'_, V>>, R)
where
    R: MirrorParts<Q>,
{
    type Prepared = R::Prepared;

    fn limit(&self, at: usize) -> u32 {
        at.checked_sub(1).map_or(0, |at| self.1.limit(at))
    }

    fn prepare(
        &mut self,
        deltas: &mut (Option<OwnedValue<V>>, Q),
    ) -> Result<Self::Prepared, DeltaError> {
        self.1.prepare(&mut deltas.1)
    }

    fn write(self, deltas: &mut (Option<OwnedValue<V>>, Q), prepared: &mut Self::Prepared) {
        if let Some(OwnedValue(value)) = &mut deltas.0 {
            mem::swap(self.0.part.0, value);
        }
        self.1.write(&mut deltas.1, prepared);
    }
}

/// Implements the methods of the mirror of a world that are the same for every one.
#[doc(hidden)]
#[macro_export]
macro_rules! __world_mirror {
    (
        $vis:vis $mirror:ident of $world:ty;
        [$($generics:tt)*] [$($arguments:tt)*] [$($clause:tt)*]
    ) => {
        impl $($generics)* $mirror $($arguments)* $($clause)* {
            /// Reads a delta of the world and applies it: all of it, or nothing.
            ///
            /// # Errors
            ///
            /// Returns an error if the delta cannot be read, if the mirror has not seen its start, or
            /// if a part of it does not fit.
            $vis fn apply<'__soa_mirror, '__soa_de, __SoaWorld, __SoaDeserializer>(
                &'__soa_mirror mut self,
                deserializer: __SoaDeserializer,
            ) -> ::core::result::Result<$crate::Applied, __SoaDeserializer::Error>
            where
                Self: $crate::generic::WorldMirror<World = __SoaWorld>,
                __SoaWorld: $crate::World<Owned: $crate::generic::OwnedParts<
                    Deltas: $crate::generic::ReadParts<'__soa_de>,
                >>,
                <Self as $crate::generic::WorldMirror>::PartsMut<'__soa_mirror>:
                    $crate::generic::MirrorParts<$crate::__private::DeltasOf<__SoaWorld>>,
                __SoaDeserializer: $crate::__private::serde::Deserializer<'__soa_de>,
            {
                $crate::__private::apply(self, deserializer)
            }

            /// Applies a delta of the world that was read before: all of it, or nothing.
            ///
            /// # Errors
            ///
            /// Returns an error if the mirror has not seen the start of the delta, or if a part of it
            /// does not fit.
            $vis fn apply_owned<'__soa_mirror, __SoaWorld>(
                &'__soa_mirror mut self,
                delta: $crate::OwnedWorldDelta<__SoaWorld>,
            ) -> ::core::result::Result<$crate::Applied, $crate::DeltaError>
            where
                Self: $crate::generic::WorldMirror<World = __SoaWorld>,
                __SoaWorld: $crate::World<Owned: $crate::generic::OwnedParts>,
                <Self as $crate::generic::WorldMirror>::PartsMut<'__soa_mirror>:
                    $crate::generic::MirrorParts<$crate::__private::DeltasOf<__SoaWorld>>,
            {
                $crate::__private::apply_owned(self, delta)
            }

            /// Returns the last tick of the world that the mirror has seen: the start of the next
            /// delta.
            #[must_use]
            $vis fn tick(&self) -> $crate::Tick {
                $crate::generic::WorldMirror::tick(self)
            }
        }

        #[automatically_derived]
        impl $($generics)* ::core::fmt::Debug for $mirror $($arguments)* $($clause)* {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.debug_struct(::core::stringify!($mirror))
                    .field("tick", &self.tick())
                    .finish_non_exhaustive()
            }
        }
    };
}

/// Returns the lowest of these ticks, which all of them have reached.
pub fn lowest(ticks: &[Tick]) -> Tick {
    ticks.iter().min().copied().unwrap_or_default()
}

/// Reads the delta of a world and applies it: all of it, or nothing.
///
/// # Errors
///
/// Returns the errors of the deserializer, and of a part that refuses its delta.
pub fn apply<'m, 'de, M, W, D>(mirror: &'m mut M, deserializer: D) -> Result<Applied, D::Error>
where
    M: WorldMirror<World = W>,
    W: World<Owned: OwnedParts<Deltas: ReadParts<'de>>>,
    M::PartsMut<'m>: MirrorParts<DeltasOf<W>>,
    D: Deserializer<'de>,
{
    let seen = mirror.tick();
    let parts = mirror.parts_mut();
    let reader = PacketReader::<W> {
        seen: Some(seen),
        limit: &|at| parts.limit(at),
        world: PhantomData,
    };
    match reader.read(deserializer)? {
        Some(delta) => take(parts, delta).map_err(D::Error::custom),
        None => Ok(Applied::Old),
    }
}

/// Applies a delta of a world that was read before: all of it, or nothing.
///
/// # Errors
///
/// Returns the error of a part that refuses its delta.
pub fn apply_owned<'m, M, W>(
    mirror: &'m mut M,
    delta: OwnedWorldDelta<W>,
) -> Result<Applied, DeltaError>
where
    M: WorldMirror<World = W>,
    W: World<Owned: OwnedParts>,
    M::PartsMut<'m>: MirrorParts<DeltasOf<W>>,
{
    if is_new(Some(mirror.tick()), delta.since, delta.tick)? {
        take(mirror.parts_mut(), delta)
    } else {
        Ok(Applied::Old)
    }
}

/// Applies a delta whose ticks were checked.
fn take<W, P>(mut parts: P, delta: OwnedWorldDelta<W>) -> Result<Applied, DeltaError>
where
    W: World<Owned: OwnedParts>,
    P: MirrorParts<DeltasOf<W>>,
{
    let (mut deltas, tick) = (delta.parts, delta.tick);
    let mut prepared = parts.prepare(&mut deltas)?;
    parts.write(&mut deltas, &mut prepared);
    // Code of records and values runs: the mirror is done with the delta.
    drop((deltas, prepared));
    Ok(Applied::Now(tick))
}
