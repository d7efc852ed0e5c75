use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(derive(Eq))]
struct EqWithoutPartialEq {}

#[derive(IdAllocator)]
#[soa(layout = dense, holes = kept)]
struct HolesInTheDenseLayout {}

#[derive(IdAllocator)]
#[soa(hub = Textures, id = Textures)]
struct HubAndIdOfOneName {}

#[derive(IdAllocator)]
#[soa(derive(Serialize, Deserialize))]
struct LifetimeOfTheDeserializer<'de> {
    name: &'de str,
}

#[derive(IdAllocator)]
struct LinksBesideALifetime<'t> {
    text: &'t str,
    #[soa(links)]
    next: Option<u32>,
}

#[derive(IdAllocator)]
#[soa(hub = NamesThatCollide, id = NamesThatCollideRow)]
struct NamesThatCollide {}

#[derive(IdAllocator)]
#[soa(layout = dense)]
struct RequiredWithDefault {
    #[soa(required, default = 1)]
    mips: u32,
}

#[derive(IdAllocator)]
#[soa(layout = slots)]
struct RequiredInTheSlotsLayout {
    #[soa(required)]
    name: String,
}

#[derive(IdAllocator)]
#[soa(row = View, columns = View)]
struct ViewsOfOneName {}

// The mutable view of a row would be `ImageColumnsMut`.
#[derive(IdAllocator)]
#[soa(row = ImageColumns)]
struct Image {}

#[derive(IdAllocator)]
#[soa(hub = PictureMut, columns = Picture)]
struct Picture {}

fn main() {
    RequiredInTheSlotsLayoutHub::new().alloc();
}
