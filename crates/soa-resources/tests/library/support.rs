//! A kind of resource that the tests can see into: a loader that obeys what the
//! bytes say, tells when it begins, waits when it is told to, and counts.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, unbounded};
use soa_resources::{
    BoxError, Config, Event, Holder, Job, Library, Loader, Memory, ResourceId, Source, StandIn, Tag,
};
use soa_runtime::IdAllocator;

pub(crate) const ONE: Tag = Tag(1);
pub(crate) const TWO: Tag = Tag(2);

/// No event of these tests takes longer, however loaded the machine is.
pub(crate) const LONG: Duration = Duration::from_secs(60);

/// Counts what is alive.
#[derive(Debug, Clone, Default)]
pub(crate) struct Counter(Arc<AtomicUsize>);

impl Counter {
    pub(crate) fn alive(&self) -> usize {
        self.0.load(Ordering::SeqCst)
    }

    pub(crate) fn count(&self) -> Counted {
        self.0.fetch_add(1, Ordering::SeqCst);
        Counted(Some(self.clone()))
    }
}

/// Is counted while it lives, unless it is the default.
#[derive(Debug, Default)]
pub(crate) struct Counted(Option<Counter>);

impl Drop for Counted {
    fn drop(&mut self) {
        if let Some(counter) = &self.0 {
            counter.0.fetch_sub(1, Ordering::SeqCst);
        }
    }
}

/// A folder of its own for a test, gone with it.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("soa-resources-{}-{count}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder can be made");
        Self(fs::canonicalize(path).expect("it was made"))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A record: a text, and the count of records.
#[derive(IdAllocator, Debug)]
pub(crate) struct Text {
    pub(crate) text: String,
    pub(crate) counted: Counted,
}

/// Creates a hub with both stand-ins.
pub(crate) fn text_hub() -> (TextHub, StandIn<TextId>) {
    let mut hub = TextHub::new();
    let [placeholder, error] = ["placeholder", "error"].map(|text| {
        hub.insert(Text {
            text: text.to_owned(),
            counted: Counted::default(),
        })
    });
    (hub, StandIn { placeholder, error })
}

/// A library with a loader of one's own, and its hub. The bytes of a name are the name.
pub(crate) fn library<L: Loader<Record = Text>>(
    loader: L,
    names: &[&str],
    config: Config,
) -> (TextHub, Library<L>) {
    let memory = Memory::new();
    for name in names {
        memory.insert(*name, *name);
    }
    let (hub, stand_in) = text_hub();
    (hub, Library::with_config(loader, memory, stand_in, config))
}

/// Does what the bytes say: `panic`, `fail`, `include NAME`. Other bytes are the text,
/// and `cost NUMBER` costs that.
#[derive(Default)]
pub(crate) struct Script {
    /// The texts that live, decoded or in a hub.
    pub(crate) texts: Counter,
    /// How many decodes there were.
    pub(crate) decodes: Arc<AtomicUsize>,
    /// How often the cost was asked.
    pub(crate) costs: Arc<AtomicUsize>,
    /// Tells the name of each decode that begins.
    pub(crate) began: Option<Sender<String>>,
    /// A decode waits for a word of here, or the end of it.
    pub(crate) go: Option<Receiver<()>>,
}

impl Loader for Script {
    type Record = Text;
    type Decoded = Text;

    fn decode(&self, bytes: Vec<u8>, job: &Job<'_>) -> Result<Text, BoxError> {
        self.decodes.fetch_add(1, Ordering::SeqCst);
        let mut text = String::from_utf8(bytes)?;
        if let Some(name) = text.strip_prefix("include ") {
            text = String::from_utf8(job.read(name)?)?;
        }
        if let Some(began) = &self.began {
            began.send(job.name().to_owned())?;
        }
        if let Some(go) = &self.go {
            let _ = go.recv();
        }
        match &*text {
            "panic" => panic!("{} said so", job.name()),
            "fail" => Err(format!("{} is bad", job.name()).into()),
            _ => Ok(Text {
                text,
                counted: self.texts.count(),
            }),
        }
    }

