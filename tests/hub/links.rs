//! Ids in fields: rows that are copied to another hub, and ids that follow them.

use std::collections::{BTreeMap, HashMap};

use soa_runtime::generic::VisitLinks;
use soa_runtime::{AllocError, AnyHandle, Handle, IdAllocator, IdMap, Links, Outside, Tick};

use crate::layouts::in_both_layouts;
use crate::support::{Tracked, alive, panic_message, with_fuse};

struct Mesh;
type MeshId = Handle<Mesh, u32, 20, 12>;

in_both_layouts! {
    {
        #[derive(Debug, Clone, PartialEq)]
        #[soa(derive(Clone, Debug, PartialEq))]
        struct Node {
            #[soa(links)]
            parent: Option<NodeId>,
            #[soa(links, tracked, default = NodeId::DANGLING)]
            next: NodeId,
            #[soa(links)]
            children: Vec<NodeId>,
            #[soa(links)]
            part: Option<PartId>,
            /// Ids in a column that is not marked stay.
            plain: Option<NodeId>,
            value: Tracked,
        }

        #[derive(Debug, Clone, PartialEq)]
        #[soa(bits(index = 3, generation = 5), derive(Clone, Debug, PartialEq))]
        struct Part {
            #[soa(links)]
            mesh: Option<MeshId>,
            #[soa(links, default = NodeId::DANGLING)]
            owner: NodeId,
        }

        #[derive(Default)]
        struct Level {
            #[soa(links)]
            nodes: NodeHub,
            #[soa(links, tracked)]
            inner: NodeHub,
        }

        #[soa(recycle = fifo(min_free = 3), bits(index = 3, generation = 5), derive(Clone))]
        struct Queued {
            value: u32,
        }
    }

    fn node(value: u32) -> Node {
        Node {
            parent: None,
            next: NodeId::DANGLING,
            children: Vec::new(),
            part: None,
            plain: None,
            value: Tracked::new(value),
        }
    }

    /// A hub in which rows were freed, so that new ones go on old slots.
    fn scene() -> NodeHub {
        let mut scene = NodeHub::new();
        let ids = scene.insert_many((100..106).map(node));
        for id in [ids[1], ids[4], ids[2]] {
            scene.dealloc(id);
        }
        scene
    }

    /// Four nodes that point at each other; the second slot has no row.
    fn prefab() -> (NodeHub, [NodeId; 4]) {
        let mut hub = NodeHub::new();
        let ids = hub.insert_many((0..5).map(node));
        hub.dealloc(ids[1]);
        hub.reserve_id();
        let ids = [ids[0], ids[2], ids[3], ids[4]];
        for (place, id) in ids.into_iter().enumerate() {
            let mut row = hub.row_mut(id);
            *row.parent = (place > 0).then_some(ids[0]);
            *row.next = ids[(place + 1) % 4];
            *row.plain = Some(ids[0]);
            if place == 0 {
                *row.children = ids[1..].to_vec();
            }
        }
        (hub, ids)
    }

    #[test]
    fn a_copy_has_the_rows_in_order_and_a_map_of_their_ids() {
        let (prefab, old) = prefab();
        let mut scene = scene();
        let before = scene.clone();
        let mut model = before.clone();
        let expected: Vec<NodeId> = (0..4).map(|value| model.insert(node(value))).collect();
        let map = scene.copy_rows(&prefab);
        assert!(map.new_ids().eq(expected.iter().copied()), "the ids that insert gives");
        assert!(map.iter().map(|(old, _)| old).eq(prefab.ids()));
        assert_eq!((map.len(), map.is_empty(), scene.len()), (4, false, 7));
        for (old, new) in map.iter() {
            assert_eq!(map.get(old), Some(new));
            assert_eq!(scene.row(new), prefab.row(old), "ids are not touched");
        }
        for id in before.ids() {
            assert_eq!(scene.row(id), before.row(id));
        }
        assert_eq!(scene.stats().reserved, 0);
        let stale = NodeId::from_parts(old[1].index(), old[1].generation() + 1).unwrap();
        assert_eq!((map.get(stale), map.get(NodeId::DANGLING)), (None, None));
        assert!(scene.copy_rows(&NodeHub::new()).is_empty());
    }

    #[test]
    fn rows_on_fresh_slots_are_the_rows_that_insert_makes() {
        let prefab: NodeHub = (0..23).map(node).collect();
        let before = alive();
        {
            let (mut scene, mut model) = (NodeHub::new(), NodeHub::new());
            let seen = scene.advance();
            for _ in 0..20 {
                let map = scene.copy_rows(&prefab);
                let made: Vec<NodeId> =
                    (0..23).map(|value| model.insert(node(value))).collect();
                assert!(map.new_ids().eq(made));
                assert!(prefab.ids().all(|old| map.get(old).is_some()));
            }
            assert_eq!((&scene, scene.stats().free), (&model, 0));
            assert!(scene.ids().eq(model.ids()));
            let changed = scene.columns().next.changed_since(seen, 0);
            assert!(changed.eq([0..460]), "new rows have changed");
            let seen = scene.advance();
            scene.copy_rows(&prefab);
            let changed = scene.columns().next.changed_since(seen, 0);
            assert!(changed.eq([460..483]), "and no others");
            model.extend((0..23).map(node));
            // From then on, the ids and the order of reuse agree with the model.
            let ids: Vec<NodeId> = scene.ids().collect();
            for id in ids.iter().step_by(3) {
                assert!(scene.dealloc(*id) && model.dealloc(*id));
            }
            for _ in 0..200 {
                assert_eq!(scene.insert(node(1)), model.insert(node(1)));
            }
            assert_eq!(scene, model);
            // A clone that panics makes no row there, either.
            let rows = scene.len();
            for clone in [1, 2, 23] {
                let mut fresh = NodeHub::with_capacity(64);
                fresh.insert(node(7));
                let copied = with_fuse(clone, || fresh.copy_rows(&prefab));
                assert!(copied.is_none() && fresh.len() == 1 && fresh.slots() == 1);
                fresh.insert(node(8));
                assert_eq!(fresh.copy_rows(&prefab).len(), 23);
            }
            assert_eq!(scene.len(), rows);
        }
        assert_eq!(alive(), before, "each value was dropped once");
    }

    #[test]
    fn relinked_copies_point_at_each_other() {
        let (prefab, old) = prefab();
        let mut scene = scene();
        for _ in 0..3 {
            let map = scene.copy_rows(&prefab);
            assert_eq!(scene.relink(map.new_ids(), &map, Outside::Keep), 0);
            let new = old.map(|id| map.get(id).unwrap());
            for (place, id) in new.into_iter().enumerate() {
            let row = scene.row(id);
            assert_eq!(*row.parent, (place > 0).then_some(new[0]));
            assert_eq!(*row.next, new[(place + 1) % 4]);
            assert_eq!(*row.plain, Some(old[0]), "it is not marked");
            }
            assert_eq!(*scene.row(new[0]).children, new[1..]);
        }
    }

    #[test]
    fn ids_that_are_outside_are_kept_or_dangle() {
        let (prefab, old) = prefab();
        for (outside, parent, next) in [
            (Outside::Keep, Some(old[0]), old[0]),
            (Outside::Dangle, None, NodeId::DANGLING),
        ] {
            let mut scene = scene();
            let mut some = prefab.clone();
            some.retain(|id, _| [old[1], old[3]].contains(&id));
            let map = scene.append(&mut some);
            let new = [old[1], old[3]].map(|id| map.get(id).unwrap());
            scene.row_mut(new[1]).children.extend([old[0], old[1], NodeId::DANGLING]);
            // Stale ids are skipped: nothing is counted for them.
            let gone = scene.insert(node(9));
            scene.dealloc(gone);
            let ids = [new[0], gone, new[1], NodeId::DANGLING];
            // Both parents, the next of both, and one of the children.
            assert_eq!(scene.relink(ids, &map, outside), 5);
            for id in new {
            assert_eq!(*scene.row(id).parent, parent);
            }
            let last = scene.row(new[1]);
            assert_eq!((*last.next, *last.part), (next, None));
            let child = if outside == Outside::Keep { old[0] } else { NodeId::DANGLING };
            assert_eq!(*last.children, [child, new[0], NodeId::DANGLING]);
        }
    }

    #[test]
    fn ids_of_types_without_a_map_stay_and_are_not_counted() {
        let mut nodes = NodeHub::new();
        let mesh = MeshId::from_parts(7, 1);
        let mut parts = PartHub::new();
        let part = parts.insert(Part { mesh, owner: NodeId::DANGLING });
        let id = nodes.insert(Node { part: Some(part), parent: None, ..node(1) });
        let other = nodes.insert(Node { parent: Some(id), ..node(2) });
        *parts.row_mut(part).owner = other;

        let mut scene = (scene(), PartHub::new());
        scene.1.alloc();
        let maps = (scene.0.copy_rows(&nodes), scene.1.copy_rows(&parts));
        let (node_map, part_map) = (&maps.0, &maps.1);
        let outside = scene.0.relink(node_map.new_ids(), node_map, Outside::Dangle);
        assert_eq!(outside, 0);
        let new = node_map.get(id).unwrap();
        assert_eq!(*scene.0.row(new).part, Some(part), "there is no map of its type");
        let both = (node_map, part_map);
        assert_eq!(scene.1.relink(part_map.new_ids(), both, Outside::Dangle), 0);
        let new_part = part_map.get(part).unwrap();
        let row = scene.1.row(new_part);
        assert_eq!((*row.mesh, *row.owner), (mesh, node_map.get(other).unwrap()));
    }

    #[test]
    fn of_two_maps_of_one_type_the_first_that_knows_counts() {
        let (prefab, old) = prefab();
        let mut scene = NodeHub::new();
        let first: IdMap<Node> = [(old[0], old[2])].into_iter().collect();
        let second = scene.copy_rows(&prefab);
        let new = second.get(old[1]).unwrap();
        let three = (&IdMap::<Node>::default(), &first, &second);
        assert_eq!(scene.relink([new], three, Outside::Dangle), 0);
        let row = scene.row(new);
        assert_eq!((*row.parent, *row.next), (Some(old[2]), second.get(old[2]).unwrap()));
        let map = &second;
        assert_eq!(scene.relink([], (map, map, map, map, map, map, map, map), Outside::Keep), 0);
    }

    #[test]
    fn a_row_has_changed_where_an_id_was_replaced() {
        let (prefab, old) = prefab();
        let mut scene = scene();
        let map = scene.copy_rows(&prefab);
        let lone = scene.alloc();
        let mut seen = Tick::START;
        let mut changed = |scene: &mut NodeHub| {
            let now = scene.advance();
            let ranges = scene.columns().next.changed_since(seen, 1);
            seen = now;
            ranges.flatten().collect::<Vec<usize>>()
        };
        changed(&mut scene);
        assert_eq!(scene.relink([lone], &map, Outside::Dangle), 0);
        assert_eq!(changed(&mut scene), [0; 0], "nothing was replaced");
        let foreign: IdMap<Part> = IdMap::default();
        scene.relink(map.new_ids(), &foreign, Outside::Dangle);
        assert_eq!(changed(&mut scene), [0; 0], "there is no map of these ids");
        scene.relink(map.new_ids(), &IdMap::<Node>::default(), Outside::Keep);
        assert_eq!(changed(&mut scene), [0; 0], "all were kept");
        let new = [old[0], old[2]].map(|id| map.get(id).unwrap());
        scene.relink(new, &map, Outside::Keep);
        let mut rows = new.map(|id| scene.row_of(id).unwrap());
        rows.sort_unstable();
        assert_eq!(changed(&mut scene), rows);
        // An id that dangles is replaced, too.
        scene.relink([new[0]], &IdMap::<Node>::default(), Outside::Dangle);
        assert_eq!(changed(&mut scene), [scene.row_of(new[0]).unwrap()]);
    }

    #[test]
    fn a_clone_that_panics_makes_no_row() {
        let (prefab, _) = prefab();
        for clone in 1..=4 {
            let mut scene = scene();
            let counts = (scene.len(), scene.slots(), scene.stats().free);
            let ids: Vec<NodeId> = scene.ids().collect();
            let before = alive();
            assert!(with_fuse(clone, || scene.copy_rows(&prefab)).is_none());
            assert_eq!((scene.len(), scene.slots(), scene.stats().free), counts);
            assert!(scene.ids().eq(ids.iter().copied()));
            assert_eq!(alive(), before, "what was cloned is dropped");
            assert_eq!(scene.copy_rows(&prefab).len(), 4);
        }
    }

    #[test]
    fn a_hub_without_room_gets_no_row() {
        let parts: PartHub =
            (0..4).map(|_| Part { mesh: None, owner: NodeId::DANGLING }).collect();
        let mut full = parts.clone();
        assert_eq!(full.try_reserve(parts.len()), Err(AllocError::Full { limit: 7 }));
        let refused = panic_message(|| drop(full.copy_rows(&parts)));
        assert!(refused.starts_with("PartHub has no room") && full.len() == 4, "{refused}");
        // Three have room, also if one of them is on a slot that was freed.
        let last = full.ids().next().unwrap();
        full.dealloc(last);
        assert_eq!(full.copy_rows(&parts).len(), 4);
    }

    #[test]
    fn slots_that_the_policy_keeps_back_are_used_at_last() {
        let rows = |values: core::ops::Range<u32>| -> QueuedHub {
            values.map(|value| Queued { value }).collect()
        };
        let mut scene = rows(0..5);
        for id in [1, 3].map(|slot| scene.id_of_slot(slot).unwrap()) {
            scene.dealloc(id);
        }
        let map = scene.copy_rows(&rows(10..14));
        let copies: Vec<_> = map.new_ids().collect();
        let slots: Vec<u32> = copies.iter().map(|id| id.index()).collect();
        assert_eq!(slots, [5, 6, 1, 3]);
        for (id, value) in copies.into_iter().zip(10..) {
            assert_eq!(*scene.row(id).value, value);
        }
        assert_eq!(scene.len(), 7);
    }

    #[test]
    fn ids_in_nested_hubs_follow() {
        let (prefab, old) = prefab();
        let mut levels = LevelHub::new();
        let nested = prefab.clone();
        let level = levels.insert(Level { nodes: nested, inner: NodeHub::new() });
        let new = NodeId::from_parts(40, 1).unwrap();
        let map: IdMap<Node> = old.into_iter().map(|id| (id, new)).collect();
        let seen = levels.advance();
        assert_eq!(levels.relink([level], &map, Outside::Keep), 0);
        assert_eq!(levels.columns().inner.changed_since(seen, 1).next(), None);
        let nodes = levels.row(level).nodes;
        assert!(nodes.columns().next.iter_live().all(|(_, id)| *id == new));
        assert_eq!(*nodes.row(old[0]).children, [new; 3]);
        // The hole of the second slot is no row.
        let mut count = Count::default();
        levels.visit_links(&mut count);
        assert_eq!(count.0, 4 + 3 + 3);
    }
}

