//! The uploads and the draws against wgpu's own validation, on a device that needs no driver.

use std::error::Error;

use crate::gpu::{Gpu, Mirror};
use crate::layout::Layout;
use crate::renderer::{MAX_INSTANCES, Renderer};
use crate::scene::{CAPACITY, Scene};

type Tested = Result<(), Box<dyn Error>>;

/// A device that validates everything and does nothing.
fn noop() -> Gpu {
    let (device, queue) = wgpu::Device::noop(&wgpu::DeviceDescriptor::default());
    Gpu {
        device,
        queue,
        description: "noop".to_owned(),
    }
}

/// What wgpu says about the work done in between, if it says anything.
fn validated(gpu: &Gpu, work: impl FnOnce()) -> Option<wgpu::Error> {
    let scope = gpu.device.push_error_scope(wgpu::ErrorFilter::Validation);
    work();
    gpu.queue.submit([]);
    pollster::block_on(scope.pop())
}

/// Calls `check` at the start, after the change, and after every step of the compaction.
fn at_every_frame(mut check: impl FnMut(&mut Scene) -> Tested) -> Tested {
    let mut scene = Scene::wild()?;
    check(&mut scene)?;
    scene.settle()?;
    check(&mut scene)?;
    let mut steps = 0;
    while scene.compact_step(10_000) > 0 {
        check(&mut scene)?;
        steps += 1;
    }
    assert!(steps > 1, "the settled scene had nothing to compact");
    Ok(())
}

#[test]
fn every_upload_is_a_write_that_webgpu_allows() -> Tested {
    let gpu = noop();
    let mirror = Mirror::new(&gpu.device, "vertices", CAPACITY);
    at_every_frame(|scene| {
        let uploads = scene.take_uploads();
        let error = validated(&gpu, || {
            mirror.upload(&gpu.queue, scene.vertex_bytes(), &uploads);
        });
        assert!(error.is_none(), "{error:?}");
        Ok(())
    })
}

#[test]
fn a_write_off_the_grain_is_refused() {
    // Were this not so, the test above would prove nothing.
    let gpu = noop();
    let mirror = Mirror::new(&gpu.device, "vertices", 64);
    let misplaced = std::iter::once(2..6).collect::<Vec<_>>();
    let error = validated(&gpu, || {
        mirror.upload(&gpu.queue, &[0; 64], &misplaced);
    });
    assert!(
        matches!(error, Some(wgpu::Error::Validation { .. })),
        "{error:?}"
    );
}

#[test]
fn uploads_are_sorted_disjoint_and_inside_the_buffer() -> Tested {
    at_every_frame(|scene| {
        let uploads = scene.take_uploads();
        assert!(uploads.is_sorted_by(|a, b| a.end <= b.start), "{uploads:?}");
        assert!(
            uploads
                .iter()
                .all(|range| range.start < range.end && range.end <= scene.vertex_bytes().len())
        );
        Ok(())
    })
}

#[test]
fn a_copy_kept_by_uploads_alone_equals_every_block() -> Tested {
    let mut copy = vec![0; CAPACITY];
    at_every_frame(|scene| {
        for range in scene.take_uploads() {
            copy[range.clone()].copy_from_slice(&scene.vertex_bytes()[range]);
        }
        for (id, range, _) in scene.blocks() {
            assert!(
                copy[range.clone()] == scene.vertex_bytes()[range],
                "block {id:?} differs"
            );
        }
        Ok(())
    })
}

#[test]
fn a_frame_without_changes_uploads_nothing() -> Tested {
    let mut scene = Scene::wild()?;
    assert!(!scene.take_uploads().is_empty());
    assert_eq!(scene.take_uploads(), []);
    Ok(())
}

#[test]
fn every_block_stays_at_a_whole_vertex() -> Tested {
    at_every_frame(|scene| {
        for (id, range, layout) in scene.blocks() {
            assert_eq!(
                range.start % layout.stride(),
                0,
                "block {id:?} of {layout:?}"
            );
            assert_eq!(
                range.len() % layout.stride(),
                0,
                "block {id:?} of {layout:?}"
            );
        }
        Ok(())
    })
}

#[test]
fn all_four_layouts_live_in_the_buffer() -> Tested {
    let scene = Scene::wild()?;
    for layout in Layout::ALL {
        assert!(
            scene.blocks().any(|(_, _, other)| other == layout),
            "{layout:?}"
        );
    }
    Ok(())
}

#[test]
fn settling_releases_and_adds_meshes() -> Tested {
    let mut scene = Scene::wild()?;
    let before: Vec<_> = scene.blocks().map(|(id, ..)| id).collect();
    scene.settle()?;
    let after: Vec<_> = scene.blocks().map(|(id, ..)| id).collect();
    assert!(
        before.iter().any(|id| !after.contains(id)),
        "no mesh was released"
    );
    assert!(
        after.iter().any(|id| !before.contains(id)),
        "no mesh was added"
    );
    Ok(())
}

#[test]
fn compaction_leaves_the_draws_in_their_order() -> Tested {
    let mut scene = Scene::wild()?;
    scene.settle()?;
    let before = scene.draws()?;
    while scene.compact_step(usize::MAX) > 0 {}
    let after = scene.draws()?;
    assert_ne!(before, after, "no vertices moved");
    assert!(
        before
            .iter()
            .zip(&after)
            .all(|(a, b)| (a.layout, a.row) == (b.layout, b.row))
    );
    Ok(())
}

#[test]
fn pipelines_passes_and_draws_validate() -> Tested {
    let gpu = noop();
    let mut scene = Scene::wild()?;
    scene.settle()?;
    let draws = scene.draws()?;
    let (transforms, tints) = scene.instance_columns();
    assert!(transforms.len() <= MAX_INSTANCES);
    let mut outcome = Ok(());
    let error = validated(&gpu, || {
        let mirror = Mirror::new(&gpu.device, "vertices", CAPACITY);
        let renderer = Renderer::new(&gpu);
        renderer.upload_instances(&gpu.queue, transforms, tints);
        outcome = renderer.render(&gpu, &mirror, &draws).map(drop);
    });
    assert!(error.is_none(), "{error:?}");
    outcome
}
