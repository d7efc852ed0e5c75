//! Every call that changes a hub.

use soa_runtime::{Hub, Incarnation, Lease, Mirror};

use crate::record::Record;

/// Two hubs, a mirror of the first one, and what belongs to them.
pub(crate) struct World<T: Record> {
    pub(crate) hubs: [Hub<T>; 2],
    pub(crate) mirror: Mirror<T>,
    /// The hub that the mirror follows.
    pub(crate) mirrored: Option<Incarnation>,
    /// The ids that were issued at some time.
    pub(crate) ids: Vec<T::Id>,
    /// Leases, each with the number of its hub.
    pub(crate) leases: Vec<(usize, Lease<T>)>,
    pub(crate) saved: Option<Vec<u8>>,
}

impl<T: Record> World<T> {
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
    pub(crate) fn follow(&mut self) {
        let incarnation = self.hubs[0].incarnation();
        if self.hubs[0].tag() != 0 {
            return; // a mirror follows a hub with its own tag
        }
        if incarnation.is_none() || self.mirrored != incarnation {
            self.mirror = Mirror::new();
            self.mirrored = incarnation;
        }
        T::follow(&mut self.hubs[0], &mut self.mirror);
    }
}

/// A call on the hub with this number. What `a` and `b` mean depends on the kind.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Call {
    pub(crate) kind: Kind,
    pub(crate) hub: usize,
    pub(crate) a: u8,
    pub(crate) b: u8,
}

macro_rules! kinds {
    ($($kind:ident)*) => {
        /// What a call does.
        #[derive(Debug, Clone, Copy, PartialEq)]
        pub(crate) enum Kind {
            $($kind,)*
        }

        impl Kind {
            pub(crate) const ALL: &[Kind] = &[$(Kind::$kind,)*];
        }
    };
}

kinds! {
    Insert Alloc AllocMany InsertMany InsertWith InsertAt InsertAgain Extend Dealloc DeallocMany
    Remove
    Retain ExtractIf Drain Clear Replace Renew ReserveId Fill Detach Exchange FreeReserved
    Lease LeaseInsert Settle Abandon
    CopyRows Append Relink Clone CloneFrom Convert Swap Take Assign Collect Save Load Follow Promote
    Sort Shrink Reserve Purge Advance AdvanceTo
    SetName SetTeam SetScore SetPos SetLeader SetFriends SetHp SetRow SetField SetAll EditAll EditRange EditSome
    EditColumn ZipAll ParAll ParZip Disjoint
}

