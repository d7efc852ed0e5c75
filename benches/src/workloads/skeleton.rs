//! W11: a thousand skeletons of 96 joints, each joint's pose times its parent's.
//!
//! One hub per skeleton, parents before their children. Beside the limit, the two
//! ways in which skeletons are usually kept: an array of joint structs, and a
//! tree of boxes walked by recursion.
//!
//! # What was learned
//!
//! The loop is one function, called with slices. What hubs lose, up to a tenth, is
//! where their columns lie: a block laid out by hand as theirs is, words first,
//! took as long as the hub in each run, and the same columns without words 4 %
//! less. The 12 MiB of poses are in the third cache, not in the second.

use std::hint::black_box;

use soa_runtime::IdAllocator;

use crate::harness::{Case, Kind, Stopwatch};

const JOINTS: usize = 96;

type Matrix = [[f32; 4]; 4];

/// No joint, in the column of parents.
const ROOT: u16 = u16::MAX;

mod slots {
    use super::{IdAllocator, Matrix};

    #[derive(IdAllocator)]
    pub(super) struct Joint {
        pub(super) local: Matrix,
        pub(super) global: Matrix,
        pub(super) parent: u16,
    }
}

mod dense {
    use super::{IdAllocator, Matrix};

    #[derive(IdAllocator)]
    #[soa(layout = dense)]
    pub(super) struct Joint {
        pub(super) local: Matrix,
        pub(super) global: Matrix,
        pub(super) parent: u16,
    }
}

/// One operation is one joint's pose.
pub(super) fn case(skeletons: usize) -> Case {
    let bones = bones();
    let mut skeleton = Skeletons {
        case: Case::new(skeletons, skeletons * JOINTS),
        skeletons,
    };

    skeleton.add(
        "plain columns",
        Kind::Limit,
        || {
            let (local, parent) = bones.iter().copied().unzip();
            Columns {
                local,
                global: vec![IDENTITY; JOINTS],
                parent,
            }
        },
        |columns| pose(&columns.local, &mut columns.global, &columns.parent),
        |columns| height(&columns.global),
    );
    skeleton.add(
        "soa slots",
        Kind::Ours,
        || {
            let joint = |&(local, parent)| slots::Joint {
                local,
                global: IDENTITY,
                parent,
            };
            bones.iter().map(joint).collect::<slots::JointHub>()
        },
        |joints| {
            let mut columns = joints.columns_mut();
            pose(&columns.local, &mut columns.global, &columns.parent);
        },
        |joints| height(joints.columns().global.iter()),
    );
    skeleton.add(
        "soa dense",
        Kind::Ours,
        || {
            let joint = |&(local, parent)| dense::Joint {
                local,
                global: IDENTITY,
                parent,
            };
            bones.iter().map(joint).collect::<dense::JointHub>()
        },
        |joints| {
            let mut columns = joints.columns_mut();
            pose(&columns.local, &mut columns.global, &columns.parent);
        },
        |joints| height(joints.columns().global.iter()),
    );
    skeleton.add(
        "Vec of structs",
        Kind::Peer,
        || {
            let joint = |&(local, parent)| Joint {
                local,
                global: IDENTITY,
                parent,
            };
            bones.iter().map(joint).collect::<Vec<_>>()
        },
        |joints| pose_rows(joints),
        |joints| height(joints.iter().map(|joint| &joint.global)),
    );
    skeleton.add(
        "boxed tree, recursive",
        Kind::Peer,
        || Tree {
            local: IDENTITY,
            global: IDENTITY,
            children: children(&bones, ROOT),
        },
        |tree| pose_tree(tree, &IDENTITY),
        |tree| tree.height() - IDENTITY[3][1],
    );
    skeleton.case
}

struct Skeletons {
    case: Case,
    skeletons: usize,
}

