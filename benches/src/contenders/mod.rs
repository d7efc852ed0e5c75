//! The contenders.

mod gecs;
mod maps;
mod ours;
mod secondaries;
mod vectors;

pub(crate) use self::gecs::World;
pub(crate) use self::maps::{Basic, DenseMap, PlainRows, Slab};
pub(crate) use self::ours::{Aligned, Dense, Dense4, Kept, Slots, Slots4};
pub(crate) use self::secondaries::WithSecondaries;
pub(crate) use self::vectors::{PlainColumns, SoaRs};

/// Calls a generic function for each of these contenders.
macro_rules! each_of {
    ($function:ident $arguments:tt $($contender:ident)*) => {{
        $($function::<crate::contenders::$contender> $arguments;)*
    }};
}
pub(crate) use each_of;

/// Calls a generic function for every contender that frees rows, in the order of the pages.
macro_rules! every_recycling {
    ($function:ident $arguments:tt) => {
        crate::contenders::each_of!($function $arguments PlainRows Slots Slots4 Dense Dense4
            Basic DenseMap WithSecondaries Slab World)
    };
}
pub(crate) use every_recycling;

/// Calls a generic function for every contender, in the order of the pages.
macro_rules! every {
    ($function:ident $arguments:tt) => {{
        $function::<crate::contenders::PlainColumns> $arguments;
        crate::contenders::every_recycling!($function $arguments);
        $function::<crate::contenders::SoaRs> $arguments;
    }};
}
pub(crate) use every;

/// Implements `Store` by what is done with the container `it`, the argument `x`, and more items.
macro_rules! store {
    (
        $name:ident($container:ty), $text:expr, $kind:ident, $id:ty, $copy:expr,
        |$it:ident, $x:ident| {
            with_capacity: $with_capacity:expr,
            insert: $insert:expr,
            rows: $rows:expr,
            sum_mass: $sum_mass:expr,
            integrate: $integrate:expr,
            positions: $positions:expr,
        }
        $($more:tt)*
    ) => {
        pub(crate) struct $name(pub(crate) $container);

        impl crate::store::Store for $name {
            const NAME: &'static str = $text;
            const KIND: crate::case::Kind = crate::case::Kind::$kind;
            const COPY: Option<fn(&mut Self, &Self)> = $copy;
            type Id = $id;

            fn with_capacity($x: usize) -> Self {
                Self($with_capacity)
            }

            #[inline]
            fn insert(&mut self, $x: crate::element::Element) -> $id {
                let $it = &mut self.0;
                $insert
            }

            fn rows(&self) -> usize {
                let $it = &self.0;
                $rows
            }

            fn sum_mass(&mut self) -> f32 {
                let $it = &mut self.0;
                $sum_mass
            }

            fn integrate(&mut self, $x: f32) {
                let $it = &mut self.0;
                $integrate
            }

            fn sum_positions(&mut self) -> f64 {
                let $it = &mut self.0;
                crate::element::sum_pos($positions)
            }

            $($more)*
        }
    };
}
use store;

/// Implements `Recycling` in the same way.
macro_rules! recycling {
    (
        $name:ident, $id:ty,
        |$it:ident, $x:ident| {
            remove: $remove:expr,
            walk: $walk:expr,
            sum_flags_of: $sum_flags_of:expr,
            change_rows: $change_rows:expr,
        }
        $($more:tt)*
    ) => {
        impl crate::store::Recycling for $name {
            #[inline]
            fn remove(&mut self, $x: $id) -> bool {
                let $it = &mut self.0;
                $remove
            }

            fn walk(&mut self) -> impl Iterator<Item = ($id, u32)> {
                let $it = &mut self.0;
                $walk
            }

            fn sum_flags_of(&mut self, $x: &[$id]) -> u32 {
                let $it = &mut self.0;
                $sum_flags_of
            }

            fn change_rows(&mut self, mut $x: impl crate::store::Change) {
                let $it = &mut self.0;
                $change_rows
            }

            $($more)*
        }
    };
}
use recycling;

/// Declares a struct with the fields of `Element`, for the derive of a contender.
macro_rules! particle {
    ($(#[$attribute:meta])*) => {
        $(#[$attribute])*
        pub(crate) struct Particle {
            pub(crate) pos: [f32; 3],
            pub(crate) vel: [f32; 3],
            pub(crate) mass: f32,
            pub(crate) flags: u32,
            pub(crate) name_id: u64,
        }

        impl From<crate::element::Element> for Particle {
            #[inline]
            fn from(element: crate::element::Element) -> Self {
                let (pos, vel, mass, flags, name_id) = element.fields();
                Self { pos, vel, mass, flags, name_id }
            }
        }
    };
}
pub(crate) use particle;

/// Declares a struct of containers, one for each field.
macro_rules! columns {
    ($v:vis struct $name:ident { $($field_v:vis $field:ident: $column:ty,)* }) => {
        $v struct $name {
            $($field_v $field: $column,)*
        }

        impl $name {
            fn with_capacity(rows: usize) -> Self {
                Self { $($field: <$column>::with_capacity(rows),)* }
            }

            fn clone_from(&mut self, source: &Self) {
                $(self.$field.clone_from(&source.$field);)*
            }
        }
    };
}
use columns;
