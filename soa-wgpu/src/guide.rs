//! Guide.
