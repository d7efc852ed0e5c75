//! Worlds that are followed elsewhere: all of a packet, or nothing.

use serde::{Deserialize, Serialize};
use soa_runtime::{Applied, IdAllocator, Mirror, OwnedWorldDelta, Tick, World};

use super::{Game, GameMirror, Shot, Unit, assert_follows, packet, receive, unit};

fn assert_untouched(mirror: &GameMirror) {
    assert_eq!([mirror.tick(), mirror.units.tick()], [Tick::START; 2]);
    assert_eq!([mirror.units.len(), mirror.shots.len()], [0; 2]);
    assert_eq!(mirror.clock, 0);
}

#[test]
fn a_packet_whose_start_was_lost_changes_nothing() {
    let (mut game, mut mirror) = (Game::default(), GameMirror::default());
    let seen = game.advance();
    game.clock = 3;
    game.units.insert(unit(1));
    game.advance();
    let late = packet(&game, seen);
    let error = receive(&mut mirror, &late).unwrap_err().to_string();
    assert!(
        error.contains("the delta starts at tick 1, but the mirror has seen tick 0"),
        "{error}"
    );
    let owned: OwnedWorldDelta<Game> = serde_json::from_str(&late).unwrap();
    mirror.apply_owned(owned).unwrap_err();
    assert_untouched(&mirror);
}

