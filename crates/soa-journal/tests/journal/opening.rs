//! What is at the path of a journal: each thing that is not a sound one is an error that names
//! it, and stays as it was.

use std::fs;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use soa_journal::{Flush, Journal, JournalError, Options};
use tempfile::TempDir;

use crate::random::Random;
use crate::{Unit, UnitHub, save};

fn folder() -> (TempDir, PathBuf, PathBuf) {
    let (folder, path) = crate::folder();
    let new = folder.path().join("world.new");
    (folder, path, new)
}

/// Makes a journal of at least this many bytes.
fn make(path: &Path, bytes: usize) {
    let mut journal = Options::new().flush(Flush::Each).open(path).unwrap();
    let mut units = UnitHub::new();
    for hp in 0..20 {
        let name = "x".repeat(bytes / 20);
        units.insert(Unit { hp, name });
        save(&mut journal, "units", &mut units);
    }
}

/// Opens what is refused. Returns the error, which names these paths.
fn refused(path: &Path, names: &[&Path]) -> JournalError {
    let error = Journal::open(path).expect_err("it is refused");
    let text = error.to_string();
    for name in names {
        assert!(text.contains(&format!("`{}`", name.display())), "{text}");
    }
    error
}

#[test]
fn a_journal_whose_first_bytes_are_lost_is_an_error_and_stays() {
    let mut random = Random::new(21);
    for size in [0, 100_000, 1 << 20, 2 << 20] {
        let (_folder, path, new) = folder();
        make(&path, size);
        let whole = fs::read(&path).unwrap();
        assert!(whole.len() >= size);
        for lost in (1..16).chain([100, 319, 320, 321, 511, 512, 513, 4095, 4096]) {
            let mut zeroed = whole.clone();
            zeroed[..lost].fill(0);
            let mut noise = whole.clone();
            noise[..lost].fill_with(|| random.below(255) as u8);
            noise[0] = b's';
            for damaged in [zeroed, noise] {
                fs::write(&path, &damaged).unwrap();
                let error = refused(&path, &[&path]);
                assert!(
                    matches!(
                        error,
                        JournalError::NotAJournal { .. } | JournalError::Damaged { .. }
                    ),
                    "{error}"
                );
                assert_eq!(fs::read(&path).unwrap(), damaged, "{lost} of {size}");

                // Under the other name it is no creation, either.
                fs::rename(&path, &new).unwrap();
                refused(&path, &[&path, &new]);
                assert_eq!(fs::read(&new).unwrap(), damaged, "{lost} of {size}");
                fs::remove_file(&new).unwrap();
            }
        }
    }
}

#[test]
fn a_journal_that_is_damaged_anywhere_stays_as_it_is() {
    let mut random = Random::new(22);
    let (_folder, path, _) = folder();
    make(&path, 100_000);
    let whole = fs::read(&path).unwrap();
    let mut errors = 0;
    for _ in 0..200 {
        let mut damaged = whole.clone();
        let at = random.below(damaged.len());
        let end = (at + 1 + random.below(2000)).min(damaged.len());
        damaged[at..end].fill_with(|| random.below(256) as u8);
        fs::write(&path, &damaged).unwrap();
        if Journal::open(&path).is_err() {
            assert_eq!(fs::read(&path).unwrap(), damaged);
            errors += 1;
        }
    }
    assert!(errors > 50, "{errors}");
}

#[test]
fn files_of_other_programs_are_errors_and_stay_under_both_names() {
    let png = b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR".to_vec();
    let mut height_map = vec![0; 500_000];
    height_map[400_000..].fill(12);
    let mut almost = vec![0; 4096];
    almost[4095] = 1;
    let others = [
        b"a".to_vec(),
        b"rodb".to_vec(),
        b"a text that is longer than nine bytes".to_vec(),
        b"text".repeat(500_000),
        png,
        height_map,
        almost,
        vec![0; 2 << 20],
    ];
    let zeros = [1, 8, 9, 12, 4096, 73_728, 1 << 20].map(|length| vec![0; length]);
    for content in zeros {
        let (_folder, path, _) = folder();
        fs::write(&path, &content).unwrap();
        refused(&path, &[&path]);
        assert_eq!(fs::read(&path).unwrap(), content);
    }
    for content in others {
        let (_folder, path, new) = folder();
        fs::write(&path, &content).unwrap();
        let error = refused(&path, &[&path]);
        assert!(matches!(error, JournalError::NotAJournal { .. }), "{error}");
        assert_eq!(fs::read(&path).unwrap(), content);
        assert!(!new.exists());

        fs::rename(&path, &new).unwrap();
        refused(&path, &[&path, &new]);
        assert_eq!(fs::read(&new).unwrap(), content);
        assert!(!path.exists());
    }
}

