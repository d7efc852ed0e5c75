//! `soa-resources` and bare channels.

use std::collections::HashMap;
use std::hint::black_box;
use std::time::{Duration, Instant};

use crossbeam_channel::unbounded;
use soa_resources::{
    BoxError, Config, Job, Library, Loader, Memory, Priority, Ready, ResourceId, StandIn, Tag,
};
use soa_runtime::IdAllocator;

use crate::{BYTES, each};

const LEVEL: Tag = Tag(1);

#[derive(IdAllocator)]
pub struct Item {
    #[soa(default = [0; BYTES])]
    pub bytes: [u8; BYTES],
}

pub struct Raw;

impl Loader for Raw {
    type Record = Item;
    type Decoded = Item;

    fn decode(&self, bytes: Vec<u8>, _: &Job<'_>) -> Result<Item, BoxError> {
        let bytes = bytes.as_slice().try_into()?;
        Ok(Item { bytes })
    }

    fn cost(&self, _: &Item) -> u64 {
        BYTES as u64
    }
}

/// A library of `names`, all of them loaded.
pub struct Loaded {
    hub: ItemHub,
    library: Library<Raw>,
    ids: Vec<ResourceId<Raw>>,
}

pub fn plain(ready: Ready<'_, Raw>) -> Result<Item, BoxError> {
    Ok(ready.decoded)
}

fn start(names: &[String]) -> (ItemHub, Library<Raw>) {
    start_with(names, Config::new().workers(1))
}

pub fn start_with(names: &[String], config: Config) -> (ItemHub, Library<Raw>) {
    let memory = Memory::new();
    for name in names {
        memory.insert(name.as_str(), [7; BYTES]);
    }
    let mut hub = ItemHub::new();
    let blank = hub.alloc();
    let stand_in = StandIn {
        placeholder: blank,
        error: blank,
    };
    (hub, Library::with_config(Raw, memory, stand_in, config))
}

pub fn load(names: &[String]) -> (Duration, Loaded) {
    load_with(names, Config::new().workers(1))
}

/// The same on the owner's thread.
pub fn load_without_threads(names: &[String]) -> Duration {
    load_with(names, Config::new().workers(0)).0
}

fn load_with(names: &[String], config: Config) -> (Duration, Loaded) {
    let (mut hub, mut library) = start_with(names, config);
    let begin = Instant::now();
    let ids = names
        .iter()
        .map(|name| library.request(name, LEVEL))
        .collect();
    library.finish_all(&mut hub, plain);
    let time = begin.elapsed();
    assert_eq!(library.progress(LEVEL).loaded, names.len());
    (time, Loaded { hub, library, ids })
}

impl Loaded {
    pub fn known_name(&mut self, names: &[String]) -> f64 {
        each(names.len(), || {
            for name in names {
                black_box(self.library.request(black_box(name), LEVEL));
            }
        })
    }

    pub fn row(&self) -> f64 {
        each(self.ids.len(), || {
            for id in &self.ids {
                black_box(self.library.row(black_box(*id)));
            }
        })
    }

    pub fn value(&self) -> f64 {
        each(self.ids.len(), || {
            for id in &self.ids {
                black_box(self.hub.row(self.library.row(black_box(*id))).bytes);
            }
        })
    }

    pub fn idle(&mut self) -> f64 {
        each(10_000, || {
            for _ in 0..10_000 {
                let budget = Duration::from_millis(1);
                black_box(self.library.maintain(&mut self.hub, budget, plain));
            }
        })
    }
}

/// The nanoseconds of a request of a name that is new.
pub fn new_name(names: &[String]) -> f64 {
    let (_, mut library) = start(names);
    let begin = Instant::now();
    for name in names {
        black_box(library.request(black_box(name), LEVEL));
    }
    begin.elapsed().as_secs_f64() * 1e9 / names.len() as f64
}

/// The time until the last of many names is loaded, which is requested with `priority`.
pub fn urgent_name(names: &[String], priority: Priority) -> Duration {
    let (mut hub, mut library) = start(names);
    let (urgent, others) = names.split_last().expect("there are names");
    for name in others {
        library.request(name, LEVEL);
    }
    let begin = Instant::now();
    let id = library.request_with(urgent, LEVEL, priority);
    while library.loaded(id).is_none() {
        library.maintain(&mut hub, Duration::from_millis(1), plain);
    }
    begin.elapsed()
}

/// The times of frames of 1 ms in which there was more to finish than fits.
pub fn frames(names: &[String]) -> Vec<Duration> {
    let (mut hub, mut library) = start(names);
    for name in names {
        library.request(name, LEVEL);
    }
    let mut times = Vec::new();
    while library.progress(LEVEL).pending() > 0 {
        let begin = Instant::now();
        library.maintain(&mut hub, Duration::from_millis(1), |ready| {
            let end = Instant::now() + Duration::from_micros(20);
            while Instant::now() < end {}
            plain(ready)
        });
        let time = begin.elapsed();
        // Others found the queue empty, and ended before.
        if time >= Duration::from_millis(1) {
            times.push(time);
        }
    }
    times
}

/// The least that a hand-over by channels costs: the same names, bytes and hub.
pub fn channels(names: &[String]) -> Duration {
    let files: HashMap<String, Vec<u8>> = names
        .iter()
        .map(|name| (name.clone(), vec![7; BYTES]))
        .collect();
    let (order, orders) = unbounded::<(usize, String)>();
    let (finish, finished) = unbounded();
    let worker = std::thread::spawn(move || {
        for (number, name) in orders {
            let bytes: [u8; BYTES] = files[&name].clone().try_into().expect("of that length");
            finish
                .send((number, Item { bytes }))
                .expect("the owner listens");
        }
    });
    let mut hub = ItemHub::new();
    let begin = Instant::now();
    for (number, name) in names.iter().enumerate() {
        order
            .send((number, name.clone()))
            .expect("the worker listens");
    }
    let mut ids = vec![None; names.len()];
    for (number, item) in finished.iter().take(names.len()) {
        ids[number] = Some(hub.insert(item));
    }
    let time = begin.elapsed();
    black_box(ids);
    drop(order);
    worker.join().expect("it does not panic");
    time
}
