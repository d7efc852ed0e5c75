//! Workers that are children of this process, on the loopback address.

use std::env;
use std::error::Error;
use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::thread;

use rustix::process::Pid;
use url::Url;

/// The children. They end with this process, even if it is killed.
pub struct Workers {
    children: Vec<(Child, Url)>,
    observer: Observer,
}

/// Is called when a worker receives rows from another worker.
type Observer = Arc<dyn Fn() + Send + Sync>;

impl Workers {
    pub fn start(
        count: usize,
        observer: impl Fn() + Send + Sync + 'static,
    ) -> Result<Workers, Box<dyn Error>> {
        let mut workers = Workers {
            children: Vec::new(),
            observer: Arc::new(observer),
        };
        for _ in 0..count {
            let worker = start(&workers.observer)?;
            workers.children.push(worker);
        }
        Ok(workers)
    }

    pub fn urls(&self) -> Vec<Url> {
        self.children.iter().map(|(_, url)| url.clone()).collect()
    }

    pub fn processes(&self) -> Vec<Pid> {
        let children = self.children.iter();
        children.map(|(child, _)| Pid::from_child(child)).collect()
    }

    /// Kills a worker, if it lives, and starts another one in its place.
    pub fn replace(&mut self, worker: usize) -> Result<(), Box<dyn Error>> {
        end(&mut self.children[worker].0);
        self.children[worker] = start(&self.observer)?;
        Ok(())
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        for (child, _) in &mut self.children {
            end(child);
        }
    }
}

fn start(observer: &Observer) -> Result<(Child, Url), Box<dyn Error>> {
    // In a process group of its own, a stopped worker goes on when this process ends, because the
    // group is then an orphan. So it notices the end of its input.
    let mut child = Command::new(env::current_exe()?)
        .args(["--cluster", "worker", "127.0.0.1:0", "of-parent"])
        .process_group(0)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let output = child.stdout.take().ok_or("a worker has an output")?;
    let mut lines = BufReader::new(output).lines();
    let url = match lines.next() {
        Some(line) => Url::parse(&line?)?,
        None => {
            end(&mut child);
            return Err("a worker did not start".into());
        }
    };
    let observer = observer.clone();
    thread::spawn(move || lines.map_while(Result::ok).for_each(|_| observer()));
    Ok((child, url))
}

/// Kills a process, unless it has ended.
fn end(child: &mut Child) {
    let _ = child.kill();
    let _ = child.wait();
}
