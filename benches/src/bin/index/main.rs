//! What an index answers and costs, beside what programs keep by hand next to the same hub, and
//! beside `multi_index_map`, `parry3d` and `kiddo`. Writes `index.md`, or `index-games.md` in the
//! profile `games`.
//!
//! A round runs all contenders in turns, and compares what they found. A ratio is taken round by
//! round.

mod boxes;
mod contest;
mod groups;
mod names;
mod places;
mod ranks;
mod refresh;

use soa_bench::harness::{Failure, Options, profile};

use crate::contest::Page;

fn main() -> Result<(), Failure> {
    let options = Options::from_args()?;
    let rows = if options.quick { 20_000 } else { 1_000_000 };
    let rounds = options.rounds(21);
    let text = format!(
        "# Indexes\n\n\
         Written by `cargo run --release -p soa-bench --features index --bin index`: {rounds} rounds; \
         medians, with the quartiles in parentheses. All contenders of a table find the same rows, \
         which is checked in each round.\n\n"
    );
    let mut page = Page { text, rounds };
    names::measure(&mut page, rows)?;
    refresh::measure(&mut page, rows)?;
    groups::measure(&mut page, rows)?;
    ranks::measure(&mut page, rows)?;
    places::measure(&mut page, rows / 10)?;
    boxes::measure(&mut page, rows)?;
    let name = match profile().as_str() {
        "games" => "index-games.md",
        _ => "index.md",
    };
    options.publish(name, &page.text)
}
