//! Nothing of the prelude is in scope, and names that derived code could lean on mean other things.
#![no_implicit_prelude]
#![no_std]
#![forbid(unsafe_code)]
#![deny(warnings)]

extern crate std;

/// Shadows what the expansion must not name.
#[allow(dead_code, non_camel_case_types)]
pub mod shadowed {
    /// Shadows.
    pub struct Vec;
    /// Shadows.
    pub struct Option;
    /// Shadows.
    pub struct Result;
    /// Shadows.
    pub struct Box;
    /// Shadows.
    pub struct Hub;
    /// Shadows.
    pub struct Shape;
    /// Shadows.
    pub struct PhantomData;
    /// Shadows.
    pub struct Handle;
    /// Shadows.
    pub trait Default {}
    /// Shadows.
    pub trait Clone {}
    /// Shadows.
    pub trait Iterator {}
    /// Shadows.
    pub struct u64;
    /// Shadows.
    pub struct bool;
    /// Shadows.
    pub struct str;
    /// Shadows.
    pub struct usize;
    /// Shadows.
    pub mod core {}
    /// Shadows.
    pub mod soa_runtime {}
    /// Shadows.
    #[allow(non_upper_case_globals)]
    pub const None: () = ();
    /// Shadows.
    #[allow(non_upper_case_globals)]
    pub const Some: () = ();

    /// A record.
    #[derive(::soa_runtime::IdAllocator)]
    #[soa(derive(Clone, Debug, PartialEq, Eq), recycle = fifo(min_free = 2), exhausted = wrap)]
    pub struct Texture<T> {
        /// A column.
        pub value: T,
        /// A column.
        pub mips: ::core::primitive::u32,
        #[soa(default = 4)]
        levels: ::core::primitive::u64,
    }
}

fn main() {
    let mut textures = shadowed::TextureHub::<::std::primitive::u8>::new();
    let id = textures.alloc();
    ::std::assert_eq!(*textures.row(id).mips, 0);
    ::std::assert!(textures == ::std::clone::Clone::clone(&textures));
}
