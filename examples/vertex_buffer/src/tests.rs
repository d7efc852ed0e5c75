//! What the program promises: an upload plan that always validates, pictures wherever there is an adapter.

mod pixels;
mod upload_plan;
