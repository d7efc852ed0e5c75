//! Whole worlds under random programs: packets are lost, repeated, reordered and refused.

use std::collections::HashMap;

use proptest::prelude::*;
use soa_runtime::{Applied, Hub, Mirror, Tick, World};

use super::{Game, GameMirror, Shot, Unit, UnitId, assert_follows, packet, receive, unit};

/// A step of a program.
#[derive(Debug, Clone)]
enum Step {
    MakeUnit(u32),
    FreeUnit(usize),
    Hurt(usize, u32),
    Shoot(usize),
    FreeShot(usize),
    SetClock(u64),
    /// One hub ends a tick alone.
    EndUnits,
    EndShots,
    /// The world ends a tick, and a packet since the last confirmed tick is sent.
    Send,
    /// One of the packets on their way arrives, which may be there again later.
    Arrive(usize),
    /// A packet is lost.
    Lose(usize),
    /// A packet arrives of which the last part is broken.
    Break(usize),
    /// A packet arrives at a client that has no room.
    Refuse(usize),
}

fn step() -> impl Strategy<Value = Step> {
    use Step::*;
    prop_oneof![
        3 => any::<u32>().prop_map(MakeUnit),
        1 => any::<usize>().prop_map(FreeUnit),
        2 => (any::<usize>(), any::<u32>()).prop_map(|(at, hp)| Hurt(at, hp)),
        2 => any::<usize>().prop_map(Shoot),
        1 => any::<usize>().prop_map(FreeShot),
        1 => any::<u64>().prop_map(SetClock),
        1 => Just(EndUnits),
        1 => Just(EndShots),
        3 => Just(Send),
        4 => any::<usize>().prop_map(Arrive),
        1 => any::<usize>().prop_map(Lose),
        1 => any::<usize>().prop_map(Break),
        1 => any::<usize>().prop_map(Refuse),
    ]
}

/// The rows and the clock of the world at the end of a tick.
type State = (Vec<(UnitId, u32)>, usize, u64);

fn state_of(units: &Hub<Unit>, shots: usize, clock: u64) -> State {
    let mut units: Vec<_> = units.iter().map(|(id, unit)| (id, *unit.hp)).collect();
    units.sort_unstable();
    (units, shots, clock)
}

fn state(game: &Game) -> State {
    state_of(&game.units, game.shots.len(), game.clock)
}

fn state_of_mirror(mirror: &GameMirror) -> State {
    state_of(&mirror.units, mirror.shots.len(), mirror.clock)
}

/// The packets on their way.
#[derive(Default)]
struct Link(Vec<(Tick, String)>);

impl Link {
    fn at(&self, at: usize) -> Option<&(Tick, String)> {
        self.0.get(at.checked_rem(self.0.len())?)
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(miri) { 4 } else { 256 }))]

    #[test]
    fn a_mirror_has_the_state_of_the_tick_that_it_has_seen(
        steps in prop::collection::vec(step(), 1..80)
    ) {
        let (mut game, mut mirror) = (Game::default(), GameMirror::default());
        let mut link = Link::default();
        let mut states = HashMap::from([(Tick::START, state(&game))]);
        let pick = |at: usize, of: usize| at.checked_rem(of);
        for step in steps {
            match step {
                Step::MakeUnit(hp) => drop(game.units.insert(unit(hp))),
                Step::FreeUnit(at) => {
                    let id = pick(at, game.units.len()).and_then(|at| game.units.ids().nth(at));
                    id.map(|id| game.units.dealloc(id));
                }
                Step::Hurt(at, hp) => {
                    let id = pick(at, game.units.len()).and_then(|at| game.units.ids().nth(at));
                    if let Some(id) = id {
                        game.units.columns_mut().hp[id] = hp;
                    }
                }
                Step::Shoot(at) => {
                    let by = pick(at, game.units.len()).and_then(|at| game.units.ids().nth(at));
                    game.shots.insert(Shot { by });
                }
                Step::FreeShot(at) => {
                    let id = pick(at, game.shots.len()).and_then(|at| game.shots.ids().nth(at));
                    id.map(|id| game.shots.dealloc(id));
                }
                Step::SetClock(clock) => game.clock = clock,
                Step::EndUnits => drop(game.units.advance()),
                Step::EndShots => drop(game.shots.advance()),
                Step::Send => {
                    let now = game.advance();
                    states.insert(now, state(&game));
                    link.0.push((now, packet(&game, mirror.tick())));
                }
                Step::Arrive(at) => {
                    let Some((tick, text)) = link.at(at) else { continue };
                    let seen = mirror.tick();
                    let applied = receive(&mut mirror, text).expect("its start was confirmed");
                    let expected = if *tick > seen { Applied::Now(*tick) } else { Applied::Old };
                    prop_assert_eq!(applied, expected);
                }
                Step::Lose(at) => {
                    if let Some(at) = pick(at, link.0.len()) {
                        link.0.swap_remove(at);
                    }
                }
                Step::Break(at) => {
                    let Some((tick, text)) = link.at(at) else { continue };
                    let broken = text.replace(r#""clock":"#, r#""clock":-"#);
                    let refused = receive(&mut mirror, &broken);
                    // What is old is not read.
                    prop_assert_eq!(refused.is_err(), *tick > mirror.tick());
                }
                Step::Refuse(at) => {
                    let Some((_, text)) = link.at(at) else { continue };
                    let mut small = GameMirror { shots: Mirror::with_limit(0), ..GameMirror::default() };
                    if receive(&mut small, text).is_err() {
                        prop_assert_eq!(state_of_mirror(&small), state(&Game::default()));
                        prop_assert_eq!(small.tick(), Tick::START);
                    }
                }
            }
            // After each step the mirror is exactly the world at one tick.
            let state = state_of_mirror(&mirror);
            prop_assert_eq!(Some(&state), states.get(&mirror.tick()));
        }
        game.advance();
        let last = packet(&game, mirror.tick());
        receive(&mut mirror, &last).expect("the last packet arrives");
        assert_follows(&mirror, &game);
        let promoted = mirror.promote();
        prop_assert_eq!(state(&promoted), state(&game));
    }
}
