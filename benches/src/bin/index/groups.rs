//! Walking groups, and computing with them.

use std::collections::HashSet;

use fastrand::Rng;
use soa_bench::harness::Failure;
use soa_index::Groups;
use soa_runtime::IdAllocator;

use crate::contest::{MICROSECONDS, Page, contender, timed};

#[derive(IdAllocator)]
#[soa(tracked)]
struct Member {
    #[soa(tracked)]
    team: u8,
    #[soa(tracked)]
    kind: u8,
    hp: u32,
}

pub(crate) fn measure(page: &mut Page, rows: usize) -> Result<(), Failure> {
    let mut rng = Rng::with_seed(7);
    let mut units: MemberHub = (0..rows)
        .map(|_| Member {
            team: rng.u8(..10),
            kind: rng.u8(..10),
            hp: rng.u32(..100),
        })
        .collect();
    units.advance();
    let mut teams = Groups::<Member, _>::new(|units| units.team);
    let mut kinds = Groups::<Member, _>::new(|units| units.kind);
    let (teams, kinds) = (teams.at(&units), kinds.at(&units));
    let list: Vec<MemberId> = teams.ids(&3).collect();
    let count = u32::try_from(list.len()).expect("few rows");
    let hp = units.columns().hp;

    page.text("\n# Groups");
    page.compare(
        &format!("a group of {count} of {rows} rows is walked, and one column read"),
        MICROSECONDS,
        [
            contender("`ids`, in a `for` loop", |_| {
                timed(|| {
                    let mut sum = 0;
                    for id in teams.ids(&3) {
                        sum += u64::from(hp[id]);
                    }
                    sum
                })
            }),
            contender("`ids`, with `sum`", |_| {
                timed(|| teams.ids(&3).map(|id| u64::from(hp[id])).sum())
            }),
            contender("`slots`, by row", |_| {
                timed(|| {
                    teams
                        .slots(&3)
                        .iter()
                        .map(|slot| u64::from(hp[slot as usize]))
                        .sum()
                })
            }),
            contender("a `Vec` of the ids, by hand", |_| {
                timed(|| {
                    let mut sum = 0;
                    for id in &list {
                        sum += u64::from(hp[*id]);
                    }
                    sum
                })
            }),
        ],
    )?;
    let [team, kind] = [teams.ids(&3), kinds.ids(&7)].map(Iterator::collect::<HashSet<_>>);
    let list = list.as_slice();
    page.compare(
        &format!("the rows in two groups of {count} of {rows} are counted"),
        MICROSECONDS,
        [
            contender("`Slots`, with `&`", |_| {
                timed(|| (teams.slots(&3) & kinds.slots(&7)).len() as u64)
            }),
            contender("two `HashSet`s by hand", |_| {
                timed(|| team.intersection(&kind).count() as u64)
            }),
            contender("a `Vec` of the ids, and the other column", |_| {
                let kinds = units.columns().kind;
                timed(|| list.iter().filter(|id| kinds[**id] == 7).count() as u64)
            }),
        ],
    )
}
