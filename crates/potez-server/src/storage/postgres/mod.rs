//! Games in a database of `PostgreSQL`, which several servers may share.
//!
//! Every change is one statement with the version as its guard, so that of two servers that change the
//! same version one is refused. Nothing is acknowledged before `PostgreSQL` has it on its disk.

mod channel;
mod connections;
mod explored;
mod migrations;
mod rows;
mod statements;

use std::collections::HashMap;
use std::str::FromStr;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use sqlx_core::connection::ConnectOptions;
use sqlx_postgres::PgConnectOptions;
use tokio::time::timeout;

use super::{
    Attendance, ExploredCount, ExploredGame, GameChange, GameFilter, Heartbeat, JournalLine, NodeChannel, Retention,
    Storage, StorageError, StorageRoom, StoredGame, checksums, statements::keyed,
};
use crate::database::PostgresUrl;
use channel::PostgresChannel;
use connections::{Connections, PATIENCE};
use statements::GameSums;

pub(super) use rows::PostgresRows;

/// Games whose sums are kept in memory, so that a move costs one way to the server.
const KNOWN_GAMES: usize = 20_000;
/// How long a size is good for: to measure it the server looks at all its files.
const MEASURED: Duration = Duration::from_secs(10);
/// How long another server that may be alive is waited for at the start.
const OVERLAP: Duration = Duration::from_millis(2_500);
/// What is kept free for games under way at least.
const RESERVE: u64 = 64 << 20;

/// The storage of one server on a database that it may share.
pub struct Postgres {
    connections: Arc<Connections>,
    channel: Arc<PostgresChannel>,
    /// The key of the hashes of makers.
    secret: Vec<u8>,
    most_bytes: Option<u64>,
    run: AtomicI64,
    known: Mutex<HashMap<String, GameSums>>,
    size: Mutex<Option<(Instant, u64)>>,
    damaged: AtomicU64,
}

/// Asks something on a connection of its own; the answer decides what becomes of the connection.
macro_rules! ask {
    ($postgres:expr, $question:ident $(, $argument:expr)*) => {{
        let mut lent = $postgres.connections.lend().await?;
        let done = timeout(PATIENCE, statements::$question(&mut lent $(, $argument)*)).await;
        lent.settle(done)
    }};
    ($postgres:expr, explored::$question:ident $(, $argument:expr)*) => {{
        let mut lent = $postgres.connections.lend().await?;
        let done = timeout(PATIENCE, explored::$question(&mut lent $(, $argument)*)).await;
        lent.settle(done)
    }};
}

fn options(url: &PostgresUrl) -> Result<PgConnectOptions, String> {
    let options = PgConnectOptions::from_str(url.secret()).map_err(|error| match error {
        // Its source says what; the whole might repeat the text.
        sqlx_core::error::Error::Configuration(what) => what.to_string(),
        other => other.to_string(),
    })?;
    let options = if options.get_application_name().is_none() { options.application_name("potez") } else { options };
    // Statements hold what players write; they do not belong into a log.
    Ok(options.disable_statement_logging())
}

impl Postgres {
    /// Says what is wrong with an address, without asking anybody.
    pub(crate) fn check_url(url: &PostgresUrl) -> Result<(), String> {
        options(url).map(|_| ())
    }

    /// Opens a database and brings its tables up to date.
    pub async fn open(url: &PostgresUrl, most_bytes: Option<u64>) -> Result<Self, StorageError> {
        let options = options(url).map_err(StorageError::Broken)?;
        let connections = Connections::new(options.clone());
        let mut first = connections.connect().await?;
        migrations::run(&mut first).await?;
        let told = |error: sqlx_core::error::Error| connections::storage_error(&error);
        let secret = statements::secret(&mut first).await.map_err(told)?;
        for name in statements::unsafe_settings(&mut first).await.map_err(told)? {
            tracing::warn!(
                setting = name,
                "PostgreSQL runs with this setting off: a crash may lose acknowledged moves"
            );
        }
        let channel = Arc::new(PostgresChannel::new(connections.clone(), options));
        Ok(Self {
            connections,
            channel,
            secret,
            most_bytes,
            run: AtomicI64::new(0),
            known: Mutex::default(),
            size: Mutex::default(),
            damaged: AtomicU64::new(0),
        })
    }

    fn known(&self) -> MutexGuard<'_, HashMap<String, GameSums>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn know(&self, id: &str, sums: Option<GameSums>) {
        let mut known = self.known();
        match sums {
            Some(sums) => {
                if known.len() >= KNOWN_GAMES {
                    known.clear();
                }
                known.insert(id.to_string(), sums);
            }
            None => {
                known.remove(id);
            }
        }
    }

    fn run(&self) -> i64 {
        self.run.load(Ordering::Relaxed)
    }

    async fn end(&self) -> Result<(), StorageError> {
        ask!(self, end, self.run())
    }

    async fn measure(&self) -> Result<u64, StorageError> {
        let measured = *self.size.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, size)) = measured.filter(|(at, _)| at.elapsed() < MEASURED) {
            return Ok(size);
        }
        let size = ask!(self, size)?;
        *self.size.lock().unwrap_or_else(PoisonError::into_inner) = Some((Instant::now(), size));
        Ok(size)
    }
}

/// Rows that contradict each other are damage of this one game.
fn own(id: &str, error: StorageError) -> StorageError {
    match error {
        StorageError::Contradiction(what) => StorageError::DamagedGame { id: id.into(), what },
        other => other,
    }
}

