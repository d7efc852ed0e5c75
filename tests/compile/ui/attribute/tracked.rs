use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(tracked, tracked = all)]
struct BesideTrackedAll {}

#[derive(IdAllocator)]
#[soa(tracked = all)]
#[soa(tracked)]
struct AfterTrackedAll {}

#[derive(IdAllocator)]
#[soa(tracked, tracked)]
struct GivenTwice {}

#[derive(IdAllocator)]
#[soa(tracked = true)]
struct ValueOfAFlag {}

#[derive(IdAllocator)]
#[soa(tracked = every)]
struct UnknownValue {}

#[derive(IdAllocator)]
#[soa(tracked(all))]
struct InParentheses {}

#[derive(IdAllocator)]
struct ValueOnAField {
    #[soa(tracked = all)]
    colour: u32,
}

#[derive(IdAllocator)]
#[soa(tracked = all)]
struct FieldBelowTrackedAll {
    #[soa(default = 7, tracked)]
    colour: u32,
    place: [f32; 3],
    #[soa(tracked)]
    r#type: u8,
}

fn main() {
    // The columns are tracked, so that nothing more is wrong.
    let lights = FieldBelowTrackedAllHub::new();
    let _ = lights.columns().colour.changed_since(soa_runtime::Tick::START, 0);
}
