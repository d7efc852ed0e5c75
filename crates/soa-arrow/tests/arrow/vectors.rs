//! Columns of `glam`'s vectors and matrices, there and back.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::Float32Type;
use glam::{Mat4, Vec2, Vec3, Vec3A};
use soa_runtime::IdAllocator;

#[derive(IdAllocator, Debug, PartialEq)]
#[soa(layout = dense, derive(Debug, PartialEq))]
struct Body {
    flat: Vec2,
    place: Vec3,
    speed: Vec3A,
    pose: Mat4,
}

#[test]
fn vectors_are_lists_without_a_copy_unless_they_have_padding() {
    let body = |n| Body {
        flat: Vec2::new(n, 0.5),
        place: Vec3::new(n, 2.0, 3.0),
        speed: Vec3A::new(n, 5.0, 6.0),
        pose: Mat4::from_scale(Vec3::splat(n)),
    };
    let bodies: Arc<BodyHub> = Arc::new([1.0, 2.0].map(body).into_iter().collect());
    let batch = soa_arrow::batch(bodies.clone())
        .column_as::<[f32; 2], _>("flat", |bodies| bodies.flat)
        .column_as::<[f32; 3], _>("place", |bodies| bodies.place)
        .column_as::<[f32; 16], _>("pose", |bodies| bodies.pose)
        .computed("speed", |_, body| body.speed.to_array())
        .finish()
        .unwrap();
    let floats = |name| {
        let lists = batch[name].as_fixed_size_list();
        lists
            .values()
            .as_primitive::<Float32Type>()
            .values()
            .clone()
    };
    assert_eq!(floats("place"), [1.0, 2.0, 3.0, 2.0, 2.0, 3.0]);
    assert_eq!(floats("speed"), [1.0, 5.0, 6.0, 2.0, 5.0, 6.0]);
    assert_eq!(
        floats("pose").as_ptr(),
        bodies.columns().pose.as_ptr().cast()
    );

    let mut copy = BodyHub::new();
    soa_arrow::read::<Body>(&batch)
        .column_as::<[f32; 2], _>("flat", |body| &mut body.flat)
        .column_as::<[f32; 3], _>("place", |body| &mut body.place)
        .column_as::<[f32; 16], _>("pose", |body| &mut body.pose)
        .computed("speed", |body, speed: [f32; 3]| {
            body.speed = speed.into();
            Ok(())
        })
        .fill(&mut copy)
        .unwrap();
    assert_eq!(*copy.columns().place, *bodies.columns().place);
    assert_eq!(copy, *bodies);
}
