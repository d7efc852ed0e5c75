//! Structs that a macro writes, with names and types from both sides.
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
}
