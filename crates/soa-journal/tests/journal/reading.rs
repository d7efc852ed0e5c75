//! Journals that are only read, beside a writer, after a crash, and in a folder that cannot be
//! written.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use soa_journal::{Flush, Journal, JournalError, JournalReader, Load, Options};

use crate::{Unit, UnitHub, folder};

/// Commits a hub and a value that have the number of the commit.
fn commit(journal: &mut Journal, units: &mut UnitHub) {
    let clock = journal.last() + 1;
    let hp = clock as u32;
    let name = "x".repeat(500);
    units.insert(Unit { hp, name });
    for (_, written) in units.columns_mut().hp.iter_live_mut() {
        *written = hp;
    }
    let written = journal.commit(|commit| {
        commit.hub("units", units)?;
        commit.value("clock", &clock)
    });
    written.unwrap();
}

/// Checks that a reader has this commit, and all that are kept before it.
fn check(reader: &JournalReader, last: u64) {
    assert_eq!(reader.last(), last);
    assert_eq!(*reader.commits().end(), last);
    for id in reader.commits() {
        let past = reader.at(id).unwrap();
        let units: UnitHub = past.load("units").unwrap();
        assert_eq!(past.load_value("clock").unwrap(), Some(id));
        assert!(
            units.len() as u64 == id && units.iter().all(|(_, unit)| u64::from(*unit.hp) == id)
        );
    }
    let units: UnitHub = reader.load("units").unwrap();
    assert_eq!(units.len() as u64, last);
    let refused = reader.at(last + 1).unwrap_err();
    let is_unknown = matches!(refused, JournalError::UnknownCommit { .. });
    assert!(is_unknown, "{refused}");
}

fn open(path: &Path) -> JournalReader {
    Journal::open_read_only(path).unwrap()
}

#[test]
#[cfg(any(target_os = "linux", windows, target_vendor = "apple"))]
fn a_reader_beside_a_writer_has_the_last_commit_for_as_long_as_it_is_open() {
    let (_folder, path) = folder();
    let options = Options::new().flush(Flush::Each).keep(3);
    let mut journal = options.open(&path).unwrap();
    let mut units = UnitHub::new();
    assert_eq!(open(&path).last(), 0);
    let mut readers = Vec::new();
    for last in 1..200 {
        commit(&mut journal, &mut units);
        let reader = open(&path);
        check(&reader, last);
        if last % 20 == 0 {
            readers.push((last, reader));
        }
    }
    assert!(journal.stats().folds > 0);
    for (last, reader) in &readers {
        check(reader, *last);
    }
    drop(journal);
    for (last, reader) in &readers {
        check(reader, *last);
    }
    drop(readers);
    assert_eq!(Journal::open(&path).unwrap().last(), 199);
}

#[test]
#[cfg(any(target_os = "linux", windows, target_vendor = "apple"))]
fn a_writer_can_begin_beside_a_reader() {
    let (_folder, path) = folder();
    let mut units = UnitHub::new();
    commit(&mut Journal::open(&path).unwrap(), &mut units);
    let readers = [open(&path), open(&path)];
    let mut journal = Options::new().flush(Flush::Each).open(&path).unwrap();
    commit(&mut journal, &mut units);
    for reader in &readers {
        check(reader, 1);
    }
    check(&open(&path), 2);
}

#[test]
fn a_writer_that_does_not_flush_each_commit_and_a_reader_keep_each_other_out() {
    let (_folder, path) = folder();
    let journal = Journal::open(&path).unwrap();
    let refused = Journal::open_read_only(&path).unwrap_err();
    assert!(matches!(refused, JournalError::InUse), "{refused}");
    assert!(refused.to_string().contains("`Flush::Each`"), "{refused}");
    drop(journal);
    let reader = open(&path);
    let refused = Journal::open(&path).unwrap_err();
    assert!(matches!(refused, JournalError::InUse), "{refused}");
    drop(reader);
    drop(Journal::open(&path).unwrap());
}

#[test]
fn a_reader_changes_neither_the_file_nor_the_folder() {
    let (folder, path) = folder();
    let mut journal = Options::new()
        .flush(Flush::Each)
        .keep(2)
        .open(&path)
        .unwrap();
    let mut units = UnitHub::new();
    for _ in 0..5 {
        commit(&mut journal, &mut units);
    }
    let crashed = fs::read(&path).unwrap();
    drop(journal);
    let closed = fs::read(&path).unwrap();
    for content in [crashed, closed] {
        fs::write(&path, &content).unwrap();
        let modified = fs::metadata(&path).unwrap().modified().unwrap();
        let mut permissions = fs::metadata(&path).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&path, permissions.clone()).unwrap();
        let readers = [open(&path), open(&path)];
        for reader in &readers {
            check(reader, 5);
        }
        drop(readers);
        assert_eq!(fs::read(&path).unwrap(), content);
        assert_eq!(fs::metadata(&path).unwrap().modified().unwrap(), modified);
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_file(&path).unwrap();
    }
}

#[test]
fn a_reader_after_a_crash_keeps_writers_out() {
    let (_folder, path) = folder();
    let mut journal = Options::new().flush(Flush::Each).open(&path).unwrap();
    let mut units = UnitHub::new();
    for _ in 0..5 {
        commit(&mut journal, &mut units);
    }
    let crashed = fs::read(&path).unwrap();
    drop(journal);
    fs::write(&path, &crashed).unwrap();
    let reader = open(&path);
    let refused = Journal::open(&path).unwrap_err();
    assert!(matches!(refused, JournalError::InUse), "{refused}");
    check(&reader, 5);
    drop(reader);
    assert_eq!(Journal::open(&path).unwrap().last(), 5);
}

#[test]
fn what_is_no_journal_is_an_error_with_its_name_and_stays() {
    let (folder, path) = folder();
    let refused = |path: &Path| {
        let error = Journal::open_read_only(path).unwrap_err();
        let named = format!("`{}", path.display());
        assert!(error.to_string().contains(&named), "{error}");
        error
    };
    let error = refused(&path);
    assert!(
        matches!(&error, JournalError::Io(error) if error.kind() == ErrorKind::NotFound),
        "{error}"
    );
    refused(folder.path());
    refused(&folder.path().join("world/"));
    for content in [vec![], vec![0; 100], b"text".to_vec(), vec![7; 100_000]] {
        fs::write(&path, &content).unwrap();
        let error = refused(&path);
        assert!(matches!(error, JournalError::NotAJournal { .. }), "{error}");
        assert_eq!(fs::read(&path).unwrap(), content);
    }
    fs::remove_file(&path).unwrap();
    let mut units = UnitHub::new();
    let mut journal = Journal::open(&path).unwrap();
    (0..9).for_each(|_| commit(&mut journal, &mut units));
    drop(journal);
    let mut content = fs::read(&path).unwrap();
    let mut damaged = 0;
    for at in (0..content.len()).step_by(997) {
        content[at] ^= 0xff;
        fs::write(&path, &content).unwrap();
        damaged += u32::from(Journal::open_read_only(&path).is_err());
        assert_eq!(fs::read(&path).unwrap(), content);
        content[at] ^= 0xff;
    }
    assert!(damaged > 3, "{damaged}");
}
