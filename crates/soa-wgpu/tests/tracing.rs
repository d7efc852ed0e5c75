//! The spans of the feature `tracing`, as a subscriber sees them.

#[path = "../../../tests/support/spans.rs"]
mod spans;

use soa_runtime::IdAllocator;
use soa_runtime::packed::PackedBuffer;
use soa_wgpu::{ColumnBuffer, IdBuffer, PackedCopy};
use spans::{Collector, Seen};
use wgpu::{BufferUsages, DeviceDescriptor};

#[derive(IdAllocator)]
struct Unit {
    #[soa(tracked)]
    place: [f32; 4],
}

#[test]
fn each_update_has_a_span_with_the_sizes_of_what_was_sent() {
    let collector = Collector::start("soa_wgpu");
    let (device, queue) = wgpu::Device::noop(&DeviceDescriptor::default());

    let mut units = UnitHub::new();
    units.alloc_many(100);
    let usage = BufferUsages::VERTEX;
    let mut places = ColumnBuffer::<Unit, _>::new(&device, usage, |units| units.place);
    let mut ids = IdBuffer::<Unit>::new(&device, usage);
    let mut packed = PackedBuffer::with_capacity(64, 8);
    packed.insert(&[7; 12], ()).expect("it has room");
    let mut copy = PackedCopy::new(&device, usage);
    places.update(&device, &queue, &units).expect("it is sent");
    ids.update(&device, &queue, &units).expect("it is sent");
    copy.update(&device, &queue, &mut packed)
        .expect("it is sent");
    copy.write(&device, &queue, 16, &[1; 8])
        .expect("it has room");
    copy.write(&device, &queue, 2, &[1; 8])
        .expect_err("it is no word");

    let spans = collector.spans();
    let seen = spans.iter().map(|Seen { name, fields, .. }| {
        let field = |name| fields.get(name).map(String::as_str);
        (*name, field("of"), ["rows", "bytes", "writes"].map(field))
    });
    let of_unit = Some("\"tracing::Unit\"");
    assert!(seen.eq([
        (
            "update_column",
            of_unit,
            [Some("100"), Some("1600"), Some("1")]
        ),
        ("update_ids", of_unit, [Some("100"), Some("800"), Some("1")]),
        ("update_packed", None, [Some("0"), Some("12"), Some("1")]),
        ("write_packed", None, [Some("0"), Some("8"), Some("1")]),
        ("write_packed", None, [None; 3]),
    ]));
}
