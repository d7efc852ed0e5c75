//! The slider over the past in a real browser.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

#[path = "../../support/rounds.rs"]
mod rounds;

use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, MutexGuard};

use rounds::Rounds;
use serde_json::json;
use soa_inspect::Inspector;
use soa_runtime::IdAllocator;
use soa_test_browser::Browser;

#[derive(IdAllocator)]
#[soa(derive(Debug))]
struct Star {
    moment: u64,
}

/// What the program shows.
struct Shown {
    range: RangeInclusive<u64>,
    at: u64,
    /// Every choice that the program was given.
    chosen: Vec<u64>,
}

/// A program whose only star shows the moment, which runs until it is dropped.
struct Program {
    url: String,
    shown: Arc<Mutex<Shown>>,
    _runs: Rounds,
}

impl Program {
    fn start(range: RangeInclusive<u64>, at: u64) -> Self {
        let inspector = Inspector::bind("127.0.0.1:0").unwrap();
        let url = inspector.url();
        let chosen = Vec::new();
        let shown = Arc::new(Mutex::new(Shown { range, at, chosen }));
        let own = Arc::clone(&shown);
        let mut stars = StarHub::new();
        let star = stars.insert(Star { moment: at });
        let runs = Rounds::start(move || {
            let mut shown = own.lock().unwrap();
            if let Some(at) = inspector.timeline(shown.range.clone(), shown.at) {
                shown.at = at;
                shown.chosen.push(at);
            }
            *stars.row_mut(star).moment = shown.at;
            inspector.show("stars", &stars);
        });
        Program {
            url,
            shown,
            _runs: runs,
        }
    }

    fn shown(&self) -> MutexGuard<'_, Shown> {
        self.shown.lock().unwrap()
    }

    /// Opens its page.
    fn open(&self) -> Browser {
        let browser = Browser::start();
        browser.look(1280, 900, "light");
        browser.open(&self.url, "document.querySelector('#lines .line .value')");
        browser
    }
}

/// Waits until the row, the text and the slider show a moment.
#[track_caller]
fn wait_for(browser: &Browser, moment: u64, step: u64) {
    browser.wait(&format!(
        "document.querySelector('#lines .line .value').textContent === '{moment}' \
         && document.getElementById('at').textContent.replaceAll(',', '') === '{moment}' \
         && document.getElementById('moment').value === '{step}'"
    ));
}

fn focus(browser: &Browser) {
    browser.value("document.getElementById('moment').focus()");
}

fn mouse(browser: &Browser, kind: &str, at: (f64, f64)) {
    let (x, y) = at;
    let event =
        json!({ "type": kind, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1 });
    browser.call("Input.dispatchMouseEvent", &event);
}

/// Returns the place of a part of the slider, from 0 to 1.
fn place(browser: &Browser, part: f64) -> (f64, f64) {
    let place = browser.value(&format!(
        "(() => {{ const box = document.getElementById('moment').getBoundingClientRect(); \
         return [box.x + 8 + {part} * (box.width - 16), box.y + box.height / 2]; }})()"
    ));
    (place[0].as_f64().unwrap(), place[1].as_f64().unwrap())
}

#[test]
fn keys_choose_moments_and_the_rows_follow() {
    let program = Program::start(1..=200, 200);
    let browser = program.open();
    wait_for(&browser, 200, 199);
    focus(&browser);
    browser.key("ArrowDown");
    wait_for(&browser, 199, 198);
    browser.key("Home");
    wait_for(&browser, 1, 0);
    browser.key("ArrowUp");
    wait_for(&browser, 2, 1);
    browser.key("End");
    wait_for(&browser, 200, 199);
    assert_eq!(program.shown().chosen, [199, 1, 2, 200]);
    browser.check_complaints();
}

#[test]
fn moments_above_53_bits_are_exact() {
    let first = u64::MAX - 8;
    let program = Program::start(first..=u64::MAX, u64::MAX);
    let browser = program.open();
    focus(&browser);
    for step in (0..8).rev() {
        browser.key("ArrowDown");
        wait_for(&browser, first + step, step);
    }
    // Of all numbers there is only every 2048th on a slider, but what is shown is exact.
    {
        let mut shown = program.shown();
        (shown.range, shown.at) = (0..=u64::MAX, (1 << 53) + 1);
    }
    browser.wait("document.getElementById('at').textContent === '9,007,199,254,740,993'");
    browser.key("End");
    wait_for(&browser, u64::MAX, (1 << 53) - 1);
    browser.check_complaints();
}

#[test]
fn a_program_without_a_past_has_no_slider() {
    #[expect(clippy::reversed_empty_ranges, reason = "it is empty")]
    let program = Program::start(1..=0, 0);
    let browser = program.open();
    let hidden = "document.getElementById('timeline').hidden";
    browser.wait(hidden);
    {
        let mut shown = program.shown();
        (shown.range, shown.at) = (3..=5, 4);
    }
    browser.wait(&format!("!{hidden}"));
    wait_for(&browser, 4, 1);
    #[expect(clippy::reversed_empty_ranges, reason = "it is empty")]
    let none = 1..=0;
    program.shown().range = none;
    browser.wait(hidden);
    browser.check_complaints();
}

#[test]
fn a_dragged_slider_stays_while_the_past_grows() {
    let program = Program::start(0..=1000, 1000);
    let browser = program.open();
    wait_for(&browser, 1000, 1000);
    mouse(&browser, "mousePressed", place(&browser, 1.0));
    mouse(&browser, "mouseMoved", place(&browser, 0.5));
    browser.wait("Math.abs(Number(document.getElementById('moment').value) - 500) < 20");
    let held = browser.value("document.getElementById('moment').value");
    let step: u64 = held.as_str().unwrap().parse().unwrap();
    wait_for(&browser, step, step);
    // The first moments are dropped and others come, far away from what the viewer has.
    program.shown().range = 100..=5000;
    browser.wait("document.getElementById('last').textContent === '1,000'");
    browser.value("performance.clearResourceTimings()");
    browser.wait("performance.getEntriesByType('resource').filter(one => one.name.includes('/look')).length > 3");
    assert_eq!(
        browser.value("document.getElementById('moment').value"),
        held
    );
    // What is dropped is never chosen.
    mouse(&browser, "mouseMoved", place(&browser, 0.02));
    browser.wait("document.querySelector('#lines .line .value').textContent === '100'");
    mouse(&browser, "mouseReleased", place(&browser, 0.02));
    browser.wait("document.getElementById('last').textContent === '5,000'");
    wait_for(&browser, 100, 0);
    let shown = program.shown();
    assert!(
        shown.chosen.iter().all(|at| *at >= 100),
        "{:?}",
        shown.chosen
    );
    drop(shown);
    browser.check_complaints();
}

#[test]
fn the_slider_fits_into_400_pixels() {
    let program = Program::start(0..=u64::MAX, 7);
    let browser = program.open();
    for width in [400, 899, 2000] {
        browser.look(width, 800, "dark");
        browser.wait("document.getElementById('moment').offsetHeight >= 28");
        let wide = browser.value("document.documentElement.scrollWidth");
        assert!(wide.as_u64() <= Some(width.into()), "{wide} of {width}");
    }
    browser.check_complaints();
}