/// Makes a call on concrete types.
macro_rules! make {
    ($world:ident, $call:ident, $unit:ident, $sort:expr) => {{
        use crate::calls::Kind;
        use soa_runtime::{IdMap, Outside, Tick};

        let Call {
            kind,
            hub: at,
            a,
            b,
        } = $call;
        // The narrow ids address 255 rows.
        let room = $world.hubs.iter().map(|hub| hub.slots()).sum::<usize>() < 170;
        let (first, second) = $world.hubs.split_at_mut(1);
        let (hub, other) = if at == 0 {
            (&mut first[0], &mut second[0])
        } else {
            (&mut second[0], &mut first[0])
        };
        let ids = &mut $world.ids;
        let id = |number: u8| {
            let number = usize::from(number).checked_rem(ids.len());
            number.map_or(UnitId::DANGLING, |number| ids[number])
        };
        let make = |number: u8| <$unit as Record>::new(number, ids);
        match kind {
            Kind::Insert => {
                if let Ok(id) = hub.try_insert(make(a)) {
                    ids.push(id)
                }
            }
            Kind::Alloc => ids.extend(hub.try_alloc()),
            Kind::AllocMany if room => {
                let made = hub.alloc_many(usize::from(a % 70));
                ids.extend(made);
            }
            Kind::InsertMany if room => {
                let made: Vec<_> = (a..a.saturating_add(b % 8)).map(make).collect();
                ids.extend(hub.insert_many(made));
            }
            Kind::InsertWith if room => {
                let made = hub.insert_with(|id| $unit {
                    leader: Some(id),
                    ..make(a)
                });
                ids.push(made);
            }
            Kind::InsertAt => {
                let id = UnitId::from_parts_tagged(u32::from(a % 60), u32::from(b % 5), hub.tag());
                if let Some(id) = id {
                    let _ = hub.insert_at(id, make(a));
                    ids.push(id);
                }
            }
            Kind::InsertAgain => drop(hub.insert_at(id(a), make(b))),
            Kind::Extend if room => {
                let made: Vec<_> = (a..a.saturating_add(b % 4)).map(make).collect();
                hub.extend(made);
                ids.extend(hub.ids().last());
            }
            Kind::Dealloc => drop(hub.dealloc(id(a))),
            Kind::DeallocMany => {
                let freed: Vec<_> = (a..a.saturating_add(b % 16)).map(id).collect();
                hub.dealloc_many(freed);
            }
            Kind::Remove => drop(hub.remove(id(a))),
            Kind::Retain => hub.retain(|_, unit| unit.team.wrapping_add(a) % 4 != b % 4),
            Kind::ExtractIf => {
                let taken = hub.extract_if(|_, unit| *unit.hp % 4 == u32::from(a % 4));
                taken.take(usize::from(b % 4)).for_each(drop);
            }
            Kind::Drain if a < 64 => drop(hub.drain().take(usize::from(b % 4)).count()),
            Kind::Clear if a < 64 => hub.clear(),
            Kind::Replace => drop(hub.replace(id(a), make(b))),
            Kind::Renew => ids.extend(hub.renew(id(a))),
            Kind::ReserveId if room => ids.push(hub.reserve_id()),
            Kind::Fill => drop(hub.fill(id(a), make(b))),
            Kind::Detach => drop(hub.detach(id(a))),
            Kind::Exchange => drop(hub.exchange(id(a), &mut (b % 2 == 0).then(|| make(b)))),
            Kind::FreeReserved => drop(hub.free_reserved()),
            Kind::Lease if room => {
                let lease = hub.lease(usize::from(a % 4));
                $world.leases.push((at, lease));
            }
            Kind::LeaseInsert => {
                let number = usize::from(a).checked_rem($world.leases.len());
                if let Some(number) = number {
                    ids.extend($world.leases[number].1.try_insert(make(b)).ok());
                }
            }
            Kind::Settle | Kind::Abandon => {
                let number = usize::from(a).checked_rem($world.leases.len());
                if let Some(number) = number {
                    let (_, lease) = $world.leases.swap_remove(number);
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
                *hub = core::mem::take(hub).convert(|unit: $unit| $unit {
                    team: unit.team.wrapping_add(a) % 3,
                    ..unit
                });
            }
            Kind::Swap => core::mem::swap(hub, other),
            Kind::Take => *other = core::mem::take(hub),
            Kind::Assign => *hub = <$unit as Record>::hub(u32::from(a % 3)),
            Kind::Collect => *hub = (a..a.saturating_add(b % 8)).map(make).collect(),
            Kind::Save => $world.saved = Some(postcard::to_allocvec(&*hub).unwrap()),
            Kind::Load => {
                if let Some(saved) = &$world.saved {
                    *hub = postcard::from_bytes(saved).unwrap();
                }
            }
            Kind::Follow => $world.follow(),
            Kind::Promote => {
                $world.mirrored = None;
                *hub = core::mem::take(&mut $world.mirror).promote();
            }
            Kind::Sort => $sort(hub, a, b),
            Kind::Shrink => hub.shrink_to_fit(),
            Kind::Reserve => drop(hub.try_reserve(usize::from(a % 90))),
            Kind::Purge => drop(hub.purge()),
            Kind::Advance => drop(hub.advance()),
            Kind::AdvanceTo => {
                let last = hub.last_tick().unwrap().to_bits();
                let far = [1, 5, 1 << 30, (1 << 31) + 3, 1 << 40][usize::from(a % 5)];
                hub.advance_to(Tick::from_bits(last.saturating_add(far)));
            }
            Kind::SetName => {
                if let Some(name) = hub.columns_mut().name.get_mut(id(a)) {
                    *name = Name::new(b)
                }
            }
            Kind::SetTeam if hub.contains(id(a)) => {
                hub.columns_mut().team.set(id(a), b % 3);
            }
            Kind::SetScore => {
                if let Some(score) = hub.columns_mut().score.get_mut(id(a)) {
                    *score = i32::from(b % 16)
                }
            }
            Kind::SetPos => {
                if let Some(pos) = hub.columns_mut().pos.get_mut(id(a)) {
                    *pos = place(b)
                }
            }
            Kind::SetLeader => {
                let leader = id(b);
                if let Some(of) = hub.columns_mut().leader.get_mut(id(a)) {
                    *of = Some(leader)
                }
            }
            Kind::SetFriends => {
                let friends = vec![id(b), id(b / 2), id(b)];
                if let Some(of) = hub.columns_mut().friends.get_mut(id(a)) {
                    *of = friends
                }
            }
            Kind::SetHp => {
                if let Some(hp) = hub.columns_mut().hp.get_mut(id(a)) {
                    *hp += 1
                }
            }
            Kind::SetRow => {
                if let Some(mut row) = hub.get_mut(id(a)) {
                    *row.score = i32::from(b % 8);
                    *row.name = Name::new(b);
                }
                if let Ok(mut row) = hub.try_row_mut(id(b)) {
                    *row.pos = place(a);
                }
            }
            Kind::SetField => {
                let (column, value) = match a / 64 {
                    0 => ("team", vec![b % 3]),
                    1 => ("name", vec![1, b'a' + b % 26]),
                    2 => ("name", vec![b]), // no name
                    _ => ("nobody", vec![]),
                };
                let mut value = postcard::Deserializer::from_bytes(&value);
                if let Some(row) = hub.get_mut(id(a)) {
                    let _ = <$unit as soa_runtime::EditRow>::set_field(row, column, &mut value);
                }
            }
            Kind::SetAll => hub.columns_mut().score.all_mut().fill(i32::from(a % 8)),
            Kind::EditAll => {
                for (_, mut row) in hub.iter_mut() {
                    *row.team = row.team.wrapping_add(a) % 3;
                }
            }
            Kind::EditRange => {
                let rows = hub.id_bits().len();
                let (from, to) = (usize::from(a) % (rows + 1), usize::from(b) % (rows + 1));
                hub.columns_mut()
                    .pos
                    .range_mut(from.min(to)..from.max(to))
                    .fill(place(a ^ b));
            }
            Kind::EditSome => {
                for (_, mut row) in hub
                    .iter_mut()
                    .skip(usize::from(a % 32))
                    .take(usize::from(b % 4))
                {
                    *row.name = Name::new(b);
                    *row.leader = None;
                }
            }
            Kind::EditColumn => {
                let mut columns = hub.columns_mut();
                let scores = columns.score.iter_live_mut();
                for (id, score) in scores.step_by(usize::from(a % 8) + 1) {
                    *score = i32::try_from(id.index() % 16).unwrap();
                }
            }
            Kind::ZipAll => {
                let mut columns = hub.columns_mut();
                for (_, (name, score)) in soa_runtime::zip_live((&mut columns.name, &columns.score))
                {
                    if *score > 3 {
                        *name = Name::new(a)
                    }
                }
            }
            Kind::ParAll => {
                use rayon::iter::{IntoParallelRefMutIterator, ParallelIterator};
                hub.par_iter_mut()
                    .for_each(|(_, mut row)| *row.score = i32::from(*row.team));
            }
            Kind::ParZip => {
                use rayon::iter::ParallelIterator;
                let mut columns = hub.columns_mut();
                soa_runtime::par_zip_live((&mut columns.team, &columns.hp))
                    .for_each(|(_, (team, hp))| *team = u8::try_from(*hp % 3).unwrap());
            }
            Kind::Disjoint => {
                if let Ok([mut left, mut right]) = hub.get_disjoint_mut([id(a), id(b)]) {
                    core::mem::swap(&mut *left.name, &mut *right.name);
                }
            }
            _ => {}
        }
    }};
}

pub(crate) use make;
