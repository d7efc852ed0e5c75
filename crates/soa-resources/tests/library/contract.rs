//! What each call of a library says it does.

use std::time::Duration;

use crate::support::{Counted, Folder, LONG, ONE, Script, TWO, Text, World, library, one_worker};
use soa_resources::{
    AnyResource, BoxError, Config, Directory, Event, Holder, Job, Layers, Library, Memory,
    Priority, Progress, ResourceId, Shared, Source, State, Workers,
};

#[test]
fn a_fraction_is_of_what_has_ended() {
    let progress = Progress {
        total: 3,
        loaded: 1,
        failed: 1,
    };
    assert_eq!(progress.pending(), 1);
    assert!((progress.fraction() - 2.0 / 3.0).abs() < 1e-6);
    assert!(Progress::default().fraction() >= 1.0);
}

#[test]
fn a_reload_keeps_what_is_there_until_the_new_one_is_ready() {
    let mut world = World::gated(one_worker());
    let id = world.request("a", "old", ONE);
    world.let_one_go();
    world.finish_all();
    let row = world.library.row(id);
    world.memory.insert("a", "new");
    assert!(world.library.reload(id));
    assert!(world.maintain().is_empty());
    assert_eq!(
        (world.shown(id), world.library.state(id)),
        ("old", Some(State::Loaded))
    );
    assert!(world.library.progress(ONE).fraction() >= 1.0);
    world.let_all_go();
    assert_eq!(world.finish_all(), [Event::Reloaded(id)]);
    assert_eq!((world.shown(id), world.library.row(id)), ("new", row));
    assert_eq!(world.decodes(), 2, "the change and the reload are one");
}

/// That old bytes were bad says nothing of the new ones.
#[test]
fn bytes_that_may_be_old_are_decoded_again_and_do_not_fail() {
    let mut world = World::gated(one_worker());
    let id = world.request("a", "fail", ONE);
    world.wait_for_decode();
    world.memory.insert("a", "new");
    world.maintain();
    world.let_all_go();
    assert_eq!(world.finish_all(), [Event::Loaded(id)]);
}

#[test]
fn a_change_before_the_bytes_are_read_decodes_nothing_twice() {
    let mut world = World::gated(one_worker());
    world.request("first", "A", ONE);
    world.wait_for_decode();
    let queued = world.request("queued", "old", ONE);
    world.memory.insert("queued", "new");
    world.maintain();
    world.library.reload(queued);
    world.let_all_go();
    world.finish_all();
    assert_eq!((world.shown(queued), world.decodes()), ("new", 2));
}

#[test]
fn a_job_is_cancelled_by_unloading_and_not_by_release() {
    use crossbeam_channel::bounded;
    use soa_resources::{BoxError, Job, Loader};
    struct Asked(
        crossbeam_channel::Sender<bool>,
        crossbeam_channel::Receiver<()>,
    );
    impl Loader for Asked {
        type Record = Text;
        type Decoded = Text;
        fn decode(&self, _: Vec<u8>, job: &Job<'_>) -> Result<Text, BoxError> {
            while self.1.recv().is_ok() {
                self.0.send(job.is_cancelled())?;
            }
            Err("done".into())
        }
    }
    let (answer, answers) = bounded(0);
    let (ask, asked) = bounded(0);
    let is_cancelled = || {
        ask.send_timeout((), LONG).expect("the worker listens");
        answers.recv_timeout(LONG).expect("the worker answers")
    };
    let (mut hub, mut library) = library(Asked(answer, asked), &["a"], one_worker());
    let mut frame =
        |library: &mut Library<Asked>| library.maintain_into(&mut hub, Duration::MAX).len();
    library.request("a", ONE);
    assert!(!is_cancelled());
    library.release_all(ONE);
    assert!(!is_cancelled());
    assert_eq!(frame(&mut library), 1);
    assert!(is_cancelled());
    drop(ask);
}

#[test]
#[cfg_attr(miri, ignore = "fewer changes are told apart")]
fn so_many_changes_that_they_are_not_told_apart_lose_none() {
    let mut world = World::gated(one_worker());
    world.memory.insert("b", "old");
    let id = world.request("a", "include b", ONE);
    world.wait_for_decode();
    world.memory.insert("b", "new");
    for number in 0..3000 {
        world.memory.insert(format!("other {number}"), "");
    }
    world.maintain();
    world.let_all_go();
    world.finish_all();
    assert_eq!(world.shown(id), "new");
}

#[test]
fn any_bits_are_harmless() {
    let mut world = World::open(one_worker());
    let id = world.request("a", "A", ONE);
    world.finish_all();
    let issued = world.library.erase(id).to_bits();
    let patterns = (0..64).flat_map(|bit| [1 << bit, !(1 << bit), issued ^ (1 << bit)]);
    let others = patterns.chain([0, u64::MAX]).filter(|bits| *bits != issued);
    for bits in others {
        let Some(any) = AnyResource::from_bits(bits) else {
            continue;
        };
        assert_eq!(any.to_bits(), bits);
        let parts = u64::from(any.index())
            | u64::from(any.generation()) << 32
            | u64::from(any.pool()) << 56;
        assert_eq!(parts, bits);
        assert!(!format!("{any:?}").is_empty());
        if let Some(typed) = world.library.typed(any) {
            assert_eq!(world.shown(typed), "error");
            assert_eq!(world.library.loaded(typed), None);
            assert!(!world.library.hold(typed, ONE));
        }
    }
    assert_eq!(AnyResource::from_bits(0), None);
}

