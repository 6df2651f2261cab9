//! Games in a file of `SQLite`: one thread writes, some connections read.

use std::fs::File;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use async_trait::async_trait;
use rusqlite::{Connection, OpenFlags};
use tokio::sync::{Mutex, mpsc, oneshot};

use super::files::DatabaseFiles;
use super::readers::Readers;
use super::writer::{Write, Writer, WriterJob};
use super::{
    Attendance, ExploredCount, ExploredGame, GameChange, GameFilter, Heartbeat, JournalLine, Retention, Storage,
    StorageError, StorageRoom, StoredGame, explored_statements, migrations, statements,
};

/// Jobs that may wait for the writer; more of them make their senders wait.
const WAITING: usize = 1024;
/// How long another program's lock on the database is waited for.
const BUSY: Duration = Duration::from_secs(5);
/// Damaged games that are named in the log.
const NAMED: usize = 100;

/// How a database is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SqliteSettings {
    /// The largest size of the file in bytes.
    pub most_bytes: Option<u64>,
}

/// Where connections lead.
#[derive(Clone, Debug)]
pub(super) struct Place {
    files: Option<DatabaseFiles>,
    settings: SqliteSettings,
}

impl Place {
    pub(super) fn files(&self) -> Option<&DatabaseFiles> {
        self.files.as_ref()
    }

    /// The first connection; the file is made if it has to be.
    fn create(&self) -> Result<Connection, StorageError> {
        self.connect_with(OpenFlags::default())
    }

    /// Another connection, to the file that there is. A new one in its place would take over the log
    /// that belongs to the old one, and with it what was acknowledged.
    pub(super) fn connect(&self) -> Result<Connection, StorageError> {
        self.connect_with(OpenFlags::default() - OpenFlags::SQLITE_OPEN_CREATE)
    }

    fn connect_with(&self, flags: OpenFlags) -> Result<Connection, StorageError> {
        let connection = match &self.files {
            Some(files) => Connection::open_with_flags(files.main(), flags)?,
            None => Connection::open_in_memory()?,
        };
        connection.busy_timeout(BUSY)?;
        connection.set_prepared_statement_cache_capacity(32);
        connection.execute_batch("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;")?;
        if let Some(most) = self.settings.most_bytes {
            let page: i64 = connection.query_row("PRAGMA page_size", [], |row| row.get(0))?;
            let pages = (most / (page.max(512) as u64)).max(1);
            connection.query_row(&format!("PRAGMA max_page_count = {pages}"), [], |_| Ok(()))?;
        }
        Ok(connection)
    }
}

/// The storage of one server.
pub struct Sqlite {
    place: Place,
    /// None where the only connection is the writer's.
    readers: Option<Arc<Readers>>,
    jobs: Mutex<Option<mpsc::Sender<WriterJob>>>,
    writer: Mutex<Option<JoinHandle<()>>>,
    /// Held as long as the files are in use.
    lock: Mutex<Option<File>>,
    damaged: u64,
    run: AtomicU64,
}

impl Sqlite {
    /// Opens a file, or makes it.
    pub async fn open(path: &Path) -> Result<Self, StorageError> {
        Self::open_with(path, SqliteSettings::default()).await
    }

    /// Opens a file, or makes it. Its tables are brought up to date, and everything in it is looked
    /// through.
    pub async fn open_with(path: &Path, settings: SqliteSettings) -> Result<Self, StorageError> {
        let path = path.to_path_buf();
        blocking(move || {
            let files = DatabaseFiles::at(&path);
            let lock = files.lock()?;
            Self::start(Place { files: Some(files), settings }, Some(lock))
        })
        .await
    }

    /// A storage that forgets everything when it is closed.
    pub async fn in_memory() -> Result<Self, StorageError> {
        blocking(|| Self::start(Place { files: None, settings: SqliteSettings::default() }, None)).await
    }

    fn start(place: Place, lock: Option<File>) -> Result<Self, StorageError> {
        let mut connection = place.create()?;
        migrations::run(&mut connection)?;
        let damaged = statements::inspect(&connection)?;
        for error in damaged.iter().take(NAMED) {
            tracing::error!(%error, "found at the start");
        }
        let generation = Arc::new(AtomicU64::new(0));
        let readers = place.files().map(|files| Readers::new(place.clone(), files.now(), generation.clone()));
        let (sender, jobs) = mpsc::channel(WAITING);
        let writer = Writer::new(place.clone(), connection, generation);
        let thread = std::thread::Builder::new()
            .name("storage".into())
            .spawn(move || writer.work(jobs))
            .map_err(|error| StorageError::Broken(error.to_string()))?;
        Ok(Self {
            place,
            readers,
            jobs: Mutex::new(Some(sender)),
            writer: Mutex::new(Some(thread)),
            lock: Mutex::new(lock),
            damaged: damaged.len() as u64,
            run: AtomicU64::new(0),
        })
    }

    /// The only server on this file.
    fn heartbeat(&self) -> Heartbeat {
        let own = self.run.load(Ordering::Relaxed);
        Heartbeat { own, alive: vec![own], now: None }
    }

    async fn send(&self, job: WriterJob) -> Result<(), StorageError> {
        let sender = self.jobs.lock().await.clone().ok_or_else(closed)?;
        sender.send(job).await.map_err(|_| closed())
    }

    async fn write(&self, write: Write) -> Result<(), StorageError> {
        let (reply, replied) = oneshot::channel();
        self.send(WriterJob::Write(write, reply)).await?;
        replied.await.map_err(|_| closed())?
    }

