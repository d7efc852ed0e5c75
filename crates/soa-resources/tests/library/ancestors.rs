//! Defects of the library's ancestors and of today's peers, which it does not have.

use std::panic::panic_any;
use std::time::Duration;

use crate::support::{Counted, ONE, TWO, Text, World, one_worker, text_hub};
use soa_resources::{BoxError, Event, Job, Library, Loader, Memory, State, Tag};

#[test]
fn nebula_names_were_never_erased() {
    let mut world = World::open(one_worker());
    for round in 0..1000 {
        let id = world.request("a", "A", Tag(round));
        world.finish_all();
        world.library.release_all(Tag(round));
        assert_eq!(world.maintain(), [Event::Unloaded(id)]);
        assert_eq!((world.library.find("a"), world.library.len()), (None, 0));
    }
}

#[test]
fn nebula_discarding_what_still_loads_left_it_pending() {
    let mut world = World::gated(one_worker());
    let id = world.request("a", "A", ONE);
    world.wait_for_decode();
    assert!(world.library.release(id, ONE));
    assert_eq!(world.maintain(), [Event::Unloaded(id)]);
    let stats = world.library.stats();
    assert_eq!((stats.pending, stats.in_flight), (0, 0));
    world.let_all_go();
    assert!(world.finish_all().is_empty());
}

#[test]
fn nebula_a_reload_was_marked_and_never_queued() {
    let mut world = World::open(one_worker());
    let id = world.request("a", "A", ONE);
    world.finish_all();
    assert!(world.library.reload(id));
    assert_eq!(world.library.stats().in_flight, 1);
    assert_eq!(world.maintain_until_events(), [Event::Reloaded(id)]);
}

#[test]
fn nebula_a_second_holder_lost_its_resource_with_the_first() {
    let mut world = World::open(one_worker());
    let id = world.request("a", "A", ONE);
    assert_eq!(world.library.request("a", TWO), id);
    world.finish_all();
    world.library.release_all(ONE);
    assert!(world.maintain().is_empty());
    assert_eq!(world.shown(id), "A");
    world.library.release_all(TWO);
    assert_eq!(world.maintain(), [Event::Unloaded(id)]);
}

#[test]
fn nebula_counts_drifted_when_a_caller_forgot() {
    let mut world = World::open(one_worker());
    let id = world.request("a", "A", ONE);
    for _ in 0..5 {
        world.library.request("a", ONE); // and forgets to let go five times
    }
    world.finish_all();
    world.library.release_all(ONE);
    assert_eq!(world.maintain(), [Event::Unloaded(id)]);
}

/// bevyengine/bevy 9337, 20651.
#[test]
fn bevy_dropped_and_loaded_again_in_one_frame_was_loaded_twice() {
    let mut world = World::gated(one_worker());
    let id = world.request("a", "A", ONE);
    world.wait_for_decode();
    for _ in 0..3 {
        world.library.release_all(ONE);
        assert_eq!(world.library.request("a", ONE), id);
        assert!(world.maintain().is_empty());
    }
    world.let_all_go();
    assert_eq!(world.finish_all(), [Event::Loaded(id)]);
    assert_eq!(world.decodes(), 1);
}

/// bevyengine/bevy 10688, 10820: what a resource needs is a name with a state of
/// its own, and its tag's bar counts it from the moment it is asked for.
#[test]
fn bevy_states_lied_about_dependencies() {
    let mut world = World::open(one_worker());
    let parent = world.request("parent", "A", ONE);
    let mut child = None;
    let events = world.library.finish_all(&mut world.hub, |ready| {
        child = (ready.id == parent)
            .then(|| ready.request("missing child", ONE))
            .or(child);
        Ok(ready.decoded)
    });
    let child = child.expect("the parent asked for it");
    assert_eq!(events, [Event::Loaded(parent), Event::Failed(child)]);
    let states = [parent, child].map(|id| world.library.state(id));
    assert_eq!(states, [Some(State::Loaded), Some(State::Failed)]);
    let progress = world.library.progress(ONE);
    assert_eq!(
        (progress.total, progress.failed, progress.pending()),
        (2, 1, 0)
    );
}

