//! Decodes binary glTF files to vertices, on workers.
//!
//! The attributes of a file select the vertex layout: positions alone are `Plain`, normals make it
//! `Smooth`, colours `Painted`, and texture coordinates `Textured`.

use gltf::mesh::Reader;
use gltf::{Gltf, Primitive};
use soa_resources::BoxError;

use crate::vertex::{Layout, Painted, Smooth, Textured};

/// The vertices of a mesh, three per triangle.
#[derive(Debug)]
pub(crate) struct Vertices {
    pub(crate) layout: Layout,
    pub(crate) bytes: Vec<u8>,
}

/// Returns the triangles of the first mesh of a file.
pub(crate) fn decode(bytes: &[u8]) -> Result<Vertices, BoxError> {
    let file = Gltf::from_slice(bytes)?;
    let blob = file.blob.as_deref().unwrap_or_default();
    check_lengths(&file, blob)?;
    let mut primitives = file.meshes().flat_map(|mesh| mesh.primitives());
    let primitive = primitives.next().ok_or("it has no mesh")?;
    if primitive.mode() != gltf::mesh::Mode::Triangles {
        return Err(format!("it has {:?}, not triangles", primitive.mode()).into());
    }
    unrolled(&primitive, blob)
}

/// Checks that all accessors are inside the file, because their reader does not.
fn check_lengths(file: &Gltf, blob: &[u8]) -> Result<(), BoxError> {
    for buffer in file.buffers() {
        if buffer.length() > blob.len() {
            let (declared, present) = (buffer.length(), blob.len());
            return Err(format!("its buffer has {present} bytes; expected {declared}").into());
        }
    }
    for view in file.views() {
        if view.offset() + view.length() > view.buffer().length() {
            return Err(format!("view {} ends outside of its buffer", view.index()).into());
        }
    }
    for accessor in file.accessors() {
        let view = accessor
            .view()
            .ok_or("sparse accessors are not read here")?;
        let stride = view.stride().unwrap_or(accessor.size());
        let last = accessor.count().saturating_sub(1);
        if accessor.offset() + last * stride + accessor.size() > view.length() {
            return Err(format!("accessor {} ends outside of its view", accessor.index()).into());
        }
    }
    Ok(())
}

/// Returns the vertices in the order of the indices.
fn unrolled(primitive: &Primitive<'_>, blob: &[u8]) -> Result<Vertices, BoxError> {
    let reader = primitive.reader(|_| Some(blob));
    let positions: Vec<[f32; 3]> = reader
        .read_positions()
        .ok_or("it has no positions")?
        .collect();
    let order: Vec<u32> = match reader.read_indices() {
        Some(indices) => indices.into_u32().collect(),
        None => (0..u32::try_from(positions.len())?).collect(),
    };
    if order.is_empty() || !order.len().is_multiple_of(3) {
        return Err(format!("{} indices make no triangles", order.len()).into());
    }
    if let Some(index) = order
        .iter()
        .find(|index| **index as usize >= positions.len())
    {
        return Err(format!("index {index} of {} vertices", positions.len()).into());
    }
    let mut vertices = Unrolled {
        layout: Layout::Plain,
        bytes: Vec::new(),
    };
    vertices.read(&reader, &positions, &order)?;
    let Unrolled { layout, bytes } = vertices;
    Ok(Vertices { layout, bytes })
}

/// The attributes of vertices before they are combined.
struct Unrolled {
    layout: Layout,
    bytes: Vec<u8>,
}

impl Unrolled {
    fn read<'a, 's, F>(
        &mut self,
        reader: &Reader<'a, 's, F>,
        positions: &[[f32; 3]],
        order: &[u32],
    ) -> Result<(), BoxError>
    where
        F: Clone + Fn(gltf::Buffer<'a>) -> Option<&'s [u8]>,
    {
        let count = positions.len();
        let Some(normals) = reader.read_normals() else {
            self.put(Layout::Plain, order, |at| positions[at]);
            return Ok(());
        };
        let normals: Vec<[i8; 4]> = same_count("normals", normals.map(packed).collect(), count)?;
        if let Some(uvs) = reader.read_tex_coords(0) {
            let uvs = same_count("texture coordinates", uvs.into_f32().collect(), count)?;
            self.put(Layout::Textured, order, |at| Textured {
                position: positions[at],
                normal: normals[at],
                uv: uvs[at],
            });
        } else if let Some(colours) = reader.read_colors(0) {
            let colours = same_count("colours", colours.into_rgba_u8().collect(), count)?;
            self.put(Layout::Painted, order, |at| Painted {
                position: positions[at],
                normal: normals[at],
                colour: colours[at],
            });
        } else {
            self.put(Layout::Smooth, order, |at| Smooth {
                position: positions[at],
                normal: normals[at],
            });
        }
        Ok(())
    }

    fn put<V: bytemuck::NoUninit>(
        &mut self,
        layout: Layout,
        order: &[u32],
        vertex: impl Fn(usize) -> V,
    ) {
        self.layout = layout;
        for index in order {
            let vertex = vertex(*index as usize);
            self.bytes.extend_from_slice(bytemuck::bytes_of(&vertex));
        }
    }
}

fn same_count<T>(what: &str, values: Vec<T>, count: usize) -> Result<Vec<T>, BoxError> {
    if values.len() == count {
        return Ok(values);
    }
    Err(format!("{} {what} of {count} vertices", values.len()).into())
}

/// Converts a normal to four signed bytes.
#[expect(
    clippy::cast_possible_truncation,
    reason = "a float that is cast saturates"
)]
fn packed(normal: [f32; 3]) -> [i8; 4] {
    let [x, y, z] = normal.map(|part| (part * 127.0).round() as i8);
    [x, y, z, 0]
}