/// Counts the ids that have a row.
#[derive(Default)]
struct Count(usize);

impl VisitLinks for Count {
    fn link<H: AnyHandle + 'static>(&mut self, id: &mut H) {
        self.0 += usize::from(*id != H::DANGLING);
    }
}

/// Makes every id dangle.
struct Forget;

impl VisitLinks for Forget {
    fn link<H: AnyHandle + 'static>(&mut self, id: &mut H) {
        *id = H::DANGLING;
    }
}

#[test]
fn a_visitor_changes_ids_and_no_options() {
    #[derive(IdAllocator)]
    struct Node {
        #[soa(links, tracked)]
        parent: Option<NodeId>,
    }
    let mut nodes = NodeHub::new();
    let id = nodes.alloc();
    nodes.columns_mut().parent[id] = Some(id);
    let mut count = Count::default();
    nodes.visit_links(&mut count);
    assert_eq!((count.0, *nodes.row(id).parent), (1, Some(id)));
    // Any of the ids may have changed.
    let seen = nodes.advance();
    nodes.visit_links(&mut Forget);
    assert_eq!(*nodes.row(id).parent, Some(NodeId::DANGLING));
    let mut changed = nodes.columns().parent.changed_since(seen, 1);
    assert_eq!(changed.next(), Some(0..1));
}

