use soa_runtime::IdAllocator;

struct Marker;

#[derive(IdAllocator)]
struct StructOptionsOnAField {
    #[soa(align = 64)]
    #[soa(bits(index = 20, generation = 12))]
    #[soa(columns = View)]
    #[soa(crate = soa_runtime)]
    #[soa(derive(Clone))]
    #[soa(exhausted = wrap)]
    #[soa(holes = kept)]
    #[soa(hub = Textures)]
    #[soa(id = Id)]
    #[soa(layout = dense)]
    #[soa(marker = Marker)]
    #[soa(row = RowView)]
    mips: u32,
}

#[derive(IdAllocator)]
#[soa(layout = dense, default = 1, required)]
struct FieldOptionsOnTheStruct {}

#[derive(IdAllocator)]
struct OnAParameter<#[soa(required)] T> {
    texel: Option<T>,
}

#[derive(IdAllocator)]
enum OnAnEnumVariant {
    #[soa(default = 1)]
    Flat,
}

fn main() {}
