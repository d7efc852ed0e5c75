//! Where bytes come from, and what a hostile name or folder can do.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::PathBuf;

use crate::support::Folder;
use soa_resources::{Directory, Embedded, Layers, Memory, Shared, Source};

/// A folder with a secret, and beside it a folder `root` with two files.
struct Files(Folder);

impl Files {
    fn new() -> Self {
        let folder = Folder::new();
        let path = folder.path();
        fs::create_dir_all(path.join("root/folder")).expect("temporary files can be made");
        for (name, text) in [
            ("secret", "secret"),
            ("root/a.txt", "A"),
            ("root/folder/b.txt", "B"),
        ] {
            fs::write(path.join(name), text).expect("temporary files can be made");
        }
        Self(folder)
    }

    fn root(&self) -> PathBuf {
        self.0.path().join("root")
    }

    fn directory(&self) -> Directory {
        Directory::new(self.root()).expect("temporary files can be made")
    }
}

fn kind(read: io::Result<Vec<u8>>) -> ErrorKind {
    read.expect_err("it is refused").kind()
}

#[test]
fn a_directory_reads_files_below_it() {
    let folder = Files::new();
    let directory = folder.directory();
    assert_eq!(directory.read("a.txt").unwrap(), b"A");
    assert_eq!(directory.read("folder/b.txt").unwrap(), b"B");
    assert_eq!(kind(directory.read("absent.txt")), ErrorKind::NotFound);
    assert_eq!(kind(directory.read("absent/b.txt")), ErrorKind::NotFound);
    assert!(directory.changes().is_empty());
}

#[test]
fn a_directory_is_a_folder() {
    let folder = Files::new();
    assert_eq!(
        Directory::new(folder.0.path().join("absent"))
            .unwrap_err()
            .kind(),
        ErrorKind::NotFound
    );
    let file = Directory::new(folder.0.path().join("secret")).unwrap_err();
    assert_eq!(file.kind(), ErrorKind::NotADirectory);
}

#[test]
fn guarantee_10_hostile_names_read_nothing_outside() {
    let folder = Files::new();
    let directory = folder.directory();
    let absolute = folder.0.path().join("secret");
    let absolute = absolute.to_str().expect("a plain path");
    let names = [
        "../secret",
        "folder/../../secret",
        "folder/../a.txt",
        "./a.txt",
        "",
        ".",
        "..",
        "/",
        "a.txt/",
        "/a.txt",
        "folder//b.txt",
        "..\\secret",
        "folder\\b.txt",
        "C:a.txt",
        "a.txt:s",
        "a.txt\0",
        "\0",
        absolute,
    ];
    for name in names {
        assert_eq!(
            kind(directory.read(name)),
            ErrorKind::InvalidInput,
            "{name:?}"
        );
    }
    let long = "a/".repeat(10_000) + "a";
    assert!(directory.read(&long).is_err());
}

#[test]
fn guarantee_10_a_file_over_the_limit_is_refused_before_it_is_read() {
    let folder = Files::new();
    let huge = fs::File::create(folder.root().join("huge")).unwrap();
    huge.set_len(1 << 40).unwrap(); // no disk has it, and no memory
    assert_eq!(
        kind(folder.directory().read("huge")),
        ErrorKind::FileTooLarge
    );
    let exact = folder.directory().max_bytes(1);
    assert_eq!(exact.read("a.txt").unwrap(), b"A");
    let under = folder.directory().max_bytes(0);
    let error = under.read("a.txt").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::FileTooLarge);
    assert!(error.to_string().contains("max_bytes"), "{error}");
}

#[test]
fn a_folder_is_no_file() {
    let folder = Files::new();
    assert!(folder.directory().read("folder").is_err());
}

#[cfg(unix)]
mod links {
    use std::os::unix::fs::symlink;
    use std::process::Command;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread;

    use super::*;

