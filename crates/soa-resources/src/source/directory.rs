//! Files below a folder, and nothing else.

use std::fmt;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::Source;
use super::file::FileId;
use super::listing;
use super::names;
use super::root::{Found, Root, refused};
#[cfg(feature = "watch")]
use super::watch::{Watch, WatchError};

/// The files below a folder. A name is the path from the folder, with `/` between its
/// parts.
///
/// Names may be hostile: nothing outside the folder is read, whatever the name is and
/// wherever links lead, even if a link replaces a file during the read. Only regular
/// files up to the size limit are read. [`names`](Source::names) lists a link to a file
/// if it can be read, and does not follow links to folders. It leaves out names that are not
/// UTF-8, other kinds of files, and files over the limit.
///
/// # Examples
///
/// ```
/// use soa_resources::{Directory, Source};
///
/// let here = Directory::new(env!("CARGO_MANIFEST_DIR"))?;
/// assert!(here.read("src/lib.rs")?.starts_with(b"//!"));
/// assert!(here.read("../Cargo.toml").is_err());
///
/// let small = here.max_bytes(3);
/// assert_eq!(small.read("src/lib.rs").unwrap_err().kind(), std::io::ErrorKind::FileTooLarge);
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Directory {
    root: Arc<Root>,
    max_bytes: u64,
    #[cfg(feature = "watch")]
    watch: Option<Watch>,
}

impl Directory {
    /// Creates a source for the folder at `path`. If `path` is a link, the source stays with
    /// the folder that it leads to now. A file may have up to 1 GiB; see
    /// [`max_bytes`](Self::max_bytes).
    ///
    /// # Errors
    ///
    /// Returns an error if there is no folder at `path`.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_resources::{Directory, Source};
    ///
    /// let directory = Directory::new(env!("CARGO_MANIFEST_DIR"))?;
    /// assert!(directory.read("Cargo.toml").is_ok());
    /// assert!(directory.read("../Cargo.toml").is_err());
    /// assert!(Directory::new("no such folder").is_err());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn new(path: impl AsRef<Path>) -> io::Result<Self> {
        Ok(Self {
            root: Arc::new(Root::new(path.as_ref())?),
            max_bytes: 1 << 30,
            #[cfg(feature = "watch")]
            watch: None,
        })
    }

    /// Refuses files of more than `bytes` bytes, before they are read into memory.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_resources::{Directory, Source};
    ///
    /// let directory = Directory::new(env!("CARGO_MANIFEST_DIR"))?.max_bytes(8);
    /// assert!(directory.read("Cargo.toml").is_err());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn max_bytes(mut self, bytes: u64) -> Self {
        self.max_bytes = bytes;
        self
    }

    /// Watches the folder. [`changes`](Source::changes) reports what changed, about 50 to
    /// 120 milliseconds after the last write to it, and a library loads it again.
    ///
    /// # What is reported
    ///
    /// - Every path in the folder that changed, as a name. A folder that came or went is also
    ///   reported with a final `/`, which stands for all names in it.
    /// - Every name that was [read](Source::read) since this call and may have other bytes now:
    ///   also if it leads to them through links to files or folders, in a chain of links,
    ///   through a hard link, or in another spelling, where the file system treats both
    ///   spellings as one.
    ///   It makes no difference whether the file was written or replaced, how a link was made
    ///   to lead elsewhere, or which folder on the way was moved. A name that led to nothing
    ///   is reported when there is a file.
    ///
    /// A name may be reported although its bytes are the same.
    ///
    /// # What is not reported
    ///
    /// - What happens outside the folder. Links that lead out are not followed, and the names
    ///   of such links are reported when they lead in again. A file in the folder that is
    ///   written by a hard link outside is not reported.
    /// - What the system does not report: writes to mapped memory, and on network drives the
    ///   writes of other computers. Where the standard library does not report which names are
    ///   hard links of one file, as on Windows, only the written name is reported.
    /// - Another folder at the same path. The folder is the one that [`new`](Self::new) found:
    ///   if a link led to it, and leads elsewhere now, nothing changes. If the folder itself is
    ///   moved or removed, `/` is reported, and then nothing more.
    ///
    /// # Cost
    ///
    /// O(folders) for this call: on Linux each folder is a watch of its own, and the system
    /// limits their number. A thread waits for events, and costs nothing between them. At
    /// most 17 times a second it looks at what changed. After a write it looks at the names of
    /// the written files. After any other change, for example a file that is saved by renaming,
    /// it asks the system about every name that was read, which takes about 2 microseconds for
    /// each on Linux. Each name that was ever read is remembered, in about 200 bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if the system cannot watch the folder or a folder in it.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::fs;
    /// use std::thread;
    /// use std::time::Duration;
    ///
    /// use soa_resources::{Directory, Source};
    ///
    /// let assets = std::env::temp_dir().join(format!("assets-{}", std::process::id()));
    /// fs::create_dir_all(&assets)?;
    /// fs::write(assets.join("a.txt"), "old")?;
    ///
    /// let directory = Directory::new(&assets)?.watch()?;
    /// assert_eq!(directory.read("a.txt")?, b"old");
    /// fs::write(assets.join("a.txt"), "new")?;
    /// while !directory.changes().contains(&"a.txt".to_owned()) {
    ///     thread::sleep(Duration::from_millis(10)); // a frame
    /// }
    /// assert_eq!(directory.read("a.txt")?, b"new");
    /// # fs::remove_dir_all(&assets)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "watch")]
    pub fn watch(mut self) -> Result<Self, WatchError> {
        self.watch = Some(Watch::new(&self.root)?);
        Ok(self)
    }

    /// Finds the file of a name that somebody asks for.
    fn find(&self, name: &str) -> io::Result<Found> {
        #[cfg(feature = "watch")]
        if let Some(watch) = &self.watch {
            return watch.find(name);
        }
        self.root.find(name)
    }

    /// Refuses what is not a regular file, and files over the limit.
    fn accept(&self, metadata: &Metadata) -> io::Result<()> {
        if !metadata.is_file() {
            return Err(refused("it is not a regular file"));
        }
        if metadata.len() > self.max_bytes {
            return Err(self.too_large(metadata.len()));
        }
        Ok(())
    }

    fn too_large(&self, bytes: u64) -> io::Error {
        let limit = self.max_bytes;
        let why = format!(
            "it has {bytes} bytes, and the limit is {limit}; `Directory::max_bytes` sets another"
        );
        io::Error::new(ErrorKind::FileTooLarge, why)
    }

    /// Opens a file, and checks that it is the one that was found.
    fn open(&self, found: &Found) -> io::Result<File> {
        // Before it is opened, because opening a pipe can wait forever.
        self.accept(&found.metadata)?;
        let file = opening().open(&found.place)?;
        let opened = file.metadata()?;
        self.accept(&opened)?;
        let is_same = FileId::of(&found.metadata) == FileId::of(&opened);
        if is_same && self.root.contains(&real_place(&file, &found.place)?) {
            Ok(file)
        } else {
            Err(refused("it was replaced while it was opened"))
        }
    }
}

