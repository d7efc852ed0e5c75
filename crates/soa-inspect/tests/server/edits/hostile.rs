//! Edits that nobody with the page has made.

use std::io::{self, Read, Write};
use std::net::{Shutdown, UdpSocket};
use std::thread;
use std::time::Duration;

use serde_json::json;
use soa_inspect::Inspector;

use super::Edited;
use crate::client::{answer, connect, edit, hub, post, raw, request, split};

const JSON: &str = "Content-Type: application/json";

/// Returns the token of the address of a program.
fn token(program: &Edited) -> String {
    split(&program.url).1.trim_matches('/').to_owned()
}

/// A program, the headers with which its page sends edits, and an edit that would be done.
fn case() -> (Edited, String, String) {
    let program = Edited::start();
    let own = format!("{JSON}\r\nX-Soa-Token: {}", token(&program));
    let edit = json!({ "hub": hub(&program.url), "do": "free", "id": "1v1" });
    (program, own, edit.to_string())
}

/// The head of a request that sends an edit with these headers.
fn head(program: &Edited, headers: &str) -> String {
    let (host, root) = split(&program.url);
    format!("POST {root}edit HTTP/1.1\r\nHost: {host}\r\n{headers}\r\n")
}

#[test]
fn nothing_is_changed_without_the_token() {
    let (program, own, edit) = case();
    let status = |headers: &str| post(&program.url, "edit", headers, &edit).status;
    let token = token(&program);
    let wrong = token.chars().rev().collect::<String>();
    assert_eq!(status(JSON), 403);
    for given in [
        &wrong,
        "",
        &token[1..],
        &format!("{token}0"),
        &token.to_uppercase(),
    ] {
        assert_eq!(
            status(&format!("{JSON}\r\nX-Soa-Token: {given}")),
            403,
            "{given}"
        );
    }
    assert_eq!(
        status(&format!("{own}\r\nX-Soa-Token: {token}")),
        403,
        "twice"
    );
    let elsewhere = program.url.replace(&token, &wrong);
    assert_eq!(post(&elsewhere, "edit", &own, &edit).status, 404);
    program.check_unchanged();
    assert_eq!(status(&own), 200);
}

#[test]
fn a_form_changes_nothing() {
    let (program, own, edit) = case();
    for kind in [
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "text/plain",
        "text/plain; application/json",
    ] {
        let headers = own.replace("application/json", kind);
        assert_eq!(
            post(&program.url, "edit", &headers, &edit).status,
            400,
            "{kind}"
        );
    }
    let headers = format!("X-Soa-Token: {}", token(&program));
    assert_eq!(post(&program.url, "edit", &headers, &edit).status, 400);
    program.check_unchanged();
}

#[test]
fn another_site_changes_nothing() {
    let (program, own, edit) = case();
    let status = |more: &str| post(&program.url, "edit", &format!("{own}\r\n{more}"), &edit).status;
    for more in [
        "Origin: http://evil.example",
        "Origin: null",
        "Origin: http://localhost:80",
        "Sec-Fetch-Site: cross-site",
        "Sec-Fetch-Site: same-site",
    ] {
        assert_eq!(status(more), 403, "{more}");
    }
    // A browser asks first whether another site may send the headers.
    assert_eq!(request(&program.url, "OPTIONS", "edit").status, 405);
    let (host, root) = split(&program.url);
    let port = host.rsplit(':').next().unwrap();
    let head = format!("POST {root}edit HTTP/1.1\r\nHost: evil.example:{port}\r\n{own}\r\n");
    let length = edit.len();
    let text = format!("{head}Content-Length: {length}\r\n\r\n{edit}");
    assert_eq!(answer(&raw(&program.url, text.as_bytes())).status, 403);
    program.check_unchanged();
    assert_eq!(
        status(&format!(
            "Origin: http://{host}\r\nSec-Fetch-Site: same-origin"
        )),
        200
    );
}

