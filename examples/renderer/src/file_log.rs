//! Records what happened to the files.

use example_gpu::with_causes;
use soa_resources::{Event, Library, Loader};

/// The number of lines that are kept, so that a run of any length needs a bounded amount of memory.
const LINES: usize = 100;

/// What happened to the files of all libraries.
#[derive(Debug, Default)]
pub(crate) struct FileLog {
    pub(crate) loaded: usize,
    pub(crate) reloaded: usize,
    pub(crate) failed: usize,
    pub(crate) unloaded: usize,
    /// A sentence for each file that was reloaded or failed.
    pub(crate) lines: Vec<String>,
}

impl FileLog {
    /// Counts events, and describes reloads and failures.
    pub(crate) fn record<L: Loader>(&mut self, library: &Library<L>, events: &[Event<L>]) {
        for event in events {
            let name = library.name(event.id()).unwrap_or("an unloaded file");
            match event {
                Event::Loaded(_) => self.loaded += 1,
                Event::Unloaded(_) => self.unloaded += 1,
                Event::Reloaded(_) => {
                    self.reloaded += 1;
                    self.lines.push(format!("{name} was reloaded"));
                }
                Event::Failed(id) => {
                    self.failed += 1;
                    let reason = library.error(*id).map(|error| with_causes(error));
                    let drawn = match library.loaded(*id) {
                        Some(_) => "the previous version stays",
                        None => "a fallback is drawn",
                    };
                    self.lines
                        .push(format!("{} ({drawn})", reason.unwrap_or_default()));
                }
                // The libraries have no budget of memory, so nothing is evicted.
                _ => {}
            }
        }
        let old = self.lines.len().saturating_sub(LINES);
        self.lines.drain(..old);
    }
}