/// An id of each container, and what becomes of those around it.
#[derive(IdAllocator)]
#[expect(clippy::option_option, reason = "`Dangle` reaches any depth")]
struct All {
    #[soa(links)]
    nested: Option<Option<AllId>>,
    #[soa(links)]
    boxed: Option<Box<AllId>>,
    #[soa(links)]
    tuple: (u8, Option<AllId>, [Option<AllId>; 2], String),
    #[soa(links)]
    list: Box<[Option<AllId>]>,
    #[soa(links)]
    map: BTreeMap<AllId, Vec<Option<AllId>>>,
    #[soa(links)]
    table: HashMap<u32, (AllId,)>,
    #[soa(links)]
    nothing: (),
    #[soa(links)]
    letter: char,
}

#[test]
fn an_option_directly_around_an_id_becomes_none_at_any_depth() {
    let id = |index| AllId::from_parts(index, 1).unwrap();
    let mut hub = AllHub::new();
    let row = hub.insert(All {
        nested: Some(Some(id(9))),
        boxed: Some(Box::new(id(9))),
        tuple: (3, Some(id(9)), [Some(id(1)), Some(id(9))], "id".into()),
        list: Box::new([Some(id(9)), Some(id(1)), Some(AllId::DANGLING), None]),
        map: BTreeMap::from([(id(9), vec![Some(id(9)), Some(id(1))])]),
        table: HashMap::from([(9, (id(9),))]),
        nothing: (),
        letter: 'a',
    });
    let map: IdMap<All> = [(id(1), id(2))].into_iter().collect();
    assert_eq!(hub.relink([row], &map, Outside::Dangle), 7);
    let row = hub.row(row);
    assert_eq!(*row.nested, Some(None));
    assert_eq!(*row.boxed, Some(Box::new(AllId::DANGLING)));
    assert_eq!(*row.tuple, (3, None, [Some(id(2)), None], "id".into()));
    assert_eq!(**row.list, [None, Some(id(2)), Some(AllId::DANGLING), None]);
    assert_eq!(
        *row.map,
        BTreeMap::from([(id(9), vec![None, Some(id(2))])]),
        "keys stay"
    );
    assert_eq!(row.table[&9], (AllId::DANGLING,));
    assert_eq!((*row.nothing, *row.letter), ((), 'a'));
}

