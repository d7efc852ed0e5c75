//! The colony goes on after it was killed, and after a new version of it was installed.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use colony::{Colony, Ledger, version_1};
use soa_journal::Journal;

fn command(path: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_colony"));
    command.arg(path).args(arguments).stdout(Stdio::piped());
    command
}

fn text(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[test]
fn a_colony_that_is_killed_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("colony.journal");
    let mut day = 0;
    for pause in [80, 120, 200, 90, 150] {
        let mut process = command(&path, &["--days", "100000000"]).spawn().unwrap();
        thread::sleep(Duration::from_millis(pause));
        process.kill().unwrap();
        process.wait().unwrap();
        let colony = Colony::load(&Journal::open(&path).unwrap()).unwrap();
        colony.check().unwrap();
        assert!(colony.ledger.day >= day);
        day = colony.ledger.day;
    }
    assert!(day > 0, "it lived for {day} days");
    let end = text(&command(&path, &["--days", "10"]).output().unwrap());
    assert!(end.contains(&format!("day {}: ", day + 10)), "{end}");
}

/// Writes a colony as version 1 did.
fn write_version_1(path: &Path) {
    let mut colony = version_1::Colony::default();
    let version_1::Colony {
        people,
        jobs,
        stock,
        ledger,
    } = &mut colony;
    let gone = people.insert(version_1::Person {
        hunger: 0,
        job: None,
    });
    let bread = stock.insert(colony::Stock {
        kind: "bread".to_owned(),
        amount: 30,
    });
    for hunger in 0..3 {
        let person = people.insert(version_1::Person { hunger, job: None });
        let job = jobs.insert(colony::Job {
            makes: bread,
            days: 2,
            worker: Some(person.cast()),
        });
        *people.row_mut(person).job = Some(job);
    }
    people.dealloc(gone);
    *ledger = Ledger {
        day: 40,
        made: 130,
        eaten: 100,
    };
    let mut journal = Journal::open(path).unwrap();
    journal.commit_world(&mut colony).unwrap();
    journal.flush().unwrap();
}

#[test]
fn a_colony_of_version_1_goes_on_under_the_same_ids() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("colony.journal");
    write_version_1(&path);
    // Without the flag the program says what to do.
    let refused = command(&path, &["--days", "1"]).output().unwrap();
    assert!(!refused.status.success());
    let refused = String::from_utf8(refused.stderr).unwrap();
    assert!(
        refused.contains("`convert`") && refused.contains("--from-v1"),
        "{refused}"
    );

    let told = text(
        &command(&path, &["--from-v1", "--days", "5"])
            .output()
            .unwrap(),
    );
    assert!(
        told.contains("day 40: 3 people") && told.contains("day 45: "),
        "{told}"
    );
    // It is a journal of version 2 now.
    let colony = Colony::load(&Journal::open(&path).unwrap()).unwrap();
    colony.check().unwrap();
    let names = colony.people.columns().name;
    assert_eq!(
        names
            .iter()
            .filter(|name| *name == "an old settler")
            .count(),
        3
    );
}
