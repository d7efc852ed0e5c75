//! Handles in components of `bevy`: each is reflected as one opaque value.

use alloc::format;
use core::any::type_name;

use bevy_reflect::std_traits::ReflectDefault;
use bevy_reflect::utility::GenericTypePathCell;
#[cfg(feature = "serde")]
use bevy_reflect::{ReflectDeserialize, ReflectSerialize};
use bevy_reflect::{TypePath, impl_reflect_opaque};

use super::Handle;
use crate::memory::Word;

/// Implements `Reflect` for handles, with what a registry records beside the type.
macro_rules! reflect {
    ($($more:ident),*) => {
        // `TypePath` is below, because here it would be asked of `T`, too.
        impl_reflect_opaque!((in soa_runtime) Handle<
            T: ?Sized, R: Word, const I: u32, const G: u32, const TAG: u32
        >(type_path = false, Clone, Debug, Default, Hash, PartialEq, $($more),*));
    };
}
#[cfg(not(feature = "serde"))]
reflect!();
#[cfg(feature = "serde")]
reflect!(Serialize, Deserialize);

impl<T: ?Sized + 'static, R: Word, const I: u32, const G: u32, const TAG: u32> TypePath
    for Handle<T, R, I, G, TAG>
{
    /// Returns the path, with the record as `core::any::type_name` returns it.
    fn type_path() -> &'static str {
        static PATHS: GenericTypePathCell = GenericTypePathCell::new();
        PATHS.get_or_insert::<Self, _>(|| {
            let (names, word) = (type_name::<T>(), type_name::<R>());
            format!("soa_runtime::Handle<{names}, {word}, {I}, {G}, {TAG}>")
        })
    }

    fn short_type_path() -> &'static str {
        &Self::type_path()["soa_runtime::".len()..]
    }

    fn type_ident() -> Option<&'static str> {
        Some("Handle")
    }

    fn crate_name() -> Option<&'static str> {
        Some("soa_runtime")
    }

    fn module_path() -> Option<&'static str> {
        Some("soa_runtime")
    }
}
