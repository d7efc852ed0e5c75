//! Saves: what they cost, how they change with their record, and what is refused.

mod hostile;
mod sizes;
mod versions;
mod words;
