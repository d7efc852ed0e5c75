//! Bringing an index up to date.

use std::collections::{BTreeMap, HashMap};

use fastrand::Rng;
use multi_index_map::MultiIndexMap;
use soa_bench::harness::Failure;
use soa_index::{Groups, Hashed, Sorted};
use soa_runtime::IdAllocator;

use crate::contest::{Contest, Page, Unit, timed};

#[derive(IdAllocator)]
#[soa(tracked)]
struct Keyed {
    #[soa(tracked)]
    key: u32,
    #[soa(tracked)]
    team: u32,
    #[soa(tracked)]
    rank: u32,
}

#[derive(MultiIndexMap)]
struct Entry {
    #[multi_index(hashed_unique)]
    id: KeyedId,
    #[multi_index(hashed_unique)]
    key: u32,
}

/// How many rows change in a round.
const CHANGED: u32 = 5000;

/// Returns the rows that change in a round, and the key of a row then. All keys stay different.
fn changes(rows: u32, round: u64) -> impl Iterator<Item = (u32, u32)> {
    let mut rng = Rng::with_seed(round);
    let step = rows / CHANGED;
    let offset = rng.u32(..step);
    let high = rows * (u32::try_from(round).unwrap_or(0) % 1000 + 1);
    (0..CHANGED).map(move |n| {
        let row = n * step + offset;
        (row, high + row)
    })
}

fn count_of(ids: &[KeyedId]) -> u32 {
    u32::try_from(ids.len()).expect("few rows")
}

/// Makes the changes of a round, and returns their number.
fn change_each(rows: u32, round: u64, change: impl FnMut((u32, u32))) -> u64 {
    changes(rows, round).map(change).count() as u64
}

pub(crate) fn measure(page: &mut Page, rows: usize) -> Result<(), Failure> {
    let unit = Unit::new("us", 1e6, 1);
    let count = u32::try_from(rows).expect("few rows");
    let row = |key| Keyed {
        key,
        team: key % 10,
        rank: key,
    };
    let new = || -> KeyedHub {
        let mut units: KeyedHub = (0..count).map(row).collect();
        units.advance();
        units
    };
    let ids: Vec<KeyedId> = new().ids().collect();
    page.text("\n# Bringing an index up to date");
    let title = format!("`at` of {rows} unchanged rows");
    let (units, mut index) = (new(), Hashed::<Keyed, _>::new(|units| units.key));
    let at = || index.at(&units).contains(&7).into();
    page.compare(&title, unit, Contest::default().add("`Hashed`", at))?;
    let title = format!("{CHANGED} of {rows} keys change: `Hashed`");
    page.compare(&title, unit, hashed(&new, &ids))?;
    let title = format!("{CHANGED} of {rows} keys change: `Sorted`");
    page.compare(&title, unit, sorted(&new, &ids))?;
    let title = format!("{CHANGED} of {rows} rows change their team: `Groups`");
    page.compare(&title, unit, groups(&new, &ids))
}

fn hashed<'a>(new: &dyn Fn() -> KeyedHub, ids: &'a [KeyedId]) -> Contest<'a> {
    let (mut units, mut by_hand, rows) = (new(), new(), count_of(ids));
    let mut index = Hashed::<Keyed, _>::new(|units| units.key);
    index.refresh(&units);
    let mut map: HashMap<u32, KeyedId> = by_hand.iter().map(|(id, row)| (*row.key, id)).collect();
    let mut multi = MultiIndexEntryMap::default();
    for (id, row) in &units {
        multi.insert(Entry { id, key: *row.key });
    }
    Contest::default()
        .prepared("`Hashed`, writing the column", move |round| {
            for (row, key) in changes(rows, round) {
                units.columns_mut().key[ids[row as usize]] = key;
            }
            units.advance();
            timed(|| index.refresh(&units) as u64)
        })
        .prepared("`HashMap<u32, Id>` by hand", move |round| {
            let mut column = by_hand.columns_mut().key;
            let change = |(row, key)| {
                let id = ids[row as usize];
                map.remove(&column[id]);
                map.insert(key, id);
                column[id] = key;
            };
            timed(|| change_each(rows, round, change))
        })
        .prepared("`multi_index_map`", move |round| {
            let change = |(row, key)| {
                multi.modify_by_id(&ids[row as usize], |entry| entry.key = key);
            };
            timed(|| change_each(rows, round, change))
        })
}

fn sorted<'a>(new: &dyn Fn() -> KeyedHub, ids: &'a [KeyedId]) -> Contest<'a> {
    let (mut units, mut by_hand, rows) = (new(), new(), count_of(ids));
    let mut index = Sorted::<Keyed, _>::new(|units| units.rank);
    index.refresh(&units);
    let mut map: BTreeMap<u32, KeyedId> = by_hand.iter().map(|(id, row)| (*row.rank, id)).collect();
    let mut order: Vec<(u32, KeyedId)> = map.iter().map(|(rank, id)| (*rank, *id)).collect();
    let mut sorted_again = new();
    Contest::default()
        .prepared("`Sorted`", move |round| {
            for (row, key) in changes(rows, round) {
                units.columns_mut().rank[ids[row as usize]] = key;
            }
            units.advance();
            timed(|| index.refresh(&units) as u64)
        })
        .prepared("`BTreeMap<u32, Id>` by hand", move |round| {
            let mut column = by_hand.columns_mut().rank;
            let change = |(row, key)| {
                let id = ids[row as usize];
                map.remove(&column[id]);
                map.insert(key, id);
                column[id] = key;
            };
            timed(|| change_each(rows, round, change))
        })
        .prepared("a `Vec` of all rows, sorted again", move |round| {
            for (row, key) in changes(rows, round) {
                sorted_again.columns_mut().rank[ids[row as usize]] = key;
            }
            timed(|| {
                let ranks = sorted_again.columns().rank;
                for (rank, id) in &mut order {
                    *rank = ranks[*id];
                }
                order.sort_unstable();
                u64::from(CHANGED)
            })
        })
}

fn groups<'a>(new: &dyn Fn() -> KeyedHub, ids: &'a [KeyedId]) -> Contest<'a> {
    let (mut units, mut by_hand, rows) = (new(), new(), count_of(ids));
    let mut index = Groups::<Keyed, _>::new(|units| units.team);
    index.refresh(&units);
    let mut teams: HashMap<u32, Vec<KeyedId>> = HashMap::new();
    // The position of each row in the list of its team.
    let mut places = vec![0; ids.len()];
    for (id, row) in &by_hand {
        let team = teams.entry(*row.team).or_default();
        places[id.index() as usize] = team.len();
        team.push(id);
    }
    Contest::default()
        .prepared("`Groups`", move |round| {
            for (row, key) in changes(rows, round) {
                units.columns_mut().team[ids[row as usize]] = key % 7;
            }
            units.advance();
            timed(|| index.refresh(&units) as u64)
        })
        .prepared("`HashMap<u32, Vec<Id>>` by hand, unordered", move |round| {
            let mut column = by_hand.columns_mut().team;
            let change = |(row, key)| {
                let (id, team) = (ids[row as usize], key % 7);
                let place = places[row as usize];
                let old = teams.entry(column[id]).or_default();
                old.swap_remove(place);
                if let Some(moved) = old.get(place) {
                    places[moved.index() as usize] = place;
                }
                let new = teams.entry(team).or_default();
                places[row as usize] = new.len();
                new.push(id);
                column[id] = team;
            };
            timed(|| change_each(rows, round, change))
        })
}
