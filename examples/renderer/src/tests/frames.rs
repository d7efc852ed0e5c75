//! Whole runs: the story, the churn, and what a frame sends.

use std::fs;

use example_gpu::solids::{self, Vertices};
use glam::Vec3;

use super::{SIZE, folder, until, with_engine};
use crate::churn;
use crate::instance::REACH;
use crate::level::Level::{self, Desert, Meadow, Village};
use crate::story::{self, STEP};

#[test]
fn the_story_passes_its_own_checks() {
    with_engine("story", [192, 108], |engine, assets| {
        let out = folder("story-out");
        story::run(engine, assets, &out).expect("the story goes through");
        let rows = Desert.instances();
        assert!((rows..rows + 1000).contains(&engine.instances.len()));
        let counts = engine.counts;
        assert!(counts.growths >= 2, "the vertex buffer started too small");
        // Each mesh, each texture and each fallback is sent once.
        assert_eq!((counts.mesh_writes, counts.texture_writes), (24 + 1, 6 + 2));
        assert!(
            counts.instance_bytes < 200 * 60 * 8000,
            "every row in every frame? {counts:?}"
        );
        assert!(engine.lamps.freed > 0 && engine.simulation.made > 400);
        fs::remove_dir_all(out).expect("the folder is ours");
    });
}

#[test]
fn three_hundred_frames_in_which_everything_changes() {
    with_engine("churn", [64, 36], |engine, _| {
        churn::run(engine, 300).expect("nothing grows");
        assert!(engine.file_log.reloaded > 300);
        assert!(engine.counts.moves > 0 && engine.lamps.freed > 20);
        // Every row belongs to a current level, and every lamp to an instance.
        let levels = engine.levels.clone();
        for (_, row) in &engine.instances {
            assert!(levels.contains(row.level) || *row.level == Level::Everywhere);
        }
        for (_, lamp) in &engine.lamps.hub {
            assert!(engine.instances.contains(*lamp.carrier));
        }
        assert!(engine.instances.stats().reserved == 0, "an unsettled lease");
        // Only the broken texture fails, each time.
        let lines = engine.file_log.lines.iter();
        let mut failures = lines.filter(|line| line.contains("cannot be"));
        assert!(failures.all(|line| line.starts_with("\"textures/banner.png\"")));
    });
}

#[test]
fn a_frame_sends_what_changed_and_no_more() {
    with_engine("sends", SIZE, |engine, _| {
        engine.enter(Village);
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

        // Only sparks and wisps move.
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
fn what_the_camera_does_not_see_is_not_drawn() {
    with_engine("culled", SIZE, |engine, assets| {
        for mesh in fs::read_dir(assets.join("meshes")).expect("it is a folder") {
            let path = mesh.expect("it can be listed").path();
            let mesh = solids::decode(&fs::read(&path).expect("it can be read"));
            let Vertices { layout, bytes } = mesh.expect("it is a mesh");
            let reach = bytes.chunks_exact(layout.stride()).map(|vertex| {
                let at: [f32; 3] = bytemuck::pod_read_unaligned(&vertex[..12]);
                Vec3::from(at).length()
            });
            let is_ground = ["meadow", "dunes"].map(|name| path.ends_with(format!("{name}.json")));
            let reach = reach.fold(0.0, f32::max);
            assert_eq!(
                reach > REACH,
                is_ground.contains(&true),
                "{path:?}: {reach}"
            );
        }

        engine.enter(Meadow);
        until(engine, |engine| engine.pending() == 0);
        engine.frame(0.0).expect("a frame is drawn");
        let draws = engine.counts.draws;
        engine.camera.look_at = engine.camera.eye + Vec3::new(0.01, 1.0, 0.0);
        engine.frame(0.0).expect("a frame is drawn");
        // The sky, the ground, and what is there once.
        assert!(engine.counts.draws < draws, "{draws}");
    });
}
