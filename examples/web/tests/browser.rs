//! The page in a headless browser.
//!
//! `WEB_WASM` names the module, if it was built elsewhere.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use soa_test_browser::Browser;

/// The server, which ends with the test.
struct Page {
    server: Child,
    url: String,
    browser: Browser,
}

impl Page {
    /// Opens the page. It moves only when a test says so.
    fn open(options: &str) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_web"));
        let mut server = command.arg("0").stdout(Stdio::piped()).spawn().unwrap();
        let mut url = String::new();
        let output = server.stdout.take().unwrap();
        BufReader::new(output).read_line(&mut url).unwrap();
        let page = Page {
            server,
            url: url.trim().to_owned(),
            browser: Browser::start(),
        };
        page.browser.look(800, 600, "dark");
        let url = format!("{}/?still&{options}", page.url);
        page.browser.open(&url, "document.body?.dataset.ready");
        page
    }

    fn number(&self, expression: &str) -> f64 {
        let value = self.browser.value(expression);
        value
            .as_f64()
            .unwrap_or_else(|| panic!("{expression}: {value}"))
    }

    fn count(&self, expression: &str) -> i64 {
        let value = self.browser.value(expression);
        value
            .as_i64()
            .unwrap_or_else(|| panic!("{expression}: {value}"))
    }

    fn is(&self, expression: &str) -> bool {
        self.browser.value(expression) == true
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
        if !std::thread::panicking() {
            assert_eq!(self.browser.complaints(), Vec::<String>::new());
        }
    }
}

/// Reads the picture once: a canvas whose picture is read often is slower.
const SEEN: &str = "frame(0.01), globalThis.seen = new Uint32Array(document \
    .querySelector('canvas').getContext('2d').getImageData(0, 0, 800, 600).data.buffer), true";

/// How many pixels are not the background.
const LIT: &str = "seen.filter((pixel) => pixel !== 0xff111111).length";

#[test]
fn a_million_rows_are_drawn_where_their_columns_say() {
    let page = Page::open("");
    assert_eq!(page.count("swarm.rows()"), 1_000_000);
    page.browser.value(SEEN);
    // A million flies on 480 000 pixels leave some of them dark.
    assert!(page.count(LIT) > 300_000);
    // Nothing is drawn over the last fly that is in the picture.
    let last = "(() => { const { position, colour } = columns; \
         for (let row = swarm.rows() - 1; ; row--) { \
             const [x, y] = position.subarray(2 * row, 2 * row + 2); \
             if (x >= 0 && x < 1 && y >= 0 && y < 1) \
                 return seen[(y * 600 | 0) * 800 + (x * 800 | 0)] === colour[row]; \
         } })()";
    assert!(page.is(last));
}

#[test]
fn a_click_picks_a_fly_and_its_id_is_refused_after_it_was_freed() {
    let page = Page::open("rows=100000");
    page.browser.value("frame(0.01)");
    page.browser.click("canvas");
    assert!(page.is("state.picked !== 0n"));
    assert!(page.is("swarm.row_of(state.picked) >= 0"));
    let distance = "(() => { const row = swarm.row_of(state.picked), { position } = columns; \
         return Math.hypot(position[2 * row] - 0.5, position[2 * row + 1] - 0.5); })()";
    assert!(page.number(distance) < 0.01);
    assert!(page.is("swarm.age(state.picked) >= 0"));

    page.browser.key("d");
    assert_eq!(page.count("swarm.rows()"), 99_999);
    assert_eq!(page.count("swarm.row_of(state.picked)"), -1);
    assert!(page.is("swarm.age(state.picked) < 0"));
    page.browser.key("d");
    assert_eq!(page.count("swarm.rows()"), 99_999);
    // A fly in the same slot has another id.
    page.browser.key("+");
    assert_eq!(page.count("swarm.row_of(state.picked)"), -1);
}

#[test]
fn bits_that_are_no_id_are_refused() {
    let page = Page::open("rows=10");
    for bits in [
        "0n",
        "1n",
        "(1n << 64n) - 1n",
        "7n << 32n | 3n",
        "1n << 32n | 10n",
    ] {
        assert_eq!(page.count(&format!("swarm.row_of({bits})")), -1, "{bits}");
        assert_eq!(
            page.count(&format!("Number(swarm.free_one({bits}))")),
            0,
            "{bits}"
        );
    }
    assert_eq!(page.count("swarm.row_of(1n << 32n | 9n)"), 9);
    assert_eq!(page.count("swarm.rows()"), 10);
}

#[test]
fn arrays_are_made_again_after_the_memory_has_grown() {
    let page = Page::open("rows=1000");
    page.browser
        .value("globalThis.old = columns.position, globalThis.first = old[0], true");
    assert!(page.is("columns.position === old"));
    let bytes = page.number("swarm.memory.buffer.byteLength");
    for _ in 0..10 {
        page.browser.key("+");
    }
    assert!(page.number("swarm.memory.buffer.byteLength") > bytes);
    assert_eq!(page.count("old.length"), 0, "its buffer is detached");
    assert_eq!(page.count("columns.position.length"), 2 * 1_001_000);
    assert!(page.is("columns.position[0] === first"));
    assert!(
        page.is("columns.colour.buffer === swarm.memory.buffer"),
        "nothing is copied"
    );
    page.browser.value("columns.position[0] = 0.25");
    page.browser.value("swarm.step(0, 0, 0)");
    assert!(
        page.is("columns.position[0] === 0.25"),
        "Rust reads what the page wrote"
    );
}

#[test]
fn keys_free_rows_until_none_is_left() {
    let page = Page::open("rows=150000");
    page.browser.key("-");
    assert_eq!(page.count("swarm.rows()"), 50_000);
    page.browser.key("-");
    assert_eq!(page.count("swarm.rows()"), 0);
    assert_eq!(page.count("columns.position.length"), 0);
    page.browser.value(SEEN);
    assert_eq!(page.count(LIT), 0);
    assert!(page.is("swarm.pick(0.5, 0.5) === 0n"));
}

#[test]
fn the_bar_shows_rows_times_and_memory() {
    let page = Page::open("rows=1000");
    page.browser.value("requestAnimationFrame(loop)");
    page.browser
        .wait("document.getElementById('rows').textContent === '1,000'");
    page.browser
        .wait("Number(document.getElementById('frame').textContent) >= 0");
    page.browser
        .wait("Number(document.getElementById('memory').textContent) > 0");
}
