//! When commits are written, and when they are on disk.

use std::io;
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use soa_journal::{Flush, Journal, Load, Options, StorageBackend};

use crate::disk::Disk;
use crate::random::Random;
use crate::save_value;

/// A disk whose syncs wait while the gate is closed.
#[derive(Debug, Clone, Default)]
struct Gated {
    disk: Disk,
    is_closed: Arc<(Mutex<bool>, Condvar)>,
}

impl Gated {
    fn set(&self, is_closed: bool) {
        *self.is_closed.0.lock().unwrap() = is_closed;
        self.is_closed.1.notify_all();
    }
}

impl StorageBackend for Gated {
    fn len(&self) -> io::Result<u64> {
        self.disk.len()
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.disk.read(offset, out)
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        self.disk.set_len(len)
    }

    fn sync_data(&self) -> io::Result<()> {
        let (is_closed, opened) = &*self.is_closed;
        let closed = opened.wait_while(is_closed.lock().unwrap(), |is_closed| *is_closed);
        drop(closed.unwrap());
        self.disk.sync_data()
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.disk.write(offset, data)
    }
}

fn clock(journal: &mut Journal, time: u64) -> u64 {
    journal
        .commit(|commit| commit.value("clock", &time))
        .unwrap()
}

#[test]
fn with_each_a_commit_is_on_disk_when_it_returns() {
    let mut random = Random::new(1);
    let disk = Disk::default();
    let mut journal = Options::new()
        .flush(Flush::Each)
        .open_on(disk.clone())
        .unwrap();
    for time in 1..=5 {
        assert_eq!(clock(&mut journal, time), time);
        assert_eq!(journal.durable(), Some(time));
    }
    assert_eq!(journal.stats().syncs, 5);
    disk.turn_off();
    drop(journal);
    let disk = Disk::with_content(disk.after_cut(&mut random));
    let journal = Options::new().open_on(disk).unwrap();
    assert_eq!(journal.load_value::<u64>("clock").unwrap(), Some(5));
    assert_eq!(journal.durable(), Some(5));
}

#[test]
fn on_request_and_at_a_time_that_never_comes_commits_are_written_and_not_synced() {
    for flush in [Flush::OnRequest, Flush::Every(Duration::MAX)] {
        let options = Options::new().flush(flush);
        let mut journal = options.open_on(Disk::default()).unwrap();
        clock(&mut journal, 7);
        // Reading waits until the commit is written.
        assert_eq!(journal.load_value::<u64>("clock").unwrap(), Some(7));
        assert_eq!((journal.durable(), journal.stats().syncs), (None, 0));
        for _ in 0..2 {
            journal.flush().unwrap(); // the second time there is nothing to wait for
            assert_eq!((journal.durable(), journal.stats().syncs), (Some(1), 1));
        }
    }
}

#[test]
fn every_so_often_what_was_written_is_on_disk() {
    let every = Flush::Every(Duration::from_millis(30));
    let mut journal = Options::new()
        .flush(every)
        .open_on(Disk::default())
        .unwrap();
    let began = Instant::now();
    clock(&mut journal, 7);
    journal.load_value::<u64>("clock").unwrap();
    assert!(journal.durable().is_none() || began.elapsed() >= Duration::from_millis(30));
    while journal.durable().is_none() {
        assert!(began.elapsed() < Duration::from_secs(20));
        thread::sleep(Duration::from_millis(1));
    }
    assert_eq!(journal.stats().syncs, 1);
}

#[test]
fn dropping_a_journal_waits_until_all_is_on_disk() {
    for flush in [Flush::OnRequest, Flush::Every(Duration::from_secs(1000))] {
        let disk = Disk::default();
        let mut journal = Options::new().flush(flush).open_on(disk.clone()).unwrap();
        for time in 1..=20 {
            clock(&mut journal, time);
        }
        drop(journal);
        let disk = Disk::with_content(disk.after_cut(&mut Random::new(2)));
        let journal = Options::new().open_on(disk).unwrap();
        assert_eq!(journal.load_value::<u64>("clock").unwrap(), Some(20));
    }
}

#[test]
fn commits_that_wait_are_written_in_one_transaction() {
    let storage = Gated::default();
    let options = Options::new().flush(Flush::Every(Duration::ZERO));
    let mut journal = options.open_on(storage.clone()).unwrap();
    storage.set(true);
    clock(&mut journal, 1);
    while journal.stats().queued == 0 {
        thread::yield_now();
    }
    // The thread has the first one, or takes it with some of the others.
    for time in 2..=50 {
        clock(&mut journal, time);
    }
    storage.set(false);
    journal.flush().unwrap();
    let stats = journal.stats();
    assert!(stats.transactions <= 3, "{stats:?}");
    assert_eq!((stats.waits, journal.durable()), (0, Some(50)));
}

#[test]
fn a_transaction_does_not_grow_without_bound() {
    let storage = Gated::default();
    let options = Options::new().flush(Flush::Every(Duration::ZERO));
    let mut journal = options.open_on(storage.clone()).unwrap();
    storage.set(true);
    let bytes = vec![1_u8; 1 << 20];
    for _ in 0..20 {
        save_value(&mut journal, "bytes", &bytes);
    }
    storage.set(false);
    journal.flush().unwrap();
    let stats = journal.stats();
    assert!((4..=20).contains(&stats.transactions), "{stats:?}");
    assert_eq!(journal.durable(), Some(20));
}

#[test]
fn a_full_queue_makes_a_commit_wait_and_is_counted() {
    let storage = Gated::default();
    let options = Options::new()
        .flush(Flush::Every(Duration::ZERO))
        .queue(300);
    let mut journal = options.open_on(storage.clone()).unwrap();
    storage.set(true);
    let bytes = vec![1_u8; 200];
    save_value(&mut journal, "bytes", &bytes);
    assert_eq!(journal.stats().waits, 0);
    let opener = thread::spawn(move || {
        thread::sleep(Duration::from_millis(30));
        storage.set(false);
    });
    save_value(&mut journal, "bytes", &bytes);
    assert_eq!(journal.stats().waits, 1);
    opener.join().unwrap();
    journal.flush().unwrap();
    assert_eq!(journal.stats().queued, 0);
}

#[test]
fn a_commit_that_is_larger_than_the_queue_is_taken() {
    for room in [0, 1, 1000] {
        let mut journal = Options::new().queue(room).open_on(Disk::default()).unwrap();
        for length in [2000_usize, 0, 5000] {
            let bytes = vec![1_u8; length];
            save_value(&mut journal, "bytes", &bytes);
        }
        let read = journal.load_value::<Vec<u8>>("bytes").unwrap();
        assert_eq!(read.map(|bytes| bytes.len()), Some(5000));
    }
}
