//! Columns of `glam`'s vectors and matrices, also the aligned ones.

use glam::{Mat4, Vec2, Vec3, Vec3A, Vec4};
use soa_index::{Boxes, Grid};
use soa_runtime::IdAllocator;

#[derive(IdAllocator, Debug, Clone, Copy, PartialEq)]
#[soa(tracked, derive(Debug, Default))]
struct Body {
    mass: u8,
    flat: Vec2,
    #[soa(tracked)]
    place: Vec3,
    #[soa(tracked)]
    speed: Vec3A,
    #[soa(default = Mat4::IDENTITY)]
    pose: Mat4,
}

fn bodies(count: u8) -> BodyHub {
    let body = |n| Body {
        mass: n,
        flat: Vec2::new(f32::from(n), 0.5),
        place: Vec3::new(f32::from(n), 0.0, 0.0),
        speed: Vec3A::X,
        ..Default::default()
    };
    (0..count).map(body).collect()
}

#[test]
fn vectors_stay_aligned_while_the_hub_grows() {
    for count in [0, 1, 3, 100] {
        let hub = bodies(count);
        let columns = hub.columns();
        let aligned = columns.speed.as_slice().as_ptr().addr() | columns.pose.as_ptr().addr();
        assert_eq!(aligned % align_of::<Mat4>(), 0);
        assert!(columns.pose.iter().all(|pose| *pose == Mat4::IDENTITY));
        let sum: Vec3A = columns.speed.iter().sum();
        assert_eq!(sum, Vec3A::X * f32::from(count));
    }
}

#[test]
fn operators_work_on_columns() {
    let mut hub = bodies(4);
    let mut columns = hub.columns_mut();
    for (place, speed) in columns
        .place
        .all_mut()
        .iter_mut()
        .zip(columns.speed.all_mut())
    {
        speed.y += 1.0;
        *place += Vec3::from(*speed) * 0.5;
    }
    for (flat, pose) in columns.flat.into_iter().zip(columns.pose) {
        *pose = Mat4::from_translation(flat.extend(1.0));
    }
    let last = hub.id_at(3).expect("it is live");
    let body = hub.remove(last).expect("it is live");
    assert_eq!(body.place, Vec3::new(3.5, 0.5, 0.0));
    assert_eq!(body.pose * Vec4::W, Vec4::new(3.0, 0.5, 1.0, 1.0));
}

#[test]
fn a_grid_finds_rows_by_vectors() {
    let mut hub = bodies(10);
    hub.columns_mut().speed.all_mut()[7] = Vec3A::splat(9.0);
    hub.advance();
    let mut near = Grid::<Body, 3>::by(1.0, |bodies| bodies.place, Vec3::to_array);
    let mut fast = Grid::<Body, 3>::by(1.0, |bodies| bodies.speed, Vec3A::to_array);
    let id = |row| hub.id_at(row).expect("it is live");
    let point = Vec3::new(3.0, 1.0, 0.0);
    assert!(
        near.at(&hub)
            .within(point.into(), 1.5)
            .eq([2, 3, 4].map(id))
    );
    let found = fast.at(&hub).nearest(Vec3A::splat(8.0).into());
    assert_eq!(found.map(|(found, _)| found), Some(id(7)));
}

#[test]
fn boxes_are_computed_from_vectors() {
    let mut hub = bodies(10);
    hub.advance();
    let corners = |at: &Vec3| [*at - Vec3::ONE, *at + Vec3::ONE].map(<[f32; 3]>::from);
    let mut boxes = Boxes::<Body, 3>::by(|bodies| bodies.place, corners);
    let id = |row| hub.id_at(row).expect("it is live");
    let point = Vec3::new(5.0, 1.0, -1.0);
    let view = boxes.at(&hub);
    assert!(view.containing(point.into()).eq([4, 5, 6].map(id)));
    let hit = view.ray([20.0, 0.0, 0.0], Vec3::NEG_X.into(), 99.0).next();
    assert_eq!(hit, Some((id(9), 10.0)));
}
