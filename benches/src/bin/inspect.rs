//! Measures how late the inspector makes a frame: without viewers, with one page, with ten viewers that ask
//! for as much as they can, and with eight that edit. It prints the table of `soa-inspect`'s README.
//!
//! A frame is 2 milliseconds of sleep, and then a call of `show` for each of three hubs, which is measured.
//! Whatever else runs on the machine delays it, too. So each frame also measures work of its own,
//! which takes as long and has nothing to do with the inspector. On Linux, the table also counts only those
//! that were late although the system let the thread run without a break.

use std::fs;
use std::hint::black_box;
use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use soa_bench::harness::{Failure, Options};
use soa_inspect::Inspector;
use soa_runtime::IdAllocator;

const ROWS: u32 = 1_000_000;

/// What no frame may be late by.
const LATEST: Duration = Duration::from_micros(50);

/// How long the other work of a frame takes.
const OTHER: Duration = Duration::from_micros(22);

#[derive(IdAllocator)]
#[soa(tracked, derive(Debug, Serialize, Deserialize))]
struct Unit {
    name: String,
    position: [f32; 3],
    target: UnitId,
    hp: u32,
}

#[derive(IdAllocator)]
#[soa(layout = dense, derive(Debug))]
struct Shot {
    #[soa(tracked)]
    position: [f32; 3],
    age: u16,
}

struct World {
    units: UnitHub,
    shots: ShotHub,
    few: ShotHub,
}

impl World {
    fn new() -> Self {
        let unit = |number: u32| Unit {
            name: format!("unit {number}"),
            position: [0.5, 1.25, -3.0],
            target: UnitId::DANGLING,
            hp: number,
        };
        let shot = |number| Shot {
            position: [1.0; 3],
            age: number,
        };
        let mut units: UnitHub = (0..ROWS).map(unit).collect();
        for slot in (0..ROWS).step_by(7) {
            if let Some(id) = units.id_of_slot(slot) {
                units.dealloc(id);
            }
        }
        World {
            units,
            shots: (0..50_000).map(shot).collect(),
            few: (0..10).map(shot).collect(),
        }
    }

    /// Changes some rows, as a game does.
    fn frame(&mut self, number: u32) {
        for step in 0..100 {
            let slot = (number * 7919 + step * 104_729) % ROWS;
            match self.units.id_of_slot(slot) {
                Some(id) => drop(self.units.remove(id)),
                None => {
                    self.units.insert(Unit {
                        name: "new".to_owned(),
                        position: [0.0; 3],
                        target: UnitId::DANGLING,
                        hp: number,
                    });
                }
            }
        }
        for position in self.shots.columns_mut().position.all_mut() {
            position[0] += 0.01;
        }
        self.units.advance();
        self.shots.advance();
    }

    fn show(&mut self, inspector: &Inspector, editable: bool) {
        if editable {
            inspector.show_mut("units", &mut self.units);
        } else {
            inspector.show("units", &self.units);
        }
        inspector.show("shots", &self.shots);
        inspector.show("few", &self.few);
    }
}

/// What a viewer asks for in turn, and its rest between two requests.
type Requests = (Duration, Vec<String>);

/// Starts a viewer, which sends requests until it is stopped. It returns the number of answers.
fn start(url: &str, stop: &Arc<AtomicBool>, (rest, paths): Requests) -> JoinHandle<u64> {
    let (url, stop) = (url.to_owned(), Arc::clone(stop));
    thread::spawn(move || {
        let paths = paths.iter().cycle();
        let asked = paths.take_while(|_| !stop.load(Ordering::Relaxed));
        asked.fold(0, |answers, path| {
            let answer = ask(&url, path);
            thread::sleep(rest);
            answers + u64::from(answer.is_ok())
        })
    })
}

/// Sends one request on a connection of its own: a look, or an edit, which is JSON.
fn ask(url: &str, path: &str) -> io::Result<String> {
    let rest = url.trim_start_matches("http://");
    let (host, root) = rest.split_once('/').unwrap_or((rest, ""));
    let mut stream = TcpStream::connect(host)?;
    stream.set_read_timeout(Some(Duration::from_secs(2)))?;
    let common = format!("HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n");
    let request = if path.starts_with('{') {
        let (token, length) = (root.trim_end_matches('/'), path.len());
        format!(
            "POST /{root}edit {common}Content-Type: application/json\r\nX-Soa-Token: {token}\r\n\
             Content-Length: {length}\r\n\r\n{path}"
        )
    } else {
        format!("GET /{root}{path} {common}\r\n")
    };
    stream.write_all(request.as_bytes())?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer)
}

/// The times of one kind of work in all frames, and whether the thread ran without a break.
struct Times(Vec<(Duration, bool)>);

impl Times {
    fn measure(&mut self, work: impl FnOnce()) {
        let before = turns();
        let start = Instant::now();
        work();
        let time = start.elapsed();
        self.0.push((time, turns() == before));
    }

