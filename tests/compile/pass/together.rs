//! Programs that must compile, each with lints of its own. What needs a crate of its own has one.

pub mod all_generics_at_once;
pub mod any_field_name;
pub mod columns_of_any_parameter;
pub mod conditional_fields;
pub mod covariant_and_send;
pub mod in_a_function;
pub mod lints_of_the_user;
pub mod markers;
pub mod options_together;
pub mod own_hub_inside;
pub mod own_implementations;
pub mod serde_under_lints;
pub mod tags_of_generic_records;
pub mod two_hundred_fields;
pub mod views_with_other_names;
pub mod whole_records;
