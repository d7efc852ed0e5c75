//! Records what the graphics API reports, so that a program can check that it reported nothing.

use std::sync::{Mutex, MutexGuard, PoisonError};

use log::{Level, LevelFilter, Log, Metadata, Record};

/// The number of messages that are kept. The first messages are the ones that explain a mistake.
const MOST: usize = 20;

/// Records what the graphics API reports from now on. A mistake that it finds in a call panics.
pub(crate) fn record() {
    // This fails only if the logger is installed already.
    if log::set_logger(&MESSAGES).is_ok() {
        log::set_max_level(LevelFilter::Warn);
    }
}

/// Returns what the graphics API has reported since the first connection.
pub fn messages() -> Vec<String> {
    MESSAGES.lock().clone()
}

static MESSAGES: Messages = Messages(Mutex::new(Vec::new()));

/// Records the warnings and errors of wgpu, of the validation layer and of naga.
struct Messages(Mutex<Vec<String>>);

impl Messages {
    fn lock(&self) -> MutexGuard<'_, Vec<String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Log for Messages {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        let target = metadata.target();
        let is_graphics = target.starts_with("wgpu") || target.starts_with("naga");
        // EGL warns about each driver that does not work, although another one may work.
        let is_probe = target == "wgpu_hal::gles::egl";
        metadata.level() <= Level::Warn && is_graphics && !is_probe
    }

    fn log(&self, record: &Record<'_>) {
        if self.enabled(record.metadata()) {
            let (level, target) = (record.level(), record.target());
            let mut kept = self.lock();
            if kept.len() < MOST {
                kept.push(format!("{level} of {target}: {}", record.args()));
            }
        }
    }

    fn flush(&self) {}
}
