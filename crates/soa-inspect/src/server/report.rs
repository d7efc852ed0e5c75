//! What frames have copied, as JSON for the page.

use std::fmt::Write;
use std::iter::repeat;
use std::time::{Duration, Instant};

#[cfg(feature = "edit")]
use super::pages::Page;
use crate::desk::{Answer, Entry, Facts};
use crate::job::{Find, Rows, Task, Words};
use crate::json::{push_list, push_text};
use crate::timeline::Shown;

/// Writes to a text, which never fails.
macro_rules! push {
    ($out:expr, $($part:tt)*) => { let _ = write!($out, $($part)*); };
}

/// Returns an answer as JSON, without its last brace.
pub(super) fn write(program: &str, gate: &str, timeline: Option<Shown>, answer: &Answer) -> String {
    let now = Instant::now();
    let mut out = String::from("{\"program\":");
    push_text(&mut out, program);
    push!(
        out,
        ",\"gate\":\"{gate}\",\"complete\":{}",
        answer.is_complete
    );
    if let Some(Shown { first, last, at }) = timeline {
        // Numbers of JavaScript have 53 bits.
        push!(out, ",\"timeline\":[\"{first}\",\"{last}\",\"{at}\"]");
    }
    out.push_str(",\"hubs\":");
    let shown = answer
        .hubs
        .iter()
        .filter_map(|hub| Some((hub, hub.facts.as_ref()?)));
    push_list(&mut out, shown, |out, (hub, facts)| {
        push_hub(out, hub, facts, now);
    });
    match &answer.job.hub {
        Some(hub) => {
            push!(out, ",\"hub\":{hub}");
        }
        None => out.push_str(",\"hub\":null"),
    }
    match &answer.job.task {
        Task::Look(rows, words) => {
            push_rows(&mut out, rows);
            push_words(&mut out, words);
        }
        Task::Find(find) => push_find(&mut out, find, answer.job.is_done),
    }
    out
}

/// Appends the number of the page, and the other pages with the cells that they edit.
#[cfg(feature = "edit")]
pub(super) fn push_pages(out: &mut String, number: u32, others: &[Page]) {
    push!(out, ",\"page\":{number},\"pages\":");
    push_list(out, others, |out, page| {
        push!(out, "{{\"page\":{}", page.number);
        if let Some(cell) = &page.cell {
            push!(out, ",\"hub\":{},\"id\":", cell.hub);
            push_text(out, &cell.id);
            out.push_str(",\"column\":");
            push_text(out, &cell.column);
        }
        out.push('}');
    });
}

fn push_hub(out: &mut String, hub: &Entry, facts: &Facts, now: Instant) {
    push!(out, "{{\"number\":{},\"name\":", hub.number);
    push_text(out, &hub.name);
    out.push_str(",\"kind\":");
    push_text(out, facts.kind);
    let counts = &facts.counts;
    let aside = counts.aside();
    push!(
        out,
        ",\"dense\":{},\"rows\":{},\"live\":{},\"slots\":{},\"free\":{},\"aside\":{aside}",
        facts.is_dense,
        facts.rows,
        counts.live,
        counts.slots,
        counts.free
    );
    if let Some((retired, reserved)) = facts.aside {
        push!(out, ",\"retired\":{retired},\"reserved\":{reserved}");
    }
    push!(
        out,
        ",\"capacity\":{},\"table\":{},\"spare\":{},\"bytes\":{},\"age\":{}",
        counts.capacity,
        counts.slot_table,
        counts.spare,
        counts.total,
        millis(now, facts.shown)
    );
    if let Some(tick) = facts.tick {
        // Numbers of JavaScript have 53 bits.
        push!(out, ",\"tick\":\"{}\"", tick.to_bits());
    }
    if let Some(since) = facts.since {
        push!(out, ",\"since\":{}", millis(now, since));
    }
    push!(out, ",\"editable\":{}", facts.names.is_some());
    let names = facts.names.unwrap_or_default().iter().copied();
    let names = names.chain(repeat(None));
    out.push_str(",\"columns\":");
    push_list(
        out,
        facts.columns.iter().zip(&facts.bytes).zip(names),
        |out, ((column, bytes), name)| {
            out.push_str("{\"name\":");
            push_text(out, column.name);
            out.push_str(",\"type\":");
            push_text(out, column.type_name);
            push!(
                out,
                ",\"size\":{},\"tracked\":{},\"bytes\":{bytes}",
                column.size,
                column.tracked
            );
            if let Some(name) = name {
                out.push_str(",\"edit\":");
                push_text(out, name);
            }
            out.push('}');
        },
    );
    out.push('}');
}

fn millis(now: Instant, then: Instant) -> u128 {
    now.checked_duration_since(then)
        .unwrap_or(Duration::ZERO)
        .as_millis()
}

/// Appends the rows, each as a list of texts: the id and the values. A hole is `null`.
fn push_rows(out: &mut String, rows: &Rows) {
    push!(
        out,
        ",\"cut\":{},\"from\":{},\"rows\":",
        rows.is_cut,
        rows.from
    );
    push_list(out, rows.iter(), |out, cells| {
        let mut cells = cells.peekable();
        if cells.peek().is_some() {
            push_list(out, cells, push_text);
        } else {
            out.push_str("null");
        }
    });
}

/// Appends the bits of the words in 16 digits each, the first word first.
fn push_words(out: &mut String, words: &Words) {
    push!(out, ",\"word\":{},\"live\":\"", words.from);
    for (live, _) in &words.bits {
        push!(out, "{live:016x}");
    }
    out.push_str("\",\"changed\":\"");
    if words.bits.iter().any(|&(_, changed)| changed != 0) {
        for (_, changed) in &words.bits {
            push!(out, "{changed:016x}");
        }
    }
    out.push('"');
}

fn push_find(out: &mut String, find: &Find, is_done: bool) {
    push!(out, ",\"next\":{},\"ended\":{is_done}", find.next);
    if let Some(row) = find.found {
        push!(out, ",\"found\":{row}");
    }
    if let Some(reason) = &find.reason {
        out.push_str(",\"reason\":");
        push_text(out, reason);
    }
}
