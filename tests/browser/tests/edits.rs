//! A page in a real browser edits a running program.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

#[path = "../../support/rounds.rs"]
mod rounds;

use std::io::{Read, Write};
use std::net::TcpListener;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;

use rounds::Rounds;
use serde_json::json;
use soa_inspect::Inspector;
use soa_runtime::{EditRow, IdAllocator};
use soa_test_browser::Browser;

#[derive(IdAllocator)]
#[soa(tracked, derive(Debug, Serialize, Deserialize))]
#[serde(rename_all = "camelCase")]
struct Star {
    name: String,
    total_mass: u64,
    #[serde(skip)]
    seen: bool,
    size: f32,
}

#[derive(IdAllocator)]
#[soa(layout = dense, derive(Debug, Serialize, Deserialize))]
struct Planet {
    number: u32,
}

/// A record of more columns than fit on a page.
#[derive(IdAllocator, Default)]
#[soa(derive(Debug, Serialize, Deserialize))]
struct Comet {
    orbit: f64,
    coma: f64,
    tail: f64,
    dust: f64,
    ice: f64,
    speed: f64,
    mass: f64,
    age: f64,
    first_seen_by_somebody: f64,
    heat: f64,
    spin: f64,
    hue: f64,
    ash: u8,
    salt: u8,
    iron: u8,
}

struct Sky {
    stars: StarHub,
    planets: PlanetHub,
    comets: CometHub,
}

/// A program with nine stars and nine planets, which runs until it is dropped.
struct Program {
    url: String,
    /// Whether frames are shown.
    shows: Arc<AtomicBool>,
    sky: Arc<Mutex<Sky>>,
    _runs: Rounds,
}

impl Program {
    fn start(inspector: Inspector) -> Self {
        let star = |mass: u64| Star {
            name: format!("star {mass}"),
            total_mass: mass,
            seen: false,
            size: 0.5,
        };
        let sky = Arc::new(Mutex::new(Sky {
            stars: (0..9).map(star).collect(),
            planets: (0..9).map(|number| Planet { number }).collect(),
            comets: (0..40).map(|_| Comet::default()).collect(),
        }));
        let shows = Arc::new(AtomicBool::new(true));
        let (url, own, showing) = (inspector.url(), Arc::clone(&sky), Arc::clone(&shows));
        let runs = Rounds::start(move || {
            let mut sky = own.lock().unwrap();
            if inspector.gate() {
                sky.stars.advance();
            }
            if showing.load(Ordering::Relaxed) {
                inspector.show_mut("stars", &mut sky.stars);
                inspector.show_mut("planets", &mut sky.planets);
                inspector.show_mut("comets", &mut sky.comets);
            }
        });
        Program {
            url,
            shows,
            sky,
            _runs: runs,
        }
    }

    fn sky(&self) -> MutexGuard<'_, Sky> {
        self.sky.lock().unwrap()
    }

    /// Frees a planet.
    fn remove(&self, row: usize) {
        let planets = &mut self.sky().planets;
        let id = planets.id_at(row).unwrap();
        planets.dealloc(id);
    }

    /// Returns the names of the stars, and `None` for each hole.
    fn names(&self) -> Vec<Option<String>> {
        let stars = &self.sky().stars;
        let rows = 0..stars.slots();
        rows.map(|row| Some(stars.row(stars.id_at(row)?).name.clone()))
            .collect()
    }

    /// Returns the name, the mass and the size of a star.
    fn star(&self, row: usize) -> (String, u64, f32) {
        let stars = &self.sky().stars;
        let star = stars.row(stars.id_at(row).unwrap());
        (star.name.clone(), *star.total_mass, *star.size)
    }
}

/// Starts a program, and opens its page.
fn open() -> (Program, Browser) {
    let program = Program::start(Inspector::bind("127.0.0.1:0").unwrap().allow_edits());
    let browser = Browser::start();
    browser.look(1280, 900, "light");
    browser.open(
        &program.url,
        "document.querySelectorAll('#lines .edits').length >= 27",
    );
    (program, browser)
}

