//! The spans of the feature `tracing`, as a subscriber sees them.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::{Arc, Mutex};

use soa_runtime::IdAllocator;
use soa_runtime::packed::PackedBuffer;
use soa_wgpu::{ColumnBuffer, IdBuffer, PackedCopy};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};
use wgpu::{BufferUsages, DeviceDescriptor};

#[derive(IdAllocator)]
struct Unit {
    #[soa(tracked)]
    place: [f32; 4],
}

/// The name of a span, and the fields that were recorded.
#[derive(Default)]
struct Seen(&'static str, BTreeMap<&'static str, String>);

impl Visit for Seen {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.1.insert(field.name(), format!("{value:?}"));
    }
}

/// All spans, in the order in which they were made.
#[derive(Clone, Default)]
struct Collector(Arc<Mutex<Vec<Seen>>>);

impl Subscriber for Collector {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target().starts_with("soa_wgpu")
    }

    fn new_span(&self, attributes: &Attributes<'_>) -> Id {
        let mut spans = self.0.lock().expect("no test panics meanwhile");
        let mut seen = Seen(attributes.metadata().name(), BTreeMap::new());
        attributes.record(&mut seen);
        spans.push(seen);
        Id::from_u64(spans.len() as u64)
    }

    fn record(&self, span: &Id, values: &Record<'_>) {
        let nth = usize::try_from(span.into_u64()).expect("there are few") - 1;
        values.record(&mut self.0.lock().expect("no test panics meanwhile")[nth]);
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn event(&self, _: &Event<'_>) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

#[test]
fn each_update_has_a_span_with_the_sizes_of_what_was_sent() {
    let collector = Collector::default();
    let spans = Arc::clone(&collector.0);
    tracing::subscriber::set_global_default(collector).expect("there is one test");
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

    let spans = spans.lock().expect("no test panics meanwhile");
    let seen = spans.iter().map(|Seen(name, fields)| {
        let sizes = ["rows", "bytes", "writes"].map(|size| fields.get(size).map(String::as_str));
        (*name, fields.get("of").map(String::as_str), sizes)
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
