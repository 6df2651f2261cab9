//! Games in a file of `SQLite`.
//!
//! All writes go through one task. Whatever waits when it is ready is committed together, so a sync
//! of the disk is paid once for many moves, and nobody is answered before it has happened.

use std::path::Path;
use std::time::Duration;

use async_trait::async_trait;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{Connection, Row};
use tokio::sync::{Mutex, mpsc, oneshot};
use tokio::task::JoinHandle;

use super::{GameChange, MovesChange, Storage, StorageError, StoredGame, migrations};

/// Writes that may wait; more of them make their senders wait.
const WAITING: usize = 1024;
/// Writes committed together at most.
const BATCH: usize = 256;

/// Where the outcome of a write goes.
type WriteReply = oneshot::Sender<Result<(), StorageError>>;

enum Write {
    Create(StoredGame),
    GameChange(GameChange),
    Begin(u64),
    Beat(u64),
}

/// The storage of one server.
pub struct Sqlite {
    readers: SqlitePool,
    writes: Mutex<Option<mpsc::Sender<(Write, WriteReply)>>>,
    writer: Mutex<Option<JoinHandle<()>>>,
}

impl From<sqlx::Error> for StorageError {
    fn from(error: sqlx::Error) -> Self {
        Self::Broken(error.to_string())
    }
}

impl Sqlite {
    /// Opens a file, or makes it; its tables are brought up to date.
    pub async fn open(path: &Path) -> Result<Self, StorageError> {
        let options = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(Duration::from_secs(10));
        let writer = SqlitePoolOptions::new().max_connections(1).connect_with(options.clone()).await?;
        let readers = SqlitePoolOptions::new().max_connections(4).connect_with(options).await?;
        Self::start(writer, readers).await
    }

    /// A storage that forgets everything when it is closed.
    pub async fn in_memory() -> Result<Self, StorageError> {
        // One connection for all: another one would see another database.
        let options = SqliteConnectOptions::new().in_memory(true).foreign_keys(true);
        let pool = SqlitePoolOptions::new()
            .max_connections(1)
            .idle_timeout(None)
            .max_lifetime(None)
            .connect_with(options)
            .await?;
        Self::start(pool.clone(), pool).await
    }

    async fn start(writer: SqlitePool, readers: SqlitePool) -> Result<Self, StorageError> {
        migrations::run(&writer).await?;
        let (sender, receiver) = mpsc::channel(WAITING);
        let task = tokio::spawn(write(writer, receiver));
        Ok(Self { readers, writes: Mutex::new(Some(sender)), writer: Mutex::new(Some(task)) })
    }

    async fn submit(&self, write: Write) -> Result<(), StorageError> {
        let closed = || StorageError::Broken("it is closed".into());
        let (answer, answered) = oneshot::channel();
        let sender = self.writes.lock().await.clone().ok_or_else(closed)?;
        sender.send((write, answer)).await.map_err(|_| closed())?;
        drop(sender);
        answered.await.map_err(|_| closed())?
    }
}

#[async_trait]
impl Storage for Sqlite {
    async fn create(&self, game: StoredGame) -> Result<(), StorageError> {
        self.submit(Write::Create(game)).await
    }

    async fn change(&self, change: GameChange) -> Result<(), StorageError> {
        self.submit(Write::GameChange(change)).await
    }

    async fn load(&self, id: &str) -> Result<Option<StoredGame>, StorageError> {
        // The column is called `head` since its first release. One transaction, so that it and the
        // moves belong to the same version.
        let mut transaction = self.readers.begin().await?;
        let row = sqlx::query("SELECT version, created, updated, head FROM games WHERE id = ?")
            .bind(id)
            .fetch_optional(&mut *transaction)
            .await?;
        let Some(row) = row else { return Ok(None) };
        let moves = sqlx::query_scalar("SELECT text FROM moves WHERE game = ? ORDER BY ply")
            .bind(id)
            .fetch_all(&mut *transaction)
            .await?;
        Ok(Some(StoredGame {
            id: id.to_string(),
            version: row.try_get::<i64, _>(0)? as u64,
            created: row.try_get::<i64, _>(1)? as u64,
            updated: row.try_get::<i64, _>(2)? as u64,
            metadata: row.try_get(3)?,
            moves,
        }))
    }

    async fn begin(&self, at: u64) -> Result<(), StorageError> {
        self.submit(Write::Begin(at)).await
    }

    async fn beat(&self, at: u64) -> Result<(), StorageError> {
        self.submit(Write::Beat(at)).await
    }

    async fn alive_after(&self, at: u64) -> Result<Option<u64>, StorageError> {
        let beat: Option<i64> =
            sqlx::query_scalar("SELECT beat FROM lives WHERE began <= ? ORDER BY began DESC LIMIT 1")
                .bind(at as i64)
                .fetch_optional(&self.readers)
                .await?;
        Ok(beat.map(|beat| beat as u64))
    }

