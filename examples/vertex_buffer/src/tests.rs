//! The uploads always validate, and the pictures are correct on any adapter.

mod pixels;
mod upload_plan;
