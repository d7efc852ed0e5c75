use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct AlignOnAField {
    #[soa(align = 64)]
    mips: u32,
}

#[derive(IdAllocator)]
struct BitsOnAField {
    #[soa(bits(index = 20, generation = 12))]
    mips: u32,
}

#[derive(IdAllocator)]
struct ColumnsOnAField {
    #[soa(columns = ColumnsOnAFieldView)]
    mips: u32,
}

#[derive(IdAllocator)]
struct CrateOnAField {
    #[soa(crate = soa_runtime)]
    mips: u32,
}

#[derive(IdAllocator)]
struct DeriveOnAField {
    #[soa(derive(Clone))]
    mips: u32,
}

#[derive(IdAllocator)]
struct ExhaustedOnAField {
    #[soa(exhausted = wrap)]
    mips: u32,
}

#[derive(IdAllocator)]
#[soa(default = 1)]
struct FieldOptionOnTheStruct {}

#[derive(IdAllocator)]
struct HolesOnAField {
    #[soa(holes = kept)]
    mips: u32,
}

#[derive(IdAllocator)]
struct HubOnAField {
    #[soa(hub = Textures)]
    mips: u32,
}

#[derive(IdAllocator)]
struct IdOnAField {
    #[soa(id = Id)]
    mips: u32,
}

struct MarkerOnAField;

#[derive(IdAllocator)]
struct Texture {
    #[soa(marker = MarkerOnAField)]
    mips: u32,
}

#[derive(IdAllocator)]
struct OnAParameter<#[soa(required)] T> {
    texel: Option<T>,
}

#[derive(IdAllocator)]
enum OnAnEnumVariant {
    #[soa(default = 1)]
    Flat,
}

#[derive(IdAllocator)]
#[soa(layout = dense, required)]
struct RequiredOnTheStruct {}

#[derive(IdAllocator)]
struct RowOnAField {
    #[soa(row = RowOnAFieldView)]
    mips: u32,
}

#[derive(IdAllocator)]
struct StructOptionOnAField {
    #[soa(layout = dense)]
    mips: u32,
}

fn main() {}
