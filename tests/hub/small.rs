//! A hub of few ids in both layouts, whose values are counted.

/// Declares the items in a module for each layout, beside `Small`, a record whose handles have
/// 4 + 4 bits, and `small`, which makes one.
macro_rules! in_both_layouts {
    (@ $layout:ident $($item:item)*) => {
        mod $layout {
            use super::*;

            #[derive(IdAllocator)]
            #[soa(layout = $layout, bits(index = 4, generation = 4))]
            struct Small {
                value: Tracked,
            }

            fn small(value: u32) -> Small {
                Small { value: Tracked::new(value) }
            }

            $($item)*
        }
    };
    ($($item:item)*) => {
        $crate::small::in_both_layouts! { @ slots $($item)* }
        $crate::small::in_both_layouts! { @ dense $($item)* }
    };
}
pub(crate) use in_both_layouts;
