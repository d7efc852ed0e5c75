//! Ships mine rocks. A ship is an entity, because ships differ in their components. A rock is a row of
//! a hub, which is a resource: all rocks are alike, many, and found by place and by ore.
//!
//! `cargo run -- FILE` in this folder goes on with the rocks in a file, and ctrl-C saves them.

use std::env;
use std::path::Path;
use std::time::Duration;

use bevy_app::{App, AppExit, Last, ScheduleRunnerPlugin, TerminalCtrlCHandlerPlugin, Update};
use bevy_ecs::prelude::*;
use bevy_reflect::Reflect;
use serde::{Deserialize, Serialize};
use soa_index::{Grid, Groups};
use soa_journal::{Journal, Load};
use soa_runtime::IdAllocator;

/// What a rock contains.
#[derive(
    Reflect, Serialize, Deserialize, Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord,
)]
enum Ore {
    #[default]
    Iron,
    Gold,
}

/// A rock. Places are in metres.
#[derive(IdAllocator, Debug)]
#[soa(tracked = all, derive(Debug, Serialize, Deserialize))]
struct Rock {
    place: [f32; 2],
    ore: Ore,
    tons: u32,
}

/// The hub is a resource, and each index is one.
#[derive(Resource, Debug)]
struct Rocks(RockHub);
#[derive(Resource)]
struct ByPlace(Grid<Rock, 2>);
#[derive(Resource)]
struct ByOre(Groups<Rock, Ore>);
#[derive(Resource)]
struct Save(Journal);

/// A component with an id, which the feature `bevy_reflect` of `soa-runtime` makes possible.
#[derive(Component, Reflect, Clone, Debug, Default, PartialEq)]
#[reflect(Component)]
struct Ship {
    place: [f32; 2],
    ore: Ore,
    target: Option<RockId>,
    tons: u32,
}

/// The metres that a ship flies in a frame, and from which it mines a ton.
const REACH: f32 = 1.0;

/// Chooses the nearest rock with the right ore for each ship whose target is gone.
fn choose(
    rocks: Res<Rocks>,
    mut places: ResMut<ByPlace>,
    mut ores: ResMut<ByOre>,
    mut ships: Query<&mut Ship>,
) {
    let (near, ores) = (places.0.at(&rocks.0), ores.0.at(&rocks.0));
    for mut ship in &mut ships {
        if ship.target.is_some_and(|id| rocks.0.contains(id)) {
            continue;
        }
        let wanted = ores.slots(&ship.ore);
        ship.target = None;
        if !wanted.is_empty() {
            let mut outward = near.outward(ship.place).map(|(id, _)| id);
            ship.target = outward.find(|id| wanted.contains(id.index()));
        }
    }
}

/// Flies, mines, and frees what is used up. The ids of other ships become stale by it.
fn mine(mut rocks: ResMut<Rocks>, mut ships: Query<&mut Ship>) {
    for mut ship in &mut ships {
        let Some(id) = ship.target else { continue };
        let Some(mut rock) = rocks.0.get_mut(id) else {
            continue; // another ship was here first
        };
        let [x, y] = [0, 1].map(|axis| rock.place[axis] - ship.place[axis]);
        let far = x.hypot(y);
        if far > REACH {
            let step = REACH / far;
            ship.place = [ship.place[0] + x * step, ship.place[1] + y * step];
            continue;
        }
        ship.tons += 1;
        *rock.tons = rock.tons.saturating_sub(1);
        if *rock.tons == 0 {
            rocks.0.dealloc(id);
        }
    }
}

/// Exits when no rock is left.
fn stop(rocks: Res<Rocks>, mut exits: MessageWriter<AppExit>) {
    if rocks.0.is_empty() {
        exits.write(AppExit::Success);
    }
}

/// Ends the tick, so that the next frame asks the indexes for free.
fn advance(mut rocks: ResMut<Rocks>) {
    rocks.0.advance();
}

/// Writes what changed since the last commit, and waits until it is on disk.
fn save(mut rocks: ResMut<Rocks>, mut save: ResMut<Save>) -> Result {
    save.0.commit(|commit| commit.hub("rocks", &mut rocks.0))?;
    save.0.flush()?;
    Ok(())
}

/// Makes an app with the rocks of a journal. A new journal has none.
fn app(path: &Path) -> Result<App> {
    let journal = Journal::open(path)?;
    let mut app = App::new();
    app.register_type::<Ship>()
        .insert_resource(Rocks(journal.load("rocks")?))
        .insert_resource(Save(journal))
        .insert_resource(ByPlace(Grid::<Rock, 2>::new(8.0, |rocks| rocks.place)))
        .insert_resource(ByOre(Groups::<Rock, _>::new(|rocks| rocks.ore)))
        .add_systems(Update, (choose, mine, stop).chain())
        .add_systems(Last, advance)
        .add_systems(Last, save.after(advance).run_if(on_message::<AppExit>));
    Ok(app)
}

fn main() -> Result {
    let file = env::args_os().nth(1).unwrap_or("rocks.journal".into());
    let mut app = app(Path::new(&file))?;
    let rocks = &mut app.world_mut().resource_mut::<Rocks>().0;
    if rocks.is_empty() {
        rocks.extend((0..100_u8).map(|number| Rock {
            place: [number % 10 * 7, number / 10 * 9].map(f32::from),
            ore: [Ore::Gold, Ore::Iron, Ore::Iron][usize::from(number % 3)],
            tons: 5,
        }));
    }
    println!("{} rocks", rocks.len());
    app.world_mut().spawn(Ship::default());
    let frame = ScheduleRunnerPlugin::run_loop(Duration::from_millis(16));
    app.add_plugins((frame, TerminalCtrlCHandlerPlugin)).run();
    println!("saved in {}", file.display());
    Ok(())
}

#[cfg(test)]
mod tests;
