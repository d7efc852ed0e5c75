//! What the graphics API complains of: kept, so that a run can end with "nothing".

use std::sync::{Mutex, PoisonError};

use log::{Level, LevelFilter, Log, Metadata, Record};

/// The log of this program. Warnings and errors of wgpu, of the validation layer behind it
/// and of naga come here, and nobody else writes any.
struct Messages {
    kept: Mutex<Vec<String>>,
}

static MESSAGES: Messages = Messages {
    kept: Mutex::new(Vec::new()),
};

/// Messages that are kept at most: the first say what is wrong.
const MOST: usize = 20;

/// From now on, messages are kept. Called again, it changes nothing.
pub(crate) fn keep() {
    // There is a logger already only if this one is it.
    if log::set_logger(&MESSAGES).is_ok() {
        log::set_max_level(LevelFilter::Warn);
    }
}

/// Keeps a message that came another way than by the log.
pub(crate) fn add(message: String) {
    let mut kept = lock();
    if kept.len() < MOST {
        kept.push(message);
    }
}

/// What was kept so far.
pub(crate) fn so_far() -> Vec<String> {
    lock().clone()
}

fn lock() -> std::sync::MutexGuard<'static, Vec<String>> {
    let kept = MESSAGES.kept.lock();
    kept.unwrap_or_else(PoisonError::into_inner)
}

impl Log for Messages {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        let target = metadata.target();
        let is_of_graphics = ["wgpu", "naga"].iter().any(|name| target.starts_with(name));
        // A driver that is tried and not there says so; the next may be.
        let is_of_the_search = target == "wgpu_hal::gles::egl";
        metadata.level() <= Level::Warn && is_of_graphics && !is_of_the_search
    }

    fn log(&self, record: &Record<'_>) {
        if self.enabled(record.metadata()) {
            add(format!(
                "{} of {}: {}",
                record.level(),
                record.target(),
                record.args()
            ));
        }
    }

    fn flush(&self) {}
}
