//! Parallel walks meet each live row once. Parallel walks of dense hubs are indexed.

#![allow(
    clippy::single_range_in_vec_init,
    reason = "changes are a list of ranges, often of one"
)]

mod indexed;

use rayon::iter::plumbing::UnindexedProducer;
use rayon::prelude::*;
use soa_runtime::{IdAllocator, par_zip_live};

use crate::layouts::in_both_layouts;

const SIZES: &[u32] = if cfg!(miri) {
    &[0, 1, 129]
} else {
    &[0, 1, 255, 256, 257, 1000, 5000]
};

in_both_layouts! {
    {
        struct Body {
            position: u64,
            velocity: u32,
            name: String,
        }
    }

    /// So many bodies, every third of which is freed again.
    fn bodies(rows: u32) -> BodyHub {
        let body = |n: u32| Body { position: 0, velocity: n, name: n.to_string() };
        let mut hub: BodyHub = (0..rows).map(body).collect();
        let ids: Vec<BodyId> = hub.ids().collect();
        for id in ids.into_iter().step_by(3) {
            hub.dealloc(id);
        }
        hub
    }

    #[test]
    fn every_live_row_is_met_once() {
        for &rows in SIZES {
            let mut hub = bodies(rows);
            let expected: Vec<BodyId> = hub.ids().collect();
            hub.par_iter_mut().for_each(|(id, row)| *row.position += u64::from(id.index()));
            let mut columns = hub.columns_mut();
            par_zip_live((&mut columns.position, &columns.velocity, &columns.name)).for_each(
                |(id, (position, velocity, name))| {
                    assert_eq!((id.index(), name), (*velocity, &velocity.to_string()));
                    *position += u64::from(*velocity);
                },
            );
            let mut met: Vec<(BodyId, u64)> =
                hub.par_iter().map(|(id, row)| (id, *row.position)).collect();
            met.sort_by_key(|(id, _)| hub.row_of(*id));
            assert!(met.iter().map(|(id, _)| *id).eq(expected));
            assert!(met.iter().all(|(id, position)| *position == 2 * u64::from(id.index())));
        }
    }

    #[test]
    fn a_walk_that_has_begun_is_divided_without_loss() {
        let hub = bodies(if cfg!(miri) { 150 } else { 1000 });
        for (front, back) in [(0, 0), (1, 0), (0, 1), (43, 43), (64, 0), (0, 64), (300, 300)] {
            let mut walk = hub.iter();
            walk.by_ref().take(front).for_each(drop);
            walk.by_ref().rev().take(back).for_each(drop);
            let expected: Vec<BodyId> = walk.clone().map(|(id, _)| id).collect();
            let (left, right) = UnindexedProducer::split(walk);
            let met = left.chain(right.into_iter().flatten()).map(|(id, _)| id);
            assert!(met.eq(expected), "{front} from the front, {back} from the back");
        }
    }
}

#[derive(IdAllocator)]
struct Mote {
    number: u32,
}

/// Motes with holes in these slots.
fn motes(rows: u32, holes: &[u32]) -> MoteHub {
    let mut hub: MoteHub = (0..rows).map(|number| Mote { number }).collect();
    hub.retain(|id, _| !holes.contains(&id.index()));
    hub
}

#[test]
fn a_walk_is_divided_while_its_parts_have_256_slots() {
    fn parts(walk: impl UnindexedProducer) -> u32 {
        match walk.split() {
            (left, Some(right)) => parts(left) + parts(right),
            (_, None) => 1,
        }
    }
    for holes in [&[][..], &[1, 200]] {
        let parts = [255, 256, 356, 1000].map(|rows| parts(motes(rows, holes).iter()));
        assert_eq!(parts, [1, 2, 2, 7]);
    }
}

#[test]
fn a_walk_over_holes_is_divided_between_words_alone() {
    let hub = motes(1000, &[0, 63, 960]);
    for (front, back, is_between) in [
        (0, 0, true),
        (61, 0, false),
        // The rest of the word is a hole.
        (62, 0, false),
        (62 + 64, 0, true),
        (0, 38, false),
        (0, 39, false),
        (0, 39 + 64, true),
    ] {
        let mut walk = hub.iter();
        walk.by_ref().take(front).for_each(drop);
        walk.by_ref().rev().take(back).for_each(drop);
        let (_, rest) = UnindexedProducer::split(walk);
        assert_eq!(
            rest.is_some(),
            is_between,
            "{front} from the front, {back} from the back"
        );
    }
}

#[test]
fn a_tracked_column_records_each_row_that_a_parallel_walk_lends() {
    #[derive(IdAllocator)]
    struct Light {
        #[soa(tracked)]
        colour: u32,
        change: u32,
    }

    let light = |n: u32| Light {
        colour: 0,
        change: n,
    };
    let mut lights: LightHub = (0..1000).map(light).collect();
    let seen = lights.advance();
    let mut columns = lights.columns_mut();
    par_zip_live((&columns.colour, &columns.change)).for_each(|_| ());
    assert_eq!(columns.colour.changed_since(seen, 0).next(), None);
    par_zip_live((&mut columns.colour, &columns.change))
        .for_each(|(_, (colour, change))| *colour = *change);
    assert!(columns.colour.changed_since(seen, 0).eq([0..1000]));
    assert!(columns.colour.iter().copied().eq(0..1000));
}
