//! What a journal and its past have in common.

use serde::de::DeserializeOwned;
use soa_runtime::generic::{AnyPartsMut, OwnedValue};
use soa_runtime::{AnyHub, Hub, World};

use crate::error::JournalError;
use crate::record::JournalRecord;

/// Loads hubs and values: from the last commit of a [`Journal`](crate::Journal), or from the commit
/// of a [`Past`](crate::Past).
///
/// # Examples
///
/// ```
/// use soa_journal::{Journal, JournalError, Load};
/// use soa_runtime::IdAllocator;
///
/// #[derive(IdAllocator)]
/// #[soa(tracked = all, derive(Serialize, Deserialize))]
/// struct Unit { hp: u32 }
///
/// struct Game { units: UnitHub, gold: u32 }
///
/// impl Game {
///     fn load(from: &impl Load) -> Result<Self, JournalError> {
///         Ok(Game {
///             units: from.load("units")?,
///             gold: from.load_value("gold")?.unwrap_or(250),
///         })
///     }
/// }
///
/// let folder = tempfile::tempdir()?;
/// let mut journal = Journal::open(folder.path().join("world.journal"))?;
/// let mut game = Game::load(&journal)?;
/// game.units.insert(Unit { hp: 10 });
/// let saved = journal.commit(|commit| {
///     commit.hub("units", &mut game.units)?;
///     commit.value("gold", &game.gold)
/// })?;
/// assert_eq!(Game::load(&journal.at(saved)?)?.units.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Load {
    /// Returns the hub that has a name. It is empty if no commit has named it.
    ///
    /// The rows have the ids and the order that they had. No id that was issued before the last commit that
    /// named the hub is issued again. Reserved ids are free.
    ///
    /// If it had reserved ids, the next commit that names this hub contains the whole hub.
    /// Otherwise it contains only what changed since, if it is the hub of the last commit.
    ///
    /// `load` waits until queued commits are written. O(rows + changes since the hub was folded).
    ///
    /// # Errors
    ///
    /// Returns an error if the hub was written with other columns, if the file is damaged or
    /// cannot be read, and what stopped the journal's thread.
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
    /// let mut units: UnitHub = journal.load("units")?;
    /// assert!(units.is_empty()); // at first
    /// let old = units.insert(Unit { hp: 10 });
    /// units.dealloc(old);
    /// journal.commit(|commit| commit.hub("units", &mut units))?;
    ///
    /// let mut units: UnitHub = journal.load("units")?;
    /// assert_ne!(units.insert(Unit { hp: 20 }), old);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn load<H>(&self, name: &str) -> Result<H, JournalError>
    where
        H: AnyHub<Record: JournalRecord>,
    {
        let hub = self.load_if_any(name)?;
        Ok(H::from_hub(hub.unwrap_or_default()))
    }

    /// Returns the hub that has a name, or `None` if no commit has named it.
    #[doc(hidden)]
    fn load_if_any<T: JournalRecord>(&self, name: &str) -> Result<Option<Hub<T>>, JournalError>;

    /// Returns the value that has a name, or `None` if no commit has named it. `load_value`
    /// waits until queued commits are written.
    ///
    /// # Errors
    ///
    /// Returns an error if the value cannot be read as a `V`, or if bytes are left over after
    /// it. Returns the other errors of [`load`](Self::load) as well.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_journal::{Journal, Load};
    /// # let folder = tempfile::tempdir()?;
    /// # let mut journal = Journal::open(folder.path().join("world.journal"))?;
    /// let clock: u64 = journal.load_value("clock")?.unwrap_or(0);
    /// journal.commit(|commit| commit.value("clock", &(clock + 1)))?;
    /// assert_eq!(journal.load_value("clock")?, Some(1_u64));
    /// assert!(journal.load_value::<()>("clock").is_err()); // a byte is left over
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn load_value<V: DeserializeOwned>(&self, name: &str) -> Result<Option<V>, JournalError>;

    /// Returns a world with all hubs and values that have the names of its parts.
    ///
    /// What the journal lacks, and what is no part, stays as `W::default()` has it. Other hubs and
    /// values in the journal are passed over. So a struct may get another part, or lose one.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`load`](Self::load) and [`load_value`](Self::load_value).
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_journal::{Journal, Load};
    /// use soa_runtime::{IdAllocator, World};
    ///
    /// #[derive(IdAllocator)]
    /// #[soa(tracked = all, derive(Serialize, Deserialize))]
    /// struct Unit { hp: u32 }
    ///
    /// #[derive(World, Default)]
    /// struct Game {
    ///     units: UnitHub,
    ///     #[world(value)]
    ///     clock: u64,
    /// }
    ///
    /// # let folder = tempfile::tempdir()?;
    /// # let mut journal = Journal::open(folder.path().join("world.journal"))?;
    /// let mut game: Game = journal.load_world()?;
    /// let id = game.units.insert(Unit { hp: 10 });
    /// game.clock += 1;
    /// let saved = journal.commit_world(&mut game)?;
    ///
    /// let game: Game = journal.at(saved)?.load_world()?;
    /// assert_eq!((*game.units.row(id).hp, game.clock), (10, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn load_world<W>(&self) -> Result<W, JournalError>
    where
        W: World<Owned: LoadParts> + Default,
        Self: Sized,
    {
        let parts = LoadParts::load(self, W::NAMES)?;
        let mut world = W::default();
        world.parts_mut().replace(parts);
        Ok(world)
    }
}

/// The parts of a world that can be loaded; see [`Load::load_world`].
///
/// Each hub is one of a [`JournalRecord`], and each value deserializes.
pub trait LoadParts: Sized {
    /// Loads each part that the journal has. `names` has the name of each part.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Load::load`] and [`Load::load_value`].
    fn load(from: &impl Load, names: &[&str]) -> Result<Self, JournalError>;
}

impl LoadParts for () {
    fn load(_: &impl Load, _: &[&str]) -> Result<Self, JournalError> {
        Ok(())
    }
}

impl<T: JournalRecord, R: LoadParts> LoadParts for (Option<Hub<T>>, R) {
    fn load(from: &impl Load, names: &[&str]) -> Result<Self, JournalError> {
        Ok((from.load_if_any(names[0])?, R::load(from, &names[1..])?))
    }
}

impl<V: DeserializeOwned, R: LoadParts> LoadParts for (Option<OwnedValue<V>>, R) {
    fn load(from: &impl Load, names: &[&str]) -> Result<Self, JournalError> {
        let value = from.load_value(names[0])?.map(OwnedValue);
        Ok((value, R::load(from, &names[1..])?))
    }
}