impl Source for Directory {
    fn read(&self, name: &str) -> io::Result<Vec<u8>> {
        let file = self.open(&self.find(name)?)?;
        let length = file.metadata()?.len();
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(usize::try_from(length).unwrap_or(usize::MAX))?;
        // A file can grow while it is read. One byte over the limit shows it.
        let read = file
            .take(self.max_bytes.saturating_add(1))
            .read_to_end(&mut bytes)? as u64;
        if read > self.max_bytes {
            return Err(self.too_large(read));
        }
        Ok(bytes)
    }

    fn names(&self, folder: &str) -> io::Result<Vec<String>> {
        names::check_folder(folder)?;
        let is_listed = |name: &str, metadata: &Metadata| {
            if metadata.is_symlink() {
                // A link counts if it leads to a file that can be read.
                let opened = self.root.find(name).and_then(|found| self.open(&found));
                return opened.is_ok();
            }
            self.accept(metadata).is_ok()
        };
        listing::files_below(self.root.path(), folder, is_listed)
    }

    #[cfg(feature = "watch")]
    fn changes(&self) -> Vec<String> {
        self.watch.as_ref().map_or_else(Vec::new, Watch::changes)
    }
}

impl fmt::Debug for Directory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Directory")
            .field("root", &self.root.path())
            .field("max_bytes", &self.max_bytes)
            .finish_non_exhaustive()
    }
}

/// Returns how a file is opened: without blocking on a pipe that replaced it, on the
/// systems whose flag for this is known.
fn opening() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(all(
        target_os = "linux",
        not(any(
            target_arch = "mips",
            target_arch = "mips32r6",
            target_arch = "mips64",
            target_arch = "mips64r6",
            target_arch = "sparc",
            target_arch = "sparc64",
        ))
    ))]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, 0o4000); // O_NONBLOCK
    #[cfg(target_vendor = "apple")]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, 4); // O_NONBLOCK
    options
}

/// Returns where the open file really is: a folder on the way to it may have become a
/// link after `place` was found. Linux reports it for the open file. On other systems
/// the path is resolved again.
fn real_place(file: &File, place: &Path) -> io::Result<PathBuf> {
    #[cfg(target_os = "linux")]
    {
        use std::os::fd::AsRawFd;
        if let Ok(real) = fs::read_link(format!("/proc/self/fd/{}", file.as_raw_fd())) {
            return Ok(real);
        }
    }
    let real = fs::canonicalize(place)?;
    if FileId::of(&file.metadata()?) == FileId::of(&fs::symlink_metadata(&real)?) {
        Ok(real)
    } else {
        Err(refused("it was replaced while it was opened"))
    }
}

#[cfg(test)]
mod tests {
    use super::{Directory, ErrorKind, Found, fs};

    /// The last checks, without a race that leads to them.
    #[test]
    fn a_file_outside_is_refused_also_if_nothing_replaced_it() {
        let here = env!("CARGO_MANIFEST_DIR");
        let directory = Directory::new(format!("{here}/src")).expect("it is there");
        let open = |path: &str| {
            let place = fs::canonicalize(format!("{here}/{path}")).expect("it is there");
            let metadata = fs::metadata(&place).expect("it is there");
            directory.open(&Found { place, metadata })
        };
        let error = open("Cargo.toml").expect_err("it is outside");
        assert_eq!(error.kind(), ErrorKind::PermissionDenied);
        assert!(open("src/lib.rs").is_ok());
    }
}
