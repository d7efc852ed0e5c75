//! What one commit writes.

use std::collections::HashMap;
use std::fmt;

use serde::Serialize;
use serde::de::DeserializeOwned;
use soa_runtime::{Hub, Incarnation, Part, Tick, ValueMut};

use crate::codec::{self, Replay, Tried};
use crate::error::JournalError;
use crate::id::CommitId;
use crate::record::JournalRecord;
use crate::store::{Entry, Form, Kind, Reader, Record};
use crate::trace::{enter, record};

/// What the journal has of the hub under a name: which hub it was, and its last tick.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Seen {
    pub(crate) incarnation: Incarnation,
    pub(crate) tick: Tick,
    pub(crate) tag: u32,
}

impl Seen {
    /// Remembers a hub as it was at the end of its last tick, if it can be recognised.
    pub(crate) fn of<T: JournalRecord>(hub: &Hub<T>) -> Option<Self> {
        Some(Seen {
            incarnation: hub.incarnation()?,
            tick: hub.last_tick()?,
            tag: hub.tag(),
        })
    }

    /// Returns whether a delta from here to `now` leads to the hub.
    fn leads_to(&self, now: Seen) -> bool {
        (self.incarnation, self.tag) == (now.incarnation, now.tag) && self.tick < now.tick
    }
}

/// Hubs that are what the last commit has under a name: the one that was committed, and those that
/// were loaded since. The next commit of any of them contains only what changed.
#[derive(Debug, Default)]
pub(crate) struct Known(Vec<Seen>);

/// How many hubs are remembered for a name. A program has one, or two while it compares them.
const KNOWN: usize = 8;

impl Known {
    /// Remembers a hub that was loaded, instead of the oldest one that was.
    pub(crate) fn add<T: JournalRecord>(&mut self, hub: &Hub<T>) {
        if self.0.len() == KNOWN {
            self.0.remove(1);
        }
        self.0.extend(Seen::of(hub));
    }

    /// Returns the tick from which a delta leads to `now`.
    fn since(&self, now: Seen) -> Option<Tick> {
        let mut leading = self.0.iter().filter(|seen| seen.leads_to(now));
        leading.next().map(|seen| seen.tick)
    }
}

impl From<Seen> for Known {
    fn from(committed: Seen) -> Self {
        Known(vec![committed])
    }
}

/// A commit that is being put together, in the closure of
/// [`Journal::commit`](crate::Journal::commit).
///
/// Hubs and values that it does not name stay as they were. If a hub or a value is named twice,
/// the last time counts. A hub and a value may have the same name. Every text is a name, also
/// an empty one.
///
/// # Examples
///
/// ```
/// use soa_journal::{Journal, Load};
/// use soa_runtime::IdAllocator;
///
/// #[derive(IdAllocator)]
/// #[soa(tracked = all, derive(Serialize, Deserialize))]
/// struct Unit { hp: u32 }
///
/// let folder = tempfile::tempdir()?;
/// let mut journal = Journal::open(folder.path().join("world.journal"))?;
/// let mut units = UnitHub::new();
/// units.insert(Unit { hp: 10 });
/// journal.commit(|commit| {
///     commit.hub("units", &mut units)?;
///     commit.value("gold", &250)
/// })?;
/// journal.commit(|commit| commit.value("gold", &240))?;
/// assert_eq!(journal.load_value::<i32>("gold")?, Some(240));
/// assert_eq!(journal.load::<UnitHub>("units")?.len(), 1); // stays as it was
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Commit<'a> {
    seen: &'a HashMap<String, Known>,
    /// The columns of which a value was read back.
    tried: &'a mut Tried,
    pub(crate) entries: Vec<Entry>,
    /// What the journal has of each hub after the commit. `None` if the hub cannot be
    /// recognised again.
    pub(crate) after: HashMap<String, Option<Seen>>,
}

impl<'a> Commit<'a> {
    pub(crate) fn new(seen: &'a HashMap<String, Known>, tried: &'a mut Tried) -> Self {
        Commit {
            seen,
            tried,
            entries: Vec::new(),
            after: HashMap::new(),
        }
    }

