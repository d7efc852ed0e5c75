//! Derived code stays silent under the strictest lints.
#![forbid(
    unsafe_code,
    missing_docs,
    unreachable_pub,
    missing_debug_implementations
)]
#![deny(
    warnings,
    unused,
    nonstandard_style,
    future_incompatible,
    rust_2018_idioms
)]
#![deny(
    unused_qualifications,
    single_use_lifetimes,
    elided_lifetimes_in_paths,
    trivial_casts
)]
#![deny(
    unused_results,
    variant_size_differences,
    unit_bindings,
    explicit_outlives_requirements
)]

use soa_runtime::IdAllocator;

/// A record with private columns that are never read, and badly spelled columns.
#[derive(IdAllocator, Debug)]
#[allow(non_snake_case, clippy::type_complexity)]
#[soa(derive(Clone, Debug, PartialEq, Eq))]
pub(crate) struct Texture<'a, T: Copy> {
    unread: u32,
    badlySpelled: u32,
    #[soa(default = "brick")]
    name: &'a str,
    values: Vec<
        Option<(
            T,
            std::collections::BTreeMap<u32, Vec<Option<Result<T, u8>>>>,
        )>,
    >,
}

#[derive(IdAllocator, Debug)]
#[allow(non_camel_case_types, dead_code)]
struct lower_case {
    gen_: u8,
}

#[derive(IdAllocator, Debug)]
#[allow(deprecated)]
struct Old {
    #[deprecated = "use `new`"]
    old: u8,
}

#[derive(IdAllocator, Debug)]
struct NeverUsed {
    never_used: u8,
}

#[derive(IdAllocator)]
#[repr(C, packed)]
#[soa(derive(Clone, Debug, PartialEq))]
struct Packed {
    byte: u8,
    word: u32,
}

fn main() {
    let mut textures = TextureHub::<u8>::new();
    let id = textures.alloc();
    assert_eq!(*textures.row(id).name, "brick");
    let _rest = (lower_caseHub::new(), OldHub::new(), NeverUsedHub::new());
    let mut packed = PackedHub::new();
    let id = packed.insert(Packed { byte: 1, word: 2 });
    assert_eq!((*packed.row(id).byte, *packed.row(id).word), (1, 2));
}
