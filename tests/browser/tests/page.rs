//! The page of a running program in a real browser, compared with its hubs.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

#[path = "../../support/rounds.rs"]
mod rounds;

use std::collections::HashMap;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;
use std::{env, thread};

use rounds::Rounds;
use serde_json::json;
use soa_inspect::Inspector;
use soa_runtime::IdAllocator;
use soa_test_browser::Browser;

#[derive(IdAllocator)]
#[soa(tracked, derive(Debug))]
struct Star {
    name: String,
    mass: u64,
}

#[derive(IdAllocator)]
#[soa(layout = dense, derive(Debug))]
struct Planet {
    name: String,
}

const STARS: u64 = 1_000_000;

/// A name that would be a script if a page took it for HTML.
const EVIL: &str = "<img src=x onerror=\"document.title='evil'\">";

fn stars() -> StarHub {
    let mut stars: StarHub = (0..STARS)
        .map(|mass| Star {
            name: format!("star {}", mass * 7 % STARS),
            mass,
        })
        .collect();
    for row in (0..stars.slots()).step_by(10) {
        let id = stars.id_at(row).expect("it is live");
        stars.dealloc(id);
    }
    // Other generations.
    for mass in 0..1000 {
        stars.insert(Star {
            name: EVIL.to_owned(),
            mass,
        });
    }
    stars
}

/// A program with a million stars, which runs until it is dropped.
struct Program {
    url: String,
    stars: Arc<Mutex<StarHub>>,
    _runs: Rounds,
}

impl Program {
    fn start() -> Self {
        let inspector = Inspector::bind("127.0.0.1:0").unwrap();
        let (url, stars) = (inspector.url(), Arc::new(Mutex::new(stars())));
        let own = Arc::clone(&stars);
        let names = (0..9).map(|n| n.to_string());
        let planets: PlanetHub = names.map(|name| Planet { name }).collect();
        let runs = Rounds::start(move || {
            let mut stars = own.lock().unwrap();
            if inspector.gate() {
                stars.advance();
            }
            inspector.show("stars", &stars);
            inspector.show(EVIL, &planets);
        });
        Program {
            url,
            stars,
            _runs: runs,
        }
    }

    fn stars(&self) -> MutexGuard<'_, StarHub> {
        self.stars.lock().unwrap()
    }

    /// Returns what a page shows of a star.
    fn cells(&self, row: usize) -> Vec<String> {
        let stars = self.stars();
        let mut cells = vec![row.to_string()];
        match stars.id_at(row) {
            Some(id) => {
                let star = stars.row(id);
                cells.extend([
                    id.to_string(),
                    format!("{:?}", star.name),
                    star.mass.to_string(),
                ]);
            }
            None => cells.push("hole".to_owned()),
        }
        cells
    }
}

/// All values that can be seen have arrived.
const LOADED: &str = "(() => { const lines = [...document.querySelectorAll('#lines .line')].filter(line => !line.hidden); \
    return lines.length > 3 && lines.every(line => line.children[1].textContent !== '…'); })()";

/// Waits until the page has asked for the hubs three times more, and has drawn two answers.
fn wait_for_looks(browser: &Browser) {
    browser.value("performance.clearResourceTimings()");
    browser.wait(
        "performance.getEntriesByType('resource').filter(one => one.name.includes('/look')).length > 2",
    );
}

/// Returns the cells of the rows that can be seen.
fn table(browser: &Browser) -> Vec<Vec<String>> {
    browser.wait(LOADED);
    let rows = browser.value(
        "[...document.querySelectorAll('#lines .line')].filter(line => !line.hidden)\
         .map(line => [...line.children].map(cell => cell.textContent))",
    );
    serde_json::from_value(rows).expect("lists of texts")
}

/// Compares the rows that can be seen with the hub, and returns the first one.
#[track_caller]
fn compare(browser: &Browser, program: &Program) -> usize {
    let rows = table(browser);
    assert!(rows.len() > 5, "{rows:?}");
    for row in &rows {
        let number = row[0].parse().expect("the number of a row");
        assert_eq!(*row, program.cells(number));
    }
    rows[0][0].parse().unwrap()
}

fn text(browser: &Browser, id: &str) -> String {
    let text = browser.value(&format!(
        "document.getElementById({}).textContent",
        json!(id)
    ));
    text.as_str().unwrap_or_default().to_owned()
}

/// Returns the figures of the hub by name.
fn figures(browser: &Browser) -> HashMap<String, String> {
    let pairs = browser.value(
        "Object.fromEntries([...document.querySelectorAll('#figures > div')]\
         .map(box => [...box.children].map(part => part.textContent)))",
    );
    serde_json::from_value(pairs).expect("texts")
}

fn find(browser: &Browser, wanted: &str) {
    browser.key("/");
    browser.type_text(wanted);
    browser.key("Enter");
    browser.wait("!/^(searched.*)?$/.test(document.getElementById('found').textContent)");
    browser.key("Escape");
}

