//! What a page gets.

use std::io::Read;

use serde_json::json;

use crate::client::{hub, json, request};
use crate::{Program, rock};

#[test]
fn the_page_is_one_file_with_a_strict_policy() {
    let program = Program::still("rocks", 1);
    let [one, two] = [(); 2].map(|()| request(&program.url(), "GET", ""));
    assert_eq!(one.status, 200);
    let nonce = |head: &str| {
        let (_, rest) = head.split_once("script-src 'nonce-").expect("a policy");
        rest.split('\'').next().unwrap().to_owned()
    };
    assert_ne!(nonce(&one.head), nonce(&two.head));
    assert!(one.head.contains("default-src 'none'"));
    assert!(one.body.contains(&format!(
        "<script nonce=\"{}\" type=\"module\">",
        nonce(&one.head)
    )));
    assert!(!one.body.contains("%nonce%"));
    // Nothing from outside, and no text that becomes HTML.
    for word in [
        "http:",
        "https:",
        "//cdn",
        "@import",
        "innerHTML",
        "insertAdjacentHTML",
        "eval(",
    ] {
        assert!(!one.body.contains(word), "{word}");
    }
}

#[test]
fn a_look_has_counts_columns_rows_and_words() {
    let program = Program::start("rocks", 100, |rocks| {
        if rocks.len() == 100 {
            let id = rocks.id_at(3).unwrap();
            rocks.dealloc(id);
        }
    });
    let url = program.url();
    let number = hub(&url);
    let look = json(&url, &format!("look?hub={number}&rows=2,3&words=0,9"));
    let own = &look["hubs"][0];
    assert_eq!(
        (&own["name"], &own["kind"]),
        (&json!("rocks"), &json!("RockHub"))
    );
    assert_eq!(
        (&own["live"], &own["free"], &own["slots"]),
        (&json!(99), &json!(1), &json!(100))
    );
    assert_eq!((&own["retired"], &own["reserved"]), (&json!(0), &json!(0)));
    assert_eq!(own["columns"][1]["type"], "u32");
    let columns = own["columns"].as_array().unwrap();
    let bytes: u64 = columns
        .iter()
        .map(|column| column["bytes"].as_u64().unwrap())
        .sum();
    let rest = own["table"].as_u64().unwrap() + own["spare"].as_u64().unwrap();
    assert_eq!(own["bytes"], bytes + rest);
    assert_eq!(
        look["rows"],
        json!([["2v1", "\"rock 2\"", "2"], null, ["4v1", "\"rock 4\"", "4"]])
    );
    assert_eq!(look["live"], "fffffffffffffff70000000fffffffff");
    assert_eq!(look["complete"], true);
}

#[test]
fn a_search_goes_on_where_it_ended() {
    let program = Program::still("rocks", 20_000);
    let url = program.url();
    let number = hub(&url);
    let mut from = 0;
    loop {
        let find = json(
            &url,
            &format!("find?hub={number}&from={from}&text=rock%2019999"),
        );
        if let Some(found) = find["found"].as_u64() {
            assert_eq!(found, 19_999);
            break;
        }
        let next = find["next"].as_u64().unwrap();
        assert!(next > from && find["ended"] == false, "{find}");
        from = next;
    }
    let found = json(&url, &format!("find?hub={number}&text=777v1"));
    assert_eq!(found["found"], 777);
    let stale = json(&url, &format!("find?hub={number}&text=777v2"));
    assert!(
        stale["reason"].as_str().unwrap().contains("777v2"),
        "{stale}"
    );
}

#[test]
fn text_is_text_whatever_it_contains() {
    const NAME: &str = "<img src=x onerror=alert(1)>\"'&\u{202e}";
    let program = Program::start(NAME, 0, |rocks| {
        if rocks.is_empty() {
            rocks.insert(crate::Rock {
                name: "</script><b>".to_owned(),
                ..rock(1)
            });
        }
    });
    let url = program.url();
    let number = hub(&url);
    let path = format!("look?hub={number}&rows=0,1");
    let body = request(&url, "GET", &path).body;
    assert!(!body.contains('<'), "{body}");
    let look = json(&url, &path);
    assert_eq!(look["hubs"][0]["name"], NAME);
    assert_eq!(look["rows"][0][1], "\"</script><b>\"");
}

#[test]
fn a_program_without_frames_is_answered_for() {
    let inspector = soa_inspect::Inspector::bind("127.0.0.1:0").unwrap();
    let look = json(&inspector.url(), "look?hub=1&rows=0,5");
    assert_eq!(
        (&look["complete"], &look["hubs"]),
        (&json!(false), &json!([]))
    );
}

#[test]
fn a_dropped_inspector_frees_its_port() {
    let inspector = soa_inspect::Inspector::bind("127.0.0.1:0").unwrap();
    let url = inspector.url();
    let mut idle = crate::client::connect(&url);
    let address = crate::client::split(&url).0.to_owned();
    drop(inspector);
    assert!(std::net::TcpStream::connect(address).is_err());
    // It ends the connections of clients that ask for nothing, too.
    let end = idle.read(&mut [0]);
    assert!(
        match &end {
            Ok(read) => *read == 0,
            Err(error) => error.kind() == std::io::ErrorKind::ConnectionReset,
        },
        "{end:?}"
    );
}