    fn row(&mut self, name: &str) {
        self.0.sort_unstable();
        let micros = |time: Duration| time.as_secs_f64() * 1e6;
        let part = |thousandths: usize| {
            let at = self.0.len() * thousandths / 1000;
            micros(self.0[at.min(self.0.len() - 1)].0)
        };
        let late = self.0.iter().filter(|(time, _)| *time > LATEST);
        let own = late.clone().filter(|(_, unbroken)| *unbroken).count();
        let late = late.count();
        println!(
            "| {name} | {:.1} | {:.1} | {:.1} | {:.1} | {late} | {own} of {} |",
            part(500),
            part(990),
            part(999),
            part(1000),
            self.0.len()
        );
    }
}

/// Returns how often the system has let this thread run, if it says so.
fn turns() -> Option<u64> {
    let stat = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    stat.split_whitespace().nth(2)?.parse().ok()
}

/// Runs frames while viewers ask, and prints the times of `show` and of the other work. Returns the
/// number of answers.
fn measure(
    name: &str,
    world: &mut World,
    inspector: &Inspector,
    frames: u32,
    viewers: Vec<Requests>,
    editable: bool,
) -> u64 {
    let (url, stop) = (inspector.url(), Arc::new(AtomicBool::new(false)));
    let viewers = viewers.into_iter();
    let viewers: Vec<_> = viewers.map(|asks| start(&url, &stop, asks)).collect();
    let (mut show, mut other) = (Times(Vec::new()), Times(Vec::new()));
    for number in 0..frames {
        world.frame(number);
        thread::sleep(Duration::from_millis(2));
        let mut control = || {
            other.measure(|| {
                let start = Instant::now();
                while start.elapsed() < OTHER {
                    black_box(number);
                }
            });
        };
        // In turn, because the one that comes first meets a sleepy processor.
        if number % 2 == 0 {
            control();
        }
        show.measure(|| world.show(inspector, editable));
        if number % 2 == 1 {
            control();
        }
    }
    stop.store(true, Ordering::Relaxed);
    show.row(name);
    other.row("other work of 22 us, beside it");
    let answers = viewers.into_iter().map(JoinHandle::join);
    answers.map(Result::unwrap_or_default).sum()
}

/// Returns a page that looks and eight viewers that edit: numbers, texts, rows that are made and freed.
fn editors() -> Vec<Requests> {
    let set = |row: u32, column: &str, value: &str| {
        format!(r#"{{"hub":1,"do":"set","id":"{row}v1","column":"{column}","value":"{value}"}}"#)
    };
    let edits = |row: u32| {
        let edits = vec![
            set(row, "hp", "7"),
            set(row, "name", "a name that is not JSON"),
            set(row, "position", "[1.5, 2, 1e39]"), // refused
            r#"{"hub":1,"do":"make"}"#.to_owned(),
            format!(r#"{{"hub":1,"do":"free","id":"{row}v9"}}"#), // stale
        ];
        (Duration::ZERO, edits)
    };
    (1..=8).map(edits).chain([page()]).collect()
}

/// Returns what a page asks for.
fn page() -> Requests {
    let look = "look?hub=1&rows=400,80&words=0,2400".to_owned();
    (Duration::from_millis(110), vec![look])
}

/// Returns what ten viewers ask for that want as much as they can get.
fn greedy() -> Vec<Requests> {
    let look = |hub: u32| format!("look?hub={hub}&rows=0,256&words=0,8192");
    let search = vec!["find?hub=1&text=nowhere".to_owned()];
    let lies = vec!["look?hub=9&rows=99999999,1".to_owned(), "../etc".to_owned()];
    let viewers = (0..10).map(|number| match number % 4 {
        0 => (Duration::ZERO, (1..=3).map(look).collect()),
        1 => (Duration::ZERO, search.clone()),
        2 => page(),
        _ => (Duration::from_millis(1), lies.clone()),
    });
    viewers.collect()
}

fn main() -> Result<(), Failure> {
    let options = Options::from_args()?;
    let frames = if options.quick { 200 } else { 8_000 };
    let mut world = World::new();
    let inspector = Inspector::bind("127.0.0.1:0")?.allow_edits();

    let calls = 100_000_000_u32;
    let start = Instant::now();
    for _ in 0..calls {
        black_box(&inspector).show("few", &world.few);
    }
    let nanos = start.elapsed().as_secs_f64() * 1e9 / f64::from(calls);
    println!("without a viewer, a call of `show` takes {nanos:.2} ns\n");

    println!(
        "| three hubs, in us | median | 99 % | 99.9 % | most | over 50 us | of these without a break |\n|---|--:|--:|--:|--:|--:|--:|"
    );
    let mut answers = 0;
    let cases: [(&str, Vec<Requests>, bool); 4] = [
        ("`show` without a viewer", Vec::new(), false),
        ("`show` with one page", vec![page()], false),
        ("`show` with ten greedy viewers", greedy(), false),
        (
            "`show_mut` with one page and eight that edit",
            editors(),
            true,
        ),
    ];
    for (name, viewers, editable) in cases {
        answers += measure(name, &mut world, &inspector, frames, viewers, editable);
    }
    println!("\nthe viewers got {answers} answers");
    Ok(())
}
