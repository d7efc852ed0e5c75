//! The app without a window, and its component by reflection.

use bevy_reflect::serde::{TypedReflectDeserializer, TypedReflectSerializer};
use bevy_reflect::{FromReflect, TypePath, TypeRegistry};
use serde::de::DeserializeSeed;

use super::*;

fn rocks(app: &mut App) -> &mut RockHub {
    &mut app.world_mut().resource_mut::<Rocks>().into_inner().0
}

fn rock(x: f32, ore: Ore) -> Rock {
    let (place, tons) = ([x, 0.0], 2);
    Rock { place, ore, tons }
}

fn ship(ore: Ore, target: Option<RockId>) -> Ship {
    let (place, tons) = ([0.0, 0.0], 0);
    Ship {
        place,
        ore,
        target,
        tons,
    }
}

#[test]
fn no_ship_mines_another_rock_in_the_slot_of_its_target() -> Result {
    let folder = tempfile::tempdir()?;
    let mut app = app(&folder.path().join("rocks"))?;
    let gold = rocks(&mut app).insert(rock(3.0, Ore::Gold));
    let ores = [Ore::Gold, Ore::Gold, Ore::Iron];
    let ships = ores.map(|ore| app.world_mut().spawn(ship(ore, None)).id());
    app.update();
    let of = |app: &App| ships.map(|ship| app.world().get::<Ship>(ship).unwrap().clone());
    assert_eq!(
        of(&app).map(|ship| ship.target),
        [Some(gold), Some(gold), None]
    );

    rocks(&mut app).dealloc(gold);
    let iron = rocks(&mut app).insert(rock(3.0, Ore::Iron));
    assert_eq!(gold.index(), iron.index());
    for _ in 0..9 {
        app.update();
    }
    assert_eq!(of(&app).map(|ship| ship.tons), [0, 0, 2]);
    assert!(app.should_exit().is_some());
    Ok(())
}

#[test]
fn an_exit_saves_the_rocks_and_ids_stay() -> Result {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("rocks");
    let mut first = app(&path)?;
    let [near, far] = [0.0, 40.0].map(|x| rocks(&mut first).insert(rock(x, Ore::Gold)));
    let ship = first.world_mut().spawn(ship(Ore::Gold, None)).id();
    for _ in 0..3 {
        first.update();
    }
    assert_eq!(first.world().get::<Ship>(ship).unwrap().target, Some(far));
    first.world_mut().write_message(AppExit::Success);
    first.update();
    drop(first);

    let mut second = app(&path)?;
    assert!(rocks(&mut second).get(near).is_none());
    assert_eq!(*rocks(&mut second).row(far).tons, 2);
    Ok(())
}

#[test]
fn a_component_with_an_id_is_reflected() -> Result {
    let ship = ship(Ore::Gold, RockId::from_parts(7, 3));
    let mut registry = TypeRegistry::new();
    registry.register::<Ship>();
    let saved = serde_json::to_string(&TypedReflectSerializer::new(&ship, &registry))?;
    assert!(saved.contains(r#""target":"7v3""#), "{saved}");
    let registration = registry.get_with_type_path(Ship::type_path()).unwrap();
    let reader = TypedReflectDeserializer::new(registration, &registry);
    let loaded = reader.deserialize(&mut serde_json::Deserializer::from_str(&saved))?;
    assert_eq!(Ship::from_reflect(&*loaded), Some(ship));
    let path = "soa_runtime::Handle<mine::Rock, u64, 32, 32, 0>";
    assert_eq!(
        (RockId::type_path(), RockId::short_type_path()),
        (path, &path[13..])
    );
    Ok(())
}