#[test]
fn a_sparse_file_is_an_error_and_stays_sparse() {
    let (_folder, path, new) = folder();
    for (name, heights) in [(&path, ""), (&path, "hills"), (&new, ""), (&new, "hills")] {
        let mut file = fs::File::create(name).unwrap();
        file.seek(SeekFrom::Start(1 << 30)).unwrap();
        file.write_all(heights.as_bytes()).unwrap();
        let length = (1 << 30) + heights.len() as u64;
        file.set_len(length).unwrap();
        refused(&path, &[name]);
        let metadata = fs::metadata(name).unwrap();
        assert_eq!(metadata.len(), length);
        #[cfg(target_os = "linux")]
        assert!(std::os::unix::fs::MetadataExt::blocks(&metadata) < 100);
        fs::remove_file(name).unwrap();
    }
}

/// What a creation can leave under the other name: some bytes of a new journal.
#[test]
fn each_part_of_a_creation_is_made_again() {
    let (_folder, path, new) = folder();
    drop(Journal::open(&path).unwrap());
    // What is left is compared with what a creation writes, which is not what was closed.
    let mut random = Random::new(23);
    for round in 0..200 {
        let left = created_bytes();
        let length = random.below(left.len() + 1);
        let mut left = left[..length].to_vec();
        for sector in left.chunks_mut(512) {
            if round % 3 != 0 && random.one_in(3) {
                sector.fill(0);
            }
        }
        fs::remove_file(&path).unwrap();
        fs::write(&new, left).unwrap();
        assert!(Journal::open(&path).unwrap().commits().is_empty());
        assert!(!new.exists());
    }
}

/// Returns the bytes that a creation writes: it is interrupted by a folder that cannot be
/// replaced by a file.
fn created_bytes() -> Vec<u8> {
    // Two creations write the same, so one is made in memory.
    let disk = crate::disk::Disk::default();
    let journal = Options::new().trust_file().open_on(disk.clone()).unwrap();
    drop(journal);
    disk.content()
}

#[test]
fn a_creation_by_another_version_is_finished() {
    let (_folder, path, new) = folder();
    // It is closed by a version that leaves other bytes.
    for _ in 0..3 {
        drop(Journal::open(&path).unwrap());
    }
    fs::rename(&path, &new).unwrap();
    assert!(Journal::open(&path).unwrap().commits().is_empty());
    assert!(!new.exists());
}

#[test]
fn a_folder_is_an_error_under_both_names() {
    let (_folder, path, new) = folder();
    fs::create_dir(&path).unwrap();
    refused(&path, &[&path]);
    fs::rename(&path, &new).unwrap();
    refused(&path, &[&path, &new]);
    assert!(new.is_dir() && !path.exists());
}