/// Records with parameters are linked where their ids are.
#[derive(IdAllocator)]
#[soa(derive(Clone))]
struct Generic<P: Clone + Default + 'static, const N: usize> {
    #[soa(links)]
    next: [Option<GenericId<P, N>>; N],
    #[soa(links)]
    payload: P,
}

#[test]
fn records_with_parameters_are_relinked() {
    let mut prefab = GenericHub::<u8, 2>::new();
    let a = prefab.alloc();
    let b = prefab.insert(Generic {
        next: [Some(a); 2],
        payload: 4,
    });
    *prefab.row_mut(a).next = [Some(b), None];
    let mut scene = prefab.clone();
    let map = scene.copy_rows(&prefab);
    assert_eq!(scene.relink(map.new_ids(), &map, Outside::Keep), 0);
    let [a, b] = [a, b].map(|id| map.get(id).unwrap());
    assert_eq!(
        (*scene.row(a).next, *scene.row(b).next),
        ([Some(b), None], [Some(a); 2])
    );
    assert_eq!(*scene.row(b).payload, 4);
}

#[test]
fn maps_are_walked_and_compared_by_their_pairs() {
    let [a, b, c] = [1, 2, 3].map(|index| MeshOfId::from_parts(index, 1).unwrap());
    let map: IdMap<MeshOf> = [(a, b), (b, c)].into_iter().collect();
    let other: IdMap<MeshOf> = [(b, c), (a, b)].into_iter().collect();
    assert_eq!(map, other, "the order counts for nothing");
    assert_ne!(map, [(a, b)].into_iter().collect());
    assert_ne!(map, [(a, b), (b, a)].into_iter().collect());
    assert_ne!(map, [(a, b), (c, c)].into_iter().collect());
    assert_eq!(IdMap::<MeshOf>::default(), [].into_iter().collect());
    let mut pairs = Vec::new();
    for pair in &map {
        pairs.push(pair);
    }
    assert_eq!((&map).into_iter().len(), 2);
    assert!(other.into_iter().rev().eq(pairs));
}

