//! What it costs to make rows under given ids, and to copy rows that refer to each other, beside
//! what one would write by hand with slotmap. Writes `travel.md`.

use std::hint::black_box;

use slotmap::{SecondaryMap, SlotMap, new_key_type};
use soa_bench::harness::{Failure, Options, Table, measure, real, seconds};
use soa_runtime::{IdAllocator, Outside};

/// The rows of a prefab in each of its four stores.
const ROWS: usize = 25;

/// A contender of both tables.
trait Contender {
    fn name(&self) -> &'static str;

    /// Makes rows in slots that were freed in no order. Returns the seconds.
    fn insert(&mut self, order: &[usize]) -> f64;

    /// Makes rows under the ids of freed slots, in this order. Returns the seconds.
    fn insert_at(&mut self, order: &[usize]) -> f64;

    /// Makes the rows of `copies` prefabs, which refer to nothing new. Returns the seconds.
    fn make(&mut self, copies: usize) -> f64;

    /// Copies the prefab `copies` times, and makes the copies refer to each other. Returns the
    /// seconds.
    fn stamp(&mut self, copies: usize) -> f64;
}

macro_rules! layouts {
    ($($layout:ident)*) => {$(
        mod $layout {
            use super::*;

            layouts! { @ $layout Node MeshId, Mesh LightId, Light BodyId, Body NodeId }

            #[derive(Default)]
            struct Scene {
                nodes: NodeHub,
                meshes: MeshHub,
                lights: LightHub,
                bodies: BodyHub,
            }

            #[derive(Default)]
            pub(super) struct Hubs {
                prefab: Scene,
            }

            impl Hubs {
                pub(super) fn new() -> Self {
                    let mut prefab = Scene::default();
                    let meshes = prefab.meshes.alloc_many(ROWS);
                    let lights = prefab.lights.alloc_many(ROWS);
                    let bodies = prefab.bodies.alloc_many(ROWS);
                    let nodes = prefab.nodes.insert_many(meshes.iter().map(|&mesh| Node {
                        next: Some(mesh),
                        place: [1.0; 4],
                    }));
                    for row in 0..ROWS {
                        *prefab.meshes.row_mut(meshes[row]).next = Some(lights[row]);
                        *prefab.lights.row_mut(lights[row]).next = Some(bodies[row]);
                        *prefab.bodies.row_mut(bodies[row]).next = Some(nodes[(row + 1) % ROWS]);
                    }
                    Hubs { prefab }
                }

                /// Returns a hub whose rows were freed in this order, and the ids that follow.
                fn freed(order: &[usize]) -> (NodeHub, Vec<NodeId>) {
                    let mut hub = NodeHub::new();
                    let ids = hub.alloc_many(order.len());
                    for &row in order {
                        hub.dealloc(ids[row]);
                    }
                    let next = |id: &NodeId| {
                        NodeId::from_parts(id.index(), id.generation() + 1).expect("it is the second")
                    };
                    (hub, ids.iter().map(next).collect())
                }
            }

            impl Contender for Hubs {
                fn name(&self) -> &'static str {
                    concat!("hubs, `layout = ", stringify!($layout), "`")
                }

                fn insert(&mut self, order: &[usize]) -> f64 {
                    let (mut hub, _) = Self::freed(order);
                    seconds(|| {
                        for _ in order {
                            black_box(hub.insert(Node { next: None, place: [2.0; 4] }));
                        }
                    })
                }

                fn insert_at(&mut self, order: &[usize]) -> f64 {
                    let (mut hub, ids) = Self::freed(order);
                    // The table of links is made once in the life of a hub.
                    let last = ids[order[0]];
                    hub.insert_at(last, Node { next: None, place: [2.0; 4] }).expect("it is free");
                    let taken = seconds(|| {
                        for &row in order[1..].iter().rev() {
                            let node = Node { next: None, place: [2.0; 4] };
                            hub.insert_at(ids[row], node).expect("it is free");
                        }
                    });
                    assert!(ids.iter().all(|id| hub.contains(*id)));
                    taken
                }

                fn make(&mut self, copies: usize) -> f64 {
                    let (mut scene, prefab) = (Scene::default(), &self.prefab);
                    let nodes: Vec<Node> = prefab.nodes.clone().into_iter().map(|row| row.1).collect();
                    let meshes: Vec<Mesh> = prefab.meshes.clone().into_iter().map(|row| row.1).collect();
                    let lights: Vec<Light> = prefab.lights.clone().into_iter().map(|row| row.1).collect();
                    let bodies: Vec<Body> = prefab.bodies.clone().into_iter().map(|row| row.1).collect();
                    seconds(|| {
                        for _ in 0..copies {
                            black_box(scene.nodes.insert_many(nodes.iter().cloned()));
                            black_box(scene.meshes.insert_many(meshes.iter().cloned()));
                            black_box(scene.lights.insert_many(lights.iter().cloned()));
                            black_box(scene.bodies.insert_many(bodies.iter().cloned()));
                        }
                    })
                }

                fn stamp(&mut self, copies: usize) -> f64 {
                    let (mut scene, prefab) = (Scene::default(), &self.prefab);
                    let taken = seconds(|| {
                        for _ in 0..copies {
                            let nodes = scene.nodes.copy_rows(&prefab.nodes);
                            let meshes = scene.meshes.copy_rows(&prefab.meshes);
                            let lights = scene.lights.copy_rows(&prefab.lights);
                            let bodies = scene.bodies.copy_rows(&prefab.bodies);
                            scene.nodes.relink(nodes.new_ids(), &meshes, Outside::Keep);
                            scene.meshes.relink(meshes.new_ids(), &lights, Outside::Keep);
                            scene.lights.relink(lights.new_ids(), &bodies, Outside::Keep);
                            scene.bodies.relink(bodies.new_ids(), &nodes, Outside::Keep);
                        }
                    });
                    let last = scene.bodies.columns().next.iter().flatten().last().copied();
                    assert!(last.is_some_and(|id| id.index() as usize / ROWS == copies - 1));
                    taken
                }
            }
        }
    )*};
    (@ $layout:ident $($name:ident $target:ident),*) => {$(
        #[derive(IdAllocator, Clone)]
        #[soa(layout = $layout, derive(Clone))]
        struct $name {
            #[soa(links)]
            next: Option<$target>,
            place: [f32; 4],
        }
    )*};
}

