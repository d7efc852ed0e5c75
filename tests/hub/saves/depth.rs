//! Hubs inside each other.

use std::thread;

use soa_runtime::{IdAllocator, Mirror, OwnedDelta, Tick};

/// The levels that are read.
const MOST: usize = 32;

#[derive(IdAllocator, Debug, PartialEq)]
#[soa(tracked = all, derive(Debug, PartialEq, Serialize, Deserialize))]
struct Node {
    name: String,
    children: NodeHub,
}

/// Returns hubs inside each other, with a row in each.
fn nested(levels: usize) -> NodeHub {
    (0..levels).fold(NodeHub::new(), |children, level| {
        let name = level.to_string();
        let mut hub: NodeHub = [Node { name, children }].into_iter().collect();
        hub.advance();
        hub
    })
}

/// Calls a function in a thread with the stack that threads have by default.
fn on_a_usual_stack(call: impl FnOnce() + Send) {
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(2 << 20);
        thread.spawn_scoped(scope, call).unwrap().join().unwrap();
    });
}

fn depth_of(hub: &NodeHub) -> usize {
    let deeper = hub.iter().map(|(_, node)| depth_of(node.children)).max();
    1 + deeper.unwrap_or(0)
}

#[test]
fn hubs_inside_each_other_are_read_up_to_a_depth() {
    // The innermost hub has no row.
    let fits = nested(MOST - 1);
    let deeper = nested(MOST);
    let deepest = nested(500);
    on_a_usual_stack(move || {
        for _ in 0..2 {
            let bytes = postcard::to_allocvec(&fits).unwrap();
            let read: NodeHub = postcard::from_bytes(&bytes).unwrap();
            assert_eq!(depth_of(&read), MOST);
            let bytes = rmp_serde::to_vec(&fits).unwrap();
            assert_eq!(rmp_serde::from_slice::<NodeHub>(&bytes).unwrap(), fits);
            let mut bytes = Vec::new();
            ciborium::into_writer(&nested(20), &mut bytes).unwrap();
            assert_eq!(depth_of(&ciborium::from_reader(&*bytes).unwrap()), 21);
            // An error leaves no level behind.
            let bytes = postcard::to_allocvec(&deeper).unwrap();
            assert!(postcard::from_bytes::<NodeHub>(&bytes).is_err());
            let bytes = rmp_serde::to_vec(&deeper).unwrap();
            let error = rmp_serde::from_slice::<NodeHub>(&bytes).unwrap_err();
            let text = "hubs are more than 32 deep inside each other";
            assert!(error.to_string().contains(text), "{error}");
        }
    });
    let bytes = thread::Builder::new()
        .stack_size(256 << 20)
        .spawn(move || {
            let bytes = [
                postcard::to_allocvec(&deepest).unwrap(),
                rmp_serde::to_vec(&deepest).unwrap(),
                postcard::to_allocvec(&deepest.delta(Tick::START)).unwrap(),
            ];
            drop(deepest);
            bytes
        })
        .unwrap()
        .join()
        .unwrap();
    on_a_usual_stack(move || {
        let [compact, packed, delta] = bytes;
        assert!(postcard::from_bytes::<NodeHub>(&compact).is_err());
        assert!(rmp_serde::from_slice::<NodeHub>(&packed).is_err());
        assert!(postcard::from_bytes::<OwnedDelta<Node>>(&delta).is_err());
        let mut delta = postcard::Deserializer::from_bytes(&delta);
        assert!(Mirror::<Node>::new().apply(&mut delta).is_err());
    });
}