impl Skeletons {
    fn add<T: 'static>(
        &mut self,
        name: &'static str,
        kind: Kind,
        skeleton: impl FnMut() -> T,
        pose: fn(&mut T),
        height: fn(&T) -> f32,
    ) {
        let mut skeletons: Vec<T> = std::iter::repeat_with(skeleton)
            .take(self.skeletons)
            .collect();
        self.case.add(name, kind, move |repetitions| {
            let mut stopwatch = Stopwatch::default();
            stopwatch.time(|| {
                for _ in 0..repetitions {
                    black_box(&mut skeletons).iter_mut().for_each(pose);
                }
            });
            stopwatch.finish(
                skeletons
                    .iter()
                    .map(|skeleton| f64::from(height(skeleton)))
                    .sum::<f64>()
                    .to_bits(),
            )
        });
    }
}

/// The sum of the joints' heights, to compare contenders by.
fn height<'a>(global: impl IntoIterator<Item = &'a Matrix>) -> f32 {
    global.into_iter().map(|matrix| matrix[3][1]).sum()
}

struct Columns {
    local: Vec<Matrix>,
    global: Vec<Matrix>,
    parent: Vec<u16>,
}

const IDENTITY: Matrix = {
    let mut matrix = [[0.0; 4]; 4];
    let mut row = 0;
    while row < 4 {
        matrix[row][row] = 1.0;
        row += 1;
    }
    matrix
};

/// The local poses, rotations by quarter turns and small whole steps, so that
/// results are exact; and the parents, each before its children.
fn bones() -> Vec<(Matrix, u16)> {
    let mut random = fastrand::Rng::with_seed(11);
    (0..JOINTS)
        .map(|joint| {
            let mut local = IDENTITY;
            if random.bool() {
                local[0] = [0.0, 1.0, 0.0, 0.0];
                local[1] = [-1.0, 0.0, 0.0, 0.0];
            }
            local[3] = [
                f32::from(random.i8(-3..3)),
                f32::from(random.i8(-3..3)),
                1.0,
                1.0,
            ];
            let parent = if joint == 0 {
                ROOT
            } else {
                u16::try_from(random.usize(joint.saturating_sub(4)..joint)).unwrap_or(ROOT)
            };
            (local, parent)
        })
        .collect()
}

#[inline]
fn multiply(left: &Matrix, right: &Matrix) -> Matrix {
    let mut product = [[0.0; 4]; 4];
    for (row, left) in product.iter_mut().zip(left) {
        for (&factor, right) in left.iter().zip(right) {
            for (sum, right) in row.iter_mut().zip(right) {
                *sum += factor * right;
            }
        }
    }
    product
}

#[inline(never)]
fn pose(local: &[Matrix], global: &mut [Matrix], parent: &[u16]) {
    for (joint, (local, &parent)) in local.iter().zip(parent).enumerate() {
        global[joint] = match global.get(usize::from(parent)) {
            Some(parent) => multiply(local, parent),
            None => *local,
        };
    }
}

struct Joint {
    local: Matrix,
    global: Matrix,
    parent: u16,
}

#[inline(never)]
fn pose_rows(joints: &mut [Joint]) {
    for joint in 0..joints.len() {
        let Joint { local, parent, .. } = &joints[joint];
        joints[joint].global = match joints.get(usize::from(*parent)) {
            Some(parent) => multiply(local, &parent.global),
            None => *local,
        };
    }
}

#[expect(clippy::vec_box, reason = "the pointer a joint that such trees have")]
struct Tree {
    local: Matrix,
    global: Matrix,
    children: Vec<Box<Tree>>,
}

impl Tree {
    fn height(&self) -> f32 {
        let children = self.children.iter().map(|child| child.height());
        self.global[3][1] + children.sum::<f32>()
    }
}

#[expect(clippy::vec_box, reason = "as above")]
fn children(bones: &[(Matrix, u16)], of: u16) -> Vec<Box<Tree>> {
    let joints = (0_u16..)
        .zip(bones)
        .filter(|(_, (_, parent))| *parent == of);
    joints
        .map(|(joint, &(local, _))| {
            Box::new(Tree {
                local,
                global: IDENTITY,
                children: children(bones, joint),
            })
        })
        .collect()
}

#[inline(never)]
fn pose_tree(joint: &mut Tree, parent: &Matrix) {
    joint.global = multiply(&joint.local, parent);
    for child in &mut joint.children {
        pose_tree(child, &joint.global);
    }
}
