//! The spans of the feature `tracing`, as a subscriber sees them.

#[path = "../../../tests/support/spans.rs"]
mod spans;

use soa_journal::{Flush, Journal, Load, Options};
use soa_runtime::IdAllocator;
use spans::{Collector, Seen};

#[derive(IdAllocator)]
#[soa(tracked = all, derive(Serialize, Deserialize))]
struct Unit {
    hp: u64,
}

#[test]
fn a_commit_a_load_and_a_fold_have_spans_with_their_sizes() {
    let collector = Collector::start("soa_journal");
    let of = |name: &str| -> Vec<Seen> {
        let spans = collector.spans().into_iter();
        spans.filter(|span| span.name == name).collect()
    };
    let number = |span: &Seen, field: &str| -> u64 { span.fields[field].parse().unwrap() };
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
    assert_eq!((number(first, "commit"), number(first, "records")), (1, 2));
    assert_eq!(number(first, "bytes"), journal.stats().bytes);
    assert_eq!(first.thread.as_deref(), std::thread::current().name());
    let [write] = &of("write")[..] else {
        panic!("one transaction was written")
    };
    assert_eq!(number(write, "commits"), 1);
    assert_eq!(number(write, "bytes"), journal.stats().bytes);
    assert_eq!(write.fields["durable"], "true");
    assert_eq!(write.thread.as_deref(), Some("soa-journal"));

    let loaded: UnitHub = journal.load("units").unwrap();
    let [load] = &of("load")[..] else {
        panic!("a load has one span")
    };
    assert_eq!(load.fields["name"], "\"units\"");
    assert_eq!((number(load, "records"), number(load, "rows")), (1, 1000));
    assert!((1..number(first, "bytes")).contains(&number(load, "bytes")));
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
    assert!(number(fold, "records") > 1);
    assert!(number(fold, "folded") < number(fold, "bytes"));
    assert_eq!(fold.thread.as_deref(), Some("soa-journal"));
}