#[test]
fn a_path_that_does_not_end_with_a_name_is_an_error() {
    let (folder, path, _) = folder();
    for text in [
        "world/", "world//", "world/.", "world/..", "", ".", "..", "/",
    ] {
        let path = if text.is_empty() || text == "/" {
            PathBuf::from(text)
        } else {
            PathBuf::from(format!("{}/{text}", folder.path().display()))
        };
        refused(&path, &[&path]);
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
    make(&path, 0);
    let slash = PathBuf::from(format!("{}/", path.display()));
    refused(&slash, &[&slash]);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
}

#[test]
fn a_missing_folder_is_an_error_with_both_names() {
    let (folder, ..) = folder();
    let path = folder.path().join("missing/world");
    let new = folder.path().join("missing/world.new");
    let error = refused(&path, &[&path, &new]);
    assert!(
        matches!(&error, JournalError::Io(error) if error.kind() == io::ErrorKind::NotFound),
        "{error}"
    );
}

#[cfg(unix)]
mod links {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

    use super::*;

    #[test]
    fn a_link_to_a_journal_is_followed_also_through_other_links() {
        let (folder, path, _) = folder();
        let target = folder.path().join("target");
        let second = folder.path().join("second");
        make(&target, 0);
        symlink("target", &second).unwrap();
        symlink(&second, &path).unwrap();
        assert_eq!(Journal::open(&path).unwrap().commits(), 20..=20);
        let metadata = fs::symlink_metadata(&path).unwrap();
        assert!(metadata.is_symlink());
    }

    #[test]
    fn a_link_to_an_empty_file_makes_a_journal_there() {
        let (folder, path, new) = folder();
        let target = folder.path().join("target");
        fs::write(&target, "").unwrap();
        symlink("target", &path).unwrap();
        make(&path, 0);
        assert!(fs::symlink_metadata(&path).unwrap().is_symlink());
        assert!(!new.exists());
        assert_eq!(Journal::open(&target).unwrap().commits(), 20..=20);
    }

    #[test]
    fn a_dangling_link_is_an_error_with_both_names_and_stays() {
        let (folder, path, _) = folder();
        let target = folder.path().join("cloud/world");
        symlink(&target, &path).unwrap();
        refused(&path, &[&path, &target]);
        assert!(fs::symlink_metadata(&path).unwrap().is_symlink());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        // One that leads to itself is an error, too.
        fs::remove_file(&path).unwrap();
        symlink("world", &path).unwrap();
        refused(&path, &[&path]);
    }

    #[test]
    fn a_link_to_a_folder_is_an_error() {
        let (folder, path, _) = folder();
        let target = folder.path().join("target");
        fs::create_dir(&target).unwrap();
        symlink(&target, &path).unwrap();
        refused(&path, &[&target]);
        assert_eq!(fs::read_dir(&target).unwrap().count(), 0);
    }

    #[test]
    fn a_link_under_the_other_name_is_never_followed() {
        let (folder, path, new) = folder();
        let target = folder.path().join("target");
        for content in [
            None,
            Some(vec![]),
            Some(vec![0; 100]),
            Some(b"text".to_vec()),
        ] {
            if let Some(content) = &content {
                fs::write(&target, content).unwrap();
            }
            symlink("target", &new).unwrap();
            refused(&path, &[&path, &new]);
            assert_eq!(fs::read(&target).ok(), content);
            assert!(!path.exists() && fs::symlink_metadata(&new).unwrap().is_symlink());
            fs::remove_file(&new).unwrap();
        }
    }

    #[test]
    fn a_second_name_of_another_file_is_no_creation() {
        let (folder, path, new) = folder();
        let other = folder.path().join("other");
        for content in [vec![], vec![0; 100]] {
            fs::write(&other, &content).unwrap();
            fs::hard_link(&other, &new).unwrap();
            refused(&path, &[&path, &new]);
            assert_eq!(fs::read(&other).unwrap(), content);
            fs::remove_file(&new).unwrap();
        }
        // A journal may have two names.
        make(&path, 0);
        let second = folder.path().join("second");
        fs::hard_link(&path, &second).unwrap();
        assert_eq!(Journal::open(&second).unwrap().commits(), 20..=20);
    }

    #[test]
    fn what_is_neither_a_file_nor_a_folder_is_an_error() {
        let (_folder, path, new) = folder();
        for name in [&path, &new] {
            drop(std::os::unix::net::UnixListener::bind(name).unwrap());
            refused(&path, &[name]);
            fs::remove_file(name).unwrap();
        }
    }

    /// Opens a journal in another process, which is not the superuser's. Returns what it says,
    /// or an error if it cannot read this program.
    fn opened_by_nobody(path: &Path, is_reader: bool) -> io::Result<std::process::Output> {
        use std::os::unix::process::CommandExt;

        let test = if is_reader {
            "opens_a_reader"
        } else {
            "opens_a_journal"
        };
        let mut command = std::process::Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", "--ignored", &format!("opening_killed::{test}")]);
        command.env(crate::opening_killed::PATH, path);
        // The superuser may write everything.
        if fs::metadata("/proc/self").is_ok_and(|process| process.uid() == 0) {
            command.uid(65_534);
        }
        command.output()
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_file_and_a_folder_that_cannot_be_written_are_errors_and_can_be_read() {
        let (folder, path, new) = folder();
        if let Err(error) = opened_by_nobody(&path, true) {
            println!("skipped: {error}");
            return;
        }
        let make_mode = |path: &Path, mode| {
            fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
        };
        make(&path, 0);
        let before = fs::read(&path).unwrap();
        make_mode(&path, 0o444);
        make_mode(folder.path(), 0o555);
        let refused = |names: &[&Path]| {
            let run = opened_by_nobody(&path, false).unwrap();
            let text = String::from_utf8_lossy(&run.stdout).into_owned();
            let text = text + &String::from_utf8_lossy(&run.stderr);
            assert!(
                !run.status.success() && text.contains("PermissionDenied"),
                "{text}"
            );
            let names = names.iter().map(|name| format!("`{}`", name.display()));
            names.for_each(|name| assert!(text.contains(&name), "{text}"));
        };
        refused(&[&path]);
        let run = opened_by_nobody(&path, true).unwrap();
        assert!(run.status.success(), "{run:?}");
        assert_eq!(fs::read(&path).unwrap(), before);
        make_mode(folder.path(), 0o755);
        fs::remove_file(&path).unwrap();
        make_mode(folder.path(), 0o555);
        refused(&[&path, &new]);
        make_mode(folder.path(), 0o755);
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
    }
}