/// Returns the selector of a cell. Column 1 is the id, and 2 the first value.
fn cell(row: usize, column: usize) -> String {
    format!("#row{row} > :nth-child({})", column + 1)
}

/// Clicks a value, and waits for its JSON.
fn click_value(browser: &Browser, row: usize, column: usize) -> String {
    browser.click(&cell(row, column));
    browser.wait(
        "!document.getElementById('editor').hidden && !document.getElementById('value').readOnly",
    );
    let value = browser.value("document.getElementById('value').value");
    value.as_str().unwrap().to_owned()
}

/// Replaces what is in the editor, and presses Enter.
fn enter(browser: &Browser, text: &str) {
    browser.value("document.getElementById('value').select()");
    browser.type_text(text);
    browser.key("Enter");
}

const CLOSED: &str = "document.getElementById('editor').hidden";

/// Waits until a cell shows a text.
fn wait_for(browser: &Browser, row: usize, column: usize, text: &str) {
    let (cell, text) = (json!(cell(row, column)), json!(text));
    browser.wait(&format!(
        "document.querySelector({cell})?.textContent === {text}"
    ));
}

/// Returns the error at the cell that is edited, once there is one.
fn flaw(browser: &Browser) -> String {
    browser.wait("!document.getElementById('flaw').hidden");
    let text = browser.value("document.getElementById('flaw').textContent");
    text.as_str().unwrap().to_owned()
}

/// No policy was violated and nothing threw. The browser logs each answer that is an error.
fn check_complaints(browser: &Browser) {
    let complaints = browser.complaints();
    let others: Vec<_> = complaints
        .iter()
        .filter(|text| !text.contains("the server responded with a status of"))
        .collect();
    assert!(others.is_empty(), "{others:?}");
}

#[test]
fn a_value_is_changed_and_the_program_sees_it() {
    let (program, browser) = open();
    assert_eq!(click_value(&browser, 3, 2), "\"star 3\"");
    enter(&browser, "the sun");
    browser.wait(CLOSED);
    assert_eq!(program.star(3).0, "the sun");
    wait_for(&browser, 3, 2, "\"the sun\"");

    // JavaScript has no such numbers.
    assert_eq!(click_value(&browser, 4, 3), "4");
    enter(&browser, "18446744073709551615");
    browser.wait(CLOSED);
    assert_eq!(program.star(4).1, u64::MAX);
    assert_eq!(click_value(&browser, 4, 3), "18446744073709551615");
    enter(&browser, "9007199254740993");
    browser.wait(CLOSED);
    assert_eq!(program.star(4).1, (1 << 53) + 1);
    check_complaints(&browser);
}

#[test]
fn rows_are_made_and_freed_and_the_program_sees_it() {
    let (program, browser) = open();
    browser.click(&cell(2, 0));
    browser.click("#free");
    wait_for(&browser, 2, 1, "hole");
    assert_eq!(program.names()[2], None);
    browser.click("#make");
    browser.wait("document.getElementById('found').textContent === 'made 2v2'");
    assert_eq!(program.names()[2].as_deref(), Some(""));
    let chosen = browser.value("document.querySelector('.line.chosen .id').textContent");
    assert_eq!(chosen, "2v2");
    // In the dense layout the last row moves.
    browser.key("]");
    wait_for(&browser, 8, 2, "8");
    browser.click(&cell(1, 0));
    browser.click("#free");
    wait_for(&browser, 1, 1, "8v1");
    let numbers = program.sky().planets.columns().number.to_vec();
    assert_eq!(numbers, [0, 8, 2, 3, 4, 5, 6, 7]);
    check_complaints(&browser);
}

