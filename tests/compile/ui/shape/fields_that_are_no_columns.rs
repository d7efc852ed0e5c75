//! A name that is given twice, and types without a size.

use std::fmt::Debug;

use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct Named {
    id: u32,
    name: str,
}

#[derive(IdAllocator)]
struct Listed {
    weights: [f32],
}

#[derive(IdAllocator)]
#[soa(layout = sparse)]
struct Drawn {
    shape: dyn Debug,
}

#[derive(IdAllocator)]
struct Held<T: ?Sized> {
    value: T,
}

#[derive(IdAllocator)]
struct Kept<T>
where
    T: Debug + ?Sized,
{
    value: T,
}

#[derive(IdAllocator)]
struct Twice {
    mips: u32,
    view: Option<u32>,
    mips: u8,
}

#[derive(IdAllocator)]
struct TwiceAndRaw {
    stage: u32,
    r#stage: u8,
}

fn main() {
    assert!(NamedHub::new().get(NamedId::DANGLING).is_none_or(|row| *row.id == 1));
    assert!(TwiceHub::new().get(TwiceId::DANGLING).is_none_or(|row| *row.mips == 1));
}