    #[test]
    fn guarantee_10_links_out_of_the_folder_are_refused() {
        let folder = Files::new();
        let root = folder.root();
        symlink(folder.0.path().join("secret"), root.join("to_file")).unwrap();
        symlink("../secret", root.join("to_file_relative")).unwrap();
        symlink("..", root.join("to_folder")).unwrap();
        symlink("to_file", root.join("to_link")).unwrap();
        symlink("loop", root.join("loop")).unwrap();
        symlink("absent", root.join("to_nothing")).unwrap();
        let directory = folder.directory();
        for name in ["to_file", "to_file_relative", "to_folder/secret", "to_link"] {
            assert_eq!(
                kind(directory.read(name)),
                ErrorKind::PermissionDenied,
                "{name}"
            );
        }
        assert!(directory.read("loop").is_err());
        assert_eq!(kind(directory.read("to_nothing")), ErrorKind::NotFound);
    }

    #[test]
    fn links_that_stay_below_are_followed() {
        let folder = Files::new();
        symlink("folder/b.txt", folder.root().join("inside")).unwrap();
        symlink("root", folder.0.path().join("root_by_link")).unwrap();
        assert_eq!(folder.directory().read("inside").unwrap(), b"B");
        let by_link = Directory::new(folder.0.path().join("root_by_link")).unwrap();
        assert_eq!(by_link.read("folder/b.txt").unwrap(), b"B");
    }

    #[test]
    fn a_pipe_is_refused_and_blocks_nobody() {
        let folder = Files::new();
        let made = Command::new("mkfifo")
            .arg(folder.root().join("pipe"))
            .status();
        if !made.is_ok_and(|status| status.success()) {
            return; // no such program here
        }
        assert_eq!(
            kind(folder.directory().read("pipe")),
            ErrorKind::PermissionDenied
        );
        if fs::exists("/dev/zero").unwrap() {
            symlink("/dev/zero", folder.root().join("device")).unwrap();
            assert!(folder.directory().read("device").is_err());
        }
    }

    /// Calls `swap` all the time while `read` is read, which never shows the secret.
    fn never_reads_the_secret(name: &str, swap: impl Fn(&PathBuf) + Send + Sync) {
        let folder = Files::new();
        let (root, directory) = (folder.root(), folder.directory());
        let is_done = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| {
                while !is_done.load(Ordering::Relaxed) {
                    swap(&root);
                }
            });
            let is_secret = |bytes: Vec<u8>| bytes == b"secret";
            let is_told = (0..2000).any(|_| directory.read(name).is_ok_and(is_secret));
            // Before the assertion, or the other thread would never end.
            is_done.store(true, Ordering::Relaxed);
            assert!(!is_told);
        });
    }

    #[test]
    fn guarantee_10_a_link_swapped_in_for_the_file_reads_nothing() {
        never_reads_the_secret("a.txt", |root| {
            let _ = fs::remove_file(root.join("a.txt"));
            let _ = symlink("../secret", root.join("a.txt"));
            let _ = fs::remove_file(root.join("a.txt"));
            let _ = fs::write(root.join("a.txt"), "A");
        });
    }

    #[test]
    fn guarantee_10_a_link_swapped_in_for_a_folder_reads_nothing() {
        never_reads_the_secret("swapped/secret", |root| {
            let (place, inside) = (root.join("swapped"), root.join("inside"));
            let _ = fs::create_dir(&inside);
            let _ = fs::write(inside.join("secret"), "inside");
            let _ = fs::rename(&inside, &place);
            let _ = fs::rename(&place, &inside);
            let _ = symlink("..", &place);
            let _ = fs::remove_file(&place);
        });
    }

    #[test]
    fn a_file_that_grows_while_it_is_read_stays_under_the_limit() {
        let folder = Files::new();
        let path = folder.root().join("log");
        fs::write(&path, "").unwrap();
        let directory = folder.directory().max_bytes(1000);
        let is_done = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| {
                while !is_done.load(Ordering::Relaxed) {
                    for bytes in [0, 900, 1100, 5000] {
                        fs::write(&path, vec![7; bytes]).unwrap();
                    }
                }
            });
            let is_limited = |read: io::Result<Vec<u8>>| match read {
                Ok(bytes) => bytes.len() <= 1000,
                Err(error) => error.kind() == ErrorKind::FileTooLarge,
            };
            let are_limited = (0..500).all(|_| is_limited(directory.read("log")));
            is_done.store(true, Ordering::Relaxed);
            assert!(are_limited);
        });
    }
}

