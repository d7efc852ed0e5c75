//! Unsafe code relies on the list of fields, so safe code cannot write one: a
//! hub of `Lie` would be `Send`, `Sync` and covariant as `u32` is.

use std::cell::Cell;
use std::marker::PhantomData;
use std::rc::Rc;

use soa_runtime::__private::{Facts, One};

struct Lie<'a>(PhantomData<&'a ()>);

impl<'a> Facts for Lie<'a> {
    type Record = u32;
    type Fields = One<Rc<Cell<&'a str>>>;
}

fn main() {}
