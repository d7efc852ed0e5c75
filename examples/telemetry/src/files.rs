//! The files of all processes, and what the hubs of the processes answer.

use std::collections::BTreeMap;
use std::env;
use std::error::Error;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::answer::Answer;

/// The number of processes that simulate.
pub const PROCESSES: u32 = 4;

/// A folder with the files. It is removed at the end.
pub struct Files {
    folder: PathBuf,
    /// The sums over all hubs, in the order of the query.
    hubs: Vec<Answer>,
}

impl Files {
    /// Runs the processes.
    pub fn simulate(seconds: u32) -> Result<Files, Box<dyn Error>> {
        if seconds == 0 {
            return Err("expected at least one second".into());
        }
        let mut files = Files {
            folder: new_folder()?,
            hubs: Vec::new(),
        };
        let children = (0..PROCESSES).map(|process| {
            Command::new(env::current_exe()?)
                .args(["simulate".as_ref(), files.folder.as_os_str()])
                .args([process.to_string(), seconds.to_string()])
                .stdout(Stdio::piped())
                .spawn()
        });
        let children: Vec<Child> = children.collect::<Result<_, _>>()?;
        let mut hubs: BTreeMap<(u32, u8), Answer> = BTreeMap::new();
        for child in children {
            let output = child.wait_with_output()?;
            if !output.status.success() {
                return Err("a process failed".into());
            }
            for line in String::from_utf8(output.stdout)?.lines() {
                let answer: Answer = line.parse()?;
                let key = (answer.second, answer.team);
                let sum = hubs.entry(key).or_insert(Answer::new(key.0, key.1));
                sum.add(&answer);
            }
        }
        files.hubs = hubs.into_values().collect();
        Ok(files)
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Compares an answer of the engine with the hubs.
    pub fn compare(&self, engine: &[Answer]) -> Result<(), Box<dyn Error>> {
        if engine == self.hubs {
            println!("the hubs answer the same");
            Ok(())
        } else {
            Err(format!("the hubs answer otherwise: {:#?}", self.hubs).into())
        }
    }
}

/// Creates a folder that did not exist. A process that was killed leaves its folder, and another
/// process may get its number.
fn new_folder() -> io::Result<PathBuf> {
    for attempt in 0.. {
        let name = format!("telemetry-{}-{attempt}", std::process::id());
        let folder = env::temp_dir().join(name);
        match fs::create_dir(&folder) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            created => return created.map(|()| folder),
        }
    }
    Err(ErrorKind::AlreadyExists.into())
}

impl Drop for Files {
    fn drop(&mut self) {
        if let Err(error) = fs::remove_dir_all(&self.folder) {
            eprintln!("{} is left: {error}", self.folder.display());
        }
    }
}
