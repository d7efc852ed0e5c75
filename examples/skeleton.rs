//! Computes the global poses of a thousand characters with 96 joints each. One version uses trees of
//! pointers, and the other one hubs with a column for each field of a joint:
//! `cargo run --release --example skeleton`.
//!
//! The parent of a joint is the number of another row in the same hub, which precedes the row of the
//! joint. Therefore one pass over two columns replaces the recursion, and touches no other memory.

use std::time::{Duration, Instant};

use glam::{Mat4, Quat, Vec3};
use soa_runtime::IdAllocator;

const CHARACTERS: usize = 1000;
const JOINTS: usize = 96;
const ROUNDS: usize = 31;

/// A joint of a skeleton.
#[derive(IdAllocator, Debug)]
struct Joint {
    /// Relative to the parent.
    local: Mat4,
    /// Relative to the character.
    global: Mat4,
    /// The row of the parent. The first joint has no parent.
    parent: u16,
    name: String,
}

/// A character. It owns its skeleton.
#[derive(IdAllocator, Debug)]
struct Character {
    joints: JointHub,
}

impl JointHub {
    fn add(&mut self, name: String, parent: Option<JointId>, local: Mat4) -> JointId {
        let row = parent.map_or(0, |parent| self.row_of(parent).expect("the parent is live"));
        let parent = u16::try_from(row).expect("a skeleton has fewer than 65536 joints");
        self.insert(Joint {
            local,
            global: Mat4::IDENTITY,
            parent,
            name,
        })
    }

    fn pose(&mut self) {
        let mut columns = self.columns_mut();
        let globals = columns.global.as_mut_slice();
        let (Some(root), Some(local)) = (globals.first_mut(), columns.local.first()) else {
            return;
        };
        *root = *local;
        for (row, (local, parent)) in columns
            .local
            .iter()
            .zip(&*columns.parent)
            .enumerate()
            .skip(1)
        {
            globals[row] = globals[usize::from(*parent)] * *local;
        }
    }
}

/// A joint as a node of a tree.
struct Node {
    local: Mat4,
    global: Mat4,
    #[expect(
        clippy::vec_box,
        reason = "engines that point to joints need stable addresses"
    )]
    children: Vec<Box<Node>>,
    name: String,
    /// The row of the same joint in its hub.
    row: usize,
}

impl Node {
    fn pose(&mut self, parent: Mat4) {
        self.global = parent * self.local;
        for child in &mut self.children {
            child.pose(self.global);
        }
    }
}

/// A joint, as the input of both versions.
struct Bone {
    name: String,
    local: Mat4,
    parent: Option<usize>,
}

fn main() {
    let characters = characters();
    let mut hubs = hubs_of(&characters);
    let mut trees = trees_of(&characters);

    let mut pointers = Vec::with_capacity(ROUNDS);
    let mut columns = Vec::with_capacity(ROUNDS);
    for _ in 0..ROUNDS {
        pointers.push(timed(|| {
            for root in &mut trees {
                root.pose(Mat4::IDENTITY);
            }
        }));
        columns.push(timed(|| {
            for joints in hubs.columns_mut().joints {
                joints.pose();
            }
        }));
    }
    let ratios = pointers
        .iter()
        .zip(&columns)
        .map(|(p, c)| p.as_secs_f64() / c.as_secs_f64());
    let ratio = median(ratios.collect());
    let compared = compare(&trees, &hubs);

    println!(
        "{CHARACTERS} characters x {JOINTS} joints, {compared} poses are equal in both versions"
    );
    report("pointers", &pointers);
    report("columns", &columns);
    println!("pointers / columns: {ratio:.2} (median of {ROUNDS} alternating rounds)");
}

/// Returns skeletons that branch like bodies: mostly chains with some forks.
fn characters() -> Vec<Vec<Bone>> {
    let mut random = 0x9e37_79b9_u32;
    let mut angle = || {
        random = random.wrapping_mul(0x2c92_77b5).wrapping_add(0xac56_4b05);
        f32::from(random.to_be_bytes()[0]) / 128.0 - 1.0
    };
    let mut bone = |joint: usize| {
        let turn = Quat::from_scaled_axis(Vec3::new(angle(), angle(), angle()));
        Bone {
            name: format!("joint {joint}"),
            local: Mat4::from_rotation_translation(turn, Vec3::new(0.0, 0.1, 0.02)),
            parent: joint.checked_sub([4, 1, 1, 1, 1][joint % 5]),
        }
    };
    let mut character = || (0..JOINTS).map(&mut bone).collect();
    (0..CHARACTERS).map(|_| character()).collect()
}

fn hubs_of(characters: &[Vec<Bone>]) -> CharacterHub {
    let skeleton = |bones: &Vec<Bone>| {
        let mut joints = JointHub::with_capacity(bones.len());
        let mut ids: Vec<JointId> = Vec::with_capacity(bones.len());
        for bone in bones {
            let parent = bone.parent.map(|parent| ids[parent]);
            ids.push(joints.add(bone.name.clone(), parent, bone.local));
        }
        Character { joints }
    };
    characters.iter().map(skeleton).collect()
}

/// Returns trees whose nodes are allocated character by character and parents first. This order is
/// the best case for pointers.
fn trees_of(characters: &[Vec<Bone>]) -> Vec<Node> {
    let roots = characters.iter().map(|bones| node(bones, 0));
    roots.collect()
}

fn node(bones: &[Bone], row: usize) -> Node {
    let children = (row + 1..bones.len()).filter(|child| bones[*child].parent == Some(row));
    Node {
        local: bones[row].local,
        global: Mat4::IDENTITY,
        name: bones[row].name.clone(),
        row,
        children: children.map(|child| Box::new(node(bones, child))).collect(),
    }
}

/// Checks that all global poses are equal, and returns their number.
fn compare(trees: &[Node], hubs: &CharacterHub) -> usize {
    trees
        .iter()
        .zip(hubs.columns().joints)
        .map(|(tree, joints)| compare_joint(tree, joints))
        .sum()
}

fn compare_joint(node: &Node, joints: &JointHub) -> usize {
    let columns = joints.columns();
    assert_eq!(columns.name.as_slice()[node.row], node.name);
    assert_eq!(
        columns.global.as_slice()[node.row],
        node.global,
        "{}",
        node.name
    );
    node.children
        .iter()
        .map(|child| compare_joint(child, joints))
        .sum::<usize>()
        + 1
}

fn timed(work: impl FnOnce()) -> Duration {
    let started = Instant::now();
    work();
    started.elapsed()
}

fn report(name: &str, times: &[Duration]) {
    let milliseconds = median(times.iter().map(|time| time.as_secs_f64() * 1e3).collect());
    println!("{name:>9}: {milliseconds:.3} ms");
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    values[values.len() / 2]
}
