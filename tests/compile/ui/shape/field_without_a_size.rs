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

impl NamedHub {
    fn find(&self, id: NamedId) -> Option<u32> {
        self.get(id).map(|row| *row.id)
    }
}

fn main() {
    let named = NamedHub::new();
    assert!(named.find(NamedId::DANGLING).is_none());
}
