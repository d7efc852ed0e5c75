//! Columns of vectors and matrices, for example of `glam`.
//!
//! A vector is a field like any other. No feature and no conversion is needed, and a column is a
//! slice of vectors, each at its alignment: 16 bytes for `Vec3A` and `Mat4`.
//!
//! ```
//! use glam::{Mat4, Vec2, Vec3, Vec3A};
//! use soa_runtime::IdAllocator;
//!
//! #[derive(IdAllocator)]
//! #[soa(derive(Default))]
//! struct Body {
//!     place: Vec3,
//!     speed: Vec3A,
//!     on_the_map: Vec2,
//!     #[soa(default = Mat4::IDENTITY)]
//!     pose: Mat4,
//! }
//!
//! let mut bodies = BodyHub::new();
//! let body = bodies.insert(Body { speed: Vec3A::X, ..Default::default() });
//! let columns = bodies.columns_mut();
//! for (place, speed) in columns.place.into_iter().zip(columns.speed) {
//!     *place += Vec3::from(*speed * 0.5);
//! }
//! assert_eq!(*bodies.row(body).place, Vec3::new(0.5, 0.0, 0.0));
//! assert_eq!(*bodies.row(body).pose, Mat4::IDENTITY);
//! ```
//!
//! # Everywhere that columns go
//!
//! Other crates take plain data. With the feature `bytemuck` of `glam`, its types are.
//!
//! | to | write |
//! |---|---|
//! | find rows by place (`soa-index`) | `Grid::<Body, 3>::by(8.0, \|bodies\| bodies.place, Vec3::to_array)`, and the same for `Vec2` with two dimensions and for `Vec3A` |
//! | find rows by their boxes (`soa-index`) | `Boxes::<Body, 3>::by(\|bodies\| bodies.place, \|at\| [*at - Vec3::ONE, *at + Vec3::ONE].map(<[f32; 3]>::from))` |
//! | read a column as Arrow (`soa-arrow`) | `.column_as::<[f32; 3], _>("place", \|bodies\| bodies.place)`; a `Vec2` is `[f32; 2]`, a `Mat4` is `[f32; 16]` |
//! | use a column in NumPy (`soa-python`) | `.column_as::<[f32; 3], _>("place", \|bodies\| bodies.place, \|bodies\| &mut bodies.place)` |
//! | copy a column to the GPU (`soa-wgpu`) | `ColumnBuffer::<Body, _>::new(&device, usage, \|bodies\| bodies.pose)`, if the column is `tracked` |
//! | save it (feature `serde`) | nothing more, with the feature `serde` of `glam` |
//!
//! The tests of each of these crates do this.
//!
//! # What padding forbids
//!
//! A `Vec3A` has the size of four floats. Read as three, it does not compile:
//!
//! ```text
//! error[E0080]: evaluation panicked: the column and the type that it is read as have different sizes
//! ```
//!
//! As `[f32; 4]` it is shared without a copy, and nothing promises the fourth value. To get three of them,
//! copy: `.computed("speed", |_, body| body.speed.to_array())`.
//!
//! A struct of your own may have padding, for example a `Vec3` before an `f64`. Its bytes are not all
//! initialised, so no other crate takes it as plain data:
//!
//! ```text
//! error[E0277]: the trait bound `Place: bytemuck::no_uninit::NoUninit` is not satisfied
//! ```
//!
//! Make a column of each of its fields, or order them without gaps and derive bytemuck's `Pod`.
//!
//! A shader sees the bytes of a column as they are. The elements of WGSL's `array<vec3<f32>>` are 16 bytes apart,
//! and those of a `Vec3` column 12. Declare `array<f32>` and read three of them, or make the
//! column a `Vec4`. `Vec2` and `Mat4` are `array<vec2<f32>>` and `array<mat4x4<f32>>`. As a vertex attribute, a `Vec3` is
//! `Float32x3`.
