use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(row = View, columns = View)]
struct Texture {
    mips: u32,
}

// The mutable view of a row would be `ImageColumnsMut`.
#[derive(IdAllocator)]
#[soa(row = ImageColumns)]
struct Image {
    mips: u32,
}

#[derive(IdAllocator)]
#[soa(hub = PictureMut, columns = Picture)]
struct Picture {
    mips: u32,
}

fn main() {}
