//! Whole runs: the story, everything at once, and what a frame sends.

use super::{SIZE, folder, until, with_engine};
use crate::churn;
use crate::level::Level;
use crate::story::{self, STEP};

#[test]
fn the_story_is_as_it_says() {
    with_engine("story", [192, 108], |engine, assets| {
        let out = folder("story-out");
        // Grey first, the same to the pixel after a mistake and after compaction: it checks itself.
        let told = story::tell(engine, assets, &out).expect("the story goes through");
        assert!((2..300).contains(&told.frames_to_load), "{told:?}");

        let [repaired, broken] = told.magenta;
        assert!(
            broken > 40 && repaired == 0,
            "{broken} pixels, then {repaired}"
        );

        let [before, between, after] = told.memory;
        let rows = Level::Meadow.instances() + Level::Village.instances();
        assert!((rows..rows + 1000).contains(&before.instances));
        let rows = Level::Desert.instances();
        assert!((rows..rows + 1000).contains(&after.instances));
        let [live, top, _] = after.vertices;
        assert!(live <= top && (top - live) * 8 <= live, "holes are left");
        assert_eq!(between.instances, before.instances + rows);
        assert!(after.hubs < between.hubs, "the switch gives nothing back");
        assert_ne!(after.textures, before.textures);

        let counts = told.counts;
        assert!(counts.growths >= 2, "the vertex buffer started too small");
        assert!(
            counts.moves > 0 && counts.moved_bytes > 100 << 10,
            "{counts:?}"
        );
        // Each mesh and texture is sent once, and their stand-ins.
        assert_eq!((counts.mesh_writes, counts.texture_writes), (24 + 1, 6 + 2));
        assert!(
            counts.instance_bytes < 200 * 60 * 8000,
            "all of it, always? {counts:?}"
        );
        assert!(told.recycled_lamps > 0 && told.sparks > 400);
        std::fs::remove_dir_all(out).expect("the folder is ours");
    });
}

#[test]
fn three_hundred_frames_in_which_everything_changes() {
    with_engine("churn", [64, 36], |engine, _| {
        let churned = churn::run(engine, 300).expect("frames are drawn");
        churned.check().expect("nothing grows");
        assert!(churned.reloaded > 300, "{churned:?}");
        assert!(
            churned.moves > 0 && churned.recycled_lamps > 20,
            "{churned:?}"
        );
        assert!(
            churned.put_up >= 2500 && churned.sparks > 500,
            "{churned:?}"
        );
        // Every row is of a level that is there, and every lamp of an instance.
        let levels = engine.levels.clone();
        for (_, row) in &engine.instances {
            assert!(levels.contains(row.level) || *row.level == Level::Everywhere);
        }
        for (_, lamp) in &engine.lamps.hub {
            assert!(engine.instances.contains(*lamp.carrier));
        }
        assert!(engine.instances.stats().withheld == 0, "an unsettled lease");
        // The texture that is broken fails each time, and nothing else.
        let mut failures = engine
            .news
            .lines
            .iter()
            .filter(|line| line.contains("cannot be"));
        assert!(failures.all(|line| line.starts_with("\"textures/banner.png\"")));
    });
}

#[test]
fn a_frame_sends_what_changed_and_no_more() {
    with_engine("sends", SIZE, |engine, _| {
        engine.enter(Level::Village);
        until(engine, |engine| engine.pending() == 0);
        engine.frame(0.0).expect("a frame is drawn");
        let all = engine.counts;

        engine.frame(0.0).expect("a frame is drawn");
        assert_eq!(engine.counts, all, "nothing changed");

        let id = engine.instances.id_at(1000).expect("there are 2000");
        engine.instances.row_mut(id).place[1][3] += 1.0;
        engine.frame(0.0).expect("a frame is drawn");
        let one = engine.counts;
        assert_eq!(one.instance_writes - all.instance_writes, 1);
        assert_eq!(one.instance_bytes - all.instance_bytes, 48);

        // Sparks and wisps move, and nothing else.
        for _ in 0..30 {
            engine.frame(STEP).expect("a frame is drawn");
        }
        let moving = engine.instances.moving(&engine.models);
        assert!(moving.start >= 2000 && moving.len() > 80, "{moving:?}");
        let bytes = engine.counts.instance_bytes - one.instance_bytes;
        assert!(bytes < 30 * 200 * 60, "{bytes} bytes in 30 frames");
    });
}

#[test]
fn levels_are_the_same_whoever_makes_them() {
    with_engine("levels", SIZE, |engine, _| {
        let mut places = [(); 2].map(|()| {
            for level in Level::ALL {
                engine.enter(level);
            }
            assert_eq!(engine.instances.len(), 20_000);
            let places = engine.instances.columns().place.to_vec();
            for level in Level::ALL {
                engine.leave(level);
            }
            assert!(engine.instances.is_empty());
            places
        });
        // The second time other ids are used, in another order.
        for places in &mut places {
            places.sort_by(|one, other| one.partial_cmp(other).expect("numbers"));
        }
        assert!(places[0] == places[1]);
    });
}
