//! Records the warnings and errors of the graphics API, so that a run can check that there were none.

use std::sync::{Mutex, PoisonError};

use log::{Level, LevelFilter, Log, Metadata, Record};

/// The logger of this program. It records the warnings and errors of wgpu, of the validation layer
/// and of naga.
struct Messages {
    kept: Mutex<Vec<String>>,
}

static MESSAGES: Messages = Messages {
    kept: Mutex::new(Vec::new()),
};

/// The number of messages that are kept. The first messages are the ones that explain a mistake.
const MOST: usize = 20;

/// Starts to record messages. Further calls have no effect.
pub(crate) fn record() {
    // This fails only if this logger is installed already.
    if log::set_logger(&MESSAGES).is_ok() {
        log::set_max_level(LevelFilter::Warn);
    }
}

/// Records a message that did not come through the log.
pub(crate) fn add(message: String) {
    let mut kept = lock();
    if kept.len() < MOST {
        kept.push(message);
    }
}

/// Returns the recorded messages.
pub(crate) fn recorded() -> Vec<String> {
    lock().clone()
}

fn lock() -> std::sync::MutexGuard<'static, Vec<String>> {
    let kept = MESSAGES.kept.lock();
    kept.unwrap_or_else(PoisonError::into_inner)
}

impl Log for Messages {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        let target = metadata.target();
        let is_graphics = ["wgpu", "naga"].iter().any(|name| target.starts_with(name));
        // EGL warns about each driver that does not work, although another one may work.
        let is_probe = target == "wgpu_hal::gles::egl";
        metadata.level() <= Level::Warn && is_graphics && !is_probe
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
