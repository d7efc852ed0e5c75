//! Scripts change hubs that they do not know: `cargo run -- FILE` in this folder.
//!
//! A script finds a row by its id, `units[id].hp`. An error names the line and the column, and a script that
//! takes too many steps ends with one. What a script wrote before an error stays.

mod rows;

use std::cell::RefCell;
use std::rc::Rc;
use std::{env, error::Error, fs};

use rhai::module_resolvers::DummyModuleResolver;
use rhai::{Engine, Scope};
use soa_runtime::IdAllocator;

use crate::rows::Rows;

/// A record whose hub scripts can change: all that needs is what `derive` lists.
#[derive(IdAllocator, Debug)]
#[soa(derive(Debug, Serialize, Deserialize))]
struct Unit {
    name: String,
    #[soa(default = 100)]
    hp: u32,
    place: [f32; 2],
    target: Option<UnitId>,
}

/// Makes an engine whose scripts end with an error after this number of steps, or at a large string
/// or array. A step may call `ids`, which visits all rows.
fn engine(steps: u64) -> Engine {
    let mut engine = Engine::new();
    engine.set_max_operations(steps);
    engine.set_max_string_size(1 << 16);
    engine.set_max_array_size(1 << 20);
    engine.set_module_resolver(DummyModuleResolver::new()); // no script reads files
    rows::register(&mut engine);
    engine
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = env::args().nth(1).ok_or("give the file of a script")?;
    let units = Rc::new(RefCell::new(UnitHub::new()));
    let mut scope = Scope::new();
    let rows = Rows::new("units", units.clone(), &[("target", "units")]);
    scope.push_constant("units", rows);
    let done = engine(1_000_000).run_with_scope(&mut scope, &fs::read_to_string(path)?);
    println!("{:?}", units.borrow());
    Ok(done.map_err(|error| error.to_string())?)
}

#[cfg(test)]
mod tests;
