//! Reads a mesh file, a list of solids in JSON, and builds its triangles.

use std::f32::consts::{PI, TAU};
use std::iter;

use glam::{Vec2, Vec3};
use serde::Deserialize;

use crate::{BoxError, Land, Layout};

/// The vertices of a mesh, three per triangle.
#[derive(Debug)]
pub struct Vertices {
    /// The layout of a vertex.
    pub layout: Layout,
    /// All vertices.
    pub bytes: Vec<u8>,
}

/// Returns the triangles of a mesh file.
///
/// # Errors
///
/// Returns an error if the file is not valid, or has no triangles.
pub fn decode(file: &[u8]) -> Result<Vertices, BoxError> {
    let file: File = serde_json::from_slice(file)?;
    let mut mesh = Mesh {
        layout: file.layout,
        bytes: Vec::new(),
        colour: Vec3::ONE,
    };
    for part in &file.parts {
        mesh.colour = Vec3::from(part.colour.unwrap_or([255; 3]).map(f32::from));
        mesh.add(&part.solid);
    }
    if mesh.bytes.is_empty() {
        return Err("it has no triangles".into());
    }
    Ok(Vertices {
        layout: mesh.layout,
        bytes: mesh.bytes,
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    layout: Layout,
    parts: Vec<Part>,
}

#[derive(Deserialize)]
struct Part {
    /// An sRGB colour, or white.
    colour: Option<[u8; 3]>,
    #[serde(flatten)]
    solid: Solid,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Solid {
    Face(Face),
    Cone(Cone),
    Ball(Ball),
    Ground(Land),
}

/// A flat polygon. Its front is the side from which the corners are counterclockwise. A texture
/// coordinate that is not given is zero.
#[derive(Deserialize)]
struct Face {
    corners: Vec<[f32; 3]>,
    #[serde(default)]
    uvs: Vec<[f32; 2]>,
    /// The normal for the light, if it is not the normal of the plane.
    normal: Option<[f32; 3]>,
}

/// The side of a cone or of its stump, given by the radius and the height of two rings. The texture
/// repeats every `metres` metres, or every metre.
#[derive(Deserialize)]
struct Cone {
    #[serde(default)]
    at: [f32; 3],
    low: [f32; 2],
    high: [f32; 2],
    sides: u8,
    metres: Option<f32>,
}

/// A faceted ball, whose corners are moved by up to `rough` times the radius.
#[derive(Deserialize)]
struct Ball {
    at: [f32; 3],
    radius: [f32; 3],
    rough: f32,
    rings: u8,
}

/// A mesh that is being built.
struct Mesh {
    layout: Layout,
    bytes: Vec<u8>,
    /// The colour of what is added next.
    colour: Vec3,
}

impl Mesh {
    fn add(&mut self, solid: &Solid) {
        match solid {
            Solid::Face(face) => {
                let uvs = face.uvs.iter().copied().chain(iter::repeat([0.0; 2]));
                let corners = face.corners.iter().zip(uvs);
                let corners = corners.map(|(at, uv)| (Vec3::from(*at), Vec2::from(uv)));
                self.polygon(&corners.collect::<Vec<_>>(), face.normal.map(Vec3::from));
            }
            Solid::Cone(cone) => self.cone(cone),
            Solid::Ball(ball) => self.ball(ball),
            Solid::Ground(land) => {
                for corners in land.squares() {
                    for (at, normal, colour) in [0, 1, 3, 3, 1, 2].map(|corner| corners[corner]) {
                        self.colour = colour;
                        self.vertex(at, normal, Vec2::ZERO);
                    }
                }
            }
        }
    }

    /// Adds a vertex with the attributes that the layout has.
    fn vertex(&mut self, at: Vec3, normal: Vec3, uv: Vec2) {
        self.bytes.extend_from_slice(bytemuck::bytes_of(&at));
        if self.layout != Layout::Plain {
            let normal = (normal * 127.0).extend(0.0).as_i8vec4();
            self.bytes
                .extend_from_slice(bytemuck::bytes_of(&normal.to_array()));
        }
        if self.layout == Layout::Painted {
            let colour = self.colour.extend(255.0).as_u8vec4();
            self.bytes.extend(colour.to_array());
        }
        if self.layout == Layout::Textured {
            self.bytes.extend_from_slice(bytemuck::bytes_of(&uv));
        }
    }

    fn polygon(&mut self, corners: &[(Vec3, Vec2)], normal: Option<Vec3>) {
        let [a, b, c, ..] = corners else { return };
        let plane = (b.0 - a.0).cross(c.0 - a.0).normalize_or(Vec3::Y);
        let normal = normal.unwrap_or(plane);
        for pair in corners[1..].windows(2) {
            for (at, uv) in [*a, pair[0], pair[1]] {
                self.vertex(at, normal, uv);
            }
        }
    }

    fn cone(&mut self, cone: &Cone) {
        let (low, high, sides) = (cone.low, cone.high, cone.sides);
        let metres = cone.metres.unwrap_or(1.0);
        let around = (TAU * low[0] / metres).round().max(1.0);
        let up = (high[1] - low[1]).abs() / metres;
        let at = |side: u8, [radius, height]: [f32; 2], v: f32| {
            let part = f32::from(side) / f32::from(sides);
            let angle = 0.4 - TAU * part;
            let place = Vec3::new(angle.cos() * radius, height, angle.sin() * radius);
            (Vec3::from(cone.at) + place, Vec2::new(part * around, v))
        };
        for side in 0..sides {
            let next = side + 1;
            let corners = [
                at(side, low, up),
                at(next, low, up),
                at(next, high, 0.0),
                at(side, high, 0.0),
            ];
            // A side of a pointed cone is a triangle.
            let count = if high[0] > 0.0 { 4 } else { 3 };
            self.polygon(&corners[..count], None);
        }
    }

    fn ball(&mut self, ball: &Ball) {
        let Ball { rough, rings, .. } = *ball;
        let (centre, radius) = (Vec3::from(ball.at), Vec3::from(ball.radius));
        let sides = rings.saturating_mul(2);
        let at = |ring: u8, side: u8| {
            // All corners at a pole are one point.
            let side = if ring.is_multiple_of(rings) {
                0
            } else {
                side % sides
            };
            let down = PI * f32::from(ring) / f32::from(rings);
            let around = -TAU * f32::from(side) / f32::from(sides);
            let (flat, height) = down.sin_cos();
            let way = Vec3::new(flat * around.cos(), height, flat * around.sin());
            let factor = 1.0 + rough * (f32::from(ring) * 12.9 + f32::from(side) * 78.2).sin();
            (centre + way * radius * factor, Vec2::ZERO)
        };
        for ring in 0..rings {
            for side in 0..sides {
                let (next, below) = (side + 1, ring + 1);
                let (a, b) = (at(ring, side), at(ring, next));
                let (c, d) = (at(below, next), at(below, side));
                if ring > 0 {
                    self.polygon(&[a, c, b], None);
                }
                if below < rings {
                    self.polygon(&[a, d, c], None);
                }
            }
        }
    }
}
