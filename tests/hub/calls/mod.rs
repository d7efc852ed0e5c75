//! The calls of a hub, one noun per file, each in both layouts.

mod columns;
mod convert;
mod edit_row;
mod extract;
mod halved;
mod insert;
mod insert_many;
mod many;
mod order;
mod set_field;
mod state;
mod views;