layouts! { slots dense }

new_key_type! {
    /// Every store of the contender by hand has these keys.
    struct Key;
}

#[derive(Clone)]
struct Row {
    next: Option<Key>,
    place: [f32; 4],
}

#[derive(Default)]
struct ByHand {
    prefab: [SlotMap<Key, Row>; 4],
}

impl ByHand {
    fn new() -> Self {
        let mut prefab: [SlotMap<Key, Row>; 4] = Default::default();
        let keys = prefab.each_mut().map(|map| {
            let row = || Row {
                next: None,
                place: [1.0; 4],
            };
            (0..ROWS).map(|_| map.insert(row())).collect::<Vec<_>>()
        });
        for store in 0..4 {
            for row in 0..ROWS {
                let to = if store == 3 { (row + 1) % ROWS } else { row };
                prefab[store][keys[store][row]].next = Some(keys[(store + 1) % 4][to]);
            }
        }
        ByHand { prefab }
    }

    fn freed(order: &[usize]) -> (SlotMap<Key, Row>, Vec<Key>) {
        let mut map = SlotMap::with_key();
        let row = || Row {
            next: None,
            place: [0.0; 4],
        };
        let keys: Vec<Key> = order.iter().map(|_| map.insert(row())).collect();
        for &row in order {
            map.remove(keys[row]);
        }
        (map, keys)
    }
}