#[test]
fn what_was_chosen_is_changed_even_if_another_row_takes_its_place() {
    let (program, browser) = open();
    browser.key("]");
    wait_for(&browser, 8, 2, "8");
    let numbers = || program.sky().planets.columns().number.to_vec();
    let is_disabled = || browser.value("document.getElementById('free').disabled");

    // The chosen row moves.
    browser.click(&cell(8, 0));
    program.remove(0);
    wait_for(&browser, 0, 1, "8v1");
    let chosen = browser.value("document.querySelector('.line.chosen .id').textContent");
    assert_eq!(chosen, "8v1");
    // The second click comes while the first one is on its way.
    browser.value(
        "window.edits = 0; \
         const real = window.fetch; \
         window.fetch = (url, init) => { if (url === 'edit') edits += 1; return real(url, init); }; \
         for (const time of [1, 2]) document.getElementById('free').click()",
    );
    browser.wait("document.getElementById('found').textContent === 'freed 8v1'");
    assert_eq!(browser.value("edits"), 1);
    assert_eq!(numbers(), [7, 1, 2, 3, 4, 5, 6]);

    // Another row takes the place of the chosen one, which is gone.
    browser.click(&cell(2, 0));
    assert_eq!(is_disabled(), false);
    program.remove(2);
    wait_for(&browser, 2, 1, "6v1");
    assert_eq!(is_disabled(), true);
    browser.value("document.getElementById('free').click()");
    browser.key("Enter");
    assert_eq!(browser.value(CLOSED), true);
    assert_eq!(browser.value("edits"), 1);
    assert_eq!(numbers(), [7, 1, 6, 3, 4, 5]);

    // It does so while the button of the mouse is down.
    browser.mouse("mousePressed", &cell(3, 2));
    program.remove(3);
    wait_for(&browser, 3, 1, "5v1");
    browser.mouse("mouseReleased", &cell(3, 2));
    assert_eq!(browser.value(CLOSED), true);
    check_complaints(&browser);
}

#[test]
fn a_wrong_value_shows_its_error_at_the_cell() {
    let (program, browser) = open();
    click_value(&browser, 5, 3);
    enter(&browser, "-1");
    assert!(flaw(&browser).starts_with("invalid value: integer `-1`, expected u64"));
    let boxes = |id: &str| {
        browser.value(&format!(
            "(({{ left, top }}) => [left, top])({id}.getBoundingClientRect())"
        ))
    };
    let [at, of_flaw] = [
        boxes(&format!("document.querySelector({})", json!(cell(5, 3)))),
        boxes("document.getElementById('flaw')"),
    ];
    let distance =
        |axis: usize| (at[axis].as_f64().unwrap() - of_flaw[axis].as_f64().unwrap()).abs();
    assert!(distance(0) < 10.0 && distance(1) < 60.0, "{at} {of_flaw}");
    // What was entered is still there, and is put right.
    let value = browser.value("document.getElementById('value').value");
    assert_eq!(value, "-1");
    enter(&browser, "ant");
    assert!(flaw(&browser).starts_with("invalid type: string \"ant\", expected u64"));
    browser.key("Escape");
    browser.wait(CLOSED);
    wait_for(&browser, 5, 3, "5");

    click_value(&browser, 5, 5);
    enter(&browser, "1e39");
    assert!(flaw(&browser).contains("number out of range"));
    enter(&browser, "2.5");
    browser.wait(CLOSED);
    assert_eq!(program.star(5), ("star 5".to_owned(), 5, 2.5));

    // The row is freed while it is edited.
    click_value(&browser, 6, 2);
    {
        let stars = &mut program.sky().stars;
        let id = stars.id_at(6).unwrap();
        stars.dealloc(id);
    }
    enter(&browser, "nobody");
    assert!(flaw(&browser).contains("6v1"));
    check_complaints(&browser);
}

