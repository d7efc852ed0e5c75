//! `soa-resources` and bare channels.

use std::collections::HashMap;
use std::hint::black_box;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, unbounded};
use soa_resources::{
    BoxError, Config, Job, Library, Loader, Memory, Priority, ResourceId, StandIn, Tag,
};
use soa_runtime::IdAllocator;

use crate::BYTES;

pub const LEVEL: Tag = Tag(1);

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

/// A library and the ids of its names.
pub struct Loaded {
    pub hub: ItemHub,
    pub library: Library<Raw>,
    pub ids: Vec<ResourceId<Raw>>,
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
    let (placeholder, error) = (blank, blank);
    let stand_in = StandIn { placeholder, error };
    (hub, Library::with_config(Raw, memory, stand_in, config))
}

/// Loads all names, on the owner's thread if there are no workers.
pub fn load(names: &[String], workers: usize) -> (Duration, Loaded) {
    let (mut hub, mut library) = start_with(names, Config::new().workers(workers));
    let begin = Instant::now();
    let request = |name: &String| library.request(name, LEVEL);
    let ids = names.iter().map(request).collect();
    library.finish_all_into(&mut hub);
    let time = begin.elapsed();
    assert_eq!(library.progress(LEVEL).loaded, names.len());
    (time, Loaded { hub, library, ids })
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
        library.maintain_into(&mut hub, Duration::from_millis(1));
    }
    begin.elapsed()
}

/// Starts a thread that sends the items of the names that it gets, beside their numbers.
pub fn worker(names: &[String]) -> (Sender<(usize, String)>, Receiver<(usize, Item)>) {
    let file = |name: &String| (name.clone(), vec![7; BYTES]);
    let files: HashMap<String, Vec<u8>> = names.iter().map(file).collect();
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
    (order, finished)
}

/// The least that a hand-over by channels costs: the same names, bytes and hub.
pub fn channels(names: &[String]) -> Duration {
    let ((order, finished), mut hub) = (worker(names), ItemHub::new());
    let begin = Instant::now();
    for name in names.iter().cloned().enumerate() {
        order.send(name).expect("the worker listens");
    }
    let mut ids = vec![None; names.len()];
    for (number, item) in finished.iter().take(names.len()) {
        ids[number] = Some(hub.insert(item));
    }
    let time = begin.elapsed();
    black_box(ids);
    time
}