/// Bytes as a text in capitals, or as they are: settings are the loader's.
struct Letters {
    capitals: bool,
}

impl Loader for Letters {
    type Record = Text;
    type Decoded = Text;

    fn decode(&self, bytes: Vec<u8>, _: &Job<'_>) -> Result<Text, BoxError> {
        let text = String::from_utf8(bytes)?;
        Ok(Text {
            text: if self.capitals {
                text.to_uppercase()
            } else {
                text
            },
            counted: Counted::default(),
        })
    }
}

/// bevyengine/bevy 22585: settings belong to a library, so that one name with two
/// settings is two resources, in one hub if one likes.
#[test]
fn bevy_other_settings_were_silently_the_first_ones() {
    let (mut hub, stand_in) = text_hub();
    let memory = Memory::new();
    memory.insert("a", "a");
    let shown = [false, true].map(|capitals| {
        let mut library = Library::new(Letters { capitals }, memory.clone(), stand_in);
        let id = library.request("a", ONE);
        library.finish_all(&mut hub, |ready| Ok(ready.decoded));
        hub.row(library.row(id)).text.clone()
    });
    assert_eq!(shown, ["a", "A"]);
}

/// bevyengine/bevy 24949, and with a panic that panics again when it is dropped.
#[test]
fn bevy_a_panic_in_a_loader_hung_the_load() {
    struct Bomb;
    impl Drop for Bomb {
        fn drop(&mut self) {
            panic!("and again");
        }
    }
    struct Bombs;
    impl Loader for Bombs {
        type Record = Text;
        type Decoded = Text;
        fn decode(&self, _: Vec<u8>, _: &Job<'_>) -> Result<Text, BoxError> {
            panic_any(Bomb)
        }
    }
    let (mut hub, stand_in) = text_hub();
    let memory = Memory::new();
    let mut library = Library::with_config(Bombs, memory.clone(), stand_in, one_worker());
    for name in ["a", "b"] {
        memory.insert(name, "");
        let id = library.request(name, ONE);
        let events = library.finish_all(&mut hub, |ready| Ok(ready.decoded));
        assert_eq!(events, [Event::Failed(id)]);
    }
}

/// godotengine/godot 85255, 119757: loads that wait for loads on one pool.
#[test]
fn godot_loads_that_need_each_other_deadlocked() {
    let mut world = World::open(one_worker());
    // Both are there before the first is read: a file that comes later is a reload.
    world.memory.insert("a", "include b");
    world.memory.insert("b", "include a");
    let [a, b] = ["a", "b"].map(|name| world.library.request(name, ONE));
    assert_eq!(world.finish_all(), [Event::Loaded(a), Event::Loaded(b)]);
    assert_eq!([world.shown(a), world.shown(b)], ["include a", "include b"]);
    // A name that includes itself, too.
    let own = world.request("own", "include own", ONE);
    assert_eq!(world.finish_all(), [Event::Loaded(own)]);
}

/// gfx-rs/wgpu 4859, 6412, 9460: freed while the GPU still reads, or never.
#[test]
fn wgpu_textures_were_freed_while_in_use_or_kept_for_ever() {
    let mut world = World::open(one_worker().frames_in_flight(2));
    let id = world.request("a", "A", ONE);
    world.finish_all();
    let used_by_the_gpu = world.library.row(id);
    world.library.release_all(ONE);
    world.maintain();
    world.maintain();
    assert_eq!(world.hub.row(used_by_the_gpu).text, "A");
    world.maintain();
    assert!(!world.hub.contains(used_by_the_gpu));
}

/// What users ask for: a missing file is seen, and no crash.
#[test]
fn a_missing_file_is_a_row_and_a_reason() {
    let mut world = World::open(one_worker());
    let id = world.library.request("absent", ONE);
    while world.library.state(id) == Some(State::Pending) {
        world.maintain_for(Duration::from_millis(1));
        std::thread::yield_now();
    }
    assert_eq!(world.shown(id), "error");
    let reason = world.library.error(id).expect("failed").to_string();
    assert_eq!(
        reason,
        "\"absent\" cannot be read: memory has nothing of that name"
    );
}
