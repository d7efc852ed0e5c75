//! The spans of the feature `tracing`, as a subscriber sees them.
#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::{Mutex, MutexGuard, PoisonError};

use soa_journal::{Flush, Journal, Load, Options};
use soa_runtime::IdAllocator;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

#[derive(IdAllocator)]
#[soa(tracked = all, derive(Serialize, Deserialize))]
struct Unit {
    hp: u64,
}

/// A span with the fields that were recorded.
#[derive(Debug, Clone, Default)]
struct Seen {
    name: &'static str,
    fields: BTreeMap<&'static str, String>,
    thread: Option<String>,
}

impl Seen {
    fn number(&self, field: &str) -> u64 {
        self.fields[field].parse().unwrap()
    }
}

impl Visit for Seen {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.fields.insert(field.name(), format!("{value:?}"));
    }
}

/// All spans, in the order in which they were made.
static SPANS: Mutex<Vec<Seen>> = Mutex::new(Vec::new());

fn spans() -> MutexGuard<'static, Vec<Seen>> {
    SPANS.lock().unwrap_or_else(PoisonError::into_inner)
}

struct Collector;

impl Subscriber for Collector {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, attributes: &Attributes<'_>) -> Id {
        let mut spans = spans();
        spans.push(Seen {
            name: attributes.metadata().name(),
            thread: std::thread::current().name().map(str::to_owned),
            ..Seen::default()
        });
        Id::from_u64(spans.len() as u64)
    }

    fn record(&self, span: &Id, values: &Record<'_>) {
        values.record(&mut spans()[usize::try_from(span.into_u64()).unwrap() - 1]);
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn event(&self, _: &Event<'_>) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

/// Returns the spans of a name.
fn of(name: &str) -> Vec<Seen> {
    let spans = spans();
    spans
        .iter()
        .filter(|span| span.name == name)
        .cloned()
        .collect()
}

#[test]
fn a_commit_a_load_and_a_fold_have_spans_with_their_sizes() {
    tracing::subscriber::set_global_default(Collector).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let options = Options::new().flush(Flush::Each);
    let mut journal = options.open(folder.path().join("world.journal")).unwrap();
    let mut units: UnitHub = (0..1000).map(|hp| Unit { hp }).collect();
    let commit = |journal: &mut Journal, units: &mut UnitHub| {
        let written = journal.commit(|commit| {
            commit.hub("units", units)?;
            commit.value("clock", &7_u64)
        });
        written.unwrap();
    };
    commit(&mut journal, &mut units);
    let [first] = &of("commit")[..] else {
        panic!("a commit has one span")
    };
    assert_eq!((first.number("commit"), first.number("records")), (1, 2));
    assert_eq!(first.number("bytes"), journal.stats().bytes);
    assert_eq!(first.thread.as_deref(), std::thread::current().name());
    let [write] = &of("write")[..] else {
        panic!("one transaction was written")
    };
    assert_eq!(write.number("commits"), 1);
    assert_eq!(write.number("bytes"), journal.stats().bytes);
    assert_eq!(write.fields["durable"], "true");
    assert_eq!(write.thread.as_deref(), Some("soa-journal"));

    let loaded: UnitHub = journal.load("units").unwrap();
    let [load] = &of("load")[..] else {
        panic!("a load has one span")
    };
    assert_eq!(load.fields["name"], "\"units\"");
    assert_eq!((load.number("records"), load.number("rows")), (1, 1000));
    assert!((1..first.number("bytes")).contains(&load.number("bytes")));
    drop(loaded);

    let failed = journal.commit(|_| Err(soa_journal::JournalError::other("no")));
    assert!(failed.is_err());
    assert!(of("commit").last().unwrap().fields.is_empty());

    while journal.stats().folds == 0 {
        units.columns_mut().hp.all_mut().fill(u64::MAX);
        commit(&mut journal, &mut units);
    }
    let [fold] = &of("fold")[..] else {
        panic!("one hub was folded")
    };
    assert_eq!(fold.fields["name"], "\"units\"");
    assert!(fold.number("records") > 1);
    assert!(fold.number("folded") < fold.number("bytes"));
    assert_eq!(fold.thread.as_deref(), Some("soa-journal"));
}
