//! Connections that only read; they serve on while nothing can be written.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::Connection;
use tokio::sync::Semaphore;

use super::StorageError;
use super::files::OpenFiles;
use super::sqlite::Place;

/// Questions that are answered at the same time.
const AT_ONCE: usize = 4;

/// The connections of readers that are not at work.
pub(super) struct Readers {
    place: Place,
    /// The files as they were at the start.
    first: OpenFiles,
    generation: Arc<AtomicU64>,
    idle: Mutex<Vec<(u64, Connection)>>,
    room: Semaphore,
}

impl Readers {
    pub(super) fn new(place: Place, first: OpenFiles, generation: Arc<AtomicU64>) -> Arc<Self> {
        Arc::new(Self { place, first, generation, idle: Mutex::default(), room: Semaphore::new(AT_ONCE) })
    }

    /// Asks something on a connection of its own.
    pub(super) async fn ask<T: Send + 'static>(
        self: &Arc<Self>,
        question: impl FnOnce(&Connection) -> Result<T, StorageError> + Send + 'static,
    ) -> Result<T, StorageError> {
        let broken = |what: &dyn std::fmt::Display| StorageError::Broken(what.to_string());
        let _room = self.room.acquire().await.map_err(|_| broken(&"it is closed"))?;
        let readers = self.clone();
        let answered = tokio::task::spawn_blocking(move || {
            let (generation, connection) = readers.take()?;
            let answer = question(&connection);
            // A connection on which something failed is not used again.
            if !matches!(&answer, Err(error) if !matches!(error, StorageError::DamagedGame { .. })) {
                readers.lock().push((generation, connection));
            }
            answer
        });
        answered.await.unwrap_or_else(|error| Err(broken(&error)))
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<(u64, Connection)>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self) -> Result<(u64, Connection), StorageError> {
        let now = self.generation.load(Ordering::Acquire);
        let found = {
            let mut idle = self.lock();
            idle.retain(|(generation, _)| *generation == now);
            idle.pop()
        };
        if let Some(found) = found {
            return Ok(found);
        }
        // Whoever reads another file that lies in the place of ours would take over our log.
        self.first.check_main()?;
        let connection = self.place.connect()?;
        self.first.check_main()?;
        Ok((now, connection))
    }

    /// Lets go of all files.
    pub(super) fn close(&self) {
        self.room.close();
        self.lock().clear();
    }
}
