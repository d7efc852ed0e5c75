//! Moves, uploads and draws are checked by wgpu's validation, on a device that needs no driver.

use example_gpu::{BoxError, Gpu};
use soa_wgpu::PackedCopy;

use crate::layout::Layout;
use crate::renderer::Renderer;
use crate::scene::Scene;
use crate::vertices::{CAPACITY, Copied, Staged, Transfer, Vertices};

type Tested = Result<(), BoxError>;

/// Calls `check` before the settlement, after it, and after every step of the compaction.
fn at_every_frame<V: Vertices>(
    vertices: V,
    mut check: impl FnMut(&mut Scene<V>) -> Tested,
) -> Tested {
    let mut scene = Scene::wild(vertices)?;
    check(&mut scene)?;
    scene.settle()?;
    check(&mut scene)?;
    let mut steps = 0;
    while scene.vertices.compact_step(10_000) > 0 {
        check(&mut scene)?;
        steps += 1;
    }
    assert!(steps > 1, "the settled scene had nothing to compact");
    Ok(())
}

/// Sends all frames to a device that validates, and returns what each of them sent.
fn sent(vertices: impl Vertices) -> Result<Vec<Transfer>, BoxError> {
    let gpu = Gpu::noop();
    let mut copy = PackedCopy::new(&gpu.device, wgpu::BufferUsages::VERTEX);
    let mut frames = Vec::new();
    at_every_frame(vertices, |scene| {
        frames.push(gpu.validated(|| scene.vertices.send(&gpu, &mut copy))??);
        Ok(())
    })?;
    Ok(frames)
}

#[test]
fn every_move_and_upload_is_a_copy_that_webgpu_allows() -> Tested {
    let frames = sent(Copied::new())?;
    assert!(frames.iter().any(|frame| frame.moved > 0));
    assert!(frames.iter().all(|frame| !frame.grew));
    Ok(())
}

#[test]
fn every_growth_move_and_staged_upload_is_a_copy_that_webgpu_allows() -> Tested {
    let frames = sent(Staged::new())?;
    assert!(frames.iter().any(|frame| frame.moved > 0));
    assert_eq!(frames.iter().filter(|frame| frame.grew).count(), 1);
    Ok(())
}

#[test]
fn uploads_are_sorted_disjoint_and_inside_the_buffer() -> Tested {
    at_every_frame(Copied::new(), |scene| {
        let buffer = &mut scene.vertices.buffer;
        let (uploads, top) = (buffer.take_dirty(512), buffer.top());
        assert!(uploads.is_sorted_by(|a, b| a.end <= b.start), "{uploads:?}");
        let is_inside = |start, end| start < end && end <= top;
        assert!(
            uploads
                .iter()
                .all(|range| is_inside(range.start, range.end))
        );
        Ok(())
    })
}

#[test]
fn a_copy_kept_by_uploads_alone_equals_every_block() -> Tested {
    let mut copy = vec![0; CAPACITY];
    at_every_frame(Copied::new(), |scene| {
        let buffer = &mut scene.vertices.buffer;
        for range in buffer.take_dirty(512) {
            copy[range.clone()].copy_from_slice(&buffer.as_bytes()[range]);
        }
        for (id, block) in &*buffer {
            let there = copy[block.offset()..].starts_with(block.bytes());
            assert!(there, "block {id:?} differs");
        }
        Ok(())
    })
}

#[test]
fn both_kinds_of_vertices_have_the_same_ids_and_places() -> Tested {
    let (mut copied, mut staged) = (Vec::new(), Vec::new());
    at_every_frame(Copied::new(), |scene| {
        copied.push(scene.vertices.blocks().collect::<Vec<_>>());
        Ok(())
    })?;
    at_every_frame(Staged::new(), |scene| {
        staged.push(scene.vertices.blocks().collect::<Vec<_>>());
        Ok(())
    })?;
    assert_eq!(copied, staged);
    Ok(())
}

#[test]
fn every_block_stays_at_a_whole_vertex() -> Tested {
    at_every_frame(Copied::new(), |scene| {
        for (id, range, layout) in scene.vertices.blocks() {
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
    let scene = Scene::wild(Copied::new())?;
    for layout in Layout::ALL {
        assert!(
            scene.vertices.blocks().any(|(_, _, other)| other == layout),
            "{layout:?}"
        );
    }
    Ok(())
}

#[test]
fn settling_removes_and_adds_meshes() -> Tested {
    let mut scene = Scene::wild(Copied::new())?;
    let before: Vec<_> = scene.vertices.blocks().map(|(id, ..)| id).collect();
    scene.settle()?;
    let after: Vec<_> = scene.vertices.blocks().map(|(id, ..)| id).collect();
    assert!(
        before.iter().any(|id| !after.contains(id)),
        "no mesh was removed"
    );
    assert!(
        after.iter().any(|id| !before.contains(id)),
        "no mesh was added"
    );
    Ok(())
}

#[test]
fn compaction_leaves_the_draws_in_their_order() -> Tested {
    let mut scene = Scene::wild(Copied::new())?;
    scene.settle()?;
    let before = scene.draws()?;
    while scene.vertices.compact_step(usize::MAX) > 0 {}
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
    let gpu = Gpu::noop();
    let mut scene = Scene::wild(Copied::new())?;
    scene.settle()?;
    let draws = scene.draws()?;
    gpu.validated(|| {
        let vertices = gpu.buffer("vertices", CAPACITY, wgpu::BufferUsages::VERTEX);
        let mut renderer = Renderer::new(&gpu);
        renderer.update_instances(&gpu, &mut scene.instances)?;
        renderer.render(&gpu, &vertices, &draws)
    })??;
    Ok(())
}
