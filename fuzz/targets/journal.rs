//! Damaged journals: bytes of the file that change, move and vanish. Opening and loading must end
//! in an error or in a commit that was made, without a panic.

#![no_main]
#![allow(
    dead_code,
    reason = "only the tests of the modules use all that is in them"
)]

#[path = "../../crates/soa-journal/tests/journal/disk.rs"]
mod disk;
#[path = "../../tests/support/random.rs"]
mod random;

use std::sync::LazyLock;

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use soa_journal::{Flush, JournalError, Load, Options};
use soa_runtime::IdAllocator;

use crate::disk::Disk;

#[derive(IdAllocator)]
// A record of dense rows has all parts that a record can have.
#[soa(tracked = all, layout = dense, derive(Serialize, Deserialize))]
struct Unit {
    hp: u64,
    name: String,
}

/// A file whose hub was folded, and the offsets of all bytes that are not zero.
static WRITTEN: LazyLock<(Vec<u8>, Vec<usize>)> = LazyLock::new(|| {
    let disk = Disk::default();
    let options = Options::new().flush(Flush::Each).keep(3);
    let mut journal = options.open_on(disk.clone()).expect("an empty disk");
    let mut units = UnitHub::new();
    for number in 1..=20 {
        let name = "name".repeat(400);
        units.insert(Unit { hp: 0, name });
        let middle = units.len() / 2;
        units.swap_rows(0, middle);
        for (_, hp) in units.columns_mut().hp.iter_live_mut() {
            *hp = number;
        }
        for (_, name) in units.columns_mut().name.iter_live_mut() {
            name.push('x');
        }
        let written = journal.commit(|commit| commit.hub("units", &mut units));
        assert_eq!(written.expect("the disk works"), number);
    }
    drop(journal);
    let content = disk.content();
    let offsets = (0..content.len()).filter(|at| content[*at] != 0).collect();
    (content, offsets)
});

#[derive(Debug, Arbitrary)]
enum Edit {
    Set { at: u32, byte: u8 },
    Fill { at: u32, count: u8, byte: u8 },
    Copy { from: u32, to: u32, count: u16 },
    Cut { length: u32 },
}

fn edit(content: &mut Vec<u8>, offsets: &[usize], edit: &Edit) {
    let place = |at: u32| offsets[at as usize % offsets.len()];
    match *edit {
        Edit::Set { at, byte } => {
            if let Some(changed) = content.get_mut(place(at)) {
                *changed = byte;
            }
        }
        Edit::Fill { at, count, byte } => {
            let changed = content.iter_mut().skip(place(at));
            changed
                .take(count.into())
                .for_each(|changed| *changed = byte);
        }
        Edit::Copy { from, to, count } => {
            let (from, to, count) = (place(from), place(to), usize::from(count));
            if from.max(to) + count <= content.len() {
                content.copy_within(from..from + count, to);
            }
        }
        // What is shorter than its first bytes was hardly begun, and is made again.
        Edit::Cut { length } => content.truncate((length as usize).max(9)),
    }
}

fn read(content: Vec<u8>) -> Result<(), JournalError> {
    let journal = Options::new().open_on(Disk::with_content(content))?;
    for commit in journal.commits() {
        let units = journal.at(commit)?.load::<UnitHub>("units")?;
        assert_eq!(units.len() as u64, commit);
        assert!(units.iter().all(|(_, unit)| *unit.hp == commit));
    }
    Ok(())
}

fuzz_target!(|edits: Vec<Edit>| {
    let (written, offsets) = &*WRITTEN;
    let mut content = written.clone();
    for change in &edits {
        edit(&mut content, offsets, change);
    }
    // An error is an answer.
    let _ = read(content);
});
