//! Every shape of struct.

use std::fmt::Debug;

use serde::Deserialize;
use soa_runtime::{Applied, Hub, IdAllocator, Tick, World};

use super::{Game, ShotHub, Unit, UnitHub, unit};

#[derive(IdAllocator, Debug, PartialEq)]
#[soa(tracked = all, derive(Debug, PartialEq, Serialize, Deserialize))]
struct Cell<T> {
    value: Option<T>,
}

/// The prelude's names are taken.
mod hostile {
    #![allow(dead_code, reason = "only their names matter")]
    pub(super) struct Option;
    pub(super) struct Some;
    pub(super) struct None;
    pub(super) struct Part;
    pub(super) struct Value;
    pub(super) struct Default;
    pub(super) struct Hub;

    #[derive(soa_runtime::World)]
    #[world(mirror)]
    pub(super) struct Taken {
        pub(super) r#type: super::UnitHub,
        #[world(name = "r#match")]
        pub(super) part: soa_runtime::Hub<super::Unit>,
        #[world(value)]
        pub(super) value: u8,
        #[world(skip)]
        pub(super) skipped: u8,
    }
}

#[test]
fn raw_names_and_names_of_the_prelude_are_no_trouble() {
    use hostile::{Taken, TakenMirror};

    assert_eq!(Taken::NAMES, ["type", "r#match", "value"]);
    let mut taken = Taken {
        r#type: UnitHub::new(),
        part: Hub::new(),
        value: 3,
        skipped: 4,
    };
    taken.part.insert(unit(1));
    let now = taken.advance();
    let bytes = postcard::to_allocvec(&taken.delta(Tick::START)).unwrap();
    let mut mirror = TakenMirror::default();
    let mut input = postcard::Deserializer::from_bytes(&bytes);
    assert_eq!(mirror.apply(&mut input).unwrap(), Applied::Now(now));
    let promoted = mirror.promote();
    assert_eq!(
        (promoted.part.len(), promoted.value, promoted.skipped),
        (1, 3, 0)
    );
}

/// Parameters of all kinds, a clause, a value that borrows, and a parameter that only a field
/// without a part has.
#[derive(World)]
#[world(mirror, crate = ::soa_runtime)]
struct Level<'a, T: Debug, C, const N: usize = 2>
where
    T: 'static,
{
    cells: CellHub<T>,
    units: UnitHub,
    #[world(value)]
    title: &'a str,
    #[world(value)]
    bounds: [u8; N],
    #[world(skip)]
    cache: Option<C>,
}

#[test]
fn generic_worlds_borrow_and_have_generic_mirrors() {
    let title = String::from("a level");
    let mut level = Level::<u16, Vec<u8>> {
        cells: CellHub::new(),
        units: UnitHub::new(),
        title: &title,
        bounds: [1, 2],
        cache: Some(vec![1]),
    };
    level.cells.insert(Cell { value: Some(7) });
    let now = level.advance();
    let bytes = postcard::to_allocvec(&level.delta(Tick::START)).unwrap();
    let mut mirror = LevelMirror::<u16, Vec<u8>>::default();
    let mut input = postcard::Deserializer::from_bytes(&bytes);
    assert_eq!(mirror.apply(&mut input).unwrap(), Applied::Now(now)); // the title borrows the bytes
    assert_eq!((mirror.title, mirror.tick()), ("a level", now));
    let copy = mirror.promote();
    assert_eq!((copy.cells, copy.title), (level.cells, level.title));
    assert_eq!((copy.units, copy.bounds), (level.units, level.bounds));
    assert_eq!((level.cache, copy.cache), (Some(vec![1]), None));
}

/// Worlds of any hub.
#[derive(World, Default)]
struct Any<H: soa_runtime::AnyHub> {
    hub: H,
    #[cfg(not(any()))]
    units: UnitHub,
    #[cfg(any())]
    nowhere: Nothing,
    #[cfg_attr(all(), world(value))]
    clock: u8,
}

#[test]
fn a_hub_may_be_a_parameter_and_fields_may_have_conditions() {
    assert_eq!(Any::<ShotHub>::NAMES, ["hub", "units", "clock"]);
    let mut any = Any::<ShotHub>::default();
    any.hub.advance();
    assert_eq!(any.advance(), Tick::from_bits(2));
    assert_eq!(
        (any.units.last_tick(), any.clock),
        (Some(Tick::from_bits(2)), 0)
    );
}

#[test]
fn a_world_may_be_empty_or_have_values_alone() {
    #[derive(World, Default)]
    #[world(mirror)]
    struct Empty {}

    #[derive(World, Default)]
    #[world(mirror)]
    struct Values {
        #[world(value)]
        clock: u8,
    }

    assert_eq!(
        (Empty {}.advance(), Empty {}.last_tick()),
        (Tick::START, None)
    );
    assert_eq!(EmptyMirror::default().promote().last_tick(), None);
    // Without a hub there is no tick, so that each delta is an old one.
    let packet = serde_json::to_value(Values { clock: 3 }.delta(Tick::START)).unwrap();
    let mut mirror = ValuesMirror::default();
    assert_eq!(mirror.apply(packet).unwrap(), Applied::Old);
    assert_eq!((mirror.clock, mirror.promote().clock), (0, 0));
}

