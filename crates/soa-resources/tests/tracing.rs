//! The spans of the feature `tracing`, as a subscriber sees them.

#[path = "../../../tests/support/spans.rs"]
mod spans;

use std::time::Duration;

use soa_resources::{Bytes, Config, Library, Memory, StandIn, Tag};
use soa_runtime::IdAllocator;
use spans::{Collector, Seen};

#[derive(IdAllocator)]
struct Sound {
    samples: Vec<u8>,
}

impl From<Vec<u8>> for Sound {
    fn from(samples: Vec<u8>) -> Self {
        Self { samples }
    }
}

#[test]
fn each_call_that_has_something_to_do_has_a_span_with_sizes() {
    let collector = Collector::start("soa_resources");
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

    let spans = collector.spans();
    assert!(spans.iter().all(|span| span.name == "library"));
    let of = |span: &Seen| {
        let names = ["call", "pool", "in_flight", "events", "loaded", "bytes"];
        names.map(|name| span.fields[name].clone())
    };
    let seen: Vec<_> = spans.iter().map(of).collect();
    assert_eq!(
        seen,
        [
            ["\"maintain\"", "7", "1", "1", "1", "3"],
            ["\"finish_all\"", "7", "0", "1", "0", "0"],
        ]
    );
    assert!(spans[0].fields["loader"].contains("Bytes"));
}