    async fn read<T: Send + 'static>(
        &self,
        question: impl FnOnce(&Connection) -> Result<T, StorageError> + Send + 'static,
    ) -> Result<T, StorageError> {
        if let Some(readers) = &self.readers {
            return readers.ask(question).await;
        }
        let (reply, replied) = oneshot::channel();
        let question = Box::new(move |connection: &Connection| {
            // Whoever asked may have given up.
            let _ = reply.send(question(connection));
        });
        self.send(WriterJob::Read(question)).await?;
        replied.await.map_err(|_| closed())?
    }
}

fn closed() -> StorageError {
    StorageError::Broken("it is closed".into())
}

async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, StorageError> + Send + 'static,
) -> Result<T, StorageError> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|error| Err(StorageError::Broken(error.to_string())))
}

#[async_trait]
impl Storage for Sqlite {
    async fn create(&self, game: StoredGame) -> Result<(), StorageError> {
        self.write(Write::Create(game)).await
    }

    async fn change(&self, change: GameChange) -> Result<(), StorageError> {
        self.write(Write::Change(change)).await
    }

    async fn load(&self, id: &str) -> Result<Option<StoredGame>, StorageError> {
        let id = id.to_string();
        self.read(move |connection| statements::load(connection, &id)).await
    }

    async fn begin(&self, at: u64) -> Result<Heartbeat, StorageError> {
        self.write(Write::Begin(at)).await?;
        let own = self.read(statements::last_run).await?;
        self.run.store(own, Ordering::Relaxed);
        Ok(self.heartbeat())
    }

    async fn beat(&self, at: u64) -> Result<Heartbeat, StorageError> {
        self.write(Write::Beat(at)).await?;
        Ok(self.heartbeat())
    }

    async fn attendance(&self, run: u64) -> Result<Attendance, StorageError> {
        let beat = self.read(move |connection| statements::last_beat(connection, run)).await?;
        Ok(beat.map_or(Attendance::Unknown, Attendance::Until))
    }

    async fn bytes_of(&self, maker: &str) -> Result<u64, StorageError> {
        let maker = maker.to_string();
        self.read(move |connection| statements::bytes_of(connection, &maker)).await
    }

    async fn old_games(&self, retention: Retention) -> Result<Vec<String>, StorageError> {
        self.read(move |connection| statements::old_games(connection, retention)).await
    }

    async fn unattended_games(&self) -> Result<Vec<String>, StorageError> {
        self.read(statements::unattended_games).await
    }

    async fn delete(&self, ids: Vec<String>, forget_makers: u32) -> Result<(), StorageError> {
        self.write(Write::Delete { ids, forget_makers }).await
    }

    async fn add_line(&self, line: JournalLine) -> Result<(), StorageError> {
        self.write(Write::Line(line)).await
    }

    async fn lines(&self, name: &str, from: u64) -> Result<Vec<String>, StorageError> {
        let name = name.to_string();
        self.read(move |connection| statements::lines(connection, &name, from)).await
    }

    async fn journals(&self, prefix: &str) -> Result<Vec<String>, StorageError> {
        let prefix = prefix.to_string();
        self.read(move |connection| statements::journals(connection, &prefix)).await
    }

    async fn unexplored(&self, after: &str, most: usize) -> Result<Vec<String>, StorageError> {
        let after = after.to_string();
        self.read(move |connection| explored_statements::unexplored(connection, &after, most)).await
    }

    async fn explore(&self, game: ExploredGame, positions: Vec<u64>) -> Result<(), StorageError> {
        self.write(Write::Explore(Box::new(game), positions)).await
    }

    async fn position_counts(&self, key: u64, filter: GameFilter) -> Result<Vec<ExploredCount>, StorageError> {
        self.read(move |connection| explored_statements::counts(connection, key, &filter)).await
    }

    async fn explored_games(
        &self,
        key: Option<u64>,
        filter: GameFilter,
        most: usize,
    ) -> Result<Vec<ExploredGame>, StorageError> {
        self.read(move |connection| explored_statements::found(connection, key, &filter, most)).await
    }

    async fn room(&self) -> Result<StorageRoom, StorageError> {
        let Some(files) = self.place.files().cloned() else { return Ok(StorageRoom::default()) };
        let most = self.place.settings.most_bytes;
        if most.is_none() {
            return blocking(move || Ok(files.room(None))).await;
        }
        // Pages of what was deleted are used again before the file grows.
        self.read(move |connection| {
            let number = |name: &str| connection.query_row(&format!("PRAGMA {name}"), [], |row| row.get::<_, i64>(0));
            let spare = number("freelist_count")? * number("page_size")?;
            let mut room = files.room(most);
            room.free = room.free.map(|free| free + spare.max(0) as u64);
            Ok(room)
        })
        .await
    }

    fn damaged_games(&self) -> u64 {
        self.damaged
    }

    async fn check(&self, at: u64) -> Result<(), StorageError> {
        self.write(Write::Check(at)).await
    }

    async fn close(&self) {
        drop(self.jobs.lock().await.take());
        if let Some(thread) = self.writer.lock().await.take() {
            // The thread ends by itself when it has written what was waiting.
            let _ = tokio::task::spawn_blocking(move || thread.join()).await;
        }
        if let Some(readers) = &self.readers {
            readers.close();
        }
        drop(self.lock.lock().await.take());
    }
}
