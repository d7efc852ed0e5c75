// Copies packed units to their places in a window of a column.

// The number of words in a unit.
override words: u32;

struct Upload {
    units: u32,
    // The first word of each unit in the window, then the words of all units.
    content: array<u32>,
}

@group(0) @binding(0) var<storage, read> upload: Upload;
@group(0) @binding(1) var<storage, read_write> window: array<u32>;

@compute @workgroup_size(64)
fn scatter(@builtin(global_invocation_id) id: vec3u) {
    let word = id.x;
    let unit = word / words;
    if unit < upload.units {
        window[upload.content[unit] + word % words] = upload.content[upload.units + word];
    }
}
