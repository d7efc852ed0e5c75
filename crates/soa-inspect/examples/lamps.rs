//! A row of lamps in the terminal, which the page edits while they blink: open the address that it
//! prints, click a value, make a lamp, free one. Enter in the terminal undoes the last edit.
//!
//! ```sh
//! cargo run -p soa-inspect --features edit --example lamps
//! ```

use std::io::{self, Write};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use serde_json::{Deserializer, Map, Value};
use soa_inspect::{Edited, Inspector};
use soa_runtime::{EditRow, IdAllocator};

/// A lamp. Its fields are private, and the page edits them all the same.
#[derive(IdAllocator)]
#[soa(tracked = all, derive(Debug, Serialize, Deserialize))]
struct Lamp {
    #[soa(default = "lamp".to_owned())]
    name: String,
    /// Frames with light, and then as many without. Try 0: the page shows why it is refused.
    #[soa(default = Period(10))]
    period: Period,
    /// Blinks when this lamp does not. Enter an id, such as `1v1`, or `null`.
    #[soa(default = None)]
    against: Option<LampId>,
}

/// A number of frames, which is not zero. Its `Deserialize` says so, for saves and for the page.
#[derive(Debug, Clone, Copy, serde::Serialize, serde::Deserialize)]
#[serde(try_from = "u32")]
struct Period(u32);

impl TryFrom<u32> for Period {
    type Error = &'static str;

    fn try_from(frames: u32) -> Result<Self, Self::Error> {
        match frames {
            0 => Err("a lamp that blinks has a period of at least one frame"),
            frames => Ok(Period(frames)),
        }
    }
}

/// Returns whether a lamp is lit. The other lamp may be gone, because the page does not check ids.
fn is_lit(lamps: &LampHub, lamp: LampRow<'_>, frame: u32) -> bool {
    let other = lamp.against.and_then(|other| lamps.get(other));
    let period = other.as_ref().map_or(lamp.period, |other| other.period);
    (frame / period.0 % 2 == 0) == other.is_none()
}

/// Undoes an edit of the page, as far as the lamps still allow it. Returns why it could not be undone.
fn undo(lamps: &mut LampHub, edited: Edited<LampId>) -> Option<&'static str> {
    match edited {
        Edited::Set { id, column, before } => {
            let Some(lamp) = lamps.get_mut(id) else {
                return Some("the lamp is gone");
            };
            let json = &mut Deserializer::from_str(&before);
            let written = Lamp::set_field(lamp, column, json);
            written.err().map(|_| "the value cannot come back")
        }
        Edited::Made { id } => (!lamps.dealloc(id)).then_some("the lamp is gone"),
        Edited::Freed { before, .. } => {
            // It comes back under a new id.
            let id = lamps.alloc();
            let fields: Map<String, Value> = serde_json::from_str(&before).unwrap_or_default();
            for (column, value) in fields {
                if Lamp::set_field(lamps.row_mut(id), &column, value).is_err() {
                    lamps.dealloc(id);
                    return Some("a value cannot come back");
                }
            }
            None
        }
    }
}

fn main() -> io::Result<()> {
    let inspector = Inspector::bind("127.0.0.1:0")?.allow_edits();
    println!("open {}", inspector.url());
    let mut lamps = LampHub::new();
    for (name, period) in [("red", 30), ("green", 7), ("blue", 12)] {
        lamps.insert(Lamp {
            name: name.to_owned(),
            period: Period(period),
            against: None,
        });
    }
    let (enter, entered) = mpsc::channel();
    thread::spawn(move || io::stdin().lines().try_for_each(|_| enter.send(())));
    let mut edits = Vec::new();
    let mut frame = 0;
    loop {
        if inspector.gate() {
            let mut line = String::new();
            for (_, lamp) in &lamps {
                let sign = if is_lit(&lamps, lamp, frame) {
                    '●'
                } else {
                    '○'
                };
                line.extend(["  ", lamp.name, " "]);
                line.push(sign);
            }
            print!("\r\x1b[K{line}");
            io::stdout().flush()?;
            frame += 1;
            lamps.advance();
        }
        edits.extend(inspector.show_mut("lamps", &mut lamps));
        if entered.try_recv().is_ok() {
            if let Some(reason) = edits.pop().and_then(|edited| undo(&mut lamps, edited)) {
                println!("\r{reason}");
            }
        }
        thread::sleep(Duration::from_millis(16));
    }
}
