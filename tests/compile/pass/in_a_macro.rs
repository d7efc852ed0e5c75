//! Structs that a macro writes, with names and types from both sides, and types that a
//! macro writes.
#![forbid(unsafe_code)]
#![deny(warnings)]

macro_rules! record {
    ($(#[$meta:meta])* $vis:vis $name:ident, $value:expr, $($field:ident: $ty:ty),*) => {
        $(#[$meta])*
        #[derive($crate::IdAllocator)]
        #[soa(crate = $crate::runtime)]
        $vis struct $name {
            own: $crate::Own,
            #[soa(default = $value)]
            defaulted: u32,
            #[soa(default = vec![$value; 2].len())]
            computed: usize,
            $(pub $field: $ty),*
        }
    };
}

pub use soa_runtime::IdAllocator;

mod runtime {
    pub use soa_runtime::*;
}

#[derive(Default)]
pub struct Own;

record!(pub Texture, 1 + 2, mips: u32, view: Option<&'static str>);

pub trait Kind {
    type Value: Clone;
}

struct Small;

impl Kind for Small {
    type Value = u8;
}

/// A record with the macro's own crate in a visibility and in a bound.
macro_rules! of_a_kind {
    ($name:ident) => {
        #[derive(IdAllocator)]
        #[soa(layout = dense, derive(Clone))]
        struct $name<K: $crate::Kind> {
            #[soa(required)]
            pub(in $crate) value: <K as $crate::Kind>::Value,
        }
    };
}

of_a_kind!(Cell);

macro_rules! whole {
    () => {
        #[derive(IdAllocator)]
        struct Hidden {
            value: u8,
        }

        fn hidden() -> u8 {
            let mut hub = HiddenHub::new();
            let id: HiddenId = hub.alloc();
            *hub.row(id).value
        }
    };
}

whole!();

macro_rules! Measured {
    ($unit:ty) => {
        Option<$unit>
    };
}

#[derive(IdAllocator)]
#[soa(align = 16, derive(Clone, Debug))]
struct Mesh<'a, T: Clone + std::fmt::Debug> {
    plain: Measured!(u8),
    borrowed: Measured!(&'a str),
    inside: Vec<Measured!(T)>,
    #[soa(tracked)]
    tracked: Measured!(fn(&u8) -> &u8),
}

fn main() {
    let mut textures = TextureHub::new();
    let id = textures.alloc();
    let row = textures.row(id);
    let Own = row.own;
    assert_eq!(
        (*row.defaulted, *row.computed, *row.mips, *row.view),
        (3, 2, 0, None)
    );
    assert_eq!(hidden(), 0);

    let mut cells = CellHub::<Small>::new();
    let id = cells.insert(Cell { value: 3 });
    assert_eq!(*cells.clone().row(id).value, 3);

    let name = String::from("gear");
    let mut meshes = MeshHub::new();
    let mesh = meshes.insert(Mesh {
        plain: Some(1),
        borrowed: Some(&*name),
        inside: vec![Some(2_u16)],
        tracked: None,
    });
    let row = meshes.row(mesh).to_record();
    assert_eq!(
        (row.plain, row.borrowed, row.inside.len()),
        (Some(1), Some("gear"), 1)
    );
    assert!(row.tracked.is_none());
}
