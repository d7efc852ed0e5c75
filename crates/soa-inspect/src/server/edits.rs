//! Edits: who may make them, what they are, and their answers.

use std::net::IpAddr;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use serde::Deserialize;

use super::pages::Cell;
use super::report;
use super::request::Request;
use super::response::{Refusal, Response};
use super::routes::{Reply, Site, hub, is_same};
use crate::clock::{Clock, Since};
use crate::desk::{Desk, Ended};
use crate::edit::{Edit, Entered, Outcome};

/// How long an edit waits for a frame. Then it is withdrawn.
const PATIENCE: Duration = Duration::from_millis(700);

/// The largest number of bytes of an id or a column that other pages are shown.
const LONGEST: usize = 400;

/// An edit, as a page sends it. The value is a text of JSON, so that JavaScript reads no numbers.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "lowercase", deny_unknown_fields)]
enum Sent {
    Set {
        hub: u32,
        id: String,
        column: String,
        value: String,
    },
    Free {
        hub: u32,
        id: String,
    },
    Make {
        hub: u32,
    },
}

impl Sent {
    fn split(self) -> (u32, Edit) {
        match self {
            Sent::Set {
                hub,
                id,
                column,
                value,
            } => {
                let value = Entered::new(value);
                (hub, Edit::Set { id, column, value })
            }
            Sent::Free { hub, id } => (hub, Edit::Free { id }),
            Sent::Make { hub } => (hub, Edit::Make),
        }
    }
}

