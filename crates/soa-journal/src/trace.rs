//! Spans of the crate `tracing`, with the feature `tracing`. Without it the macros are nothing, and
//! their arguments are not compiled.

/// Enters a span until the end of the scope. Its fields are empty until they are recorded.
macro_rules! enter {
    ($span:ident: $name:literal, $($field:ident),+) => {
        #[cfg(feature = "tracing")]
        let $span = tracing::debug_span!($name, $($field = tracing::field::Empty),+).entered();
    };
}

/// Records fields of a span that was entered.
macro_rules! record {
    ($span:ident, $($field:ident = $value:expr),+) => {
        #[cfg(feature = "tracing")]
        {
            $($span.record(stringify!($field), $value);)+
        }
    };
}

pub(crate) use {enter, record};
