//! Walking groups, and computing with them.

use std::collections::HashSet;

use fastrand::Rng;
use soa_bench::harness::Failure;
use soa_index::Groups;
use soa_runtime::IdAllocator;

use crate::contest::{Contest, Page, Unit};

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
    let mut member = || Member {
        team: rng.u8(..10),
        kind: rng.u8(..10),
        hp: rng.u32(..100),
    };
    let mut units: MemberHub = (0..rows).map(|_| member()).collect();
    units.advance();
    let mut teams = Groups::<Member, _>::new(|units| units.team);
    let mut kinds = Groups::<Member, _>::new(|units| units.kind);
    let (teams, kinds) = (teams.at(&units), kinds.at(&units));
    let list: Vec<MemberId> = teams.ids(&3).collect();
    let count = list.len();
    let hp = units.columns().hp;
    let unit = Unit::new("us", 1e6, 1);

    page.text("\n# Groups");
    let walks = Contest::default()
        .add("`ids`, in a `for` loop", || {
            let mut sum = 0;
            for id in teams.ids(&3) {
                sum += u64::from(hp[id]);
            }
            sum
        })
        .add("`ids`, with `sum`", || {
            teams.ids(&3).map(|id| u64::from(hp[id])).sum()
        })
        .add("`slots`, by row", || {
            let slots = teams.slots(&3).iter();
            slots.map(|slot| u64::from(hp[slot as usize])).sum()
        })
        .add("a `Vec` of the ids, by hand", || {
            let mut sum = 0;
            for id in &list {
                sum += u64::from(hp[*id]);
            }
            sum
        });
    let title = format!("a group of {count} of {rows} rows is walked, and one column read");
    page.compare(&title, unit, walks)?;
    let [team, kind] = [teams.ids(&3), kinds.ids(&7)].map(Iterator::collect::<HashSet<_>>);
    let in_both = Contest::default()
        .add("`Slots`, with `&`", || {
            (teams.slots(&3) & kinds.slots(&7)).len() as u64
        })
        .add("two `HashSet`s by hand", || {
            team.intersection(&kind).count() as u64
        })
        .add("a `Vec` of the ids, and the other column", || {
            let kinds = units.columns().kind;
            list.iter().filter(|id| kinds[**id] == 7).count() as u64
        });
    let title = format!("the rows in two groups of {count} of {rows} are counted");
    page.compare(&title, unit, in_both)
}
