//! Tests of both layouts.

/// Declares records and other items in a module for each layout. The records come first, in
/// braces, without `layout` and without the derive of their hubs. `DENSE` tells the layouts apart.
macro_rules! in_both_layouts {
    ({ $($records:tt)* } $($item:item)*) => {
        $crate::layouts::in_layout! { slots false { $($records)* } $($item)* }
        $crate::layouts::in_layout! { dense true { $($records)* } $($item)* }
    };
}

macro_rules! in_layout {
    (
        $layout:ident $dense:literal
        { $($(#[$option:meta])* struct $record:ident { $($fields:tt)* })* }
        $($item:item)*
    ) => {
        #[allow(
            clippy::single_range_in_vec_init,
            clippy::unwrap_used,
            reason = "changes are a list of ranges, often of one, and what fails fails the test"
        )]
        mod $layout {
            use super::*;

            #[allow(dead_code, reason = "most items are the same in both layouts")]
            const DENSE: bool = $dense;

            $(
                #[derive(IdAllocator)]
                #[soa(layout = $layout)]
                $(#[$option])*
                struct $record { $($fields)* }
            )*

            $($item)*
        }
    };
}

pub(crate) use {in_both_layouts, in_layout};