    fn cost(&self, text: &Text) -> u64 {
        self.costs.fetch_add(1, Ordering::SeqCst);
        let cost = text.text.strip_prefix("cost ");
        cost.map_or(0, |cost| cost.parse().expect("a number"))
    }
}

/// A library of scripts with its hub, and the strings that it hangs on.
pub(crate) struct World {
    /// Each word lets one decode go on; the end of it lets all. It is dropped before the
    /// library, which waits for its decodes.
    pub(crate) go: Option<Sender<()>>,
    pub(crate) hub: TextHub,
    pub(crate) library: Library<Script>,
    pub(crate) memory: Memory,
    pub(crate) texts: Counter,
    pub(crate) decodes: Arc<AtomicUsize>,
    pub(crate) costs: Arc<AtomicUsize>,
    pub(crate) began: Receiver<String>,
}

impl World {
    /// Decodes go through at once.
    pub(crate) fn open(config: Config) -> Self {
        let mut world = Self::gated(config);
        world.go = None;
        world
    }

    /// A decode waits until it is let go.
    pub(crate) fn gated(config: Config) -> Self {
        let memory = Memory::new();
        Self::with_source(memory.clone(), memory, config)
    }

    /// The same with a source of one's own.
    pub(crate) fn with_source(source: impl Source, memory: Memory, config: Config) -> Self {
        let (tell, began) = unbounded();
        let (go, wait) = unbounded();
        let script = Script {
            began: Some(tell),
            go: Some(wait),
            ..Script::default()
        };
        let (texts, costs) = (script.texts.clone(), Arc::clone(&script.costs));
        let decodes = Arc::clone(&script.decodes);
        let (hub, stand_in) = text_hub();
        Self {
            hub,
            library: Library::with_config(script, source, stand_in, config),
            memory,
            texts,
            decodes,
            costs,
            began,
            go: Some(go),
        }
    }

    /// Requests a name with these bytes.
    pub(crate) fn request(
        &mut self,
        name: &str,
        bytes: &str,
        holder: impl Into<Holder>,
    ) -> ResourceId<Script> {
        self.memory.insert(name, bytes);
        self.library.request(name, holder)
    }

    /// Provides a text.
    pub(crate) fn provide(&mut self, name: &str, text: &str, holder: Tag) -> ResourceId<Script> {
        let record = self.text(text);
        self.library.provide(&mut self.hub, name, holder, record)
    }

    /// Waits for a decode to begin.
    pub(crate) fn wait_for_decode(&self) -> String {
        self.began.recv_timeout(LONG).expect("a decode begins")
    }

    /// Lets one decode go on.
    pub(crate) fn let_one_go(&self) {
        self.go
            .as_ref()
            .expect("gated")
            .send(())
            .expect("a worker waits");
    }

    /// Lets all decodes go on, now and later.
    pub(crate) fn let_all_go(&mut self) {
        self.go = None;
    }

    /// A frame that has all the time that it needs.
    pub(crate) fn maintain(&mut self) -> Vec<Event<Script>> {
        self.maintain_for(Duration::MAX)
    }

    pub(crate) fn maintain_for(&mut self, budget: Duration) -> Vec<Event<Script>> {
        self.library.maintain_into(&mut self.hub, budget)
    }

    pub(crate) fn finish_all(&mut self) -> Vec<Event<Script>> {
        self.library.finish_all_into(&mut self.hub)
    }

    /// What `id` shows.
    pub(crate) fn shown(&self, id: ResourceId<Script>) -> &str {
        self.hub.row(self.library.row(id)).text
    }

    pub(crate) fn decodes(&self) -> usize {
        self.decodes.load(Ordering::SeqCst)
    }

    pub(crate) fn text(&self, text: &str) -> Text {
        Text {
            text: text.to_owned(),
            counted: self.texts.count(),
        }
    }
}

/// One worker, so that decodes are in order.
pub(crate) fn one_worker() -> Config {
    Config::new().workers(1)
}