#[async_trait]
impl Storage for Postgres {
    async fn create(&self, game: StoredGame) -> Result<(), StorageError> {
        let maker = game.maker.as_deref().map(|maker| keyed(&self.secret, maker));
        let added = ask!(self, create, self.run(), &game, maker).map_err(|error| own(&game.id, error))?;
        if added { Ok(()) } else { Err(StorageError::Conflict { id: game.id, from: 0 }) }
    }

    async fn change(&self, change: GameChange) -> Result<(), StorageError> {
        let known = self.known().get(&change.id).copied().filter(|sums| sums.version == change.from);
        let changed = ask!(self, change, self.run(), &change, known).map_err(|error| own(&change.id, error));
        // After a failure nothing is known.
        self.know(&change.id, changed.as_ref().ok().copied().flatten());
        match changed? {
            Some(_) => Ok(()),
            None => Err(StorageError::Conflict { id: change.id, from: change.from }),
        }
    }

    async fn load(&self, id: &str) -> Result<Option<StoredGame>, StorageError> {
        let Some((game, head, moves)) = ask!(self, game, id)? else { return Ok(None) };
        if let Err(error) = checksums::check(&game, head, moves) {
            self.damaged.fetch_add(1, Ordering::Relaxed);
            return Err(error);
        }
        Ok(Some(game))
    }

    async fn begin(&self, at: u64) -> Result<Heartbeat, StorageError> {
        let run = ask!(self, begin, at)?;
        self.run.store(run, Ordering::Relaxed);
        // A server that is alive says so within a second or two, and from then on there is no break between
        // its run and this one. One that has died says nothing.
        let began = Instant::now();
        while began.elapsed() < OVERLAP && ask!(self, is_anybody_silent, run, at)? {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        ask!(self, alive, run)
    }

    async fn beat(&self, at: u64) -> Result<Heartbeat, StorageError> {
        ask!(self, beat, self.run(), at)?;
        ask!(self, alive, self.run())
    }

    async fn attendance(&self, run: u64) -> Result<Attendance, StorageError> {
        ask!(self, attendance, self.run(), run)
    }

    async fn now(&self) -> Result<Option<u64>, StorageError> {
        Ok(ask!(self, alive, self.run())?.now)
    }

    fn channel(&self) -> Option<Arc<dyn NodeChannel>> {
        Some(self.channel.clone())
    }

    fn shared_name(&self) -> Option<String> {
        Some(keyed(&self.secret, "servers"))
    }

    async fn versions(&self, ids: Vec<String>) -> Result<Vec<(String, u64)>, StorageError> {
        ask!(self, versions, &ids)
    }

    async fn open_games(&self) -> Result<Vec<String>, StorageError> {
        ask!(self, open_games)
    }

    async fn bytes_of(&self, maker: &str) -> Result<u64, StorageError> {
        ask!(self, bytes_of, &keyed(&self.secret, maker))
    }

    async fn old_games(&self, retention: Retention) -> Result<Vec<String>, StorageError> {
        ask!(self, old_games, retention.played, retention.unplayed)
    }

    async fn unattended_games(&self) -> Result<Vec<String>, StorageError> {
        ask!(self, unattended_games)
    }

    async fn delete(&self, ids: Vec<String>, forget_makers: u32) -> Result<(), StorageError> {
        ask!(self, delete, &ids, forget_makers)
    }

    async fn add_line(&self, line: JournalLine) -> Result<(), StorageError> {
        let added = ask!(self, add_line, &line)?;
        if added { Ok(()) } else { Err(StorageError::Conflict { id: line.name, from: line.number }) }
    }

    async fn lines(&self, name: &str, from: u64) -> Result<Vec<String>, StorageError> {
        ask!(self, lines, name, from)
    }

    async fn journals(&self, prefix: &str) -> Result<Vec<String>, StorageError> {
        ask!(self, journals, prefix)
    }

    async fn unexplored(&self, after: &str, most: usize) -> Result<Vec<String>, StorageError> {
        ask!(self, explored::unexplored, after, most)
    }

    async fn explore(&self, game: ExploredGame, positions: Vec<u64>) -> Result<(), StorageError> {
        ask!(self, explored::explore, &game, &positions)
    }

    async fn position_counts(&self, key: u64, filter: GameFilter) -> Result<Vec<ExploredCount>, StorageError> {
        ask!(self, explored::counts, key, &filter)
    }

    async fn explored_games(
        &self,
        key: Option<u64>,
        filter: GameFilter,
        most: usize,
    ) -> Result<Vec<ExploredGame>, StorageError> {
        ask!(self, explored::found, key, &filter, most)
    }

    async fn room(&self) -> Result<StorageRoom, StorageError> {
        let used = self.measure().await?;
        let free = self.most_bytes.map(|most| most.saturating_sub(used));
        let reserve = self.most_bytes.map_or(0, |most| RESERVE.min(most / 10));
        Ok(StorageRoom { used, free, reserve })
    }

    fn damaged_games(&self) -> u64 {
        self.damaged.load(Ordering::Relaxed)
    }

    async fn check(&self, at: u64) -> Result<(), StorageError> {
        ask!(self, check, at)
    }

    async fn close(&self) {
        if let Err(error) = self.end().await {
            tracing::warn!(%error, "the end of the server could not be noted");
        }
        self.connections.close().await;
    }
}