#[test]
fn memory_counts_every_change_for_every_handle() {
    let memory = Memory::new();
    let [one, two] = [memory.clone(), memory.clone()];
    memory.insert("a", "A");
    memory.insert("b", "B");
    memory.insert("a", "AA");
    assert_eq!(
        one.changes(),
        ["b", "a"],
        "each name once, as often as it changed"
    );
    assert!(one.changes().is_empty());
    one.remove("a");
    assert_eq!(one.changes(), ["a"]);
    let mut all = two.changes();
    all.sort();
    assert_eq!(all.last().map(String::as_str), Some("b"));
    assert_eq!(kind(two.read("a")), ErrorKind::NotFound);
    assert_eq!(memory.read("b").unwrap(), b"B");
    assert_eq!(format!("{memory:?}"), "{\"b\"}");
}

#[test]
fn memory_tells_those_who_ask_of_every_removal() {
    let memory = Memory::new();
    let [one, two] = [memory.clone(), memory.clone()];
    memory.insert("a", "A");
    assert_eq!([one.changes(), two.changes()], [["a"], ["a"]]);
    memory.remove("a");
    assert_eq!(one.changes(), ["a"]);
    memory.remove("absent");
    assert_eq!(one.changes(), ["absent"]);
    assert_eq!(two.changes(), ["a", "absent"]);
    drop(one);
    memory.insert("a", "A");
    memory.remove("a");
    assert_eq!(two.changes(), ["a"]);
}

#[test]
fn an_embedded_name_is_the_first_of_its_kind() {
    let embedded = Embedded::new(&[("a", b"A"), ("b", b"B"), ("a", b"other")]);
    assert_eq!(embedded.read("a").unwrap(), b"A");
    assert_eq!(embedded.read("b").unwrap(), b"B");
    assert_eq!(kind(embedded.read("c")), ErrorKind::NotFound);
    assert_eq!(kind(Embedded::new(&[]).read("a")), ErrorKind::NotFound);
}

/// Fails with one kind of error, and cannot list its names.
struct Fails(ErrorKind);

impl Source for Fails {
    fn read(&self, _: &str) -> io::Result<Vec<u8>> {
        Err(self.0.into())
    }
}

#[test]
fn layers_fall_through_for_absent_names_alone() {
    let game = Memory::new();
    game.insert("a", "game");
    let layers = |kind| {
        let top: Box<dyn Source> = Box::new(Fails(kind));
        Layers::new([top, Box::new(game.clone())])
    };
    assert_eq!(layers(ErrorKind::NotFound).read("a").unwrap(), b"game");
    assert!(Fails(ErrorKind::NotFound).changes().is_empty());
    assert_eq!(
        kind(layers(ErrorKind::PermissionDenied).read("a")),
        ErrorKind::PermissionDenied
    );
    assert_eq!(
        kind(layers(ErrorKind::NotFound).read("b")),
        ErrorKind::NotFound
    );
    assert_eq!(kind(Layers::new([]).read("a")), ErrorKind::NotFound);
}

#[test]
fn changes_of_layers_are_those_of_all() {
    let [game, modded] = [Memory::new(), Memory::new()];
    let handles = [modded.clone(), game.clone()].map(|it| Box::new(it) as Box<dyn Source>);
    let layers = Layers::new(handles);
    game.insert("a", "game");
    game.insert("b", "game");
    modded.insert("a", "mod");
    let mut changes = layers.changes();
    changes.sort();
    assert_eq!(changes, ["a", "b"]);
    assert_eq!(layers.read("a").unwrap(), b"mod");
    modded.remove("a");
    assert_eq!(layers.changes(), ["a"]);
    assert_eq!(layers.read("a").unwrap(), b"game");
}