/// Looks that were asked for before the edit arrive after its answer, with the old value.
#[test]
fn what_is_shown_while_an_edit_is_on_its_way_does_not_jump() {
    let (program, browser) = open();
    click_value(&browser, 1, 2);
    browser.value(&format!(
        "window.seen = new Set(); window.looks = []; window.edits = 0; \
         const real = window.fetch; \
         window.fetch = async (url, init) => {{ \
           const answer = await real(url, init); \
           if (url.startsWith('look')) await new Promise(go => looks.push(go)); \
           if (url === 'edit') edits += 1; \
           return answer; \
         }}; \
         (function look() {{ \
           const [editor, value] = ['editor', 'value'].map(id => document.getElementById(id)); \
           const cell = document.querySelector({}); \
           if (editor.hidden) seen.add(cell.textContent); \
           else if (value.readOnly) seen.add(`entered ${{value.value}}`); \
           requestAnimationFrame(look); \
         }})()",
        json!(cell(1, 2))
    ));
    browser.wait("looks.length === 1");
    enter(&browser, "moon");
    browser.wait("edits === 1");
    assert_eq!(program.star(1).0, "moon");
    // Some pictures later the old look arrives, and then new ones.
    browser.value("new Promise(done => { let left = 5; (function next() { left -= 1; if (left) requestAnimationFrame(next); else done(); })(); })");
    browser.value("(() => { const old = looks; window.looks = { push: go => go() }; old.forEach(go => go()); })()");
    browser.wait(CLOSED);
    wait_for(&browser, 1, 2, "\"moon\"");
    browser.wait("seen.size > 1");
    let seen = browser.value("[...seen]");
    assert_eq!(seen, json!(["entered moon", "\"moon\""]));
}

#[test]
fn an_edit_without_a_frame_is_an_error_at_the_cell() {
    let (program, browser) = open();
    click_value(&browser, 1, 2);
    program.shows.store(false, Ordering::Relaxed);
    enter(&browser, "moon");
    assert!(flaw(&browser).contains("withdrawn"), "{}", flaw(&browser));
    program.shows.store(true, Ordering::Relaxed);
    browser.key("Escape");
    wait_for(&browser, 1, 2, "\"star 1\"");
    assert_eq!(program.star(1).0, "star 1");
}

#[test]
fn the_keyboard_edits_one_value_after_the_other() {
    let (program, browser) = open();
    browser.value("document.getElementById('scroll').focus()");
    browser.key("Home");
    browser.key("ArrowDown");
    browser.key("Enter");
    let ready = |name: &str| {
        browser.wait(&format!(
            "document.activeElement.getAttribute('aria-label') === {} && !document.activeElement.readOnly",
            json!(name)
        ));
    };
    ready("name of 1v1");
    browser.type_text("Vega");
    browser.key("Tab");
    ready("total_mass of 1v1");
    browser.type_text("77");
    browser.key("Tab");
    ready("size of 1v1"); // the column between them is not read
    browser.type_text("2");
    browser.key("Enter");
    browser.wait(CLOSED);
    assert_eq!(program.star(1), ("Vega".to_owned(), 77, 2.0));
    assert_eq!(browser.value("document.activeElement.id"), "scroll");
    // Keys of the editor do not move the rows.
    assert_eq!(
        browser.value("document.querySelector('.line.chosen').id"),
        "row1"
    );
    check_complaints(&browser);
}

#[test]
fn the_editor_stays_at_its_row_when_rows_move() {
    let (program, browser) = open();
    browser.key("]");
    wait_for(&browser, 8, 2, "8");
    click_value(&browser, 8, 2);
    program.remove(0);
    wait_for(&browser, 0, 1, "8v1");
    let top = |selector: &str| {
        let script = format!(
            "document.querySelector({}).getBoundingClientRect().top",
            json!(selector)
        );
        browser.value(&script).as_f64().unwrap()
    };
    assert!((top("#editor") - top(&cell(0, 2))).abs() < 2.0);
    enter(&browser, "88");
    browser.wait(CLOSED);
    assert_eq!(program.sky().planets.columns().number[0], 88);
}

#[test]
fn a_page_shows_its_number_and_the_cells_that_other_pages_edit() {
    let (program, browser) = open();
    browser.look(400, 800, "dark");
    let text = "document.getElementById('pages').textContent";
    browser.wait(&format!("{text} === 'page 1'"));
    let hub = browser.value("fetch('look').then(a => a.json()).then(look => look.hubs[0].number)");
    for column in ["size", "name"] {
        let visit =
            format!("fetch('look?page=0&hub={hub}&id=4v1&column={column}').then(a => a.ok)");
        assert_eq!(browser.value(&visit), true);
    }
    browser.wait("document.querySelectorAll('.taken').length === 2");
    browser.wait(&format!("{text} === 'page 1; also open: 2, 3'"));
    let of_each = |part: &str| {
        browser.value(&format!(
            "[...document.querySelectorAll('.taken')].map(one => one.{part})"
        ))
    };
    // Each has its number, whatever its width.
    assert_eq!(of_each("dataset.page"), json!(["✎3", "✎2"]));
    assert_eq!(of_each("textContent"), json!(["\"star 4\"", "0.5"]));
    let titles = ["page 3 edits this", "page 2 edits this"];
    assert_eq!(of_each("title"), json!(titles));
    drop(program);
}

