//! The messages of panics, and the lines that they name.

use std::cell::Cell;
use std::panic::Location;
use std::sync::Once;

use crate::support::panic_message;
use soa_runtime::{IdAllocator, StaleIdError};

#[derive(IdAllocator)]
struct Texture {
    mips: u32,
}

/// With few generations, so that slots are used up soon.
#[derive(IdAllocator)]
#[soa(bits(index = 4, generation = 2))]
struct Brief {
    value: u8,
}

fn texture(mips: u32) -> Texture {
    Texture { mips }
}

thread_local! {
    /// Where this thread has panicked last.
    static PLACE: Cell<(&'static str, u32)> = const { Cell::new(("", 0)) };
}

/// What `call` panics with. The line of the caller is blamed.
#[track_caller]
fn blamed(call: impl FnOnce()) -> String {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            let here = info.location().filter(|place| place.file() == file!());
            PLACE.set(here.map_or(("", 0), |place| (file!(), place.line())));
            before(info);
        }));
    });
    let message = panic_message(call);
    assert_eq!(PLACE.get(), (file!(), Location::caller().line()));
    message
}

/// Uses a value, whatever it is.
fn touch<V>(_: V) {}

#[test]
fn a_panic_names_the_hub_the_id_and_the_cause_at_the_callers_line() {
    let mut hub: TextureHub = (0..4).map(texture).collect();
    let stale = hub.id_at(3).unwrap();
    hub.dealloc(stale);
    let free = "stale id 3v1 of TextureHub: slot 3 is at generation 2, free";
    assert_eq!(blamed(|| touch(hub.row(stale))), free);
    assert_eq!(blamed(|| touch(hub.columns().mips[stale])), free);

    hub.alloc();
    let reused = "stale id 3v1 of TextureHub: slot 3 is at generation 2";
    assert_eq!(blamed(|| *hub.row_mut(stale).mips = 1), reused);
    assert_eq!(blamed(|| hub.columns_mut().mips[stale] = 1), reused);
    assert_eq!(blamed(|| touch(hub.columns_mut().mips[stale])), reused);

    let larger: TextureHub = (0..9).map(texture).collect();
    let foreign = larger.id_at(8);
    let message = panic_message(|| touch(hub.row(foreign.unwrap())));
    assert_eq!(
        message,
        "foreign id 8v1 of TextureHub: slot 8 is not one of its 4"
    );
    let message = panic_message(|| touch(hub.row(TextureId::DANGLING)));
    assert_eq!(message, "dangling id of TextureHub: it names no slot");
}

#[test]
fn a_panic_tells_a_retired_slot_and_a_free_one_without_generation() {
    #[derive(IdAllocator)]
    #[soa(hub = Bare, id = BareId, bits(index = 8, generation = 0))]
    struct Plain {
        value: u8,
    }

    let mut brief = BriefHub::new();
    let mut last = brief.alloc();
    while let Some(next) = brief.renew(last) {
        last = next;
    }
    brief.dealloc(last);
    let message = panic_message(|| touch(brief.row(last)));
    assert_eq!(message, "stale id 0v3 of BriefHub: slot 0 is retired");

    let mut bare = Bare::new();
    let id = bare.alloc();
    assert_eq!((*bare.row(id).value, id.generation()), (0, 0));
    bare.dealloc(id);
    let message = panic_message(|| touch(bare.row(id)));
    assert_eq!(message, "stale id 0v0 of Bare: slot 0 is free");
}

#[test]
fn a_refused_row_panics_at_the_callers_line_with_the_reason() {
    let mut hub: BriefHub = (0..15).map(|value| Brief { value }).collect();
    let full = "BriefHub has no room: the id type can address at most 15 rows (live, reserved and retired)";
    assert_eq!(blamed(|| touch(hub.alloc())), full);
    assert_eq!(blamed(|| touch(hub.insert(Brief { value: 1 }))), full);
    assert_eq!(
        blamed(|| touch(hub.insert_with(|_| unreachable!("there is no row")))),
        full
    );
    assert_eq!(blamed(|| hub.reserve(1)), full);
    assert_eq!(blamed(|| touch(BriefHub::with_capacity(16))), full);
    assert_eq!(hub.len(), 15);
}

#[test]
fn an_error_is_a_sentence_and_has_its_cause() {
    #[derive(IdAllocator)]
    #[soa(bits(index = 2, generation = 2))]
    struct Few {
        value: u8,
    }
    let mut few = FewHub::new();
    let ids = few.alloc_many(3);
    let error = few.try_insert(Few { value: 1 }).expect_err("all are used");
    let cause = "the id type can address at most 3 rows (live, reserved and retired)";
    assert_eq!(
        error.to_string(),
        format!("the value was not inserted: {cause}")
    );
    let source = std::error::Error::source(&error).expect("the reason");
    assert_eq!(source.to_string(), cause);
    let twice = few
        .get_disjoint_mut([ids[0], ids[1], ids[0]])
        .err()
        .unwrap();
    let sentence = "the id at position 2 names the same row as an earlier one";
    assert_eq!(twice.to_string(), sentence);
    few.dealloc(ids[1]);
    let stale = few.get_disjoint_mut([ids[0], ids[1]]).err().unwrap();
    assert_eq!(stale.to_string(), "the id at position 1 is not live");
    let error = few
        .insert_at(ids[0], Few { value: 1 })
        .expect_err("there is a row");
    assert_eq!(error.reason.to_string(), "the slot has a live row");
    for (text, sentence) in [
        ("2v", "the text is not an id; expected a text such as `2v1`"),
        ("9v1", "no id of this type has such an index and generation"),
    ] {
        let error = text.parse::<FewId>().expect_err("no hub issues it");
        assert_eq!(error.to_string(), sentence);
    }
}

#[test]
fn a_hub_shows_its_counts_unless_its_rows_are_asked_for() {
    #[derive(IdAllocator, Debug)]
    #[soa(derive(Debug))]
    struct Shown {
        mips: u32,
    }

    let mut textures: TextureHub = (0..3).map(texture).collect();
    let middle = textures.id_at(1).unwrap();
    textures.dealloc(middle);
    textures.shrink_to_fit();
    let bytes = textures.stats().bytes;
    assert_eq!(
        format!("{textures:?}"),
        format!(
            "TextureHub {{ live: 2, free: 1, retired: 0, reserved: 0, slots: 3, capacity: 3, bytes: {bytes} }}"
        )
    );
    let shown: ShownHub = [Shown { mips: 4 }].into_iter().collect();
    assert_eq!(format!("{shown:?}"), "{0v1: ShownRow { mips: 4 }}");
}

#[test]
fn a_refusal_keeps_its_text_when_the_hub_changes_and_is_good_for_every_caller() {
    let mut hub = BriefHub::new();
    let id = hub.alloc();
    hub.dealloc(id);
    let error = hub.try_row(id).err().expect("stale");
    let before = "stale id 0v1 of BriefHub: slot 0 is at generation 2, free";
    hub.alloc();
    drop(hub);
    assert_eq!(error.clone().to_string(), before);
    let boxed: Box<dyn std::error::Error + Send + Sync> = error.into();
    assert!(boxed.downcast_ref::<StaleIdError>().is_some());
    assert!(
        size_of::<StaleIdError>() <= 48,
        "it has no room for the hub"
    );
}
