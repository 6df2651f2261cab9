//! The thread that writes.
//!
//! Whatever waits when it is ready is committed together, so that a sync of the disk is paid once
//! for many moves, and nobody is answered before it has happened. A connection on which something
//! failed is thrown away; the next write opens another one, so that writing goes on by itself when
//! the cause is gone.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rusqlite::{Connection, ErrorCode, TransactionBehavior};
use tokio::sync::{mpsc, oneshot};

use super::files::OpenFiles;
use super::sqlite::Place;
use super::{ExploredGame, GameChange, JournalLine, StorageError, StoredGame, explored_statements, statements};

/// Writes committed together at most.
const BATCH: usize = 256;

/// Where the outcome of a write goes.
pub(super) type WriteReply = oneshot::Sender<Result<(), StorageError>>;

/// Something to be written.
pub(super) enum Write {
    Create(StoredGame),
    Change(GameChange),
    Begin(u64),
    Beat(u64),
    Delete { ids: Vec<String>, forget_makers: u32 },
    Check(u64),
    Line(JournalLine),
    Explore(Box<ExploredGame>, Vec<u64>),
}

/// What the thread is asked for.
pub(super) enum WriterJob {
    Write(Write, WriteReply),
    /// A question to a database that has one connection only.
    Read(Box<dyn FnOnce(&Connection) + Send>),
}

/// The thread's own things.
pub(super) struct Writer {
    place: Place,
    /// Grows whenever a connection was thrown away, so that those of readers are, too.
    generation: Arc<AtomicU64>,
    open: Option<OpenDatabase>,
    /// The main file that this server began with; another one in its place is not ours.
    first: Option<OpenFiles>,
    run: i64,
}

struct OpenDatabase {
    connection: Connection,
    files: Option<OpenFiles>,
}

impl Writer {
    /// A writer that goes on with a connection.
    pub(super) fn new(place: Place, connection: Connection, generation: Arc<AtomicU64>) -> Self {
        let files = place.files().map(super::files::DatabaseFiles::now);
        let open = Some(OpenDatabase { connection, files: files.clone() });
        Self { place, generation, open, first: files, run: 0 }
    }

    /// Writes until nobody can send any more.
    pub(super) fn work(mut self, mut jobs: mpsc::Receiver<WriterJob>) {
        let mut waiting = Vec::with_capacity(BATCH);
        while jobs.blocking_recv_many(&mut waiting, BATCH) > 0 {
            let mut batch = Vec::new();
            for job in waiting.drain(..) {
                match job {
                    WriterJob::Write(write, reply) => batch.push((write, reply)),
                    WriterJob::Read(question) => {
                        if let Some(open) = &self.open {
                            question(&open.connection);
                        }
                    }
                }
            }
            self.write(batch);
        }
    }

    fn write(&mut self, batch: Vec<(Write, WriteReply)>) {
        if batch.is_empty() {
            return;
        }
        let (writes, replies): (Vec<Write>, Vec<WriteReply>) = batch.into_iter().unzip();
        let results = match self.commit(&writes) {
            Ok(results) => results,
            // What is too much for all of them together may be room enough for some.
            Err(StorageError::Full) if writes.len() > 1 => writes
                .iter()
                .map(|write| self.commit(std::slice::from_ref(write)).and_then(|mut results| results.remove(0)))
                .collect(),
            Err(error) => {
                tracing::error!(%error, writes = writes.len(), "the database refused to write");
                writes.iter().map(|_| Err(error.clone())).collect()
            }
        };
        for (reply, result) in replies.into_iter().zip(results) {
            // Whoever asked may have given up; the write stays.
            let _ = reply.send(result);
        }
    }

    /// Commits some writes together. On any failure the connection is thrown away.
    fn commit(&mut self, writes: &[Write]) -> Result<Vec<Result<(), StorageError>>, StorageError> {
        let committed = self.try_commit(writes);
        if committed.is_err() {
            self.discard();
        }
        committed
    }

    fn try_commit(&mut self, writes: &[Write]) -> Result<Vec<Result<(), StorageError>>, StorageError> {
        // Nothing may be written into, or acknowledged from, a file that nobody will find again.
        self.first.as_ref().map_or(Ok(()), OpenFiles::check_main)?;
        let open = if let Some(open) = &mut self.open {
            open
        } else {
            let connection = self.place.connect()?;
            let files = self.place.files().map(super::files::DatabaseFiles::now);
            self.open.insert(OpenDatabase { connection, files })
        };
        check(open)?;
        // Immediate: the lock is taken before anything is read, so the commit cannot find it taken.
        let transaction = open.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut results = Vec::with_capacity(writes.len());
        for write in writes {
            results.push(alone(&transaction, |connection| carry_out(connection, &mut self.run, write))?);
        }
        transaction.commit()?;
        check(open)?;
        if let Some(files) = &mut open.files {
            files.complete();
        }
        Ok(results)
    }

    /// Throws the connection away. If its log was taken away but the main file is still there, what
    /// the log holds is saved first.
    fn discard(&mut self) {
        if self.place.files().is_none() {
            // The only connection there is: what is in memory lives with it.
            return;
        }
        self.generation.fetch_add(1, Ordering::Release);
        let Some(open) = self.open.take() else { return };
        let is_torn = open.files.as_ref().is_some_and(|files| files.check().is_err() && files.has_main());
        if is_torn && let Err(error) = open.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())) {
            tracing::error!(%error, "a log that was taken away could not be saved");
        }
    }
}

fn check(open: &OpenDatabase) -> Result<(), StorageError> {
    open.files.as_ref().map_or(Ok(()), OpenFiles::check)
}

/// Carries out one write of several: what is refused takes nothing of the others with it.
fn alone(
    connection: &Connection,
    write: impl FnOnce(&Connection) -> Result<(), StorageError>,
) -> Result<Result<(), StorageError>, StorageError> {
    connection.prepare_cached("SAVEPOINT one")?.execute([])?;
    let result = write(connection);
    match &result {
        Ok(()) | Err(StorageError::Conflict { .. } | StorageError::DamagedGame { .. }) => {}
        Err(error) => return Err(error.clone()),
    }
    if result.is_err() {
        connection.prepare_cached("ROLLBACK TO one")?.execute([])?;
    }
    connection.prepare_cached("RELEASE one")?.execute([])?;
    Ok(result)
}

fn carry_out(connection: &Connection, run: &mut i64, write: &Write) -> Result<(), StorageError> {
    match write {
        Write::Create(game) => own(&game.id, statements::create(connection, *run, game)),
        Write::Change(change) => own(&change.id, statements::change(connection, *run, change)),
        Write::Begin(at) => statements::begin(connection, *at).map(|number| *run = number),
        Write::Beat(at) => statements::beat(connection, *run, *at),
        Write::Delete { ids, forget_makers } => statements::delete(connection, ids, *forget_makers),
        Write::Check(at) => statements::check(connection, *at),
        Write::Line(line) => statements::add_line(connection, line),
        Write::Explore(game, positions) => explored_statements::explore(connection, game, positions),
    }
}

/// Rows that contradict each other are damage of this one game.
fn own(id: &str, result: Result<(), StorageError>) -> Result<(), StorageError> {
    result.map_err(|error| match error {
        StorageError::Contradiction(what) => StorageError::DamagedGame { id: id.into(), what },
        other => other,
    })
}

impl From<rusqlite::Error> for StorageError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => Self::Full,
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => Self::Damaged(error.to_string()),
            Some(ErrorCode::ConstraintViolation) => Self::Contradiction(error.to_string()),
            _ => Self::Broken(error.to_string()),
        }
    }
}
