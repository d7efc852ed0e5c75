//! Lifetimes, types, constants, defaults, bounds and where clauses together.
#![forbid(unsafe_code)]
#![deny(warnings, missing_docs)]

use core::marker::PhantomData;

use soa_runtime::IdAllocator;

/// A record with everything.
#[derive(IdAllocator)]
#[soa(derive(Clone, Debug))]
pub struct Mixed<
    'a,
    'b: 'a,
    T,
    I: Iterator = core::ops::Range<u8>,
    U: ?Sized + 'a = str,
    const N: usize = 4,
> where
    T: Copy + PartialOrd + 'a,
    I::Item: Copy,
    for<'x> &'x T: Sized,
{
    /// A reference.
    pub name: &'a str,
    /// Another.
    pub longer: Option<&'b str>,
    /// A parameter.
    pub value: T,
    /// A projection.
    pub item: I::Item,
    /// The same, written out.
    pub again: Option<<I as Iterator>::Item>,
    /// An array.
    #[soa(default = [0; N])]
    pub array: [u8; N],
    /// A function.
    #[soa(default = |_, number| number)]
    pub function: for<'x> fn(&'x T, u8) -> u8,
    /// No value.
    pub unsized_: PhantomData<U>,
}

/// A record that knows itself and its own hub's ids.
#[derive(IdAllocator, Clone, Debug, PartialEq)]
#[soa(derive(Clone, Debug, PartialEq))]
pub struct Linked<'a, T: Copy + 'a, const N: usize = 2> {
    /// Itself.
    pub boxed: Option<Box<Self>>,
    /// An id of its own hub.
    pub next: LinkedId<'a, T, N>,
    /// A parameter behind a reference.
    pub value: Option<&'a [T; N]>,
}

/// A parameter in no column that has a default of its own needs no `Default`.
#[derive(IdAllocator)]
pub struct Loose<T> {
    /// Never made by its trait.
    #[soa(default = None)]
    pub value: Option<T>,
    /// No value at all.
    pub nothing: PhantomData<T>,
}

struct NoDefault;

#[test]
fn compiles_and_runs() {
    let text = String::from("brick");
    let mut hub: MixedHub<'_, '_, u8> = MixedHub::new();
    let id = hub.alloc();
    *hub.row_mut(id).name = &text;
    assert_eq!((*hub.row(id).name, hub.row(id).array.len()), ("brick", 4));
    assert_eq!((hub.row(id).function)(&1, 2), 2);
    let copy = hub.clone();
    assert!(format!("{copy:?}").contains("brick"));

    let mut linked: LinkedHub<'_, u8> = LinkedHub::new();
    let first = linked.alloc();
    let second = linked.alloc();
    *linked.row_mut(second).next = first;
    assert!(linked == linked.clone() && linked.row(first) != linked.row(second));

    let mut loose = LooseHub::<NoDefault>::new();
    let id = loose.alloc();
    assert!(loose.row(id).value.is_none());
}
