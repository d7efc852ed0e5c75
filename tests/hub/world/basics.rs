//! What every world can do: parts, ticks and links.

use soa_runtime::{Hub, IdAllocator, IdMap, Outside, Part, Tick, Value, ValueMut, World};

use super::{Game, Rock, RockHub, Shot, UnitHub, UnitId, unit};

#[test]
fn parts_are_a_list_of_hubs_and_values_with_their_names() {
    let mut game = Game::default();
    assert_eq!(Game::NAMES, ["units", "bullets", "clock"]);
    let (Part { name, part: units }, (shots, (clock, ()))) = game.parts_mut();
    let _: &mut Hub<super::Unit> = units;
    let ValueMut(time) = clock.part;
    units.insert(unit(1));
    *time = 7;
    assert_eq!([name, shots.name, clock.name], Game::NAMES);
    let (units, (_, (clock, ()))) = game.parts();
    let Value(clock) = clock.part;
    assert_eq!((units.part.len(), *clock), (1, 7));
}

#[test]
fn all_hubs_end_one_tick_above_the_highest() {
    let mut game = Game::default();
    assert_eq!(game.last_tick(), Some(Tick::START));
    game.shots.advance_to(Tick::from_bits(59));
    assert_eq!(game.last_tick(), Some(Tick::START));
    assert_eq!(game.advance(), Tick::from_bits(60));
    let ticks = [
        game.units.last_tick(),
        game.shots.last_tick(),
        game.last_tick(),
    ];
    assert_eq!(ticks, [Some(Tick::from_bits(60)); 3]);
    assert_eq!(game.advance(), Tick::from_bits(61));
}

#[test]
fn what_a_hub_that_lagged_wrote_belongs_to_the_tick_that_it_is_ended_as() {
    let mut game = Game::default();
    let old = game.units.insert(unit(1));
    game.units.advance_to(Tick::from_bits(10));
    let made = game.units.insert(unit(2)); // in tick 11
    game.units.columns_mut().hp[old] = 9;
    game.shots.advance_to(Tick::from_bits(59));
    assert_eq!(game.advance(), Tick::from_bits(60));
    // A reader that has seen 30 sees what was written before the hub was ended as 60.
    let seen = Tick::from_bits(30);
    assert!(
        game.units
            .slots_changed_since(seen)
            .any(|slot| slot == (1, Some(made)))
    );
    let changed = game.units.columns().hp.changed_since(seen, 0);
    assert!(changed.flatten().eq([0, 1]));
    let now = Tick::from_bits(60);
    assert_eq!(game.units.slots_changed_since(now).next(), None);
}

#[test]
fn hubs_without_a_clock_are_passed_over() {
    #[derive(World, Default)]
    struct Field {
        rocks: RockHub,
        units: UnitHub,
    }

    #[derive(World, Default)]
    struct Rocks {
        rocks: RockHub,
        #[world(value)]
        clock: u64,
    }

    let mut field = Field::default();
    field.rocks.insert(Rock { size: 1 });
    assert_eq!(field.advance(), Tick::from_bits(1));
    assert_eq!(
        (field.last_tick(), field.rocks.last_tick()),
        (Some(Tick::from_bits(1)), None)
    );
    let mut rocks = Rocks {
        clock: 3,
        ..Rocks::default()
    };
    assert_eq!((rocks.advance(), rocks.last_tick()), (Tick::START, None));
    assert_eq!((rocks.rocks.len(), rocks.clock), (0, 3));
}

#[test]
fn the_very_last_tick_does_not_overflow() {
    let mut game = Game::default();
    game.units.advance_to(Tick::from_bits(u64::MAX - 1));
    for _ in 0..2 {
        let last = game.advance();
        assert_eq!(game.last_tick(), Some(last));
    }
}

#[test]
fn copied_rows_of_all_hubs_are_linked_in_one_call() {
    let mut prefab = Game::default();
    let ants: Vec<UnitId> = (0..3).map(|hp| prefab.units.insert(unit(hp))).collect();
    let shots = [Some(ants[2]), None, Some(ants[0])].map(|by| prefab.shots.insert(Shot { by }));
    let mut game = Game::default();
    let own = game.units.insert(unit(100));
    let mine = game.shots.insert(Shot { by: Some(own) });

    for outside in [Outside::Keep, Outside::Dangle] {
        let units = game.units.copy_rows(&prefab.units);
        let copies = game.shots.copy_rows(&prefab.shots);
        // Three units without a link, and three shots. `mine` is none of the copies. Tuples nest.
        assert_eq!(game.relink(((&units,), (&copies,)), outside), 6);
        let by = |id| *game.shots.row(copies.get(id).unwrap()).by;
        assert_eq!(
            shots.map(by),
            [units.get(ants[2]), None, units.get(ants[0])]
        );
        assert_eq!(*game.shots.row(mine).by, Some(own));
    }
}

#[test]
fn maps_may_be_one_or_a_list_and_each_row_is_relinked_once() {
    #[derive(IdAllocator)]
    #[soa(derive(Clone))]
    struct Node {
        #[soa(links)]
        next: Option<NodeId>,
    }

    #[derive(World, Default)]
    struct Graph {
        nodes: NodeHub,
    }

    let prefab: NodeHub = [Node { next: None }, Node { next: None }]
        .into_iter()
        .collect();
    let [a, b] = [0, 1].map(|slot| prefab.id_of_slot(slot).unwrap());
    let mut prefab = prefab;
    prefab.columns_mut().next[a] = Some(b);
    prefab.columns_mut().next[b] = Some(a);
    let mut graph = Graph::default();
    let maps: Vec<IdMap<Node>> = (0..3).map(|_| graph.nodes.copy_rows(&prefab)).collect();
    // The first copy has the ids of the prefab: a second pass would take new ids for old ones.
    let one = &maps[0];
    assert_eq!(graph.relink([one, one], Outside::Keep), 2);
    assert_eq!(*graph.nodes.row(one.get(a).unwrap()).next, one.get(b));
    for map in &maps[1..] {
        assert_eq!(graph.relink(map, Outside::Dangle), 2);
        assert_eq!(*graph.nodes.row(map.get(b).unwrap()).next, map.get(a));
    }
    assert_eq!(graph.relink(&[] as &[&IdMap<Node>], Outside::Dangle), 0);
}
