//! What frames copy, without a server.

use soa_runtime::IdAllocator;

use super::*;
use crate::job::{Find, Rows, Task, Words};

mod reserved;
mod search;

#[derive(IdAllocator)]
#[soa(tracked, derive(Debug))]
struct Rock {
    name: String,
    size: u32,
}

fn rocks(count: u32) -> RockHub {
    let rock = |size: u32| Rock {
        name: format!("rock {size}"),
        size,
    };
    (0..count).map(rock).collect()
}

fn look(hub: Option<u32>, rows: std::ops::Range<usize>, words: std::ops::Range<usize>) -> Job {
    Job {
        hub,
        task: Task::Look(Rows::new(rows), Words::new(words)),
        is_done: false,
    }
}

fn find(hub: u32, text: &str, from: usize) -> Job {
    Job {
        hub: Some(hub),
        task: Task::Find(Find::new(text, from)),
        is_done: false,
    }
}

/// Shows the hub frame by frame until the job is done, and returns the number of frames.
fn run(desk: &mut Desk, hub: &RockHub, job: Job) -> (Answer, u32) {
    let number = desk.push(job);
    for frames in 1..1_000_000 {
        desk.serve("rocks", &**hub, false);
        if let Some(answer) = desk.take(number, false) {
            return (answer, frames);
        }
    }
    panic!("the job never ends");
}

/// Returns a desk that has the hub, and the hub's number.
fn desk_with(hub: &RockHub) -> (Desk, u32) {
    let mut desk = Desk::default();
    let (answer, _) = run(&mut desk, hub, look(None, 0..0, 0..0));
    let number = answer.hubs[0].number;
    (desk, number)
}

fn table(answer: &Answer) -> Vec<Vec<String>> {
    let Task::Look(rows, _) = &answer.job.task else {
        panic!("it is not a look");
    };
    rows.iter()
        .map(|row| row.map(str::to_owned).collect())
        .collect()
}

fn found(answer: &Answer) -> (Option<usize>, Option<&str>) {
    let Task::Find(find) = &answer.job.task else {
        panic!("it is not a search");
    };
    (find.found, find.reason.as_deref())
}

#[test]
fn rows_are_those_of_the_hub() {
    let mut hub = rocks(100);
    let hole = hub.id_at(41).unwrap();
    hub.dealloc(hole);
    let (mut desk, number) = desk_with(&hub);
    let (answer, _) = run(&mut desk, &hub, look(Some(number), 40..43, 0..0));
    let expected = [
        vec!["40v1", "\"rock 40\"", "40"],
        vec![],
        vec!["42v1", "\"rock 42\"", "42"],
    ];
    assert_eq!(table(&answer), expected);
}

#[test]
fn rows_past_the_end_are_ignored() {
    let hub = rocks(3);
    let (mut desk, number) = desk_with(&hub);
    for (rows, copied) in [
        (2..50, 1),
        (3..9, 0),
        (usize::MAX - 1..usize::MAX, 0),
        (0..usize::MAX, 3),
    ] {
        let (answer, _) = run(&mut desk, &hub, look(Some(number), rows.clone(), rows));
        assert_eq!(table(&answer).len(), copied);
    }
}

#[test]
fn a_table_needs_several_frames_and_is_still_whole() {
    let hub = rocks(256);
    let (mut desk, number) = desk_with(&hub);
    let (answer, frames) = run(&mut desk, &hub, look(Some(number), 0..256, 0..4));
    assert!(frames > 2, "{frames} frames");
    let rows = table(&answer);
    assert_eq!(rows.len(), 256);
    for (row, cells) in rows.iter().enumerate() {
        assert_eq!(
            *cells,
            [
                format!("{row}v1"),
                format!("\"rock {row}\""),
                row.to_string()
            ]
        );
    }
}

#[test]
fn a_row_that_is_replaced_between_two_values_is_copied_again() {
    let mut hub = rocks(1);
    let mut job = look(None, 0..1, 0..0);
    // Each frame has time for one value. The id and the first value are of the old row.
    let over = Instant::now();
    job.work(&*hub, Tick::START, over);
    assert!(!job.is_done);
    let old = hub.id_at(0).unwrap();
    hub.dealloc(old);
    hub.insert(Rock {
        name: "new".into(),
        size: 7,
    });
    for _ in 0..10 {
        job.work(&*hub, Tick::START, over);
    }
    assert!(job.is_done);
    let Task::Look(rows, _) = &job.task else {
        unreachable!()
    };
    let cells: Vec<Vec<&str>> = rows.iter().map(Iterator::collect).collect();
    assert_eq!(cells, [["0v2", "\"new\"", "7"]]);
}