    async fn last_beat(&self) -> Result<Option<u64>, StorageError> {
        let beat: Option<i64> = sqlx::query_scalar("SELECT MAX(beat) FROM lives").fetch_one(&self.readers).await?;
        Ok(beat.map(|beat| beat as u64))
    }

    async fn check(&self) -> Result<(), StorageError> {
        sqlx::query("SELECT 1").execute(&self.readers).await?;
        Ok(())
    }

    async fn close(&self) {
        drop(self.writes.lock().await.take());
        if let Some(task) = self.writer.lock().await.take() {
            // The task ends by itself when it has written what was waiting.
            let _ = task.await;
        }
        self.readers.close().await;
    }
}

/// Writes until nobody can send any more.
async fn write(pool: SqlitePool, mut waiting: mpsc::Receiver<(Write, WriteReply)>) {
    let mut batch = Vec::with_capacity(BATCH);
    while waiting.recv_many(&mut batch, BATCH).await > 0 {
        let (writes, answers): (Vec<Write>, Vec<WriteReply>) = batch.drain(..).unzip();
        let results = match commit(&pool, &writes).await {
            Ok(results) => results,
            Err(error) => {
                tracing::error!(%error, writes = writes.len(), "the database refused to write");
                writes.iter().map(|_| Err(StorageError::from_ref(&error))).collect()
            }
        };
        for (answer, result) in answers.into_iter().zip(results) {
            // Whoever asked may have given up; the write stays.
            let _ = answer.send(result);
        }
    }
    pool.close().await;
}

impl StorageError {
    fn from_ref(error: &sqlx::Error) -> Self {
        Self::Broken(error.to_string())
    }
}

async fn commit(pool: &SqlitePool, writes: &[Write]) -> Result<Vec<Result<(), StorageError>>, sqlx::Error> {
    let mut connection = pool.acquire().await?;
    // Immediate: the lock is taken before anything is read, so the commit cannot find it taken.
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    let mut results = Vec::with_capacity(writes.len());
    for write in writes {
        results.push(match write {
            Write::Create(game) => create(&mut transaction, game).await?,
            Write::GameChange(change) => self::change(&mut transaction, change).await?,
            Write::Begin(at) => {
                sqlx::query("INSERT OR REPLACE INTO lives (began, beat) VALUES (?, ?)")
                    .bind(*at as i64)
                    .bind(*at as i64)
                    .execute(&mut *transaction)
                    .await?;
                Ok(())
            }
            Write::Beat(at) => {
                sqlx::query("UPDATE lives SET beat = ? WHERE began = (SELECT MAX(began) FROM lives)")
                    .bind(*at as i64)
                    .execute(&mut *transaction)
                    .await?;
                Ok(())
            }
        });
    }
    transaction.commit().await?;
    Ok(results)
}

async fn create(connection: &mut SqliteConnection, game: &StoredGame) -> Result<Result<(), StorageError>, sqlx::Error> {
    let added = sqlx::query(
        "INSERT INTO games (id, version, created, updated, head) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
    )
    .bind(&game.id)
    .bind(game.version as i64)
    .bind(game.created as i64)
    .bind(game.updated as i64)
    .bind(&game.metadata)
    .execute(&mut *connection)
    .await?;
    if added.rows_affected() == 0 {
        return Ok(Err(StorageError::Conflict { id: game.id.clone(), from: 0 }));
    }
    for (ply, text) in game.moves.iter().enumerate() {
        add(connection, &game.id, ply, text).await?;
    }
    Ok(Ok(()))
}

async fn change(
    connection: &mut SqliteConnection,
    change: &GameChange,
) -> Result<Result<(), StorageError>, sqlx::Error> {
    let changed = sqlx::query("UPDATE games SET version = ?, updated = ?, head = ? WHERE id = ? AND version = ?")
        .bind(change.from as i64 + 1)
        .bind(change.at as i64)
        .bind(&change.metadata)
        .bind(&change.id)
        .bind(change.from as i64)
        .execute(&mut *connection)
        .await?;
    if changed.rows_affected() == 0 {
        return Ok(Err(StorageError::Conflict { id: change.id.clone(), from: change.from }));
    }
    match &change.moves {
        MovesChange::Keep => {}
        MovesChange::Add { ply, text } => add(connection, &change.id, *ply, text).await?,
        MovesChange::Cut(length) => {
            sqlx::query("DELETE FROM moves WHERE game = ? AND ply >= ?")
                .bind(&change.id)
                .bind(*length as i64)
                .execute(&mut *connection)
                .await?;
        }
    }
    Ok(Ok(()))
}

async fn add(connection: &mut SqliteConnection, game: &str, ply: usize, text: &str) -> Result<(), sqlx::Error> {
    sqlx::query("INSERT INTO moves (game, ply, text) VALUES (?, ?, ?)")
        .bind(game)
        .bind(ply as i64)
        .bind(text)
        .execute(connection)
        .await?;
    Ok(())
}