#[test]
fn a_look_at_an_edit_changes_nothing() {
    let (program, own, edit) = case();
    for path in ["edit", "edit?do=free&id=1v1&hub=1"] {
        assert_eq!(request(&program.url, "GET", path).status, 405, "{path}");
    }
    assert_eq!(request(&program.url, "POST", "cell").status, 405);
    // Other paths have no body.
    for path in ["step", "look", "cell", "edit/", "Edit"] {
        assert_eq!(post(&program.url, path, &own, &edit).status, 413, "{path}");
    }
    program.check_unchanged();
}

#[test]
fn an_edit_has_at_most_8_kib() {
    let (program, own, _) = case();
    let number = hub(&program.url);
    let edit = |letters: usize| {
        let value = "a".repeat(letters);
        json!({ "hub": number, "do": "set", "id": "1v1", "column": "name", "value": value })
            .to_string()
    };
    let most = 8192 - edit(0).len();
    assert_eq!(
        post(&program.url, "edit", &own, &edit(most + 1)).status,
        413
    );
    program.check_unchanged();
    assert_eq!(post(&program.url, "edit", &own, &edit(most)).status, 200);
    let head = head(&program, &own);
    for lengths in ["Content-Length: 99999999999", "Transfer-Encoding: chunked"] {
        let bytes = raw(&program.url, format!("{head}{lengths}\r\n\r\n").as_bytes());
        assert_eq!(answer(&bytes).status, 413, "{lengths}");
    }
    let twice = "Content-Length: 2\r\nContent-Length: 3";
    for lengths in ["A: b", "Content-Length: -1", "Content-Length: 0x2", twice] {
        let bytes = raw(
            &program.url,
            format!("{head}{lengths}\r\n\r\n{{}}").as_bytes(),
        );
        assert_eq!(answer(&bytes).status, 400, "{lengths}");
    }
}

