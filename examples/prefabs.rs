//! A robot of four hubs whose rows point at each other, stamped into a scene 1000 times,
//! saved, and loaded into another scene that has rows already: `cargo run --example prefabs`.

use serde::{Deserialize, Serialize};
use soa_runtime::{IdAllocator, Outside};

#[derive(IdAllocator, Debug)]
#[soa(derive(Clone, Serialize, Deserialize))]
struct Node {
    name: String,
    #[soa(links)]
    parent: Option<NodeId>,
    #[soa(links)]
    children: Vec<NodeId>,
    #[soa(links)]
    light: Option<LightId>,
}

#[derive(IdAllocator, Debug)]
#[soa(layout = dense, derive(Clone, Serialize, Deserialize))]
struct Body {
    position: [f32; 2],
    #[soa(links, default = NodeId::DANGLING)]
    node: NodeId,
}

#[derive(IdAllocator, Debug)]
#[soa(layout = dense, derive(Clone, Serialize, Deserialize))]
struct Joint {
    #[soa(links, default = [BodyId::DANGLING; 2])]
    bodies: [BodyId; 2],
}

#[derive(IdAllocator, Debug)]
#[soa(derive(Clone, Serialize, Deserialize))]
struct Light {
    brightness: f32,
    /// A node of the scene may be aimed at, too: the prefab does not have it.
    #[soa(links)]
    target: Option<NodeId>,
}

#[derive(Default, Serialize, Deserialize)]
struct Scene {
    nodes: NodeHub,
    bodies: BodyHub,
    joints: JointHub,
    lights: LightHub,
}

/// What is in a file; a later version of the program adds a variant.
#[derive(Serialize, Deserialize)]
#[serde(tag = "version")]
enum Save {
    V1(Scene),
}

impl Scene {
    /// A robot: a body and an arm for each of its two nodes, a joint, and a lamp.
    fn robot() -> Self {
        let mut robot = Scene::default();
        let lamp = robot.lights.insert(Light {
            brightness: 2.0,
            target: None,
        });
        let part = |name: &str, parent, light| Node {
            name: name.to_owned(),
            parent,
            children: Vec::new(),
            light,
        };
        let trunk = robot.nodes.insert(part("trunk", None, None));
        let arm = robot.nodes.insert(part("arm", Some(trunk), Some(lamp)));
        robot.nodes.row_mut(trunk).children.push(arm);
        *robot.lights.row_mut(lamp).target = Some(trunk);
        let bodies = [trunk, arm].map(|node| {
            let position = [0.0; 2];
            robot.bodies.insert(Body { position, node })
        });
        robot.joints.insert(Joint { bodies });
        robot
    }

    /// Copies all rows of a prefab, and returns the copy of its first node.
    fn stamp(&mut self, prefab: &Scene, x: f32) -> Option<NodeId> {
        let nodes = self.nodes.copy_rows(&prefab.nodes);
        let bodies = self.bodies.copy_rows(&prefab.bodies);
        let joints = self.joints.copy_rows(&prefab.joints);
        let lights = self.lights.copy_rows(&prefab.lights);

        let maps = (&nodes, &bodies, &lights);
        let outside = Outside::Dangle;
        self.nodes.relink(nodes.new_ids(), maps, outside);
        self.bodies.relink(bodies.new_ids(), maps, outside);
        self.joints.relink(joints.new_ids(), maps, outside);
        self.lights.relink(lights.new_ids(), maps, outside);

        for body in bodies.new_ids() {
            self.bodies.row_mut(body).position[0] += x;
        }
        nodes.new_ids().next()
    }

    /// Moves all rows of a scene that was loaded into this one.
    fn merge(&mut self, mut loaded: Scene) {
        let nodes = self.nodes.append(&mut loaded.nodes);
        let bodies = self.bodies.append(&mut loaded.bodies);
        let joints = self.joints.append(&mut loaded.joints);
        let lights = self.lights.append(&mut loaded.lights);

        let maps = (&nodes, &bodies, &lights);
        let outside = Outside::Keep;
        let left_out = self.nodes.relink(nodes.new_ids(), maps, outside)
            + self.bodies.relink(bodies.new_ids(), maps, outside)
            + self.joints.relink(joints.new_ids(), maps, outside)
            + self.lights.relink(lights.new_ids(), maps, outside);
        assert_eq!(left_out, 0, "a scene points at nothing but itself");
    }

    /// Checks that each row points at rows of its own robot.
    fn check(&self) {
        for (id, joint) in &self.joints {
            let [trunk, arm] = joint.bodies.map(|body| self.bodies.row(body));
            assert_eq!(
                trunk.position.map(f32::to_bits),
                arm.position.map(f32::to_bits),
                "joint {id} is of one robot"
            );
            let trunk_row = self.nodes.row(*trunk.node);
            assert_eq!(*trunk_row.children, [*arm.node]);
            let arm_row = self.nodes.row(*arm.node);
            assert_eq!(*arm_row.parent, Some(*trunk.node));
            let lamp = self.lights.row(arm_row.light.expect("an arm has a lamp"));
            assert_eq!((*lamp.brightness, *lamp.target), (2.0, Some(*trunk.node)));
        }
    }
}

fn main() {
    let robot = Scene::robot();
    let mut scene = Scene::default();
    let mut x = 0.0;
    for _ in 0..1000 {
        let trunk = scene.stamp(&robot, x).expect("a robot has a trunk");
        assert_eq!(*scene.nodes.row(trunk).name, "trunk");
        x += 1.0;
    }
    scene.check();
    println!("{} nodes, {} joints", scene.nodes.len(), scene.joints.len());

    let text = serde_json::to_string(&Save::V1(scene)).expect("a scene can be written");
    println!("{} bytes of JSON", text.len());

    let Save::V1(loaded) = serde_json::from_str(&text).expect("what was written is read");
    let mut other = Scene::default();
    other.stamp(&robot, -1.0);
    other.merge(loaded);
    other.check();
    assert_eq!((other.nodes.len(), other.joints.len()), (2002, 1001));
    println!("{} nodes after loading", other.nodes.len());
}
