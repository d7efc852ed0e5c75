//! Files that are journals, and files that are not.

use std::fs;
use std::path::Path;

use redb::{Database, TableDefinition};
use soa_journal::{Journal, JournalError, Load, Options};
use tempfile::TempDir;

use crate::disk::Disk;
use crate::{folder, save_value};

fn set_level(path: &Path, level: i32) {
    let mut journal = Journal::open(path).unwrap();
    save_value(&mut journal, "level", &level);
}

fn level(path: &Path) -> Option<i32> {
    Journal::open(path).unwrap().load_value("level").unwrap()
}

fn names(folder: &TempDir) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn a_new_journal_is_one_file() {
    let (folder, path) = folder();
    let journal = Journal::open(&path).unwrap();
    assert_eq!(names(&folder), ["world"]);
    drop(journal);
    set_level(&path, 7);
    assert_eq!((level(&path), names(&folder).len()), (Some(7), 1));
}

#[test]
fn a_path_may_be_relative_to_the_current_folder() {
    // Nothing else in this process uses a relative path.
    let (folder, path) = folder();
    let before = std::env::current_dir().unwrap();
    std::env::set_current_dir(&folder).unwrap();
    drop(Journal::open("world").unwrap());
    std::env::set_current_dir(before).unwrap();
    assert!(path.exists());
}

#[test]
fn a_file_under_the_other_name_that_no_creation_left_stays() {
    let (folder, path) = folder();
    let new = folder.path().join("world.new");
    set_level(&new, 7);
    let refused = Journal::open(&path).unwrap_err();
    let text = refused.to_string();
    let names = [&path, &new].map(|path| format!("`{}`", path.display()));
    assert!(names.iter().all(|name| text.contains(name)), "{refused}");
    assert!(text.contains("rename it"), "{refused}");
    assert_eq!(level(&new), Some(7));

    assert!(!path.exists());
}

#[test]
fn a_creation_that_was_interrupted_in_a_storage_is_made_again() {
    let magic = b"redb\x1A\x0A\xA9\x0D\x0A";
    for written in 0..512_u32 {
        let mut left = vec![0; 100_000];
        for (at, byte) in magic.iter().enumerate() {
            left[at] = if written & (1 << at) != 0 { *byte } else { 0 };
        }
        let opened = Options::new().open_on(Disk::with_content(left.clone()));
        assert!(opened.unwrap().commits().is_empty(), "{written:09b}");

        // With all of them and a header, it was made, and is damaged.
        left[12] = 7;
        let opened = Options::new().open_on(Disk::with_content(left));
        assert_eq!(opened.is_err(), written == 511, "{written:09b}");
    }
}

#[test]
fn another_database_is_no_journal_and_stays() {
    let (_folder, path) = folder();
    let lacks = format!(
        "not a journal: `{}`: a database without the table `soa-journal`",
        path.display()
    );
    // The second time it has a table of that name, with other types.
    for table in ["numbers", "soa-journal"] {
        let database = Database::create(&path).unwrap();
        let transaction = database.begin_write().unwrap();
        let numbers = TableDefinition::<u64, u64>::new(table);
        transaction
            .open_table(numbers)
            .unwrap()
            .insert(1, 2)
            .unwrap();
        transaction.commit().unwrap();
        drop(database);
        let before = fs::read(&path).unwrap();
        let refused = Journal::open(&path).unwrap_err();
        assert!(matches!(refused, JournalError::NotAJournal { .. }));
        assert_eq!(refused.to_string() == lacks, table == "numbers");
        assert_eq!(fs::read(&path).unwrap(), before);
    }
}

#[test]
fn another_format_is_refused_with_a_sentence() {
    for (format, reason) in [
        (
            9,
            "which a later version of soa-journal wrote; expected format ",
        ),
        (
            1,
            "which an older version of soa-journal wrote; expected format ",
        ),
    ] {
        let (_folder, path) = folder();
        set_level(&path, 7);
        let table = TableDefinition::<&str, u64>::new("soa-journal");
        let database = Database::open(&path).unwrap();
        let transaction = database.begin_write().unwrap();
        let mut formats = transaction.open_table(table).unwrap();
        formats.insert("format", format).unwrap();
        drop(formats);
        transaction.commit().unwrap();
        drop(database);
        let before = fs::read(&path).unwrap();
        let start = format!(
            "the journal `{}` has format {format}, {reason}",
            path.display()
        );
        for refused in [
            Journal::open(&path).map(drop),
            Journal::open_read_only(&path).map(drop),
        ] {
            let refused = refused.unwrap_err();
            assert!(refused.to_string().starts_with(&start), "{refused}");
        }
        assert_eq!(fs::read(&path).unwrap(), before);
    }
}

#[test]
fn a_journal_is_open_once() {
    let (_folder, path) = folder();
    let journal = Journal::open(&path).unwrap();
    let refused = Journal::open(&path).unwrap_err();
    assert!(matches!(refused, JournalError::InUse), "{refused}");
    drop(journal);
    drop(Journal::open(&path).unwrap());
}

#[test]
fn a_new_file_that_another_process_makes_now_is_in_use() {
    let (folder, path) = folder();
    let new = folder.path().join("world.new");
    let other = Database::create(&new).unwrap();
    let refused = Journal::open(&path).unwrap_err();
    assert!(matches!(refused, JournalError::InUse), "{refused}");
    drop(other);
}

#[test]
fn a_trusted_file_is_opened_without_a_check() {
    let (_folder, path) = folder();
    set_level(&path, 7);
    let journal = Options::new().trust_file().open(&path).unwrap();
    assert_eq!(journal.load_value::<i32>("level").unwrap(), Some(7));
}
