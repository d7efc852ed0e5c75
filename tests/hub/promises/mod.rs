//! Tests of the promises about rows and ids. Each is named for the number of its promise.

mod texts;
pub mod types;

use std::collections::HashSet;

use crate::support::{Tracked, alive};
use soa_runtime::{AllocError, DisjointError, IdAllocator};

#[derive(IdAllocator, Debug, Clone, PartialEq)]
#[soa(derive(Clone, Debug, PartialEq))]
struct Texture {
    #[soa(default = 1)]
    mips: u32,
    name: String,
    #[soa(default = Some(4.0))]
    bias: Option<f32>,
}

#[derive(IdAllocator, Debug, Clone, PartialEq)]
#[soa(layout = dense, derive(Clone))]
struct Particle {
    #[soa(default = 1)]
    mips: u32,
    name: String,
}

/// With few generations, so that slots are used up soon.
#[derive(IdAllocator)]
#[soa(bits(index = 4, generation = 2))]
struct Brief {
    value: u8,
}

fn texture(mips: u32) -> Texture {
    Texture {
        mips,
        name: mips.to_string(),
        bias: None,
    }
}

#[test]
fn promise_1_alloc_gives_every_column_its_default() {
    let mut textures = TextureHub::new();
    let mut particles = ParticleHub::new();
    for _ in 0..3 {
        let texture = textures.alloc();
        let row = textures.row(texture);
        assert_eq!(
            (*row.mips, row.name.as_str(), *row.bias),
            (1, "", Some(4.0))
        );
        let particle = particles.alloc();
        assert_eq!(
            (
                *particles.row(particle).mips,
                particles.row(particle).name.as_str()
            ),
            (1, "")
        );
    }
}

#[test]
fn promise_1_a_recycled_row_has_the_defaults_even_after_a_loop_over_the_whole_column() {
    let mut textures = TextureHub::new();
    let ids = textures.alloc_many(3);
    textures.dealloc(ids[1]);
    for mips in &mut textures.columns_mut().mips {
        *mips *= 8;
    }
    let recycled = textures.alloc();
    assert_eq!(recycled.index(), 1);
    assert_eq!(*textures.row(recycled).mips, 1);
    assert_eq!(*textures.row(ids[0]).mips, 8);
}

#[test]
fn promise_2_a_hole_holds_the_defaults() {
    let mut hub: TextureHub = (2..6).map(texture).collect();
    let ids: Vec<TextureId> = hub.ids().collect();
    hub.dealloc(ids[0]);
    hub.remove(ids[2]);
    let columns = hub.columns();
    assert_eq!(*columns.mips, [1, 3, 1, 5]);
    assert_eq!(*columns.name, ["", "3", "", "5"]);
    assert_eq!(*columns.bias, [Some(4.0), None, Some(4.0), None]);
}

#[test]
fn promise_4_a_handle_that_is_not_live_is_refused_everywhere_and_changes_nothing() {
    let mut hub: TextureHub = (0..3).map(texture).collect();
    let live: Vec<TextureId> = hub.ids().collect();
    let stale = live[1];
    hub.dealloc(stale);
    let larger: TextureHub = (0..9).map(texture).collect();
    let foreign = larger.id_at(8).unwrap();
    let before = hub.clone();
    for id in [stale, foreign, TextureId::DANGLING] {
        assert!(!hub.contains(id) && !hub.dealloc(id));
        assert!(hub.get(id).is_none() && hub.get_mut(id).is_none() && hub.remove(id).is_none());
        assert!(hub.row_of(id).is_none());
        assert!(hub.columns().mips.get(id).is_none());
        assert!(hub.columns_mut().mips.get(id).is_none());
        assert!(hub.columns_mut().mips.get_mut(id).is_none());
        let pair = hub.get_disjoint_mut([live[0], id]).err();
        assert_eq!(pair, Some(DisjointError::Stale { position: 1 }));
        assert_eq!(hub, before);
        assert_eq!(hub.stats().free, 1);
    }
}

#[test]
fn promise_4_does_not_tell_apart_the_hubs_of_one_type() {
    let mut here: TextureHub = (0..3).map(texture).collect();
    let there: TextureHub = (5..8).map(texture).collect();
    let id = there.id_at(1).unwrap();
    assert_eq!(here.id_at(1), Some(id));
    assert_ne!(here.row(id), there.row(id));
    here.dealloc(id);
    assert!(!here.contains(id) && there.contains(id));
}

#[test]
fn promise_4_with_retire_an_id_never_comes_back_and_a_retired_slot_costs_its_bytes_alone() {
    let mut hub = BriefHub::new();
    let mut seen = HashSet::new();
    for round in 0..9 {
        let id = hub.insert(Brief { value: round });
        assert!(seen.insert(id), "{id:?} came back");
        hub.dealloc(id);
    }
    // Three generations a slot.
    assert_eq!(
        (
            hub.len(),
            hub.slots(),
            hub.stats().retired,
            hub.stats().free
        ),
        (0, 3, 3, 0)
    );
    assert!(seen.iter().all(|id| !hub.contains(*id)));
    let mut made = 9;
    while hub.try_alloc().map(|id| hub.dealloc(id)).is_ok() {
        made += 1;
    }
    assert_eq!((made, hub.stats().retired), (15 * 3, 15));
    assert_eq!(hub.try_alloc(), Err(AllocError::Full { limit: 15 }));
    assert_eq!(hub.columns().value.len(), 15);
}

#[test]
fn promise_5_the_same_calls_give_the_same_handles() {
    let run = || {
        let mut hub = TextureHub::new();
        let mut issued = Vec::new();
        for step in 0..200_usize {
            match step % 5 {
                0..3 => issued.push(hub.alloc()),
                3 => drop(hub.remove(issued[step * 7 % issued.len()])),
                _ => hub.shrink_to_fit(),
            }
        }
        issued
    };
    assert_eq!(run(), run());
    let bits: Vec<u64> = run().iter().take(4).map(|id| id.to_bits()).collect();
    assert_eq!(bits, [1 << 32, 1 << 32 | 1, 1 << 32 | 2, 2 << 32]);
}

#[test]
fn promise_6_values_are_dropped_at_dealloc_exactly_once() {
    #[derive(IdAllocator)]
    struct Held {
        value: Tracked,
    }
    #[derive(IdAllocator)]
    #[soa(layout = dense)]
    struct Tight {
        value: Tracked,
    }

    let mut held: HeldHub = (5..8)
        .map(|value| Held {
            value: Tracked::new(value),
        })
        .collect();
    let id = held.ids().next().unwrap();
    assert!(held.dealloc(id) && !held.dealloc(id));
    assert!(
        held.columns()
            .value
            .iter()
            .map(|value| value.value)
            .eq([0, 6, 7])
    );
    assert_eq!(alive(), 3, "two rows and the hole's default");
    let last = held.id_at(2).unwrap();
    assert_eq!(held.remove(last).map(|row| row.value.value), Some(7));
    assert_eq!(alive(), 3, "one row and the holes' defaults");
    drop(held);
    assert_eq!(alive(), 0);

    let mut tight: TightHub = (0..3)
        .map(|value| Tight {
            value: Tracked::new(value),
        })
        .collect();
    let id = tight.ids().next().unwrap();
    assert!(tight.dealloc(id) && !tight.dealloc(id));
    assert_eq!(alive(), 2);
    let last = tight.id_at(1).unwrap();
    drop(tight.remove(last));
    assert_eq!(alive(), 1);
    drop(tight);
    assert_eq!(alive(), 0);
}
