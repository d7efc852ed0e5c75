//! Streaming: more names than the budget has room for, and a window that moves over them.
//! The library beside what a program writes by hand.

use std::collections::HashMap;
use std::hint::black_box;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, unbounded};
use soa_resources::{Config, Library, ResourceId, Tag};

use crate::BYTES;
use crate::ours::{Item, ItemHub, Raw, plain, start_with};

pub const COUNT: usize = 5000;
pub const BUDGET: usize = 500;
/// The uses of a frame.
const WINDOW: usize = 100;
const FRAMES: usize = 2000;

/// The first name of the window in a frame: mostly near the last one.
fn window_at(frame: usize) -> usize {
    let jump = frame / 200 * 1237;
    (frame + jump) % (COUNT - WINDOW)
}

/// A library of `COUNT` declared names, with a budget for `BUDGET` of them.
pub struct Ours {
    hub: ItemHub,
    library: Library<Raw>,
    ids: Vec<ResourceId<Raw>>,
}

/// The nanoseconds of one `used`, and of a `maintain` without loads.
pub struct Quiet {
    pub used: f64,
    pub maintain: f64,
}

impl Ours {
    pub fn new(names: &[String]) -> Self {
        let config = Config::new().workers(1).budget((BUDGET * BYTES) as u64);
        let (hub, mut library) = start_with(&names[..COUNT], config);
        let declare = |name: &String| library.declare(name, Tag(1));
        Self {
            ids: names[..COUNT].iter().map(declare).collect(),
            hub,
            library,
        }
    }

    /// The mean nanoseconds of a frame on the owner's thread.
    pub fn frames(&mut self) -> f64 {
        let begin = Instant::now();
        for frame in 0..FRAMES {
            for id in &self.ids[window_at(frame)..][..WINDOW] {
                self.library.used(*id);
                black_box(self.library.row(*id));
            }
            self.library.maintain(&mut self.hub, Duration::MAX, plain);
        }
        let time = begin.elapsed().as_secs_f64() * 1e9 / FRAMES as f64;
        assert!(self.library.stats().bytes <= ((BUDGET + 1) * BYTES) as u64);
        time
    }

    /// Frames in which everything that is used is there.
    pub fn quiet(&mut self) -> Quiet {
        for id in &self.ids[..WINDOW] {
            self.library.used(*id);
        }
        self.library.finish_all(&mut self.hub, plain);
        let [mut used, mut maintain] = [Duration::ZERO; 2];
        for _ in 0..FRAMES {
            let begin = Instant::now();
            for id in &self.ids[..WINDOW] {
                black_box(self.library.used(black_box(*id)));
            }
            let between = Instant::now();
            black_box(self.library.maintain(&mut self.hub, Duration::MAX, plain));
            used += between - begin;
            maintain += between.elapsed();
        }
        Quiet {
            used: used.as_secs_f64() * 1e9 / (FRAMES * WINDOW) as f64,
            maintain: maintain.as_secs_f64() * 1e9 / FRAMES as f64,
        }
    }
}

/// A vector of slots, a stamp for each, a thread, and a search for the oldest.
pub struct ByHand {
    slots: Vec<Option<Item>>,
    last_used: Vec<usize>,
    is_pending: Vec<bool>,
    loaded: Vec<usize>,
    names: Vec<String>,
    order: Sender<(usize, String)>,
    finished: Receiver<(usize, Item)>,
}

impl ByHand {
    pub fn new(names: &[String]) -> Self {
        let names = names[..COUNT].to_vec();
        let files: HashMap<String, Vec<u8>> = names
            .iter()
            .map(|name| (name.clone(), vec![7; BYTES]))
            .collect();
        let (order, orders) = unbounded::<(usize, String)>();
        let (finish, finished) = unbounded();
        std::thread::spawn(move || {
            for (number, name) in orders {
                let bytes: [u8; BYTES] = files[&name].clone().try_into().expect("of that length");
                if finish.send((number, Item { bytes })).is_err() {
                    return;
                }
            }
        });
        Self {
            slots: names.iter().map(|_| None).collect(),
            last_used: vec![0; COUNT],
            is_pending: vec![false; COUNT],
            loaded: Vec::new(),
            names,
            order,
            finished,
        }
    }

    /// The mean nanoseconds of a frame on the owner's thread.
    pub fn frames(&mut self) -> f64 {
        let begin = Instant::now();
        for frame in 0..FRAMES {
            for number in window_at(frame)..window_at(frame) + WINDOW {
                self.last_used[number] = frame;
                if self.slots[number].is_none() && !self.is_pending[number] {
                    self.is_pending[number] = true;
                    let order = (number, self.names[number].clone());
                    self.order.send(order).expect("the thread listens");
                }
                black_box(&self.slots[number]);
            }
            for (number, item) in self.finished.try_iter() {
                self.slots[number] = Some(item);
                self.is_pending[number] = false;
                self.loaded.push(number);
            }
            while self.loaded.len() > BUDGET {
                let oldest =
                    (0..self.loaded.len()).min_by_key(|at| self.last_used[self.loaded[*at]]);
                let gone = self.loaded.swap_remove(oldest.expect("there are some"));
                self.slots[gone] = None;
            }
        }
        begin.elapsed().as_secs_f64() * 1e9 / FRAMES as f64
    }
}
