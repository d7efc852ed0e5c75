//! Every call that changes a hub, whatever its columns are.

use soa_runtime::generic::{
    CloneRow, DefaultRow, DeserializeDelta, DeserializeRow, SameBits, SerializeDelta,
    TrackedRecord, Vacate,
};
use soa_runtime::{
    AnyHandle, Hub, IdAllocator, IdMap, Incarnation, Lease, Links, Mirror, Outside, Row, Tick,
};

use crate::edits::Kind;

/// Declares `Kind`, what a call does: what every hub can, and what a program does with its own
/// columns.
macro_rules! kinds {
    ($($edit:ident)*) => {
        $crate::calls::kinds! { @all
            Insert Alloc AllocMany InsertMany InsertWith InsertAt InsertAgain Extend Dealloc
            DeallocMany Remove Retain ExtractIf Drain Clear Replace Renew ReserveId Fill Detach
            Exchange FreeReserved Lease LeaseInsert Settle Abandon CopyRows Append Relink Clone
            CloneFrom Convert Swap Take Assign Collect Save Load Follow Promote Shrink Reserve Purge
            Advance AdvanceTo $($edit)*
        }
    };
    (@all $($kind:ident)*) => {
        #[derive(Debug, Clone, Copy, PartialEq)]
        pub(crate) enum Kind {
            $($kind,)*
        }

        impl Kind {
            pub(crate) const ALL: &[Kind] = &[$(Kind::$kind,)*];
        }
    };
}

pub(crate) use kinds;

/// A call on the hub with this number. What `a` and `b` mean depends on the kind.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Call {
    pub(crate) kind: Kind,
    pub(crate) hub: usize,
    pub(crate) a: usize,
    pub(crate) b: usize,
}

/// A record of such programs.
pub(crate) trait Called:
    TrackedRecord
    + IdAllocator<Id: 'static>
    + Vacate
    + CloneRow
    + DefaultRow
    + SameBits<Self>
    + Links
    + SerializeDelta
    + for<'a> DeserializeDelta<'a>
    + for<'a> DeserializeRow<'a>
{
    /// The most slots with which a call adds many rows.
    const ROOM: usize;

    /// Returns an empty hub. Hubs with another number have another tag, if their ids have one.
    fn hub(number: u32) -> Hub<Self>;

    /// Returns a record of the values that a number describes. Its links are among `ids`.
    fn new(number: u8, ids: &[Self::Id]) -> Self;

    /// Returns the record with another value.
    fn changed(self, number: u8) -> Self;

    /// Makes a call of the program's own kinds. `id` returns an id that was issued, or none.
    fn edit(hub: &mut Hub<Self>, call: Call, id: impl Fn(usize) -> Self::Id);
}

/// Two hubs, a mirror of the first one, and what belongs to them.
pub(crate) struct World<T: Called> {
    pub(crate) hubs: [Hub<T>; 2],
    pub(crate) mirror: Mirror<T>,
    /// The hub that the mirror follows.
    mirrored: Option<Incarnation>,
    /// The ids that were issued at some time.
    ids: Vec<T::Id>,
    /// Leases of any hub.
    leases: Vec<Lease<T>>,
    saved: Option<Vec<u8>>,
}

impl<T: Called> World<T> {
    pub(crate) fn new() -> Self {
        World {
            hubs: [T::hub(0), T::hub(1)],
            mirror: Mirror::new(),
            mirrored: None,
            ids: Vec::new(),
            leases: Vec::new(),
            saved: None,
        }
    }

    /// Sends the mirror what it lacks of the first hub, or makes a new one for a new hub.
    fn follow(&mut self) {
        let World {
            hubs: [hub, _],
            mirror,
            ..
        } = self;
        if hub.tag() != 0 {
            return; // a mirror follows a hub with its own tag
        }
        let incarnation = hub.incarnation();
        if incarnation.is_none() || self.mirrored != incarnation {
            *mirror = Mirror::new();
            self.mirrored = incarnation;
        }
        hub.advance();
        let delta = postcard::to_allocvec(&hub.delta(mirror.tick())).unwrap();
        if hub.len() % 2 == 0 {
            let delta = &mut postcard::Deserializer::from_bytes(&delta);
            mirror.apply(delta).unwrap();
        } else {
            mirror
                .apply_owned(postcard::from_bytes(&delta).unwrap())
                .unwrap();
        }
    }

