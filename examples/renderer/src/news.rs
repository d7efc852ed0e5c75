//! What happened to the files, in words.

use std::error::Error;

use soa_resources::{Event, Library, Loader};

/// What was heard of the libraries.
#[derive(Debug, Default)]
pub(crate) struct News {
    pub(crate) loaded: usize,
    pub(crate) reloaded: usize,
    pub(crate) failed: usize,
    pub(crate) unloaded: usize,
    /// A sentence for what was loaded again, and for what failed.
    pub(crate) lines: Vec<String>,
}

impl News {
    /// Counts events, and puts the rarer ones into words.
    pub(crate) fn hear<L: Loader>(&mut self, library: &Library<L>, events: &[Event<L>]) {
        for event in events {
            let name = library.name(event.id()).unwrap_or("a file that is gone");
            match event {
                Event::Loaded(_) => self.loaded += 1,
                Event::Unloaded(_) => self.unloaded += 1,
                // The libraries have no budget of memory, so nothing is evicted.
                Event::Evicted(_) => {}
                Event::Reloaded(_) => {
                    self.reloaded += 1;
                    self.lines.push(format!("{name} was loaded again"));
                }
                Event::Failed(id) => {
                    self.failed += 1;
                    let reason = library.error(*id).map(|error| with_causes(error));
                    let shown = match library.loaded(*id) {
                        Some(_) => "what was there stays",
                        None => "a stand-in is shown",
                    };
                    self.lines
                        .push(format!("{} ({shown})", reason.unwrap_or_default()));
                }
            }
        }
        // A run of any length shall not need more and more memory.
        let old = self.lines.len().saturating_sub(100);
        self.lines.drain(..old);
    }
}

/// An error and what caused it.
pub(crate) fn with_causes(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let said = error.to_string();
        if !text.contains(&said) {
            text = format!("{text}: {said}");
        }
        cause = error.source();
    }
    text.trim_end().to_owned()
}