#[test]
fn a_page_of_a_program_that_allows_no_edits_only_shows() {
    let program = Program::start(Inspector::bind("127.0.0.1:0").unwrap());
    let browser = Browser::start();
    browser.open(
        &program.url,
        "document.querySelectorAll('#lines .value').length >= 36",
    );
    browser.click(&cell(3, 2));
    assert_eq!(
        browser.value("document.querySelectorAll('.edits').length"),
        0
    );
    assert_eq!(
        browser.value("document.getElementById('change').hidden"),
        true
    );
    assert_eq!(browser.value(CLOSED), true);
    check_complaints(&browser);
}

/// Serves one page at an address of its own, as often as it is asked.
fn other_site(html: String) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/", listener.local_addr().unwrap());
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let _ = stream.read(&mut [0; 4096]);
            let length = html.len();
            let head = format!(
                "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n"
            );
            let _ = stream.write_all((head + &html).as_bytes());
        }
    });
    url
}

#[test]
fn nothing_happens_without_the_token_or_from_another_site() {
    let (program, browser) = open();
    let hub = browser
        .value("fetch('look').then(answer => answer.json()).then(look => look.hubs[0].number)");
    let edit = json!({ "hub": hub, "do": "free", "id": "1v1" }).to_string();
    let status = |headers: &str| {
        browser.value(&format!(
            "fetch('edit', {{ method: 'POST', headers: {headers}, body: {} }}).then(answer => answer.status)",
            json!(edit)
        ))
    };
    assert_eq!(status("{ 'Content-Type': 'application/json' }"), 403);
    assert_eq!(
        status("{ 'Content-Type': 'application/json', 'X-Soa-Token': 'x' }"),
        403
    );
    assert_eq!(
        status("{ 'X-Soa-Token': location.pathname.split('/')[1] }"),
        400
    );

    // Another site that has even learnt the address, with its token.
    let (url, token) = (
        format!("{}edit", program.url),
        program.url.split('/').nth(3).unwrap(),
    );
    let site = other_site(format!(
        "<!doctype html><title>other</title><script>\
         const url = {}, token = {}, body = {};\
         const ask = init => fetch(url, {{ method: 'POST', body, ...init }}).then(() => 'read', () => 'refused');\
         window.tried = Promise.all([\
           ask({{ headers: {{ 'Content-Type': 'application/json', 'X-Soa-Token': token }} }}),\
           ask({{ headers: {{ 'Content-Type': 'text/plain' }} }}),\
           ask({{ mode: 'no-cors' }}).then(done => done),\
           navigator.sendBeacon(url, new Blob([body], {{ type: 'text/plain' }}))]);\
         </script>\
         <form id=form method=post action={} enctype='text/plain'><input name='{{\"a\":\"' value='\"}}'></form>",
        json!(url),
        json!(token),
        json!(edit),
        json!(url)
    ));
    browser.open(&site, "document.title === 'other'");
    let tried = browser.value("window.tried");
    assert_eq!(tried[0], "refused", "{tried}");
    assert_eq!(tried[1], "refused", "{tried}");
    browser.value("document.getElementById('form').submit()");
    browser.wait("location.pathname.endsWith('/edit')");
    let answer = browser.value("document.body.innerText");
    assert!(
        answer.as_str().unwrap().contains("application/json"),
        "{answer}"
    );
    assert_eq!(program.names().iter().flatten().count(), 9);
}