    /// Adds a hub: what changed in it since the last commit that named it.
    ///
    /// It ends a tick of the hub with [`advance`](Hub::advance), and writes a delta into
    /// memory. O(slots / 64 + changes). The hub is written whole if the journal does not have
    /// its last state: in the first commit, if another hub had the name, or if the hub has no
    /// [incarnation](Hub::incarnation).
    ///
    /// The first value of each column is read back, and so is each later value with a new variant or
    /// number of fields. A type that asks the format what comes next is refused.
    ///
    /// # Errors
    ///
    /// Returns an error that names the column if the `Serialize` of a value does, if the value
    /// cannot be read back, or if a type in it leaves out fields by `skip_serializing_if`. The
    /// commit is then as if the hub had not been named.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_journal::{Journal, Load};
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked = all, derive(Serialize, Deserialize))]
    /// # struct Unit { hp: u32 }
    /// # let folder = tempfile::tempdir()?;
    /// # let mut journal = Journal::open(folder.path().join("world.journal"))?;
    /// let mut units = UnitHub::new();
    /// let id = units.insert(Unit { hp: 10 });
    /// journal.commit(|commit| commit.hub("units", &mut units))?;
    /// units.columns_mut().hp[id] = 9;
    /// journal.commit(|commit| commit.hub("units", &mut units))?; // one value
    /// assert_eq!(*journal.load::<UnitHub>("units")?.row(id).hp, 9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn hub<T: JournalRecord>(
        &mut self,
        name: &str,
        hub: &mut Hub<T>,
    ) -> Result<(), JournalError> {
        hub.advance();
        let now = Seen::of(hub);
        let known = self.seen.get(name).zip(now);
        let (form, since) = match known.and_then(|(known, now)| known.since(now)) {
            Some(since) => (Form::Delta, since),
            None => (Form::Whole, Tick::START),
        };
        let delta = hub.delta(since);
        if form == Form::Delta && delta.is_empty() {
            self.remove(Kind::Hub, name);
            self.after.remove(name);
            return Ok(());
        }
        let bytes = codec::write_hub(name, &delta, self.tried)?;
        self.add(Entry {
            kind: Kind::Hub,
            name: name.to_owned(),
            form,
            bytes,
            fold: Some(fold::<T>),
        });
        self.after.insert(name.to_owned(), now);
        Ok(())
    }

    /// Adds a value. It replaces the value that had the name.
    ///
    /// It is not read back, because its type may have no `Deserialize`. A value of a
    /// [world](crate::Journal::commit_world) is.
    ///
    /// # Errors
    ///
    /// Returns an error if the value's `Serialize` does. The commit is then as if the value had
    /// not been named.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_journal::{Journal, Load};
    /// # let folder = tempfile::tempdir()?;
    /// # let mut journal = Journal::open(folder.path().join("world.journal"))?;
    /// journal.commit(|commit| commit.value("player", "Ada"))?;
    /// assert_eq!(journal.load_value::<String>("player")?.as_deref(), Some("Ada"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn value<V: Serialize + ?Sized>(
        &mut self,
        name: &str,
        value: &V,
    ) -> Result<(), JournalError> {
        self.add_value(name, codec::write(name, value)?);
        Ok(())
    }

    fn add_value(&mut self, name: &str, bytes: Vec<u8>) {
        self.add(Entry {
            kind: Kind::Value,
            name: name.to_owned(),
            form: Form::Whole,
            bytes,
            fold: None,
        });
    }

    fn add(&mut self, entry: Entry) {
        self.remove(entry.kind, &entry.name);
        self.entries.push(entry);
    }

    fn remove(&mut self, kind: Kind, name: &str) {
        (self.entries).retain(|entry| (entry.kind, &*entry.name) != (kind, name));
    }
}

/// Makes one whole record of a hub's last one and the deltas after it.
fn fold<T: JournalRecord>(
    name: &str,
    reader: &Reader,
    chain: &[Record],
) -> Result<Vec<u8>, JournalError> {
    codec::write_whole(name, replay::<T>(name, reader, chain)?)
}

/// Reads a hub as it was at a commit, if it was in it. Returns also whether the next commit may
/// follow it, which then is a delta.
pub(crate) fn load<T: JournalRecord>(
    name: &str,
    reader: &Reader,
    commit: CommitId,
) -> Result<Option<(Hub<T>, bool)>, JournalError> {
    let chain = reader.chain(Kind::Hub, name, commit)?;
    if chain.records.is_empty() {
        return Ok(None);
    }
    enter!(span: "load", name, records, bytes, rows);
    record!(
        span,
        name = name,
        records = chain.records.len(),
        bytes = crate::store::length_of(&chain.records)
    );
    let (hub, may_follow) = replay(name, reader, &chain.records)?.finish();
    record!(span, rows = hub.len());
    Ok(Some((hub, chain.is_last && may_follow)))
}

/// Puts a hub together from its records.
fn replay<'a, T: JournalRecord>(
    name: &'a str,
    reader: &Reader,
    chain: &[Record],
) -> Result<Replay<'a, T>, JournalError> {
    let mut replay = Replay::new(name);
    for record in chain {
        replay.apply(reader.bytes(*record)?)?;
    }
    Ok(replay)
}

impl fmt::Debug for Commit<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = self.entries.iter().map(|entry| (entry.kind, &entry.name));
        f.debug_list().entries(named).finish()
    }
}

/// The parts of a world that can be committed; see [`Journal::commit_world`](crate::Journal::commit_world).
///
/// Each hub is one of a [`JournalRecord`], and each value serializes and deserializes.
pub trait CommitParts {
    /// Adds each part to a commit.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Commit::hub`] and [`Commit::value`], and an error if a value cannot
    /// be read back.
    fn commit(self, commit: &mut Commit<'_>) -> Result<(), JournalError>;
}

impl CommitParts for () {
    fn commit(self, _: &mut Commit<'_>) -> Result<(), JournalError> {
        Ok(())
    }
}

impl<T: JournalRecord, R: CommitParts> CommitParts for (Part<&mut Hub<T>>, R) {
    fn commit(self, commit: &mut Commit<'_>) -> Result<(), JournalError> {
        commit.hub(self.0.name, self.0.part)?;
        self.1.commit(commit)
    }
}

impl<V: Serialize + DeserializeOwned, R: CommitParts> CommitParts for (Part<ValueMut<'_, V>>, R) {
    fn commit(self, commit: &mut Commit<'_>) -> Result<(), JournalError> {
        let Part { name, part } = self.0;
        let bytes = codec::write_value(name, part.0, commit.tried)?;
        commit.add_value(name, bytes);
        self.1.commit(commit)
    }
}
