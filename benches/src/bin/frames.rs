//! Whole frames of two games: on a `SlotMap` of structs, and on hubs of both layouts. Writes
//! `frames.md`, or `frames-games.md` in the profile `games`.

use std::fmt::Write as _;

use soa_bench::games;
use soa_bench::harness::{Failure, Options, profile};

fn main() -> Result<(), Failure> {
    let options = Options::from_args()?;
    let rounds = options.rounds(101);
    let (flags, name) = match profile().as_str() {
        "games" => ("--profile games", "frames-games.md"),
        _ => ("--release", "frames.md"),
    };
    let mut page = format!(
        "# Frames of games\n\n\
         Written by `cargo run {flags} -p soa-bench --bin frames`: {rounds} rounds of {} frames; \
         medians, microseconds per frame. A ratio is to `SlotMap` in the same round, with the \
         quartiles in parentheses.\n",
        games::FRAMES
    );
    for (title, versions) in games::all() {
        let table = games::contest(rounds, versions)?;
        write!(page, "\n## {title}\n\n{table}")?;
    }
    options.publish(name, &page)
}