/// Whether an element is in sight: nothing covers its left, its middle or its right.
fn in_sight(id: &str) -> String {
    format!(
        "(() => {{ const {{ left, right, top, bottom }} = {id}.getBoundingClientRect(); \
         return [left + 3, (left + right) / 2, right - 3].every(x => \
         {id}.contains(document.elementFromPoint(x, (top + bottom) / 2))); }})()"
    )
}

#[test]
fn every_value_that_a_key_opens_is_in_sight() {
    let (program, browser) = open();
    for (width, height, colours) in [
        (1280, 900, "light"),
        (400, 800, "dark"),
        (1700, 900, "dark"),
    ] {
        browser.look(width, height, colours);
        browser.value("[...document.querySelectorAll('#hubs button')].find(b => b.textContent.startsWith('comets')).click()");
        browser.wait("document.querySelectorAll('#lines .edits').length >= 60");
        browser.value("document.getElementById('scroll').focus()");
        browser.key("End");
        browser.key("Enter");
        for column in 0..15 {
            let name = Comet::FIELDS[column].unwrap();
            browser.wait(&format!(
                "document.activeElement.ariaLabel === '{name} of 39v1' && !document.activeElement.readOnly"
            ));
            // The row and its id are still there.
            for id in [
                "document.getElementById('value')",
                "document.querySelector('#row39 > .at')",
                "document.querySelector('#row39 > .id')",
            ] {
                assert_eq!(browser.value(&in_sight(id)), true, "{width}: {name}: {id}");
            }
            browser.key("Tab");
        }
        browser.wait(CLOSED);
        let sideways =
            "document.documentElement.scrollWidth <= document.documentElement.clientWidth";
        assert_eq!(browser.value(sideways), true, "{width}");
    }
    check_complaints(&browser);
    drop(program);
}

#[test]
fn the_rows_come_before_the_memory() {
    let (program, browser) = open();
    for width in [1280, 400] {
        browser.look(width, 800, "light");
        let top = browser.value("document.getElementById('scroll').getBoundingClientRect().top");
        assert!(top.as_f64().unwrap() < 500.0, "{width}: {top}");
    }
    drop(program);
}

#[test]
fn a_row_that_is_gone_is_said_at_once_and_so_is_another_page_at_the_same_cell() {
    let (program, browser) = open();
    browser.look(400, 800, "light");
    click_value(&browser, 4, 3);
    let hub = browser.value("fetch('look').then(a => a.json()).then(look => look.hubs[0].number)");
    let visit = format!("fetch('look?page=0&hub={hub}&id=4v1&column=totalMass').then(a => a.ok)");
    assert_eq!(browser.value(&visit), true);
    assert_eq!(flaw(&browser), "page 2 edits this, too; the last edit wins");
    browser.wait("document.getElementById('flaw').hidden"); // the other page has closed
    {
        let stars = &mut program.sky().stars;
        let id = stars.id_at(4).unwrap();
        stars.dealloc(id);
        stars.alloc();
    }
    wait_for(&browser, 4, 1, "4v2");
    assert_eq!(flaw(&browser), "4v1 is gone");
    enter(&browser, "7");
    browser.key("Escape");
    assert_eq!(program.star(4).1, 0, "the new row is as it was");
    check_complaints(&browser);
}

#[test]
fn a_row_is_freed_by_its_name_and_a_failure_looks_like_one() {
    let (program, browser) = open();
    browser.click(&cell(3, 0));
    let text = |id: &str| browser.value(&format!("document.getElementById('{id}').textContent"));
    assert_eq!(text("free"), "Free 3v1");
    program.shows.store(false, Ordering::Relaxed);
    browser.click("#free");
    browser.wait("document.getElementById('found').classList.contains('bad')");
    assert!(text("found").as_str().unwrap().contains("withdrawn"));
    program.shows.store(true, Ordering::Relaxed);
}

#[test]
fn nothing_that_is_pasted_is_cut_off() {
    let (program, browser) = open();
    click_value(&browser, 1, 2);
    browser.value("document.getElementById('value').select()");
    browser.type_text(&"a".repeat(9000));
    browser.key("Enter");
    assert_eq!(flaw(&browser), "an edit has at most 8 KiB");
    assert_eq!(program.star(1).0, "star 1");
}
