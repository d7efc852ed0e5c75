//! Workers that are children of this process, on the loopback address.

use std::env;
use std::error::Error;
use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use rustix::process::Pid;
use url::Url;

/// The time to start a worker.
const START: Duration = Duration::from_secs(20);

/// The children. Those that run end with this process, even if it is killed. A stopped one ends if
/// its new parent belongs to another session, as the first process of the system does.
pub struct Workers {
    children: Vec<(Child, Url)>,
}

impl Workers {
    pub fn start(count: usize) -> Result<Workers, Box<dyn Error>> {
        let children = (0..count).map(|_| start("127.0.0.1:0"));
        Ok(Workers {
            children: children.collect::<Result<_, _>>()?,
        })
    }

    pub fn urls(&self) -> Vec<Url> {
        self.children.iter().map(|(_, url)| url.clone()).collect()
    }

    pub fn processes(&self) -> Vec<Pid> {
        let children = self.children.iter();
        children.map(|(child, _)| Pid::from_child(child)).collect()
    }

    /// Kills a worker, if it lives, and starts another one at its address.
    pub fn replace(&mut self, worker: usize) -> Result<(), Box<dyn Error>> {
        let (child, url) = &mut self.children[worker];
        end(child);
        self.children[worker] = start(url.authority())?;
        Ok(())
    }

    /// Returns an error if a worker has ended.
    pub fn check(&mut self) -> Result<(), Box<dyn Error>> {
        for (child, url) in &mut self.children {
            if let Some(status) = child.try_wait()? {
                return Err(format!("the worker at {url} has ended: {status}").into());
            }
        }
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

fn start(address: &str) -> Result<(Child, Url), Box<dyn Error>> {
    // In a process group of its own, a stopped worker goes on when this process ends, because the
    // group is then an orphan, unless its new parent belongs to the same session. So it notices the
    // end of its input.
    let mut child = Command::new(env::current_exe()?)
        .args(["--cluster", "worker", address, "of-parent"])
        .process_group(0)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let output = child.stdout.take().ok_or("a worker has an output")?;
    let (sender, first) = mpsc::channel();
    thread::spawn(move || {
        let mut line = String::new();
        // Nobody waits for it after the limit.
        if BufReader::new(output).read_line(&mut line).is_ok() {
            let _ = sender.send(line);
        }
    });
    match first.recv_timeout(START) {
        Ok(line) => Ok((child, Url::parse(line.trim_end())?)),
        Err(_) => {
            end(&mut child);
            Err(format!("a worker has ended, or did not serve in {START:?}").into())
        }
    }
}

/// Kills a process, unless it has ended.
fn end(child: &mut Child) {
    let _ = child.kill();
    let _ = child.wait();
}