fn chosen_row(browser: &Browser) -> Vec<String> {
    browser.wait(&format!(
        "document.querySelector('.line.chosen') && {LOADED}"
    ));
    let cells = browser.value(
        "[...document.querySelector('.line.chosen').children].map(cell => cell.textContent)",
    );
    serde_json::from_value(cells).expect("texts")
}

/// Starts a program, and opens its page.
fn open() -> (Program, Browser) {
    let program = Program::start();
    let browser = Browser::start();
    browser.look(1280, 900, "light");
    browser.open(&program.url, LOADED);
    (program, browser)
}

#[test]
fn the_page_shows_counts_and_memory() {
    let (program, browser) = open();
    let figures = figures(&browser);
    let group = |number: usize| {
        browser
            .value(&format!("new Intl.NumberFormat('en').format({number})"))
            .as_str()
            .map(str::to_owned)
    };
    let stats = program.stars().stats();
    for (name, count) in [
        ("live rows", stats.live),
        ("free", stats.free),
        ("slots", stats.slots),
        ("capacity", stats.capacity),
    ] {
        assert_eq!(figures.get(name).cloned(), group(count), "{name}");
    }
    let columns =
        browser.value("[...document.querySelectorAll('#memory th')].map(cell => cell.textContent)");
    assert_eq!(columns, json!(["name", "mass", "tables", "spare"]));
    let bytes = browser.value("document.querySelectorAll('#memory .bytes')[1].title");
    assert_eq!(
        bytes.as_str().map(str::to_owned),
        group(8_000_000).map(|text| text + " bytes")
    );
    let hubs =
        browser.value("[...document.querySelectorAll('nav .name')].map(name => name.textContent)");
    assert_eq!(hubs, json!(["stars", EVIL]));

    browser.check_complaints();
}

#[test]
fn a_million_rows_scroll_by_wheel_keys_and_bar() {
    let (program, browser) = open();
    assert_eq!(compare(&browser, &program), 0);
    browser.wheel("#scroll", 24 * 7);
    browser.wait("document.querySelector('#lines .line .at').textContent === '7'");
    assert_eq!(compare(&browser, &program), 7);
    browser.value("document.getElementById('scroll').focus()");
    browser.key("End");
    assert_eq!(chosen_row(&browser), program.cells(999_999));
    let first = compare(&browser, &program);
    assert!(first > 999_900 && first < 999_999, "{first}");
    browser.key("PageUp");
    browser.key("ArrowUp");
    compare(&browser, &program);
    let height = browser.value("document.getElementById('scroll').scrollHeight");
    assert!(
        height.as_u64() < Some(20_000_000),
        "browsers know no such heights: {height}"
    );
    browser.value("document.getElementById('scroll').scrollTop = document.getElementById('scroll').scrollHeight / 2");
    browser.wait("Number(document.querySelector('#lines .line .at').textContent) < 990000");
    let middle = compare(&browser, &program);
    assert!((450_000..550_000).contains(&middle), "{middle}");
    for _ in 0..3 {
        browser.wheel("#scroll", 24 * 10);
        thread::sleep(Duration::from_millis(100));
    }
    let below = compare(&browser, &program);
    assert!(
        below > middle + 10 && below < middle + 100,
        "{middle} {below}"
    );
    browser.key("Home");
    assert_eq!(chosen_row(&browser), program.cells(0));

    browser.check_complaints();
}

#[test]
fn rows_are_found_by_id_and_by_text() {
    let (program, browser) = open();
    let id = program.stars().id_at(654_321).unwrap();
    find(&browser, &id.to_string());
    assert_eq!(chosen_row(&browser), program.cells(654_321));
    compare(&browser, &program);
    let stale = format!("{}v9", id.index());
    find(&browser, &stale);
    assert!(
        text(&browser, "found").contains(&stale),
        "{}",
        text(&browser, "found")
    );
    find(&browser, "654421"); // the mass of a star 100 rows below
    assert_eq!(chosen_row(&browser)[0], "654421");
    assert_eq!(chosen_row(&browser)[3], "654421");

    // Text is text. A paused program is searched at once.
    browser.key("p");
    browser.wait("document.getElementById('state').textContent === 'paused'");
    find(&browser, "ONERROR");
    assert_eq!(chosen_row(&browser)[2], format!("{EVIL:?}"));
    find(&browser, "no star has this name");
    assert_eq!(text(&browser, "found"), "not found");
    assert_ne!(browser.value("document.title"), "evil");
    browser.check_complaints();
}

