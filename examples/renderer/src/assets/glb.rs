//! Writes binary glTF: a header, a chunk of JSON and a chunk of numbers.

use serde_json::{Value, json};

use super::shape::Shape;
use crate::vertex::Layout;

const FLOAT: u32 = 5126;
const BYTE: u32 = 5121;
const INDEX: u32 = 5125;
/// The use of a buffer view.
const VERTICES: u32 = 34962;
const INDICES: u32 = 34963;

/// Returns the bytes of a file with one mesh.
pub(super) fn file(shape: &Shape) -> Vec<u8> {
    let mut file = File::default();
    let mut attributes = json!({});
    let (low, high) = shape.bounds();
    let position = file.add(&shape.positions, VERTICES, FLOAT, "VEC3");
    file.accessors[position]["min"] = json!(low);
    file.accessors[position]["max"] = json!(high);
    attributes["POSITION"] = json!(position);
    if shape.layout != Layout::Plain {
        attributes["NORMAL"] = json!(file.add(&shape.normals, VERTICES, FLOAT, "VEC3"));
    }
    if shape.layout == Layout::Painted {
        let colour = file.add(&shape.colours, VERTICES, BYTE, "VEC4");
        file.accessors[colour]["normalized"] = json!(true);
        attributes["COLOR_0"] = json!(colour);
    }
    if shape.layout == Layout::Textured {
        attributes["TEXCOORD_0"] = json!(file.add(&shape.uvs, VERTICES, FLOAT, "VEC2"));
    }
    let indices = file.add(&shape.indices, INDICES, INDEX, "SCALAR");
    file.finish(&json!([{ "attributes": attributes, "indices": indices }]))
}

/// A file under construction.
#[derive(Default)]
struct File {
    bytes: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
}

impl File {
    /// Adds an array, and returns the index of its accessor.
    fn add<T: bytemuck::NoUninit>(
        &mut self,
        values: &[T],
        target: u32,
        component: u32,
        parts: &str,
    ) -> usize {
        let bytes: &[u8] = bytemuck::cast_slice(values);
        self.views.push(json!({
            "buffer": 0, "byteOffset": self.bytes.len(), "byteLength": bytes.len(), "target": target,
        }));
        self.accessors.push(json!({
            "bufferView": self.views.len() - 1, "componentType": component,
            "count": values.len(), "type": parts,
        }));
        self.bytes.extend_from_slice(bytes);
        self.accessors.len() - 1
    }

    fn finish(self, primitives: &Value) -> Vec<u8> {
        let mut json = json!({
            "asset": { "version": "2.0" },
            "scene": 0,
            "scenes": [{ "nodes": [0] }],
            "nodes": [{ "mesh": 0 }],
            "meshes": [{ "primitives": primitives }],
            "buffers": [{ "byteLength": self.bytes.len() }],
            "bufferViews": self.views,
            "accessors": self.accessors,
        })
        .to_string()
        .into_bytes();
        // The size of a chunk must be a multiple of four bytes. All arrays are already.
        json.resize(json.len().next_multiple_of(4), b' ');
        let mut file = b"glTF\x02\0\0\0".to_vec();
        file.extend(length(12 + 8 + json.len() + 8 + self.bytes.len()));
        for (kind, chunk) in [(b"JSON", json), (b"BIN\0", self.bytes)] {
            file.extend(length(chunk.len()));
            file.extend(kind);
            file.extend(chunk);
        }
        file
    }
}

fn length(bytes: usize) -> [u8; 4] {
    u32::try_from(bytes).unwrap_or(u32::MAX).to_le_bytes()
}