#[test]
fn a_directory_lists_the_files_below_a_folder() {
    let folder = Files::new();
    let root = folder.root();
    fs::create_dir_all(root.join("a/b")).expect("a folder");
    for name in ["z", "a/y", "a/b/x", "ab"] {
        fs::write(root.join(name), name).expect("a file");
    }
    let directory = folder.directory();
    let all = directory.names("").expect("it can list");
    assert!(all.is_sorted());
    for name in ["z", "a/y", "a/b/x", "ab"] {
        assert!(all.contains(&name.to_owned()), "{name}");
    }
    for name in &all {
        assert!(directory.read(name).is_ok(), "{name}");
    }
    assert_eq!(directory.names("a").expect("it is there"), ["a/b/x", "a/y"]);
    assert_eq!(directory.names("a/b").expect("it is there"), ["a/b/x"]);
    assert!(directory.names("nothing").expect("it is empty").is_empty());
    assert!(directory.names("z").expect("it is a file").is_empty());
    assert!(directory.names("z/a").expect("it is a file").is_empty());
    for refused in ["/", "a/", "..", "../a", "a//b", "a\\b", "c:", "."] {
        let error = directory.names(refused).expect_err(refused);
        assert_eq!(error.kind(), ErrorKind::InvalidInput, "{refused}");
    }
    let small = folder.directory().max_bytes(1);
    assert_eq!(small.names("a").expect("it is there"), Vec::<String>::new());
    assert!(
        small
            .names("")
            .expect("it is there")
            .contains(&"z".to_owned())
    );
}

#[cfg(unix)]
#[test]
fn a_listing_follows_links_to_files_and_not_to_folders() {
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::symlink;

    let folder = Files::new();
    let root = folder.root();
    let outside = root.with_extension("outside");
    fs::create_dir_all(root.join("in")).expect("a folder");
    fs::create_dir_all(&outside).expect("a folder");
    fs::write(outside.join("secret"), "secret").expect("a file");
    fs::write(root.join("in/file"), "file").expect("a file");
    symlink(root.join("in/file"), root.join("good link")).expect("a link");
    symlink(outside.join("secret"), root.join("out link")).expect("a link");
    symlink(&outside, root.join("out folder")).expect("a link");
    symlink(root.join("in"), root.join("in folder")).expect("a link");
    symlink(root.join("nothing"), root.join("dangling")).expect("a link");
    symlink(&root, root.join("in/round")).expect("a link");
    fs::create_dir_all(root.join("in/deep")).expect("a folder");
    fs::write(root.join("in/deep/file"), "file").expect("a file");
    fs::write(root.join(std::ffi::OsStr::from_bytes(b"not \xff text")), "").expect("a file");
    fs::write(root.join("no:name"), "").expect("a file");
    let directory = folder.directory();
    let names = directory.names("").expect("it can list");
    for name in ["good link", "in/file"] {
        assert!(names.contains(&name.to_owned()), "{name} in {names:?}");
    }
    for name in [
        "out link",
        "out folder/secret",
        "in folder/file",
        "dangling",
        "no:name",
    ] {
        assert!(!names.contains(&name.to_owned()), "{name}");
    }
    assert!(
        names.iter().all(|name| directory.read(name).is_ok()),
        "{names:?}"
    );
    assert!(directory.names("out folder").expect("a link").is_empty());
    assert!(directory.names("in folder").expect("a link").is_empty());
    let below = directory.names("in folder/deep");
    assert!(below.expect("through a link").is_empty());
    fs::remove_dir_all(&outside).expect("it was made above");
}

#[test]
fn memory_embedded_and_layers_list_their_names() {
    let memory = Memory::new();
    for name in ["b", "a/c", "a/b", "ab", "a"] {
        memory.insert(name, "");
    }
    assert_eq!(
        memory.names("").expect("it can list"),
        ["a", "a/b", "a/c", "ab", "b"]
    );
    assert_eq!(memory.names("a").expect("it can list"), ["a/b", "a/c"]);
    memory.remove("a/b");
    assert_eq!(memory.names("a").expect("it can list"), ["a/c"]);
    assert_eq!(
        memory.names("a/").expect_err("a final /").kind(),
        ErrorKind::InvalidInput
    );

    let embedded = Embedded::new(&[("a/z", b""), ("a/c", b"")]);
    let layers = Layers::new([Box::new(memory) as Box<dyn Source>, Box::new(embedded)]);
    assert_eq!(layers.names("a").expect("both can list"), ["a/c", "a/z"]);
    let layers = Layers::new([
        Box::new(Fails(ErrorKind::NotFound)) as Box<dyn Source>,
        Box::new(Memory::new()),
    ]);
    assert_eq!(
        layers.names("").expect_err("one cannot list").kind(),
        ErrorKind::Unsupported
    );
    let boxed: Box<dyn Source> = Box::new(Shared::new(Fails(ErrorKind::NotFound)));
    let error = boxed.names("a").expect_err("it has no list");
    assert_eq!(error.kind(), ErrorKind::Unsupported);
}