#[test]
fn an_id_is_8_bytes_and_plain_whatever_the_loader() {
    static_assertions::assert_impl_all!(
        ResourceId<Script>: Copy, Eq, std::hash::Hash, std::fmt::Debug, Send, Sync
    );
    static_assertions::assert_impl_all!(
        ResourceId<std::rc::Rc<str>>: Copy, Eq, std::hash::Hash, std::fmt::Debug, Send, Sync
    );
    static_assertions::assert_impl_all!(
        AnyResource: Copy, Eq, std::hash::Hash, std::fmt::Debug, Send, Sync
    );
    static_assertions::assert_impl_all!(
        soa_resources::LoadError: std::error::Error, Send, Sync, Unpin
    );
    static_assertions::assert_impl_all!(Event<Script>: Copy, Eq, std::fmt::Debug, Send, Sync);
    static_assertions::assert_impl_all!(Library<Script>: Send, std::fmt::Debug);
    static_assertions::assert_impl_all!(ResourceId<std::rc::Rc<str>>: Ord);
    static_assertions::assert_impl_all!(AnyResource: Ord);
    static_assertions::assert_impl_all!(Holder: Copy, Ord, std::hash::Hash, std::fmt::Debug);
    static_assertions::assert_impl_all!(Priority: Copy, Ord, std::hash::Hash, Default);
    static_assertions::assert_impl_all!(Config: Clone, Default, std::fmt::Debug, Send, Sync);
    static_assertions::assert_not_impl_any!(Config: Copy);
    static_assertions::assert_impl_all!(Workers: Clone, std::fmt::Debug, Send, Sync);
    static_assertions::assert_impl_all!(Shared<Memory>: Source, Clone, std::fmt::Debug);
    static_assertions::assert_impl_all!(std::sync::Arc<dyn Source>: Source);
    assert_eq!(size_of::<ResourceId<Script>>(), 8);
    assert_eq!(size_of::<Option<ResourceId<Script>>>(), 8);
    assert_eq!(size_of::<Option<AnyResource>>(), 8);
}

/// A library takes a name as it is. What a change is reported as must lead to the same.
#[test]
fn every_spelling_of_a_name_is_a_name_that_is_loaded_again() {
    let names = [
        "a", "./a", "a/", "/a", "/a/", "a//b", "a/../b", "..", ".", "", "/", "//", "A", "\u{e9}",
        "e\u{301}", "a\\b", " a ",
    ];
    let mut world = World::open(one_worker());
    let ids = names.map(|name| world.request(name, "old", ONE));
    world.finish_all();
    for (name, id) in names.iter().zip(ids) {
        world.memory.insert(*name, *name);
        world.finish_all();
        assert_eq!(world.shown(id), *name, "{name:?}");
    }
}

#[test]
fn ids_of_another_library_are_refused() {
    let [mut one, mut two] = [one_worker(), one_worker()].map(World::open);
    let id = one.request("a", "A", ONE);
    let other = two.request("a", "A", ONE);
    one.finish_all();
    assert_ne!(id, other);
    assert_eq!(
        (one.library.state(other), one.shown(other)),
        (None, "error")
    );
    assert!(!one.library.hold(other, TWO) && !one.library.used(other));
    let any = one.library.erase(id);
    assert_eq!(
        (one.library.typed(any), two.library.typed(any)),
        (Some(id), None)
    );
    // An id of another library is a holder, because it cannot be checked.
    assert!(two.library.hold(other, id));
    two.library.release_pool(one.library.pool());
    assert!(two.library.held_by(id).next().is_none());
}

#[test]
fn debug_output_says_what_a_report_of_a_bug_needs() {
    let (sender, jobs) = crossbeam_channel::unbounded();
    let loader = move |_, job: &Job<'_>| -> Result<Text, BoxError> {
        sender.send(format!("{job:?}"))?;
        Ok(Text {
            text: job.name().to_owned(),
            counted: Counted::default(),
        })
    };
    let (mut texts, mut library) = library(loader, &["a"], one_worker());
    library.request("a", ONE);
    library.finish_all(&mut texts, |ready| {
        assert!(format!("{ready:?}").contains("name: \"a\""));
        Ok(ready.decoded)
    });
    let folder = Folder::new();
    let directory = Directory::new(folder.path()).expect("it is a folder");
    let root = format!("root: {:?}", folder.path());
    for (printed, part) in [
        (jobs.recv().expect("it was decoded"), "name: \"a\""),
        (format!("{library:?}"), "loaded: 1"),
        (format!("{:?}", Workers::new(2)), "threads: 2"),
        (format!("{:?}", Layers::new([])), "layers: 0"),
        (format!("{directory:?}"), &root),
    ] {
        assert!(printed.contains(part), "{part:?} is not in {printed}");
    }
}
