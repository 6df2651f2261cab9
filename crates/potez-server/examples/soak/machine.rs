//! What the machine itself takes: a small file is synced again and again, and a timer waited for.

use std::fs::File;
use std::io::{Seek, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{JoinHandle, sleep};
use std::time::{Duration, Instant};

/// Between two probes.
const PAUSE: Duration = Duration::from_millis(200);

/// A write and a timer that have nothing to do with the server.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Probe {
    /// Since the beginning.
    pub(crate) at: Duration,
    /// How long a write of four kilobytes took to be on disk.
    pub(crate) sync: Duration,
    /// How late a timer was: what a thread waits for a processor.
    pub(crate) late: Duration,
}

/// Probes the machine until it is told to end.
pub(crate) struct Machine {
    is_over: Arc<AtomicBool>,
    thread: JoinHandle<Vec<Probe>>,
}

impl Machine {
    pub(crate) fn watch(path: &Path, began: Instant) -> std::io::Result<Self> {
        let mut file = File::create(path)?;
        let is_over = Arc::new(AtomicBool::new(false));
        let told = is_over.clone();
        let thread = std::thread::spawn(move || {
            let mut probes = Vec::new();
            while !told.load(Ordering::Relaxed) {
                let asleep = Instant::now();
                sleep(PAUSE);
                let late = asleep.elapsed().saturating_sub(PAUSE);
                let writing = Instant::now();
                if file.rewind().and_then(|()| file.write_all(&[0; 4096])).and_then(|()| file.sync_data()).is_ok() {
                    probes.push(Probe { at: began.elapsed(), sync: writing.elapsed(), late });
                }
            }
            probes
        });
        Ok(Self { is_over, thread })
    }

    pub(crate) fn end(self) -> Vec<Probe> {
        self.is_over.store(true, Ordering::Relaxed);
        self.thread.join().unwrap_or_default()
    }
}
