//! A simulated disk. It keeps what was synced, and after a cut any part of what was not.

use std::io::{self, ErrorKind};
use std::sync::{Arc, Mutex, MutexGuard};

use soa_journal::StorageBackend;

use crate::random::Random;

/// What the disk does at one of its calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Trouble {
    /// The power fails in change number `at`. No later call succeeds.
    Cut { at: u64 },
    /// Call number `at` fails, and the later ones as well if `stays`.
    Fail {
        at: u64,
        kind: ErrorKind,
        stays: bool,
    },
}

/// A write that was not synced.
#[derive(Debug)]
enum Pending {
    Write { offset: usize, data: Vec<u8> },
    Length(usize),
}

#[derive(Debug, Default)]
struct State {
    /// What a program reads.
    content: Vec<u8>,
    /// What survives in any case.
    synced: Vec<u8>,
    pending: Vec<Pending>,
    calls: u64,
    /// The calls that write, resize or sync.
    changes: u64,
    trouble: Option<Trouble>,
    is_off: bool,
}

/// A handle of a disk, which is a storage for a journal.
#[derive(Debug, Clone, Default)]
pub(crate) struct Disk(Arc<Mutex<State>>);

impl Disk {
    pub(crate) fn with_content(content: Vec<u8>) -> Self {
        Disk(Arc::new(Mutex::new(State {
            synced: content.clone(),
            content,
            ..State::default()
        })))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap()
    }

    pub(crate) fn set_trouble(&self, trouble: Trouble) {
        self.state().trouble = Some(trouble);
    }

    /// Returns the number of calls until now.
    pub(crate) fn calls(&self) -> u64 {
        self.state().calls
    }

    /// Returns the number of calls that changed something, until now.
    pub(crate) fn changes(&self) -> u64 {
        self.state().changes
    }

    /// Returns whether the power has failed.
    pub(crate) fn is_off(&self) -> bool {
        self.state().is_off
    }

    /// Turns the power off between two calls.
    pub(crate) fn turn_off(&self) {
        self.state().is_off = true;
    }

    /// Returns all that a program could read.
    pub(crate) fn content(&self) -> Vec<u8> {
        self.state().content.clone()
    }

    /// Returns what the disk has when the power is back: what was synced, and any part of the
    /// rest, in any order.
    pub(crate) fn after_cut(&self, random: &mut Random) -> Vec<u8> {
        let mut state = self.state();
        let State {
            synced, pending, ..
        } = &mut *state;
        let mut length = synced.len();
        for end in (1..pending.len()).rev() {
            pending.swap(end, random.below(end + 1));
        }
        // One in four times all is lost, and one in four times all is kept.
        let luck = random.below(4);
        for write in pending.drain(..) {
            if luck == 0 || (luck > 1 && random.one_in(3)) {
                continue;
            }
            match write {
                Pending::Length(new) => length = new,
                Pending::Write { offset, data } if luck > 1 && random.one_in(3) => {
                    for _ in 0..=random.below(3) {
                        let start = random.below(data.len());
                        let end = start + 1 + random.below(data.len() - start);
                        put(synced, offset + start, &data[start..end]);
                    }
                }
                Pending::Write { offset, data } => put(synced, offset, &data),
            }
        }
        synced.resize(length, 0);
        std::mem::take(synced)
    }

    /// Counts a call. Returns an error if it fails.
    fn call(&self, is_change: bool) -> io::Result<MutexGuard<'_, State>> {
        let mut state = self.state();
        state.calls += 1;
        state.changes += u64::from(is_change);
        if state.is_off {
            return Err(io::Error::other("the power is off"));
        }
        match state.trouble {
            Some(Trouble::Cut { at }) if is_change && state.changes >= at => {
                state.is_off = true;
                Ok(state)
            }
            Some(Trouble::Fail { at, kind, stays })
                if state.calls == at || (stays && state.calls > at) =>
            {
                Err(kind.into())
            }
            _ => Ok(state),
        }
    }
}

/// Writes bytes, also past the end.
fn put(content: &mut Vec<u8>, offset: usize, data: &[u8]) {
    if content.len() < offset + data.len() {
        content.resize(offset + data.len(), 0);
    }
    content[offset..offset + data.len()].copy_from_slice(data);
}

/// Ends a call during which the power may have failed.
fn ended(state: &State) -> io::Result<()> {
    if state.is_off {
        Err(io::Error::other("the power failed"))
    } else {
        Ok(())
    }
}

impl StorageBackend for Disk {
    fn len(&self) -> io::Result<u64> {
        Ok(self.call(false)?.content.len() as u64)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let state = self.call(false)?;
        let start = offset as usize;
        match state.content.get(start..start.saturating_add(out.len())) {
            Some(bytes) => {
                out.copy_from_slice(bytes);
                Ok(())
            }
            None => Err(ErrorKind::UnexpectedEof.into()),
        }
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        let mut state = self.call(true)?;
        let (old, len) = (state.content.len(), len as usize);
        state.content.resize(len, 0);
        if len < old {
            // What is written here later does not follow old bytes.
            let zeros = Pending::Write {
                offset: len,
                data: vec![0; old - len],
            };
            state.pending.push(zeros);
        }
        state.pending.push(Pending::Length(len));
        ended(&state)
    }

    fn sync_data(&self) -> io::Result<()> {
        let mut state = self.call(true)?;
        ended(&state)?;
        let state = &mut *state;
        for write in state.pending.drain(..) {
            match write {
                Pending::Write { offset, data } => put(&mut state.synced, offset, &data),
                Pending::Length(length) => state.synced.resize(length, 0),
            }
        }
        debug_assert_eq!(state.synced.len(), state.content.len());
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        let mut state = self.call(true)?;
        let offset = offset as usize;
        put(&mut state.content, offset, data);
        let data = data.to_vec();
        state.pending.push(Pending::Write { offset, data });
        ended(&state)
    }
}
