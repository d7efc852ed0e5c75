//! Streaming: more names than the budget has room for, and a window that moves over them.
//! The library beside what a program writes by hand.

use std::hint::black_box;
use std::time::Duration;

use soa_bench::harness::seconds;
use soa_resources::{Config, Tag};

use crate::BYTES;
use crate::ours::{Item, start_with, worker};

const COUNT: usize = 5000;
const BUDGET: usize = 500;
/// The uses of a frame.
const WINDOW: usize = 100;
const FRAMES: usize = 2000;

/// The first name of the window in a frame: mostly near the last one.
fn window_at(frame: usize) -> usize {
    let jump = frame / 200 * 1237;
    (frame + jump) % (COUNT - WINDOW)
}

/// The mean microseconds of a frame on the owner's thread, of a library of `COUNT` declared names
/// with a budget for `BUDGET` of them.
pub fn frames(names: &[String]) -> f64 {
    let config = Config::new().workers(1).budget((BUDGET * BYTES) as u64);
    let (mut hub, mut library) = start_with(&names[..COUNT], config);
    let declare = |name: &String| library.declare(name, Tag(1));
    let ids: Vec<_> = names[..COUNT].iter().map(declare).collect();
    let seconds = seconds(|| {
        for frame in 0..FRAMES {
            for id in &ids[window_at(frame)..][..WINDOW] {
                library.used(*id);
                black_box(library.row(*id));
            }
            library.maintain_into(&mut hub, Duration::MAX);
        }
    });
    assert!(library.stats().bytes <= ((BUDGET + 1) * BYTES) as u64);
    seconds * 1e6 / FRAMES as f64
}

/// The same frames with a vector of slots, a stamp for each, a thread, and a search for the oldest.
pub fn frames_by_hand(names: &[String]) -> f64 {
    let (order, finished) = worker(&names[..COUNT]);
    let mut slots: Vec<Option<Item>> = names[..COUNT].iter().map(|_| None).collect();
    let (mut last_used, mut is_pending) = (vec![0; COUNT], vec![false; COUNT]);
    let mut loaded: Vec<usize> = Vec::new();
    let seconds = seconds(|| {
        for frame in 0..FRAMES {
            for number in window_at(frame)..window_at(frame) + WINDOW {
                last_used[number] = frame;
                if slots[number].is_none() && !is_pending[number] {
                    is_pending[number] = true;
                    let name = (number, names[number].clone());
                    order.send(name).expect("the thread listens");
                }
                black_box(&slots[number]);
            }
            for (number, item) in finished.try_iter() {
                slots[number] = Some(item);
                is_pending[number] = false;
                loaded.push(number);
            }
            while loaded.len() > BUDGET {
                let oldest = (0..loaded.len()).min_by_key(|&at| last_used[loaded[at]]);
                let gone = loaded.swap_remove(oldest.expect("there are some"));
                slots[gone] = None;
            }
        }
    });
    seconds * 1e6 / FRAMES as f64
}
