//! Headless Chromium, driven by its `DevTools` protocol over a pipe.

use std::cell::RefCell;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use std::{env, fs, process};

use serde_json::{Value, json};

/// A browser with one page. Each call panics if it fails, because only tests make it.
#[derive(Debug)]
pub struct Browser {
    process: Child,
    profile: PathBuf,
    pipe: RefCell<Pipe>,
    session: String,
}

#[derive(Debug)]
struct Pipe {
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
    last: u64,
    /// What the page has complained about: errors, and what its policy has refused.
    complaints: Vec<String>,
}

/// How long a page may take for anything.
const PATIENCE: Duration = Duration::from_secs(30);

impl Browser {
    /// Starts the browser.
    ///
    /// # Panics
    ///
    /// Panics if Debian's package `chromium` is missing.
    pub fn start() -> Self {
        static LAST: AtomicU32 = AtomicU32::new(0);
        let number = LAST.fetch_add(1, Ordering::Relaxed);
        let profile = env::temp_dir().join(format!("soa-browser-{}-{number}", process::id()));
        // The protocol uses the descriptors 3 and 4, which only a shell can set without unsafe code.
        // A sandbox needs a user of its own, and root has none.
        let script = "exec chromium --headless=new --no-sandbox --disable-gpu --hide-scrollbars \
             --disable-dev-shm-usage --disable-background-networking --disable-component-update \
             --disable-extensions --no-first-run --remote-debugging-pipe --user-data-dir=\"$0\" \
             about:blank 3<&0 4>&1 </dev/null >/dev/null 2>&1";
        let mut process = Command::new("sh")
            .args(["-c", script])
            .arg(&profile)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a shell");
        let requests = process.stdin.take().expect("it is piped");
        let answers = BufReader::new(process.stdout.take().expect("it is piped"));
        let pipe = RefCell::new(Pipe {
            requests,
            answers,
            last: 0,
            complaints: Vec::new(),
        });
        let session = String::new();
        let mut browser = Browser {
            process,
            profile,
            pipe,
            session,
        };
        let target = browser.call("Target.createTarget", &json!({ "url": "about:blank" }));
        let target = json!({ "targetId": target["targetId"], "flatten": true });
        let attached = browser.call("Target.attachToTarget", &target);
        let session = attached["sessionId"].as_str();
        browser.session = session.map(str::to_owned).expect("a session");
        for domain in ["Page", "Runtime", "Log"] {
            browser.call(&format!("{domain}.enable"), &json!({}));
        }
        browser
    }

    /// Calls a method of the protocol and returns its result.
    ///
    /// # Panics
    ///
    /// Panics if the browser has ended or returns an error.
    pub fn call(&self, method: &str, parameters: &Value) -> Value {
        let mut pipe = self.pipe.borrow_mut();
        pipe.last += 1;
        let number = pipe.last;
        let mut request = json!({ "id": number, "method": method, "params": parameters });
        if !self.session.is_empty() {
            request["sessionId"] = json!(self.session);
        }
        let text = request.to_string();
        let sent = pipe.requests.write_all(text.as_bytes());
        sent.and_then(|()| pipe.requests.write_all(b"\0"))
            .expect("the browser runs; is the package `chromium` installed?");
        loop {
            let answer = pipe.receive().expect("the browser answers");
            if answer["id"] == number {
                assert!(answer["error"].is_null(), "{method}: {answer}");
                return answer["result"].clone();
            }
            pipe.listen(&answer);
        }
    }

    /// Opens a page and waits until `ready` is true.
    pub fn open(&self, url: &str, ready: &str) {
        self.call("Page.navigate", &json!({ "url": url }));
        self.wait(ready);
    }

    /// Computes an expression in the page, and waits for it if it is a promise.
    ///
    /// # Panics
    ///
    /// Panics if the expression throws.
    pub fn value(&self, expression: &str) -> Value {
        let parameters =
            json!({ "expression": expression, "awaitPromise": true, "returnByValue": true });
        let result = self.call("Runtime.evaluate", &parameters);
        let thrown = &result["exceptionDetails"];
        assert!(thrown.is_null(), "{expression}: {thrown}");
        result["result"]["value"].clone()
    }