    /// Makes a call.
    #[expect(clippy::too_many_lines, reason = "one arm for each kind")]
    pub(crate) fn call(&mut self, call: Call)
    where
        for<'a> Row<'a, T>: serde::Serialize,
    {
        let Call {
            kind,
            hub: at,
            a,
            b,
        } = call;
        let room = self.hubs.iter().map(Hub::slots).sum::<usize>() < T::ROOM;
        let (many, some) = (T::ROOM * 2 / 5, T::ROOM / 20);
        let [first, second] = &mut self.hubs;
        let (hub, other) = if at == 0 {
            (first, second)
        } else {
            (second, first)
        };
        let ids = &mut self.ids;
        let id = |number: usize| {
            let number = number.checked_rem(ids.len());
            number.map_or(T::Id::DANGLING, |number| ids[number])
        };
        let number = |number: usize| u8::try_from(number % 256).unwrap();
        let record = |at: usize| T::new(number(at), ids);
        match kind {
            Kind::Insert => {
                if let Ok(id) = hub.try_insert(record(a)) {
                    ids.push(id);
                }
            }
            Kind::Alloc => ids.extend(hub.try_alloc()),
            Kind::AllocMany if room => {
                let made = hub.alloc_many(a % many);
                ids.extend(made);
            }
            Kind::InsertMany if room => {
                let made: Vec<_> = (a..a + b % some).map(record).collect();
                ids.extend(hub.insert_many(made));
            }
            Kind::InsertWith if room => {
                let made = hub.insert_with(|id| T::new(number(a), &[id]));
                ids.push(made);
            }
            Kind::InsertAt => {
                let (slot, generation) = (u32::from(number(a % 60)), u32::from(number(b % 5)));
                if (T::Id::FIRST_GENERATION..=T::Id::LAST_GENERATION).contains(&generation) {
                    let id = T::Id::assemble_tagged(slot, generation, hub.tag());
                    let _ = hub.insert_at(id, record(a));
                    ids.push(id);
                }
            }
            Kind::InsertAgain => drop(hub.insert_at(id(a), record(b))),
            Kind::Extend if room => {
                let made: Vec<_> = (a..a + b % 4).map(record).collect();
                hub.extend(made);
                ids.extend(hub.ids().last());
            }
            Kind::Dealloc => drop(hub.dealloc(id(a))),
            Kind::DeallocMany => {
                let freed: Vec<_> = (a..a + b % (2 * some)).map(id).collect();
                hub.dealloc_many(freed);
            }
            Kind::Remove => drop(hub.remove(id(a))),
            Kind::Retain => hub.retain(|id, _| (id.index() as usize + a) % 4 != b % 4),
            Kind::ExtractIf => {
                let taken = hub.extract_if(|id, _| id.index() as usize % 4 == a % 4);
                taken.take(b % some).for_each(drop);
            }
            Kind::Drain if a % 4 == 0 => drop(hub.drain().take(b % 4).count()),
            Kind::Clear if a % 4 == 0 => hub.clear(),
            Kind::Replace => drop(hub.replace(id(a), record(b))),
            Kind::Renew => ids.extend(hub.renew(id(a))),
            Kind::ReserveId if room => ids.push(hub.reserve_id()),
            Kind::Fill => drop(hub.fill(id(a), record(b))),
            Kind::Detach => drop(hub.detach(id(a))),
            Kind::Exchange => drop(hub.exchange(id(a), &mut (b % 2 == 0).then(|| record(b)))),
            Kind::FreeReserved => drop(hub.free_reserved()),
            Kind::Lease if room => {
                let lease = hub.lease(a % some);
                self.leases.push(lease);
            }
            Kind::LeaseInsert => {
                let number = a.checked_rem(self.leases.len());
                if let Some(number) = number {
                    ids.extend(self.leases[number].try_insert(record(b)).ok());
                }
            }
            Kind::Settle | Kind::Abandon => {
                let number = a.checked_rem(self.leases.len());
                if let Some(number) = number {
                    let lease = self.leases.swap_remove(number);
                    if kind == Kind::Settle {
                        drop(hub.settle([lease])); // perhaps of another hub
                    }
                }
            }
            Kind::CopyRows if room => drop(hub.copy_rows(other)),
            Kind::Relink => {
                let map = if room {
                    hub.copy_rows(other)
                } else {
                    IdMap::default()
                };
                let outside = if a % 2 == 0 {
                    Outside::Keep
                } else {
                    Outside::Dangle
                };
                hub.relink(map.new_ids(), &map, outside);
            }
            Kind::Append if room => drop(hub.append(other)),
            Kind::Clone => *hub = hub.clone(),
            Kind::CloneFrom => hub.clone_from(other),
            Kind::Convert => {
                *hub = core::mem::take(hub).convert(|record: T| record.changed(number(a)));
            }
            Kind::Swap => core::mem::swap(hub, other),
            Kind::Take => *other = core::mem::take(hub),
            Kind::Assign => *hub = T::hub(u32::from(number(a % 3))),
            Kind::Collect => *hub = (a..a + b % some).map(record).collect(),
            Kind::Save => self.saved = Some(postcard::to_allocvec(&*hub).unwrap()),
            Kind::Load => {
                if let Some(saved) = &self.saved {
                    *hub = postcard::from_bytes(saved).unwrap();
                }
            }
            Kind::Follow => self.follow(),
            Kind::Promote => {
                self.mirrored = None;
                *hub = core::mem::take(&mut self.mirror).promote();
            }
            Kind::Shrink => hub.shrink_to_fit(),
            Kind::Reserve => drop(hub.try_reserve(a % many)),
            Kind::Purge => drop(hub.purge()),
            Kind::Advance => drop(hub.advance()),
            Kind::AdvanceTo => {
                let last = hub.last_tick().unwrap().to_bits();
                let far = [1, 5, 1 << 30, (1 << 31) + 3, 1 << 40][a % 5];
                hub.advance_to(Tick::from_bits(last.saturating_add(far)));
            }
            _ => T::edit(hub, call, id),
        }
    }
}
