//! Spans of the crate `tracing`, with the feature `tracing`. Without it the macros are nothing.

/// Enters a span until the end of the scope. Its sizes are empty until they are recorded.
macro_rules! enter {
    ($span:ident: $name:literal $(, $of:ident = $value:expr)?) => {
        #[cfg(feature = "tracing")]
        let $span = {
            use tracing::field::Empty;
            tracing::debug_span!($name, $($of = $value,)? rows = Empty, bytes = Empty, writes = Empty)
                .entered()
        };
    };
}

/// Records the sizes of what was sent within a span.
macro_rules! record {
    ($span:ident, $sent:expr) => {
        #[cfg(feature = "tracing")]
        {
            $span.record("rows", $sent.rows);
            $span.record("bytes", $sent.bytes);
            $span.record("writes", $sent.writes);
        }
    };
}

pub(crate) use {enter, record};