#[test]
fn a_huge_value_is_cut_and_a_huge_table_too() {
    let mut hub = RockHub::new();
    for size in 0..256 {
        hub.insert(Rock {
            name: "é".repeat(100_000),
            size,
        });
    }
    let (mut desk, number) = desk_with(&hub);
    let (answer, _) = run(&mut desk, &hub, look(Some(number), 0..256, 0..0));
    let rows = table(&answer);
    assert!(rows.len() > 20 && rows.len() <= 256);
    assert!(
        rows.iter()
            .all(|cells| cells[1].ends_with('…') && cells[2].parse::<u32>().is_ok())
    );
}

#[test]
fn words_are_the_live_rows_and_the_changes_of_the_last_second() {
    let mut hub = rocks(200);
    hub.advance();
    let (mut desk, number) = desk_with(&hub);
    let hole = hub.id_at(70).unwrap();
    hub.dealloc(hole);
    hub.advance();
    let (answer, _) = run(&mut desk, &hub, look(Some(number), 0..0, 1..9));
    let Task::Look(_, words) = &answer.job.task else {
        unreachable!()
    };
    assert_eq!(words.bits, [(!(1 << 6), 1 << 6), (u64::MAX, 0), (0xff, 0)]);
    assert!(answer.hubs[0].facts.as_ref().unwrap().since.is_some());
}

#[test]
fn hubs_share_the_time_of_a_frame() {
    let hub = rocks(100_000);
    let mut desk = Desk::default();
    for _ in 0..3 {
        desk.serve("a", &*hub, false);
        desk.serve("b", &*hub, false);
    }
    for name in ["a", "b"] {
        let number = desk
            .hubs
            .iter()
            .find(|hub| *hub.name == *name)
            .unwrap()
            .number;
        desk.push(find(number, "nowhere", 0));
    }
    let mut times: Vec<Duration> = Vec::new();
    for _ in 0..500 {
        let start = Instant::now();
        desk.serve("a", &*hub, false);
        desk.serve("b", &*hub, false);
        times.push(start.elapsed());
    }
    times.sort_unstable();
    assert!(times[250] < FRAME * 3, "{times:?}");
    let searched = desk.jobs.iter().map(|waiting| match &waiting.job.task {
        Task::Find(find) => find.next,
        Task::Look(..) => unreachable!(),
    });
    assert!(
        searched.into_iter().all(|rows| rows > 100),
        "both come forward"
    );
}

#[test]
fn names_do_not_grow_without_limit() {
    let hub = rocks(1);
    let mut desk = Desk::default();
    for name in 0..1000 {
        desk.serve(&name.to_string(), &*hub, false);
    }
    assert_eq!(desk.hubs.len(), MOST_HUBS);
}

#[test]
fn a_late_job_leaves_the_desk() {
    let mut desk = Desk::default();
    let number = desk.push(look(Some(7), 0..5, 0..5));
    assert!(desk.take(number, false).is_none());
    let answer = desk.take(number, true).expect("it is late");
    assert!(!answer.is_complete && answer.hubs.is_empty());
    assert!(desk.jobs.is_empty());
}

/// The order in which hubs are shown does not matter.
#[test]
fn a_hub_is_found_by_its_name_in_any_order() {
    let hubs: Vec<_> = (1..=7).map(rocks).collect();
    let mut desk = Desk::default();
    for order in [
        [0, 1, 2, 3, 4, 5, 6],
        [6, 5, 4, 3, 2, 1, 0],
        [3, 0, 6, 1, 5, 2, 4],
    ] {
        for number in order {
            desk.serve(&number.to_string(), &*hubs[number], false);
        }
    }
    assert_eq!(desk.hubs.len(), 7);
    for hub in &desk.hubs {
        let number: usize = hub.name.parse().unwrap();
        assert_eq!(hub.facts.as_ref().unwrap().counts.live, number + 1);
    }
}