#[test]
fn methods_of_the_user_are_not_in_the_way() {
    #[derive(World, Default)]
    struct Own {
        units: UnitHub,
    }

    impl Own {
        fn advance(&mut self) -> &'static str {
            World::advance(self);
            "a frame"
        }
    }

    let mut own = Own::default();
    assert_eq!(own.advance(), "a frame");
    assert_eq!(own.units.last_tick(), Some(Tick::from_bits(1)));
}

#[test]
fn packets_go_through_formats_with_names_numbers_and_neither() {
    let mut game = Game::default();
    let id = game.units.insert(unit(5));
    game.clock = 6;
    let now = game.advance();
    let delta = game.delta(Tick::START);
    let json = serde_json::to_vec(&delta).unwrap();
    let postcard = postcard::to_allocvec(&delta).unwrap();
    let messagepack = rmp_serde::to_vec_named(&delta).unwrap();
    let list = rmp_serde::to_vec(&delta).unwrap();
    let mut cbor = Vec::new();
    ciborium::into_writer(&delta, &mut cbor).unwrap();

    let mut mirrors = [(); 5].map(|()| super::GameMirror::default());
    let json = &mut serde_json::Deserializer::from_slice(&json);
    mirrors[0].apply(json).unwrap();
    let postcard_bytes = &mut postcard::Deserializer::from_bytes(&postcard);
    mirrors[1].apply(postcard_bytes).unwrap();
    for (mirror, bytes) in mirrors[2..].iter_mut().zip([&messagepack, &list]) {
        let bytes = &mut rmp_serde::Deserializer::new(&bytes[..]);
        mirror.apply(bytes).unwrap();
    }
    let owned = ciborium::from_reader(&cbor[..]).unwrap();
    mirrors[4].apply_owned(owned).unwrap();
    for mirror in mirrors {
        let hp = *mirror.units.row(id).hp;
        assert_eq!((mirror.tick(), hp, mirror.clock), (now, 5, 6));
    }
    // Each hub and the packet have a number of four bytes and two ticks; the rest is small.
    assert!(postcard.len() < 60, "{} bytes", postcard.len());
}

#[test]
fn a_world_of_other_parts_is_refused_by_compact_formats() {
    #[derive(World, Default)]
    #[world(mirror)]
    struct Other {
        units: UnitHub,
        shots: ShotHub, // "bullets" in `Game`
        #[world(value)]
        clock: u64,
    }

    let mut game = Game::default();
    game.advance();
    let bytes = postcard::to_allocvec(&game.delta(Tick::START)).unwrap();
    let mut mirror = OtherMirror::default();
    let mut input = rmp_serde::Deserializer::new(&bytes[..]);
    mirror.apply(&mut input).unwrap_err();
    let list = rmp_serde::to_vec(&game.delta(Tick::START)).unwrap();
    let error = mirror
        .apply(&mut rmp_serde::Deserializer::new(&list[..]))
        .unwrap_err();
    let said = "the packet has other parts; expected units, shots, clock";
    assert!(error.to_string().contains(said), "{error}");
}

#[test]
fn keys_of_a_packet_may_be_unknown_in_any_order_and_occur_once() {
    let mut game = Game::default();
    let id = game.units.insert(unit(5));
    let now = game.advance();
    let packet = serde_json::to_value(game.delta(Tick::START)).unwrap();
    let part = |name: &str| packet[name].to_string();
    let (units, bullets) = (part("units"), part("bullets"));
    let read = |text: &str| {
        let mut mirror = super::GameMirror::default();
        let applied = super::receive(&mut mirror, text)?;
        Ok::<_, serde_json::Error>((applied, mirror))
    };
    let last = format!(
        r#"{{"new":[1],"units":{units},"clock":4,"bullets":{bullets},"tick":1,"since":0}}"#
    );
    let (applied, mirror) = read(&last).unwrap();
    assert_eq!(applied, Applied::Now(now));
    assert_eq!((*mirror.units.row(id).hp, mirror.clock), (5, 4));
    for (wrong, said) in [
        (
            format!(r#"{{"since":0,"tick":1,"units":{units},"clock":4}}"#),
            "missing field `bullets`",
        ),
        (
            format!(r#"{{"tick":1,"units":{units},"clock":4,"bullets":{bullets}}}"#),
            "missing field `since`",
        ),
        (
            last.replace(r#""clock":4"#, r#""clock":4,"clock":5"#),
            "duplicate field `clock`",
        ),
        (
            last.replace(r#""tick":1,"since":0}"#, r#""tick":2,"since":0}"#),
            "has other ticks than the packet",
        ),
        ("[1]".to_owned(), "other parts"),
        (
            "7".to_owned(),
            "expected a packet with units, bullets, clock",
        ),
    ] {
        let error = read(&wrong).unwrap_err().to_string();
        assert!(error.contains(said), "{error} for {wrong}");
    }
}

#[test]
fn a_delta_is_a_part_of_other_packets() {
    #[derive(Deserialize)]
    enum Packet {
        Chat(String),
        Game(Box<soa_runtime::OwnedWorldDelta<Game>>),
    }

    let mut game = Game::default();
    let now = game.advance();
    let delta = serde_json::to_string(&game.delta(Tick::START)).unwrap();
    let packet = serde_json::from_str(&format!(r#"{{"Game":{delta}}}"#)).unwrap();
    match packet {
        Packet::Game(delta) => assert_eq!(delta.tick(), now),
        Packet::Chat(text) => panic!("{text}"),
    }
}
