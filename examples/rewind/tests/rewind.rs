//! A viewer moves the slider, and sees the rows of the commit.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod page;

use std::process::Command;

use page::Page;
use rewind::Firework;
use serde_json::{Value, json};
use soa_journal::{Journal, Load, Options};

/// Returns what a page shows of a firework.
fn rows(Firework { sparks, .. }: &Firework) -> Value {
    let rows = (0..sparks.slots()).map(|row| {
        let spark = sparks.row(sparks.id_at(row)?);
        Some(json!([
            sparks.id_at(row)?.to_string(),
            format!("{:?}", spark.place),
            format!("{:?}", spark.speed),
            spark.glows.to_string(),
        ]))
    });
    rows.collect()
}

#[test]
fn the_slider_shows_any_commit() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("firework.journal");
    let expected: Vec<(u64, Value)> = {
        let mut journal = Options::new().keep(100).open(&path).unwrap();
        rewind::write(&mut journal, 80).unwrap();
        drop(journal);
        let journal = Journal::open_read_only(&path).unwrap();
        let commits = [1, 2, 33, 79, 80].into_iter();
        let moments = commits.map(|commit| {
            let firework: Firework = journal.at(commit).unwrap().load_world().unwrap();
            assert_eq!(firework.frame, commit);
            (commit, rows(&firework))
        });
        moments.collect()
    };
    let different = expected.windows(2).filter(|pair| pair[0].1 != pair[1].1);
    assert_eq!(different.count(), 4, "each commit has other rows");
    let page = Page::of(Command::new(env!("CARGO_BIN_EXE_rewind")).arg(&path));
    assert_eq!(page.slider(), [1, 80, 80]);
    page.wait_for_rows("sparks", &expected[4].1);
    for (commit, rows) in expected.iter().rev().chain(&expected) {
        page.choose(*commit);
        page.wait_for_rows("sparks", rows);
        assert_eq!(page.slider(), [1, 80, *commit]);
    }
}
