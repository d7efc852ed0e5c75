//! The calls as data.

use arbitrary::Arbitrary;

/// A call, and the number of the call to a user's code that panics in it. With 0 and above 15
/// none does.
#[derive(Debug, Arbitrary)]
pub(crate) struct Step {
    pub(crate) fuse: u8,
    pub(crate) call: Call,
}

/// A number that names an id, taken modulo the ids that there were.
pub(crate) type Nth = u8;

/// A number that names a lease, taken modulo the leases that are not settled.
pub(crate) type Leased = u8;

/// The value of a row.
pub(crate) type Value = u8;

/// A bit for each of eight values: whether a closure accepts it.
pub(crate) type Mask = u8;

#[derive(Debug, Arbitrary)]
pub(crate) enum Call {
    Alloc,
    AllocMany(u8),
    Insert(Value),
    InsertWith(Value),
    /// Values that start at one, their number, and a wrong hint of the number.
    InsertMany(Value, u8, u8),
    Extend(Value, u8, u8),
    InsertAt(u8, u8, Value),
    InsertAgain(Nth, Value),
    Dealloc(Nth),
    DeallocMany([Nth; 3]),
    Remove(Nth),
    Retain(Mask),
    Extract(Mask, u8, bool),
    Drain(u8, bool),
    Clear,
    /// Gives the hub up, after rows from both ends.
    IntoIter(u8, u8),
    Replace(Nth, Value),
    Renew(Nth),
    Set(Nth, Value),
    SetAll(Value),
    Link(Nth, Nth),
    GetCloned(Nth),
    Disjoint([Nth; 2]),
    ReserveId,
    Fill(Nth, Value),
    Detach(Nth),
    FreeReserved,
    Lease(u8),
    LeaseInsert(Leased, Value),
    LeaseInsertWith(Leased, Value),
    LeaseRemove(Leased, Nth),
    LeaseDealloc(Leased, Nth),
    Settle(Mask, bool),
    Abandon(Leased),
    Clone,
    CloneFrom(u8, bool),
    /// From a hub of that many rows, of which the masked ones are freed.
    CopyRows(u8, Mask),
    Append(u8, Mask),
    /// Copies the hub's own rows and relinks the copies.
    CopyAndRelink(bool),
    Sort,
    Swap(u8, u8),
    Reserve(u8),
    Shrink,
    Hash,
    SaveAndLoad,
    Advance,
}