    /// Computes an expression again and again, until it is true.
    ///
    /// # Panics
    ///
    /// Panics after half a minute.
    #[track_caller]
    pub fn wait(&self, expression: &str) {
        let start = Instant::now();
        while self.value(&format!("Boolean({expression})")) != true {
            if start.elapsed() > PATIENCE {
                let text = self.value("document.body.innerText");
                panic!(
                    "never true: {expression}\n{:?}\n{}",
                    self.complaints(),
                    text.as_str().unwrap_or_default()
                );
            }
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Presses a key: a letter, or a name such as `Enter`.
    pub fn key(&self, key: &str) {
        let code = match key {
            "Enter" => 13,
            "Escape" => 27,
            "PageUp" => 33,
            "PageDown" => 34,
            "End" => 35,
            "Home" => 36,
            "ArrowUp" => 38,
            "ArrowDown" => 40,
            "Tab" => 9,
            _ => 0,
        };
        let text = match key {
            "Enter" => "\r",
            _ if key.chars().count() == 1 => key,
            _ => "",
        };
        let down =
            json!({ "type": "keyDown", "key": key, "text": text, "windowsVirtualKeyCode": code });
        self.call("Input.dispatchKeyEvent", &down);
        let up = json!({ "type": "keyUp", "key": key, "windowsVirtualKeyCode": code });
        self.call("Input.dispatchKeyEvent", &up);
    }

    /// Types a text where the focus is.
    pub fn type_text(&self, text: &str) {
        self.call("Input.insertText", &json!({ "text": text }));
    }

    /// Turns the wheel over an element.
    pub fn wheel(&self, selector: &str, delta: i32) {
        let (x, y) = self.middle(selector);
        let parameters =
            json!({ "type": "mouseWheel", "x": x, "y": y, "deltaX": 0, "deltaY": delta });
        self.call("Input.dispatchMouseEvent", &parameters);
    }

    /// Clicks an element in its middle.
    pub fn click(&self, selector: &str) {
        self.mouse("mousePressed", selector);
        self.mouse("mouseReleased", selector);
    }

    /// Presses or releases the left button of the mouse in the middle of an element, with
    /// `mousePressed` or `mouseReleased`.
    pub fn mouse(&self, kind: &str, selector: &str) {
        let (x, y) = self.middle(selector);
        let parameters = json!({ "type": kind, "x": x, "y": y, "button": "left", "clickCount": 1 });
        self.call("Input.dispatchMouseEvent", &parameters);
    }

    fn middle(&self, selector: &str) -> (f64, f64) {
        let script = format!(
            "(() => {{ const element = document.querySelector({}); \
             element.scrollIntoView({{ block: 'nearest' }}); \
             const box = element.getBoundingClientRect(); \
             return [box.x + box.width / 2, box.y + box.height / 2]; }})()",
            json!(selector)
        );
        let found = self.value(&script);
        let at = |axis: usize| found[axis].as_f64().expect("a position");
        (at(0), at(1))
    }

    /// Sets the size of the window, in pixels, and the colours that the user prefers.
    pub fn look(&self, width: u32, height: u32, colours: &str) {
        let size =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.call("Emulation.setDeviceMetricsOverride", &size);
        let colours = json!({ "name": "prefers-color-scheme", "value": colours });
        self.call(
            "Emulation.setEmulatedMedia",
            &json!({ "features": [colours] }),
        );
    }

    /// Writes a picture of what can be seen.
    ///
    /// # Panics
    ///
    /// Panics if the file cannot be written.
    pub fn picture(&self, path: &Path) {
        let picture = self.call("Page.captureScreenshot", &json!({ "format": "png" }));
        let text = picture["data"].as_str().expect("a picture");
        fs::write(path, base64(text)).expect("the folder exists");
    }

    /// Returns what the page has complained about so far.
    pub fn complaints(&self) -> Vec<String> {
        self.value("1"); // reads what has come
        self.pipe.borrow().complaints.clone()
    }

    /// Checks that no policy was violated and nothing threw.
    ///
    /// # Panics
    ///
    /// Panics if the page has complained.
    pub fn check_complaints(&self) {
        let complaints = self.complaints();
        assert!(complaints.is_empty(), "{complaints:?}");
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        // The last files are written while the processes end.
        for _ in 0..20 {
            if fs::remove_dir_all(&self.profile).is_ok() {
                break;
            }
            thread::sleep(Duration::from_millis(50));
        }
    }
}

impl Pipe {
    fn receive(&mut self) -> io::Result<Value> {
        let mut bytes = Vec::new();
        self.answers.read_until(0, &mut bytes)?;
        bytes.pop();
        serde_json::from_slice(&bytes).map_err(io::Error::from)
    }

    fn listen(&mut self, event: &Value) {
        let parameters = &event["params"];
        match event["method"].as_str() {
            Some("Runtime.exceptionThrown") => {
                let details = &parameters["exceptionDetails"];
                self.complaints
                    .push(details["exception"]["description"].to_string());
            }
            Some("Log.entryAdded") => self
                .complaints
                .push(parameters["entry"]["text"].to_string()),
            _ => {}
        }
    }
}

/// Reads base 64.
fn base64(text: &str) -> Vec<u8> {
    let digits = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut bytes, mut bits, mut count) = (Vec::new(), 0_u32, 0);
    for c in text.bytes() {
        let Some(value) = digits.iter().position(|digit| *digit == c) else {
            continue; // padding
        };
        bits = (bits << 6 | u32::try_from(value).unwrap_or(0)) & 0xffff;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push(u8::try_from(bits >> count & 0xff).unwrap_or(0));
        }
    }
    bytes
}
