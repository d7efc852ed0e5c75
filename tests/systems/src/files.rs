//! The files of a world.

use std::fs;
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;
use soa_journal::{Journal, JournalError, Load};
use soa_runtime::Mirror;

use crate::body::{Body, BodyHub};
use crate::unit::{Unit, UnitHub};
use crate::world::{TICKS, World};

const JOURNAL: &str = "world.journal";

/// Writes all files of the world into a folder.
pub(crate) fn write(folder: &Path) {
    fs::create_dir_all(folder).expect("a folder");
    let journal = folder.join(JOURNAL);
    if journal.exists() {
        fs::remove_file(&journal).expect("nobody has it open");
    }
    let mut journal = Journal::open(&journal).expect("a journal");
    // Each commit ends a tick more.
    let mut world = World::new();
    for _ in 0..TICKS {
        world.live();
        commit(&mut journal, &mut world).expect("a commit");
    }
    for (name, bytes) in saves(&World::grown()) {
        fs::write(folder.join(name), bytes).expect("a file");
    }
}

/// Compares the files of another system with those that this one writes, byte by byte, and
/// continues with what they contain.
pub(crate) fn read(folder: &Path) {
    let mut world = World::grown();
    let theirs = |name: &str| fs::read(folder.join(name)).expect("the file exists");
    for (name, bytes) in saves(&world) {
        let read = theirs(&name);
        let equal = read.iter().zip(&bytes).take_while(|(a, b)| a == b).count();
        assert!(
            read == bytes,
            "{name} differs at byte {equal} of {}",
            bytes.len()
        );
    }

    let units: UnitHub = loaded(&theirs("units.json"), &theirs("units.postcard"));
    let bodies: BodyHub = loaded(&theirs("bodies.json"), &theirs("bodies.postcard"));
    assert!(
        (&units, &bodies) == (&world.units, &world.bodies),
        "a save differs"
    );

    let mut units = Mirror::<Unit>::new();
    let mut bodies = Mirror::<Body>::new();
    for tick in 0..TICKS {
        let delta = theirs(&format!("units.{tick}.delta"));
        let applied = units.apply(&mut postcard::Deserializer::from_bytes(&delta));
        applied.expect("the delta is whole");
        let delta = theirs(&format!("bodies.{tick}.delta"));
        let applied = bodies.apply(&mut postcard::Deserializer::from_bytes(&delta));
        applied.expect("the delta is whole");
    }
    assert!(
        (&*units, &*bodies) == (&*world.units, &*world.bodies),
        "a mirror differs"
    );

    // Opening a journal may write, so a copy is opened.
    let copy = folder.join("copy.journal");
    fs::copy(folder.join(JOURNAL), &copy).expect("a copy");
    let journal = Journal::open(&copy).expect("the journal is whole");
    let units = journal.load::<UnitHub>("units").expect("units");
    let bodies = journal.load::<BodyHub>("bodies").expect("bodies");
    assert!(
        (&units, &bodies) == (&world.units, &world.bodies),
        "the journal differs"
    );
    drop(journal);
    fs::remove_file(&copy).expect("nobody has it open");

    // The hubs issue the same ids next.
    let mut units: UnitHub = loaded(&theirs("units.json"), &theirs("units.postcard"));
    for _ in 0..100 {
        assert_eq!(
            units.insert(Unit::of(7, None)),
            world.units.insert(Unit::of(7, None))
        );
    }
    println!(
        "{}: {} units, {} bodies",
        folder.display(),
        units.len(),
        bodies.len()
    );
}

/// Returns the saves and the deltas of a world, by the names of their files.
fn saves(world: &World) -> Vec<(String, Vec<u8>)> {
    let mut files = vec![
        ("units.json".to_owned(), json(&world.units)),
        ("units.postcard".to_owned(), binary(&world.units)),
        ("bodies.json".to_owned(), json(&world.bodies)),
        ("bodies.postcard".to_owned(), binary(&world.bodies)),
    ];
    for (tick, delta) in world.units_deltas.iter().enumerate() {
        files.push((format!("units.{tick}.delta"), delta.clone()));
    }
    for (tick, delta) in world.bodies_deltas.iter().enumerate() {
        files.push((format!("bodies.{tick}.delta"), delta.clone()));
    }
    files
}

/// Returns the hub of both saves, which must be equal.
fn loaded<H: DeserializeOwned + PartialEq>(json: &[u8], binary: &[u8]) -> H {
    let hub: H = serde_json::from_slice(json).expect("the save is whole");
    let other: H = postcard::from_bytes(binary).expect("the save is whole");
    assert!(hub == other, "the two saves differ");
    hub
}

fn json<H: Serialize>(hub: &H) -> Vec<u8> {
    serde_json::to_vec(hub).expect("no key is a map")
}

fn binary<H: Serialize>(hub: &H) -> Vec<u8> {
    postcard::to_allocvec(hub).expect("memory is enough")
}

fn commit(journal: &mut Journal, world: &mut World) -> Result<(), JournalError> {
    journal.commit(|commit| {
        commit.hub("units", &mut world.units)?;
        commit.hub("bodies", &mut world.bodies)
    })?;
    journal.flush()
}
