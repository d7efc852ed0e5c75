//! The spans of the feature `tracing`, as a subscriber sees them.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use soa_resources::{Bytes, Config, Library, Memory, StandIn, Tag};
use soa_runtime::IdAllocator;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

#[derive(IdAllocator)]
struct Sound {
    samples: Vec<u8>,
}

impl From<Vec<u8>> for Sound {
    fn from(samples: Vec<u8>) -> Self {
        Self { samples }
    }
}

/// The fields of a span.
#[derive(Default)]
struct Fields(BTreeMap<&'static str, String>);

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.0.insert(field.name(), format!("{value:?}"));
    }
}

/// The spans, in the order in which they were made.
#[derive(Clone, Default)]
struct Collector(Arc<Mutex<Vec<Fields>>>);

impl Subscriber for Collector {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.is_span() && metadata.name() == "library"
    }

    fn new_span(&self, attributes: &Attributes<'_>) -> Id {
        let mut spans = self.0.lock().expect("nothing panics meanwhile");
        let mut fields = Fields::default();
        attributes.record(&mut fields);
        spans.push(fields);
        Id::from_u64(spans.len() as u64)
    }

    fn record(&self, span: &Id, values: &Record<'_>) {
        let at = usize::try_from(span.into_u64()).expect("there are few") - 1;
        values.record(&mut self.0.lock().expect("nothing panics meanwhile")[at]);
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn event(&self, _: &Event<'_>) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

#[test]
fn each_call_that_has_something_to_do_has_a_span_with_sizes() {
    let collector = Collector::default();
    let spans = Arc::clone(&collector.0);
    tracing::subscriber::set_global_default(collector).expect("there is one test");

    let mut sounds = SoundHub::new();
    let silence = sounds.alloc();
    let stand_in = StandIn {
        placeholder: silence,
        error: silence,
    };
    let files = Memory::new();
    files.insert("door", [3, 1, 2]);
    let config = Config::new().workers(0).pool(7);
    let mut library = Library::with_config(Bytes::<Sound>::new(), files, stand_in, config);
    let door = library.request("door", Tag(1));
    library.maintain_into(&mut sounds, Duration::MAX);
    assert_eq!(sounds.row(library.row(door)).samples, &[3, 1, 2]);
    library.maintain_into(&mut sounds, Duration::MAX); // nothing to do
    library.release_all(Tag(1));
    library.finish_all_into(&mut sounds);

    let spans = spans.lock().expect("nothing panics meanwhile");
    let of = |span: &Fields| {
        ["call", "pool", "in_flight", "events", "loaded", "bytes"].map(|name| span.0[name].clone())
    };
    let seen: Vec<_> = spans.iter().map(of).collect();
    assert_eq!(
        seen,
        [
            ["\"maintain\"", "7", "1", "1", "1", "3"],
            ["\"finish_all\"", "7", "0", "1", "0", "0"],
        ]
    );
    assert!(spans[0].0["loader"].contains("Bytes"));
}