#[test]
fn a_program_is_paused_stepped_and_left() {
    let (program, browser) = open();
    browser.key("p");
    browser.wait("document.getElementById('state').textContent === 'paused'");
    wait_for_looks(&browser);
    let tick = text(&browser, "kind");
    wait_for_looks(&browser);
    assert_eq!(text(&browser, "kind"), tick, "no frame passes");
    browser.key("s");
    browser.wait(&format!(
        "document.getElementById('kind').textContent !== {}",
        json!(tick)
    ));
    browser.key("p");
    browser.wait("document.getElementById('state').textContent === 'running'");

    // A change is seen, in the table and in the map.
    browser.key("Home");
    let seen = "document.querySelectorAll('#lines .line')[1].children[3]?.textContent";
    browser.wait(&format!("{seen} === '1'"));
    {
        let mut hub = program.stars();
        let first = hub.id_at(1).unwrap();
        *hub.row_mut(first).mass = 123_456_789;
        hub.replace(
            first,
            Star {
                name: "new".into(),
                mass: 123_456_789,
            },
        )
        .ok();
    }
    browser.wait(&format!("{seen} === '123456789'"));

    // The other hub is not tracked, and the page says so.
    browser.key("]");
    browser.wait("document.getElementById('title').textContent !== 'stars'");
    assert_eq!(text(&browser, "title"), EVIL);
    browser.wait("document.getElementById('since').textContent.includes('not tracked')");
    let rows = table(&browser);
    assert_eq!(rows.len(), 9);
    assert_eq!(rows[8], ["8", "8v1", "\"8\""]);

    browser.check_complaints();

    // The program ends.
    drop(program);
    browser.wait("document.getElementById('state').className === 'lost'");
}

#[test]
fn the_page_fits_into_400_and_2000_pixels() {
    let program = Program::start();
    let browser = Browser::start();
    for colours in ["light", "dark"] {
        for (width, height) in [(400, 800), (899, 700), (1280, 800), (2000, 1100)] {
            browser.look(width, height, colours);
            browser.open(&program.url, LOADED);
            let wide = browser.value("document.documentElement.scrollWidth");
            assert!(wide.as_u64() <= Some(width.into()), "{wide} of {width}");
            // Every control can be reached, and every text be read.
            let small = browser.value(
                "[...document.querySelectorAll('button, input')].filter(one => one.offsetParent && \
                 (one.offsetHeight < 28 || one.offsetWidth < 28)).map(one => one.textContent)",
            );
            assert_eq!(small, json!([]), "{width} {colours}");
            compare(&browser, &program);
        }
    }
    browser.check_complaints();
}

/// An example of the repository that shows itself.
struct Example(Child);

impl Example {
    /// Starts `asteroids --inspect` and returns its address.
    fn asteroids() -> (Self, String) {
        let tests = env::current_exe().unwrap();
        let built: PathBuf = tests.ancestors().nth(2).unwrap().join("examples/asteroids");
        if !built.exists() {
            let cargo = Command::new(env!("CARGO"))
                .args(["build", "--package", "soa", "--example", "asteroids"])
                .status();
            assert!(cargo.is_ok_and(|status| status.success()));
        }
        let mut child = Command::new(built)
            .arg("--inspect")
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let out = child.stdout.take().unwrap();
        let mut line = String::new();
        BufReader::new(out).read_line(&mut line).unwrap();
        let url = line
            .split_whitespace()
            .find(|word| word.starts_with("http://"));
        let url = url
            .unwrap_or_else(|| panic!("no address in {line:?}"))
            .to_owned();
        (Example(child), url)
    }
}

impl Drop for Example {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_game_is_watched_paused_and_stepped() {
    let (_game, url) = Example::asteroids();
    let browser = Browser::start();
    browser.look(1280, 900, "dark");
    browser.open(&url, LOADED);
    let hubs =
        browser.value("[...document.querySelectorAll('nav .name')].map(name => name.textContent)");
    assert_eq!(hubs, json!(["rocks", "bullets"]));
    // Rocks fly while the game runs, and stand while it is paused.
    let positions =
        "[...document.querySelectorAll('#lines .line')].map(line => line.children[2]?.textContent)";
    let value = || browser.value(positions);
    let before = value();
    browser.wait(&format!(
        "JSON.stringify({positions}) !== {}",
        json!(before.to_string())
    ));
    browser.click("#pause");
    browser.wait("document.getElementById('state').textContent === 'paused'");
    wait_for_looks(&browser);
    let still = value();
    wait_for_looks(&browser);
    assert_eq!(value(), still);
    // The figures agree with the rows, from the first to the last.
    let live: usize = figures(&browser)["live rows"]
        .parse()
        .expect("a small number");
    let ids = "[...document.querySelectorAll('#lines .line')].filter(line => !line.hidden).map(line => [line.children[0].textContent, line.children[1].textContent])";
    let mut seen: HashMap<String, String> = HashMap::new();
    browser.value("document.getElementById('scroll').focus()");
    browser.key("Home");
    for _ in 0..40 {
        browser.wait(LOADED);
        let rows: Vec<(String, String)> = serde_json::from_value(browser.value(ids)).unwrap();
        seen.extend(rows);
        browser.key("PageDown");
    }
    let found = seen.values().filter(|id| *id != "hole").count();
    assert_eq!(found, live);
    browser.click("#step");
    browser.key("Home");
    browser.wait(&format!(
        "JSON.stringify({positions}) !== {}",
        json!(still.to_string())
    ));
    // The game runs on when the page is gone.
    browser.open("about:blank", "location.href === 'about:blank'");
    browser.open(&url, LOADED);
    browser.wait("document.getElementById('state').textContent === 'running'");
    browser.check_complaints();
}
