//! Several indexes beside the columns of one hub.

use std::panic::{AssertUnwindSafe, catch_unwind};

use soa_index::{Backlinks, Beside, Boxes, Grid, Groups, Sorted};
use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(tracked)]
struct Unit {
    #[soa(tracked)]
    pos: [f32; 2],
    #[soa(tracked)]
    team: u8,
    #[soa(tracked)]
    leader: Option<UnitId>,
}

fn units() -> (UnitHub, [UnitId; 2]) {
    let mut units = UnitHub::new();
    let unit = |team, leader| Unit {
        pos: [f32::from(team); 2],
        team,
        leader,
    };
    let leader = units.insert(unit(1, None));
    let follower = units.insert(unit(2, Some(leader)));
    (units, [leader, follower])
}

#[test]
fn answers_of_three_and_four_indexes_stay_while_columns_are_written() {
    let (mut units, ids) = units();
    let mut near = Grid::<Unit, 2>::new(1.0, |units| units.pos);
    let mut teams = Groups::<Unit, _>::new(|units| units.team);
    let mut order = Sorted::<Unit, _>::new(|units| units.team);
    let mut followers = Backlinks::<Unit, Unit>::new(|units| units.leader);

    let indexes = (&mut near, &mut teams, &mut order, &mut followers);
    let ((view, of_team, in_order, of_leader), mut columns) = indexes.beside(&mut units);
    columns.pos.all_mut().fill([9.0; 2]);
    columns.team.all_mut().fill(7);
    columns.leader.all_mut().fill(None);
    assert_eq!(view.nearest([2.0; 2]), Some((ids[1], 0.0)));
    assert!(of_team.ids(&2).eq([ids[1]]));
    assert_eq!(in_order.last(), Some((&2, ids[1])));
    assert!(of_leader.of(ids[0]).eq([ids[1]]));

    let mut boxes = Boxes::<Unit, 2>::by(|units| units.pos, |pos| [*pos, pos.map(|x| x + 1.0)]);
    let indexes = (&mut boxes, &mut teams, &mut order);
    let ((boxes, of_team, in_order), mut columns) = indexes.beside(&mut units);
    columns.pos.all_mut().fill([0.0; 2]);
    assert!(boxes.containing([10.0, 9.0]).eq(ids));
    assert!(of_team.ids(&7).eq(ids));
    assert_eq!(in_order.first(), Some((&7, ids[0])));
}

#[test]
fn a_panic_in_one_index_leaves_all_of_them_right() {
    let (mut units, ids) = units();
    let mut teams = Groups::<Unit, _>::new(|units| units.team);
    let mut order = Sorted::<Unit, _>::by(
        |units| units.team,
        |team| {
            assert_ne!(*team, 9, "a team without an order");
            *team
        },
    );
    *units.row_mut(ids[0]).team = 9;
    let both = AssertUnwindSafe(|| drop((&mut teams, &mut order).beside(&mut units)));
    assert!(catch_unwind(both).is_err());
    *units.row_mut(ids[0]).team = 3;
    let ((teams, order), _) = (&mut teams, &mut order).beside(&mut units);
    assert!(teams.ids(&3).eq([ids[0]]));
    assert!(order.iter().eq([(&2, ids[1]), (&3, ids[0])]));
}
