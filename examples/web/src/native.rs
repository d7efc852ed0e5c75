//! The steps of the page on this machine.

use std::time::{Duration, Instant};

use swarm::structs::Structs;
use swarm::swarm::Swarm;

const ROWS: u32 = 1_000_000;
const STEPS: u32 = 100;

/// Prints how long a step of a million rows takes, in a hub and in a vector of structs.
pub(crate) fn time() {
    let mut hub = Swarm::new(ROWS);
    let mut structs = Structs::new(ROWS);
    let (mut in_hub, mut in_structs) = (Vec::new(), Vec::new());
    for _ in 0..STEPS {
        in_hub.push(timed(|| hub.step(0.01, [0.5, 0.5])));
        in_structs.push(timed(|| structs.step(0.01, [0.5, 0.5])));
    }
    println!("a step of {ROWS} rows, the median of {STEPS}:");
    println!("hub     {:5.2} ms", median(in_hub));
    println!("structs {:5.2} ms", median(in_structs));
}

fn timed(call: impl FnOnce()) -> Duration {
    let start = Instant::now();
    call();
    start.elapsed()
}

fn median(mut times: Vec<Duration>) -> f64 {
    times.sort_unstable();
    times[times.len() / 2].as_secs_f64() * 1000.0
}
