use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct Word<'t> {
    text: &'t str,
    #[soa(links)]
    next: Option<u32>,
}

fn main() {}
