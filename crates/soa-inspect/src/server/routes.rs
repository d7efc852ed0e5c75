//! From a path to an answer.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

#[cfg(feature = "edit")]
use super::pages::Pages;
use super::report;
use super::request::Request;
use super::response::{Refusal, Response};
use super::token;
use crate::gate::Hold;
use crate::job::{Find, Job, Rows, Task, Words};
use crate::shared::Shared;

/// The page, with a mark for the number of its script and its style.
const PAGE: &str = include_str!("../page.html");
const NONCE: &str = "%nonce%";

/// How long a page waits for the program's frames.
const LOOK: Duration = Duration::from_millis(700);

/// How long a search goes on. The page asks again, from where it ended.
const FIND: Duration = Duration::from_millis(400);

/// The largest number of bytes that are searched for.
const LONGEST: usize = 400;

/// What the server serves.
#[derive(Debug)]
pub(super) struct Site {
    pub(super) shared: Arc<Shared>,
    /// The address that is listened at.
    pub(super) bound: IpAddr,
    pub(super) token: String,
    program: String,
    #[cfg(feature = "edit")]
    pub(super) pages: Pages,
}

/// The answer to a request that was not refused.
#[derive(Debug)]
pub(super) enum Reply<'a> {
    Whole(Response),
    /// The program is paused for as long as the connection lasts.
    Hold(Hold<'a>),
}

impl Site {
    pub(super) fn new(shared: Arc<Shared>, bound: IpAddr, token: String) -> Self {
        let path = std::env::current_exe().ok();
        let name = path.as_ref().and_then(|path| path.file_stem());
        let program = name.map_or(String::new(), |name| name.to_string_lossy().into_owned());
        Site {
            shared,
            bound,
            token,
            program,
            #[cfg(feature = "edit")]
            pages: Pages::default(),
        }
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.shared.is_stopped()
    }

    /// Answers a request of a client at this address.
    #[cfg_attr(
        not(feature = "edit"),
        expect(unused_variables, reason = "who edits is asked where it is")
    )]
    pub(super) fn reply(&self, request: &Request, peer: IpAddr) -> Result<Reply<'_>, Refusal> {
        let path = request
            .path
            .strip_prefix('/')
            .and_then(|path| path.split_once('/'));
        let path = path.filter(|(token, _)| is_same(token, &self.token));
        let (_, path) = path.ok_or(Refusal::PATH)?;
        let gate = &self.shared.gate;
        match (path, request.is_post) {
            ("", false) => Self::page(),
            ("look", false) => {
                let report = self.look(request)?;
                #[cfg(feature = "edit")]
                let report = self.with_pages(report, request, peer)?;
                Ok(whole(report))
            }
            ("find", false) => self.find(request),
            ("pause", true) => gate.hold().map(Reply::Hold).ok_or(Refusal::GATE),
            ("step", true) => {
                gate.step();
                Ok(done())
            }
            ("resume", true) => {
                gate.resume();
                Ok(done())
            }
            #[cfg(feature = "edit")]
            ("edit", true) => self.edit(request, peer),
            #[cfg(feature = "edit")]
            ("cell", false) => self.cell(request, peer),
            #[cfg(feature = "edit")]
            ("edit" | "cell", _) => Err(Refusal::METHOD),
            ("timeline", true) => self.choose(request),
            ("" | "look" | "find" | "pause" | "step" | "resume" | "timeline", _) => {
                Err(Refusal::METHOD)
            }
            _ => Err(Refusal::PATH),
        }
    }

    /// Records the moment that a viewer has chosen.
    fn choose(&self, request: &Request) -> Result<Reply<'_>, Refusal> {
        let moment = request.text("at")?;
        let moment = moment.parse().map_err(|_| Refusal::MALFORMED)?;
        let is_shown = self.shared.timeline.choose(moment);
        is_shown.then(done).ok_or(Refusal::TIMELINE)
    }

    fn page<'a>() -> Result<Reply<'a>, Refusal> {
        let nonce = token().map_err(|_| Refusal::CLIENTS)?;
        let page = PAGE.replace(NONCE, &nonce);
        Ok(Reply::Whole(Response::page(page, &nonce)))
    }

    /// Returns the hubs, and rows and words of one of them, without the last brace.
    fn look(&self, request: &Request) -> Result<String, Refusal> {
        let hub = hub(request)?;
        let range = |name: &str| {
            let numbers = request.numbers(name)?;
            Ok(numbers.map_or(0..0, |[from, count]| from..from.saturating_add(count)))
        };
        let task = Task::Look(Rows::new(range("rows")?), Words::new(range("words")?));
        self.ask(hub, task, LOOK)
    }

    /// Searches a hub, and returns how far the search has come.
    fn find(&self, request: &Request) -> Result<Reply<'_>, Refusal> {
        let text = request.text("text")?;
        let hub = hub(request)?.filter(|_| !text.is_empty() && text.len() <= LONGEST);
        let hub = hub.ok_or(Refusal::MALFORMED)?;
        let [from] = request.numbers("from")?.unwrap_or([0]);
        let report = self.ask(Some(hub), Task::Find(Find::new(&text, from)), FIND)?;
        Ok(whole(report))
    }

    fn ask(&self, hub: Option<u32>, task: Task, patience: Duration) -> Result<String, Refusal> {
        let is_done = false;
        let known = |hub: &u32| self.shared.desk().is_some_and(|desk| desk.has_hub(*hub));
        let hub = hub.filter(known);
        let answer = self.shared.ask(Job { hub, task, is_done }, patience);
        let answer = answer.ok_or(Refusal::CLIENTS)?;
        let (gate, timeline) = (self.shared.gate.state(), self.shared.timeline.shown());
        Ok(report::write(&self.program, gate, timeline, &answer))
    }
}

/// Ends a report.
fn whole<'a>(mut report: String) -> Reply<'a> {
    report.push('}');
    Reply::Whole(Response::json(report))
}

fn done<'a>() -> Reply<'a> {
    Reply::Whole(Response::json("{}".to_owned()))
}

pub(super) fn hub(request: &Request) -> Result<Option<u32>, Refusal> {
    let number = request.numbers("hub")?;
    let number = number.map(|[hub]: [usize; 1]| u32::try_from(hub));
    number.transpose().map_err(|_| Refusal::MALFORMED)
}

/// Compares in the same time wherever the difference is.
pub(super) fn is_same(given: &str, token: &str) -> bool {
    let differing = given
        .bytes()
        .zip(token.bytes())
        .fold(0, |bits, (a, b)| bits | (a ^ b));
    given.len() == token.len() && differing == 0
}
