//! The spans of a program, as a subscriber of `tracing` sees them.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::{Arc, Mutex};
use std::thread;

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

/// A span with its thread and the fields that were recorded.
#[derive(Debug, Clone, Default)]
pub(crate) struct Seen {
    pub(crate) name: &'static str,
    pub(crate) fields: BTreeMap<&'static str, String>,
    #[allow(dead_code, reason = "only some spans are made on other threads")]
    pub(crate) thread: Option<String>,
}

impl Visit for Seen {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.fields.insert(field.name(), format!("{value:?}"));
    }
}

/// The spans of one crate, in the order in which they were made.
#[derive(Clone)]
pub(crate) struct Collector {
    of: &'static str,
    seen: Arc<Mutex<Vec<Seen>>>,
}

impl Collector {
    /// Collects the spans of a crate from now on. A program can do this once.
    pub(crate) fn start(of: &'static str) -> Self {
        let seen = Arc::default();
        let collector = Collector { of, seen };
        let set = tracing::subscriber::set_global_default(collector.clone());
        set.expect("there is one test");
        collector
    }

    /// Returns all spans until now.
    pub(crate) fn spans(&self) -> Vec<Seen> {
        self.seen.lock().expect("no thread panics with it").clone()
    }
}

impl Subscriber for Collector {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.is_span() && metadata.target().starts_with(self.of)
    }

    fn new_span(&self, attributes: &Attributes<'_>) -> Id {
        let mut span = Seen {
            name: attributes.metadata().name(),
            thread: thread::current().name().map(str::to_owned),
            ..Seen::default()
        };
        attributes.record(&mut span);
        let mut spans = self.seen.lock().expect("no thread panics with it");
        spans.push(span);
        Id::from_u64(spans.len() as u64)
    }

    fn record(&self, span: &Id, values: &Record<'_>) {
        let nth = usize::try_from(span.into_u64()).expect("there are few") - 1;
        values.record(&mut self.seen.lock().expect("no thread panics with it")[nth]);
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn event(&self, _: &Event<'_>) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}