impl Site {
    /// Makes an edit.
    pub(super) fn edit(&self, request: &Request, peer: IpAddr) -> Result<Reply<'_>, Refusal> {
        self.may_edit(peer)?;
        let body = request.body.as_ref().ok_or(Refusal::MALFORMED)?;
        if !is_same(&body.token, &self.token) {
            return Err(Refusal::TOKEN);
        }
        // Serde reads an enum from a list as well.
        let sent = if body.json.trim_ascii_start().starts_with(b"{") {
            serde_json::from_slice::<Sent>(&body.json).map_err(|error| error.to_string())
        } else {
            Err("an edit is a JSON object".to_owned())
        };
        Ok(Reply::Whole(match sent.map(Sent::split) {
            Ok((hub, edit)) => self.wait_for(&Since::now(), hub, edit),
            Err(reason) => Response::refused(Refusal::MALFORMED, &reason),
        }))
    }

    /// Returns a value as the JSON that a page edits.
    pub(super) fn cell(&self, request: &Request, peer: IpAddr) -> Result<Reply<'_>, Refusal> {
        self.may_edit(peer)?;
        let hub = hub(request)?.ok_or(Refusal::MALFORMED)?;
        let (id, column) = (request.text("id")?, request.text("column")?);
        let edit = Edit::Get { id, column };
        Ok(Reply::Whole(self.wait_for(&Since::now(), hub, edit)))
    }

    /// Appends the number of a page that may edit, and the other pages, to a report.
    pub(super) fn with_pages(
        &self,
        mut report: String,
        request: &Request,
        peer: IpAddr,
    ) -> Result<String, Refusal> {
        let page = request.numbers("page")?;
        let Some([page]) = page.filter(|_| self.may_edit(peer).is_ok()) else {
            return Ok(report);
        };
        let (id, column) = (request.text("id")?, request.text("column")?);
        let is_cell = !id.is_empty() && id.len().max(column.len()) <= LONGEST;
        let cell = hub(request)?.filter(|_| is_cell);
        let cell = cell.map(|hub| Cell { hub, id, column });
        let page = u32::try_from(page).unwrap_or(0);
        let (number, others) = self.pages.visit(page, cell, Instant::now());
        report::push_pages(&mut report, number, &others);
        Ok(report)
    }

    fn may_edit(&self, peer: IpAddr) -> Result<(), Refusal> {
        if !self.shared.edits.load(Ordering::Relaxed) {
            return Err(Refusal::EDITS);
        }
        if !peer.to_canonical().is_loopback() {
            return Err(Refusal::FAR);
        }
        Ok(())
    }

    /// Waits until a frame has done the edit, or withdraws it.
    fn wait_for(&self, clock: &impl Clock, hub: u32, edit: Edit) -> Response {
        let is_shown = self.shared.desk().map(|desk| desk.has_hub(hub));
        if is_shown == Some(false) {
            let reason = "no hub with this number is shown";
            return Response::refused(Refusal::MALFORMED, reason);
        }
        let push = |desk: &mut Desk| desk.push_edit(hub, edit);
        let ended = self.shared.wait(clock, PATIENCE, push, Desk::take_edit);
        let Some(Ended::Outcome(outcome)) = ended else {
            return Refusal::LATE.into();
        };
        let (refusal, reason) = match outcome {
            Outcome::Done(json) => return Response::json(json),
            Outcome::Malformed(reason) => (Refusal::MALFORMED, reason),
            Outcome::Stale(reason) => (Refusal::STALE, reason),
            Outcome::Refused(reason) => (Refusal::FIELD, reason),
        };
        Response::refused(refusal, &reason)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::shared::Shared;

    const FAR: [&str; 6] = [
        "192.168.1.7",
        "0.0.0.0",
        "::",
        "fe80::1",
        "::ffff:192.168.1.7",
        "8.8.8.8",
    ];

    fn site() -> (Arc<Shared>, Site) {
        let shared = Arc::new(Shared::default());
        let bound = "0.0.0.0".parse().unwrap();
        let site = Site::new(Arc::clone(&shared), bound, "token".to_owned());
        (shared, site)
    }

    #[test]
    fn a_client_elsewhere_is_refused_whatever_it_asks_for() {
        let (shared, site) = site();
        shared.edits.store(true, Ordering::Relaxed);
        let request = |line: &str, headers: &str, body: &str| {
            let text = format!("{line} HTTP/1.1\r\nHost: 1.2.3.4:4000\r\n{headers}\r\n{body}");
            let parsed = Request::parse(text.as_bytes(), site.bound).unwrap();
            parsed.expect("it is whole").0
        };
        let headers =
            "Content-Type: application/json\r\nX-Soa-Token: token\r\nContent-Length: 21\r\n";
        let edit = request("POST /token/edit", headers, r#"{"do":"make","hub":1}"#);
        let cell = request("GET /token/cell?hub=1&id=0v1&column=hp", "", "");
        let look = request("GET /token/look?page=0", "", "");
        let near = IpAddr::from([127, 0, 0, 1]);
        for request in [&edit, &cell] {
            for far in FAR {
                let reply = site.reply(request, far.parse().unwrap());
                assert_eq!(reply.map(|_| ()), Err(Refusal::FAR), "{far}");
            }
            let reply = format!("{:?}", site.reply(request, near));
            assert!(
                reply.contains("no hub with this number is shown"),
                "{reply}"
            );
        }
        let look = |peer: IpAddr| format!("{:?}", site.reply(&look, peer).unwrap());
        let (far, near) = (look(FAR[0].parse().unwrap()), look(near));
        assert!(!far.contains(r#"\"page\":"#), "{far}");
        assert!(near.contains(r#"\"page\":1"#), "{near}");
    }

    #[test]
    fn only_this_machine_may_edit() {
        let (shared, site) = site();
        let may_edit = |peer: &str| site.may_edit(peer.parse().unwrap());
        assert_eq!(may_edit("127.0.0.1"), Err(Refusal::EDITS));
        shared.edits.store(true, Ordering::Relaxed);
        for near in ["127.0.0.1", "127.3.2.1", "::1", "::ffff:127.0.0.1"] {
            assert_eq!(may_edit(near), Ok(()), "{near}");
        }
        for far in FAR {
            assert_eq!(may_edit(far), Err(Refusal::FAR), "{far}");
        }
    }
}