impl Contender for ByHand {
    fn name(&self) -> &'static str {
        "`SlotMap` and `SecondaryMap`, by hand"
    }

    fn insert(&mut self, order: &[usize]) -> f64 {
        let (mut map, _) = Self::freed(order);
        seconds(|| {
            for _ in order {
                black_box(map.insert(Row {
                    next: None,
                    place: [2.0; 4],
                }));
            }
        })
    }

    fn insert_at(&mut self, order: &[usize]) -> f64 {
        let (_, keys) = Self::freed(order);
        let mut copy = SecondaryMap::with_capacity(order.len());
        seconds(|| {
            for &row in order.iter().rev() {
                copy.insert(
                    keys[row],
                    Row {
                        next: None,
                        place: [2.0; 4],
                    },
                );
            }
        })
    }

    fn make(&mut self, copies: usize) -> f64 {
        let mut scene: [SlotMap<Key, Row>; 4] = Default::default();
        seconds(|| {
            for _ in 0..copies {
                for (map, prefab) in scene.iter_mut().zip(&self.prefab) {
                    prefab
                        .values()
                        .for_each(|row| _ = black_box(map.insert(row.clone())));
                }
            }
        })
    }

    fn stamp(&mut self, copies: usize) -> f64 {
        let mut scene: [SlotMap<Key, Row>; 4] = Default::default();
        let taken = seconds(|| {
            for _ in 0..copies {
                let mut new: [SecondaryMap<Key, Key>; 4] = Default::default();
                for ((map, prefab), new) in scene.iter_mut().zip(&self.prefab).zip(&mut new) {
                    for (key, row) in prefab {
                        new.insert(key, map.insert(row.clone()));
                    }
                }
                for (store, map) in scene.iter_mut().enumerate() {
                    for &key in new[store].values() {
                        let next = &mut map[key].next;
                        *next = next.map(|old| new[(store + 1) % 4][old]);
                    }
                }
            }
        });
        let rows = scene.iter().flat_map(SlotMap::values);
        assert!(rows.map(|row| row.place[0]).sum::<f32>() > 0.0);
        taken
    }
}

fn main() -> Result<(), Failure> {
    let options = Options::from_args()?;
    let (rows, copies) = if options.quick {
        (1_000, 20)
    } else {
        (100_000, 1_000)
    };
    let rounds = options.rounds(21);
    // Odd and far from a fraction of the rows, so it meets each row once.
    let order: Vec<usize> = (0..rows).map(|n| n * 61_953 % rows).collect();
    let mut contenders: [Box<dyn Contender>; 3] = [
        Box::new(slots::Hubs::new()),
        Box::new(dense::Hubs::new()),
        Box::new(ByHand::new()),
    ];
    let taken = measure(rounds, &mut contenders, |contender| {
        Ok([
            contender.insert(&order),
            contender.insert_at(&order),
            contender.make(copies),
            contender.stamp(copies),
        ])
    })?;

    let mut given = Table::new("| inserting a row, ns | the same under a given id, ns | ratio");
    let mut prefabs =
        Table::new("| inserting the rows, ms | copying and relinking them, ms | ratio");
    let a_row = 1e9 / real(rows as u64);
    for (contender, [insert, at, make, stamp]) in contenders.iter().zip(&taken) {
        let name = contender.name().to_owned();
        let ratio = at.over(insert).spread(1.0);
        given.row([name.clone(), insert.spread(a_row), at.spread(a_row), ratio]);
        let ratio = stamp.over(make).spread(1.0);
        prefabs.row([name, make.spread(1e3), stamp.spread(1e3), ratio]);
    }
    let page = format!(
        "# Rows that travel\n\n\
         Written by `MALLOC_MMAP_THRESHOLD_=1000000000 MALLOC_TRIM_THRESHOLD_=1000000000 cargo run \
         --release -p soa-bench --bin travel`: {rounds} rounds; medians, with the quartiles \
         in parentheses. The variables keep freed memory in the process.\n\n\
         ## {rows} rows in freed slots, in no order\n\n{given}\n\
         ## {copies} copies of a prefab of {} rows in four stores\n\n{prefabs}",
        4 * ROWS
    );
    options.publish("travel.md", &page)
}