#[test]
fn an_edit_is_an_object() {
    let (program, own, _) = case();
    let number = hub(&program.url);
    for body in [
        format!(r#"["make",{number}]"#),
        format!(r#" ["make", {number}]"#),
        format!(r#"["free",{number},"1v1"]"#),
        format!(r#"[{{"do":"make","hub":{number}}}]"#),
        "\"make\"".to_owned(),
        String::new(),
    ] {
        let answer = post(&program.url, "edit", &own, &body);
        assert_eq!(
            (answer.status, &*answer.body),
            (400, "an edit is a JSON object\n"),
            "{body}"
        );
    }
    program.check_unchanged();
    let body = format!("\r\n\t {{\"do\":\"make\",\"hub\":{number}}} ");
    assert_eq!(post(&program.url, "edit", &own, &body).status, 200);
}

/// Sends an edit that is refused by its headers, and the rest of its body after the answer has begun.
/// Returns the answer, unless the connection is reset.
fn send_on(program: &Edited, headers: &str, length: usize) -> io::Result<Vec<u8>> {
    let head = head(
        program,
        &format!("{headers}\r\nContent-Length: {length}\r\n"),
    );
    let (mut stream, mut bytes) = (connect(&program.url), vec![0; 12]);
    stream.write_all(head.as_bytes())?;
    stream.read_exact(&mut bytes)?;
    for _ in 0..4 {
        stream.write_all(&vec![b'a'; length / 4])?;
        thread::sleep(Duration::from_millis(2));
    }
    stream.read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[test]
fn a_client_that_is_refused_early_learns_the_reason() {
    let (program, own, _) = case();
    let form = own.replace("application/json", "text/plain");
    for (headers, length, status) in [
        (&*own, 12 << 10, 413),
        (&form, 8000, 400),
        (JSON, 8000, 403),
    ] {
        // On a busy machine the rest of the body may come too late.
        let bytes = (0..5).find_map(|_| send_on(&program, headers, length).ok());
        assert_eq!(answer(&bytes.expect("no reset")).status, status);
    }
    program.check_unchanged();
}

/// Where the machine has only loopback, there is nobody else who could ask.
#[test]
fn a_client_at_another_address_of_this_machine_changes_nothing() {
    let route = UdpSocket::bind("0.0.0.0:0").unwrap();
    // Sends nothing, but the system chooses the address from which it would.
    let own = route
        .connect("192.0.2.1:9")
        .and_then(|()| route.local_addr());
    let Some(own) = own.ok().filter(|own| !own.ip().is_loopback()) else {
        return;
    };
    let inspector = Inspector::bind_anywhere("0.0.0.0:0").unwrap();
    let program = Edited::with(inspector.allow_edits());
    let far = program.url.replace("127.0.0.1", &own.ip().to_string());
    let number = hub(&far);
    let edit = edit(&far, &json!({ "hub": number, "do": "free", "id": "1v1" }));
    assert_eq!(
        (edit.status, &*edit.body),
        (
            403,
            "edits are accepted from loopback only; open the page at `127.0.0.1`\n"
        )
    );
    let cell = format!("cell?hub={number}&id=1v1&column=name");
    assert_eq!(request(&far, "GET", &cell).status, 403);
    let look = request(&far, "GET", "look?page=0").body;
    assert!(!look.contains("\"page\":"), "{look}");
    program.check_unchanged();
}

#[test]
fn an_edit_that_is_cut_off_changes_nothing() {
    let (program, own, edit) = case();
    let length = format!("Content-Length: {}\r\n\r\n", edit.len());
    let whole = head(&program, &own) + &length + &edit;
    for length in (0..whole.len()).step_by(11) {
        let mut stream = connect(&program.url);
        stream.write_all(&whole.as_bytes()[..length]).unwrap();
        stream.shutdown(Shutdown::Write).unwrap();
        let _ = stream.read_to_end(&mut Vec::new());
    }
    program.check_unchanged();
    assert!(
        raw(
            &program.url,
            whole
                .replace("Host", "Connection: close\r\nHost")
                .as_bytes()
        )
        .starts_with(b"HTTP/1.1 200")
    );
}

#[test]
fn a_slow_edit_is_dropped_and_changes_nothing() {
    let (program, own, edit) = case();
    let mut stream = connect(&program.url);
    let begun = head(&program, &own) + "Content-Length: 8000\r\n\r\n" + &edit;
    stream.write_all(begun.as_bytes()).unwrap();
    let slow = {
        let mut stream = stream.try_clone().unwrap();
        thread::spawn(move || {
            while stream.write_all(b" ").is_ok() {
                thread::sleep(Duration::from_millis(20));
            }
        })
    };
    while !slow.is_finished() {
        hub(&program.url);
    }
    slow.join().unwrap();
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    assert!(bytes.is_empty() || answer(&bytes).status == 408);
    program.check_unchanged();
}

#[test]
fn two_edits_in_one_packet_are_two_answers() {
    let (program, own, edit) = case();
    let head = head(&program, &own) + &format!("Content-Length: {}\r\n", edit.len());
    let text = format!("{head}\r\n{edit}{head}Connection: close\r\n\r\n{edit}");
    let text = String::from_utf8(raw(&program.url, text.as_bytes())).unwrap();
    assert_eq!(text.matches("HTTP/1.1 200 OK").count(), 1, "{text}");
    assert_eq!(text.matches("HTTP/1.1 409 Conflict").count(), 1, "{text}");
}

#[test]
fn random_bytes_change_nothing() {
    let (program, own, edit) = case();
    let mut random = 0x9e37_79b9_u32;
    for _ in 0..200 {
        // Marsaglia's xorshift.
        random ^= random << 13;
        random ^= random >> 17;
        random ^= random << 5;
        let (at, letter) = (
            random as usize % edit.len(),
            random.to_be_bytes()[1] % 95 + 32,
        );
        let mut bytes = edit.clone().into_bytes();
        if bytes[at] == letter {
            continue;
        }
        bytes[at] = letter;
        let text = String::from_utf8(bytes).unwrap();
        if text.contains("free") && text.contains("v1\"") {
            continue; // it may be an edit of another row
        }
        let status = post(&program.url, "edit", &own, &text).status;
        assert!([400, 409].contains(&status), "{text}: {status}");
    }
    program.check_unchanged();
}
