//! What an index answers and costs, beside what programs keep by hand next to the same hub, and
//! beside `multi_index_map`, `rstar` and `kiddo`. Writes `index.md`, or `index-games.md` in the
//! profile `games`.
//!
//! A round runs all contenders in turns, and compares what they found. A ratio is taken round by
//! round.

mod contest;
mod groups;
mod names;
mod places;
mod ranks;
mod refresh;

use soa_benches_report::{Failure, Options, profile};

use crate::contest::Page;

fn main() -> Result<(), Failure> {
    let options = Options::from_args()?;
    let rows = if options.quick { 20_000 } else { 1_000_000 };
    let rounds = options.rounds(21);
    let mut page = Page::new(rounds, &options.names);
    page.text(&format!(
        "# Indexes\n\n\
         Written by `cargo run --release -p soa-benches-index`: {rounds} rounds; medians, with the \
         quartiles in parentheses. All contenders of a table find the same rows, which is checked \
         in each round.\n"
    ));
    names::measure(&mut page, rows);
    refresh::measure(&mut page, rows);
    groups::measure(&mut page, rows);
    ranks::measure(&mut page, rows);
    places::measure(&mut page, rows / 10);
    let name = match profile().as_str() {
        "games" => "index-games.md",
        _ => "index.md",
    };
    options.publish(name, page.as_str())
}
