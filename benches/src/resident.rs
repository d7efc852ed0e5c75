//! What memory the system gives for a hub, and how long an insertion waits for it.

use std::fmt::Write as _;
use std::hint::black_box;
use std::iter::zip;
use std::rc::Rc;
use std::time::{Duration, Instant};

use soa_runtime::{Hub, IdAllocator};

use crate::contenders::{self, particle};
use crate::element::Data;
use crate::harness::Kind;
use crate::report::digits;
use crate::store::{Store, Visit};

/// What a hub is made with room for, and how many rows it then gets.
const ROOM: usize = 10_000_000;
const FEW: usize = 10_000;
const MANY: usize = 1_000_000;

/// How many times a store is filled to find its slowest insertion.
const FILLS: usize = 7;

/// Measures both and returns the sections that say so.
pub fn sections() -> String {
    let mut page = format!(
        "\n## Resident\n\n\
         KiB that the system has given for a hub with room for {ROOM} rows, one step after \
         the other. The slots layout keeps its holes, and with them the memory of the slots \
         that were used.\n\n\
         | | {} |\n|---|{}\n",
        STEPS.join(" | "),
        "--:|".repeat(STEPS.len()),
    );
    for (name, steps) in [
        ("soa slots", slots::steps as Steps),
        ("soa dense", dense::steps),
    ] {
        let _ = write!(page, "| **{name}** |");
        let before = resident();
        let mut done = || {
            let now = resident().zip(before);
            let given = now.map_or_else(String::new, |(now, before)| {
                now.saturating_sub(before).to_string()
            });
            // Writing to a string cannot fail.
            let _ = write!(page, " {given} |");
        };
        steps(&mut done);
        page.push('\n');
    }
    page + &slowest_insertions()
}

/// How many KiB of memory this process has, where the system says so.
fn resident() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/smaps_rollup").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("Rss:"))?;
    line.trim().strip_suffix(" kB")?.trim().parse().ok()
}

const STEPS: [&str; 7] = [
    "`with_capacity`",
    "10 000 rows made",
    "`clear`",
    "`purge`",
    "1 000 000 rows made",
    "`clear`",
    "`purge`",
];

type Steps = fn(&mut dyn FnMut());

macro_rules! hub {
    ($layout:ident) => {
        mod $layout {
            use super::{FEW, Hub, IdAllocator, MANY, ROOM, particle};

            particle!(#[derive(IdAllocator)] #[soa(layout = $layout)]);

            /// Takes the steps of the page; `done` is called after each.
            pub(super) fn steps(done: &mut dyn FnMut()) {
                let mut hub: Hub<Particle> = Hub::with_capacity(ROOM);
                done();
                for rows in [FEW, MANY] {
                    hub.alloc_many(rows);
                    done();
                    hub.clear();
                    done();
                    hub.purge();
                    done();
                }
            }
        }
    };
}
hub!(slots);
hub!(dense);

fn slowest_insertions() -> String {
    let mut slowest = Slowest {
        data: Data::new(MANY),
        lines: format!(
            "\n## The slowest insertion\n\n\
             Of {MANY}, in µs: what a frame may have to wait for. Each insertion counts with \
             its least time in {FILLS} fills, as the system interrupts some.\n\n\
             | | memory growing | reserved |\n|---|--:|--:|\n"
        ),
    };
    contenders::every(&mut slowest);
    slowest.lines
}

struct Slowest {
    data: Rc<Data>,
    lines: String,
}

impl Visit for Slowest {
    fn store<S: Store>(&mut self) {
        let slowest = |make: fn() -> S| {
            let mut times = vec![Duration::MAX; MANY];
            for _ in 0..FILLS {
                let mut store = make();
                for (&element, time) in zip(&self.data.elements, &mut times) {
                    let start = Instant::now();
                    black_box(store.insert(element));
                    *time = start.elapsed().min(*time);
                }
            }
            times.into_iter().max().unwrap_or_default().as_secs_f64() * 1e6
        };
        let growing = slowest(S::empty);
        let reserved = slowest(|| S::reserved(MANY));
        let mark = if S::KIND == Kind::Ours { "**" } else { "" };
        // Writing to a string cannot fail.
        let _ = writeln!(
            self.lines,
            "| {mark}{}{mark} | {} | {} |",
            S::NAME,
            digits(growing),
            digits(reserved)
        );
    }
}