#[test]
fn if_one_part_is_refused_no_part_changes() {
    let mut game = Game::default();
    game.units.insert(unit(1));
    game.clock = 9;
    for _ in 0..3 {
        game.shots.insert(Shot { by: None });
    }
    game.advance();
    let packet = packet(&game, Tick::START);

    // The second hub has no room for the shots.
    let mut mirror = GameMirror {
        shots: Mirror::with_limit(2),
        ..GameMirror::default()
    };
    let error = receive(&mut mirror, &packet).unwrap_err().to_string();
    assert!(
        error.contains("the delta has 3 slots; expected at most 2"),
        "{error}"
    );
    let owned: OwnedWorldDelta<Game> = serde_json::from_str(&packet).unwrap();
    mirror.apply_owned(owned).unwrap_err();
    assert_untouched(&mirror);

    // A value that cannot be read is the last part.
    let mut mirror = GameMirror::default();
    let broken = packet.replace(r#""clock":9"#, r#""clock":-9"#);
    assert_ne!(broken, packet);
    receive(&mut mirror, &broken).unwrap_err();
    assert_untouched(&mirror);
    receive(&mut mirror, &packet).unwrap();
    assert_follows(&mirror, &game);
}

#[test]
fn another_version_of_one_record_is_refused_and_nothing_is_applied() {
    mod next {
        use soa_runtime::IdAllocator;

        #[derive(IdAllocator)]
        #[soa(layout = dense, tracked = all, derive(Serialize, Deserialize))]
        pub(super) struct Shot {
            by: Option<super::super::UnitId>,
            pub(super) damage: u8,
        }
    }

    #[derive(World, Default)]
    struct Next {
        units: super::UnitHub,
        #[world(name = "bullets")]
        shots: next::ShotHub,
        #[world(value)]
        clock: u64,
    }

    let mut game = Next {
        clock: 4,
        ..Next::default()
    };
    game.units.insert(unit(1));
    game.shots.alloc();
    game.advance();
    let mut mirror = GameMirror::default();
    let bytes = postcard::to_allocvec(&game.delta(Tick::START)).unwrap();
    mirror
        .apply(&mut postcard::Deserializer::from_bytes(&bytes))
        .unwrap_err();
    let list = rmp_serde::to_vec(&game.delta(Tick::START)).unwrap();
    let error = mirror
        .apply(&mut rmp_serde::Deserializer::new(&list[..]))
        .unwrap_err();
    assert!(error.to_string().contains("version"), "{error}");
    assert_untouched(&mirror);
    assert_eq!(*game.shots.columns().damage, [0]);
}

#[test]
fn a_hub_that_is_ahead_or_behind_loses_nothing() {
    let (mut game, mut mirror) = (Game::default(), GameMirror::default());
    game.units.insert(unit(1));
    game.units.advance_to(Tick::from_bits(50)); // ahead
    let first = packet(&game, mirror.tick());
    // The lowest last tick of the hubs is `START`, which every mirror has seen.
    assert_eq!(receive(&mut mirror, &first).unwrap(), Applied::Old);
    game.shots.advance();
    let ahead = packet(&game, mirror.tick());
    let now = |tick| Applied::Now(Tick::from_bits(tick));
    assert_eq!(receive(&mut mirror, &ahead).unwrap(), now(1));
    let ticks = [mirror.units.tick(), mirror.tick()];
    assert_eq!(ticks, [50, 1].map(Tick::from_bits));

    let made = game.units.insert(unit(2));
    let shot = game.shots.insert(Shot { by: Some(made) });
    game.shots.advance();
    game.clock = 8;
    // The units have not ended their tick, so they come with the next packet.
    let behind = packet(&game, mirror.tick());
    assert_eq!(receive(&mut mirror, &behind).unwrap(), now(2));
    assert!(mirror.shots.contains(shot) && !mirror.units.contains(made));
    let now = game.advance();
    assert_eq!(now, Tick::from_bits(51));
    let together = packet(&game, mirror.tick());
    assert_eq!(receive(&mut mirror, &together).unwrap(), Applied::Now(now));
    assert_follows(&mirror, &game);
}

#[test]
fn a_hub_from_elsewhere_is_sent_whole() {
    let (mut game, mut mirror) = (Game::default(), GameMirror::default());
    for number in 0..100 {
        game.units.insert(unit(number));
        game.shots.insert(Shot { by: None });
        game.advance();
    }
    let first = packet(&game, mirror.tick());
    receive(&mut mirror, &first).unwrap();
    for rows in [1, 100, 200] {
        // As one that was loaded from a file: its rows were written in ticks of its own.
        game.units = (0..rows).map(unit).collect();
        game.units.advance();
        game.advance();
        let next = packet(&game, mirror.tick());
        receive(&mut mirror, &next).unwrap();
        assert_follows(&mirror, &game);
    }
}

#[test]
fn an_old_packet_of_a_format_without_names_is_read_to_its_end() {
    let mut game = Game::default();
    game.units.insert(unit(1));
    game.advance();
    let mut mirror = GameMirror::default();
    let list = rmp_serde::to_vec(&game.delta(Tick::START)).unwrap();
    let mut applied = |bytes: &[u8]| {
        let mut reader = rmp_serde::Deserializer::new(bytes);
        mirror.apply(&mut reader).unwrap()
    };
    assert_eq!(applied(&list), Applied::Now(Tick::from_bits(1)));
    assert_eq!(applied(&list), Applied::Old);

    // A new packet follows an old one in the same bytes.
    let mut stream = postcard::to_allocvec(&game.delta(Tick::START)).unwrap();
    game.units.insert(unit(2));
    let now = game.advance();
    stream.extend(postcard::to_allocvec(&game.delta(Tick::START)).unwrap());
    let mut stream = postcard::Deserializer::from_bytes(&stream);
    assert_eq!(mirror.apply(&mut stream).unwrap(), Applied::Old);
    assert_eq!(mirror.apply(&mut stream).unwrap(), Applied::Now(now));
    assert_follows(&mirror, &game);
}

#[test]
fn a_promoted_world_goes_on() {
    let (mut game, mut mirror) = (Game::default(), GameMirror::default());
    let [ant, bee] = [1, 2].map(|hp| game.units.insert(unit(hp)));
    game.units.dealloc(bee);
    game.selected.push(ant);
    game.clock = 5;
    game.advance();
    receive(&mut mirror, &packet(&game, Tick::START)).unwrap();
    let mut promoted: Game = mirror.promote();
    assert_eq!((promoted.units.len(), promoted.clock), (1, 5));
    assert!(promoted.selected.is_empty());
    assert!(promoted.units.contains(ant) && !promoted.units.contains(bee));
    assert_eq!(promoted.units.insert(unit(3)), game.units.insert(unit(3)));
}

#[test]
fn a_value_or_record_that_panics_as_it_is_dropped_finds_the_packet_applied() {
    use std::cell::Cell;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    thread_local! {
        static ARMED: Cell<bool> = const { Cell::new(false) };
    }

    #[derive(Default, Serialize, Deserialize)]
    struct Bomb(u8);

    impl Drop for Bomb {
        fn drop(&mut self) {
            assert!(!ARMED.replace(false), "a bomb is dropped");
        }
    }

    #[derive(IdAllocator)]
    #[soa(tracked = all, derive(Serialize, Deserialize))]
    struct Mine {
        bomb: Bomb,
    }

    #[derive(World, Default)]
    #[world(mirror)]
    struct Field {
        mines: MineHub,
        #[world(value)]
        last: Bomb,
        units: super::UnitHub,
    }

    let (mut field, mut mirror) = (Field::default(), FieldMirror::default());
    let mine = field.mines.insert(Mine { bomb: Bomb(1) });
    let send = |field: &mut Field, mirror: &mut FieldMirror| {
        field.advance();
        let packet = serde_json::to_value(field.delta(mirror.tick())).unwrap();
        catch_unwind(AssertUnwindSafe(|| mirror.apply(packet)))
    };
    send(&mut field, &mut mirror).unwrap().unwrap();
    field.mines.row_mut(mine).bomb.0 = 2;
    field.last.0 = 3;
    let unit: Unit = unit(4);
    let id = field.units.insert(unit);
    ARMED.set(true);
    assert!(send(&mut field, &mut mirror).is_err());
    assert!(!ARMED.get());
    assert_eq!((mirror.mines.row(mine).bomb.0, mirror.last.0), (2, 3));
    assert_eq!(*mirror.units.row(id).hp, 4);
    assert_eq!(Some(mirror.tick()), field.last_tick());
}
