//! The derive states the columns' types before an attribute below it changes them. A macro in the
//! type of a field is called for each copy that the derive makes of the type, and last for the
//! struct, where it is another type: if the derive makes another number of copies, the macro needs
//! as many `Racy`. Two `Deref`s make each type coerce to the other, and yet the difference is found:
//! a hub of `&Plain` would be `Sync`, and its columns of `&Racy` would go to other threads.
#![forbid(unsafe_code)]

use std::cell::Cell;
use std::ops::Deref;

use soa_runtime::IdAllocator;

struct Racy(Cell<u32>);
struct Plain(u32);

static PLAIN: Plain = Plain(0);

impl Deref for Racy {
    type Target = Plain;

    fn deref(&self) -> &Plain {
        &PLAIN
    }
}

impl Deref for Plain {
    type Target = Racy;

    fn deref(&self) -> &Racy {
        unreachable!()
    }
}

#[derive(IdAllocator)]
#[soa_test_macros::plain_for_racy]
#[soa(layout = dense)]
struct ByAnAttribute {
    #[soa(required)]
    value: &'static Racy,
}

#[derive(IdAllocator)]
#[soa(layout = dense)]
struct ByAMacro {
    #[soa(required)]
    value: &'static soa_test_macros::one_after_another!(Racy Racy Racy Racy Racy Racy Plain),
}

fn main() {}