#[test]
fn a_map_keeps_the_order_and_the_last_of_two_new_ids() {
    let id = |index, generation| MeshOfId::from_parts(index, generation).unwrap();
    let mut map: IdMap<MeshOf> = (0..1000)
        .rev()
        .map(|n| (id(n * 256, 1), id(n, 2)))
        .collect();
    map.extend([(id(256, 1), id(7, 7)), (id(256, 2), id(8, 8))]);
    assert_eq!(map.len(), 1001);
    assert!((2..1000).all(|n| map.get(id(n * 256, 1)) == Some(id(n, 2))));
    assert_eq!(
        (map.get(id(256, 1)), map.get(id(256, 2))),
        (Some(id(7, 7)), Some(id(8, 8)))
    );
    assert_eq!((map.get(id(1, 1)), map.get(id(256, 3))), (None, None));
    assert_eq!(map.iter().next(), Some((id(999 * 256, 1), id(999, 2))));
    assert_eq!(map.new_ids().next_back(), Some(id(8, 8)));
    // Old ids in the order of their indices, with and without gaps.
    for step in [1, 2, 77] {
        let map: IdMap<MeshOf> = (5..105).map(|n| (id(n * step, 3), id(n, 1))).collect();
        for index in 0..110 * step {
            let new = (index % step == 0 && (5..105).contains(&(index / step)))
                .then(|| id(index / step, 1));
            assert_eq!(map.get(id(index, 3)), new, "{index} of {step}");
            assert_eq!(map.get(id(index, 2)), None);
        }
        assert_eq!(map.get(MeshOfId::DANGLING), None);
    }
    let copy = map.clone();
    assert!(copy.iter().eq(map.iter()) && copy.get(id(0, 1)) == Some(id(0, 2)));
    let empty = IdMap::<MeshOf>::default();
    assert!(empty.is_empty() && empty.get(id(0, 1)).is_none());
    let one: IdMap<MeshOf> = [(id(1, 1), id(2, 1))].into_iter().collect();
    assert_eq!(format!("{one:?}"), "{1v1: 2v1}");
}

#[derive(IdAllocator)]
struct MeshOf {
    vertices: u32,
}
