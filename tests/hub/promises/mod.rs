//! Tests of the promises about rows and ids. Each is named for the number of its promise. The
//! others are in `tests/model`, which predicts each id, default and hole, and counts each value.

mod texts;
pub mod types;

use soa_runtime::{DisjointError, IdAllocator};

#[derive(IdAllocator, Debug, Clone, PartialEq)]
#[soa(derive(Clone, Debug, PartialEq))]
struct Texture {
    mips: u32,
}

fn textures(mips: std::ops::Range<u32>) -> TextureHub {
    mips.map(|mips| Texture { mips }).collect()
}

#[test]
fn promise_4_a_handle_that_is_not_live_is_refused_everywhere_and_changes_nothing() {
    let mut hub = textures(0..3);
    let live: Vec<TextureId> = hub.ids().collect();
    let stale = live[1];
    hub.dealloc(stale);
    let foreign = textures(0..9).id_at(8).unwrap();
    let before = hub.clone();
    for id in [stale, foreign, TextureId::DANGLING] {
        assert!(hub.get_mut(id).is_none());
        assert!(hub.columns().mips.get(id).is_none());
        assert!(hub.columns_mut().mips.get(id).is_none());
        assert!(hub.columns_mut().mips.get_mut(id).is_none());
        let pair = hub.get_disjoint_mut([live[0], id]).err();
        assert_eq!(pair, Some(DisjointError::Stale { position: 1 }));
        assert_eq!((&hub, hub.stats().free), (&before, 1));
    }
}

#[test]
fn promise_4_does_not_tell_apart_the_hubs_of_one_type() {
    let (mut here, there) = (textures(0..3), textures(5..8));
    let id = there.id_at(1).unwrap();
    assert_eq!(here.id_at(1), Some(id));
    assert_ne!(here.row(id), there.row(id));
    here.dealloc(id);
    assert!(!here.contains(id) && there.contains(id));
}
