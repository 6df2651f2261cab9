//! Games on disk, behind one trait.

mod channel;
mod checksums;
mod explored;
mod explored_statements;
mod files;
mod migrations;
mod postgres;
mod readers;
mod rows;
mod sqlite;
mod sqlite_rows;
mod statements;
mod writer;

use std::sync::Arc;

use async_trait::async_trait;

use crate::error::ApiError;

pub use channel::NodeChannel;
pub use explored::{ExploredCount, ExploredGame, ExploredResult, GameFilter};
pub use postgres::Postgres;
pub use rows::{CheckReport, CopyError, CopyReport, RowProblem, backup, check, copy};
pub use sqlite::{Sqlite, SqliteSettings};

/// A game as it lies on disk.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct StoredGame {
    /// Its name.
    pub id: String,
    /// Grows with every change.
    pub version: u64,
    /// When it was made, in milliseconds since 1970.
    pub created: u64,
    /// When it was changed last.
    pub updated: u64,
    /// Everything but the moves, as JSON.
    pub metadata: String,
    /// The moves.
    pub moves: Vec<String>,
    /// Who makes it; only a hash is kept, and it is never given back.
    pub maker: Option<String>,
    /// The run of the server that changed it last, when it comes from disk.
    pub run: Option<u64>,
}

/// What a change does to the moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MovesChange {
    /// Nothing.
    Keep,
    /// Adds one after the first `ply` moves.
    Add {
        /// How many there were.
        ply: usize,
        /// The new one.
        text: String,
    },
    /// Takes back all moves after the first ones of this number.
    Cut(usize),
}

/// One step from a version to the next: it happens as a whole or not at all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameChange {
    /// The game.
    pub id: String,
    /// The version that is changed; the new one is one more.
    pub from: u64,
    /// When.
    pub at: u64,
    /// Everything but the moves after the change, as JSON.
    pub metadata: String,
    /// What happens to the moves.
    pub moves: MovesChange,
}

/// One line of a journal, to which lines are only ever added.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JournalLine {
    /// The journal.
    pub name: String,
    /// The number of the line, from 0 and without gaps.
    pub number: u64,
    /// The line.
    pub text: String,
}

/// Which games are old, counted in days on which a server ran.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Retention {
    /// Games that were played, however they stand.
    pub played: u32,
    /// Games in which nobody ever moved.
    pub unplayed: u32,
}

/// How much is stored, and how much more there is room for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct StorageRoom {
    /// Bytes of all files of the storage.
    pub used: u64,
    /// Bytes that can still be written, where that is known.
    pub free: Option<u64>,
    /// Bytes of these that are kept for games under way.
    pub reserve: u64,
}

impl StorageRoom {
    /// Whether there is room for another game, not only for the moves of those that there are.
    pub fn has_room_for_games(&self) -> bool {
        self.free.is_none_or(|free| free > self.reserve)
    }
}

/// What is known when a sign of life was written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Heartbeat {
    /// The number of this server's run.
    pub own: u64,
    /// The runs of all servers that are alive, this one included.
    pub alive: Vec<u64>,
    /// The clock that all servers on this storage go by, in milliseconds since 1970, if they have one.
    pub now: Option<u64>,
}

/// Until when there was a server to take a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Attendance {
    /// Nothing is known of that run.
    Unknown,
    /// Up to this moment, and then for some time there was none.
    Until(u64),
    /// All the time up to now.
    Unbroken,
}

/// Why something could not be stored or found.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StorageError {
    /// The game has another version than the change was made for, or does not exist.
    #[error("game {id} is not at version {from}")]
    Conflict {
        /// The game.
        id: String,
        /// The version that was expected.
        from: u64,
    },
    /// The database failed.
    #[error("the database failed: {0}")]
    Broken(String),
    /// Rows contradict each other.
    #[error("what is stored contradicts itself: {0}")]
    Contradiction(String),
    /// There is no room left.
    #[error("the disk or the room for the database is full")]
    Full,
    /// Another server is at work on the same file.
    #[error("another server uses it")]
    InUse,
    /// The file has several names: `SQLite` would keep a log for each of them.
    #[error("`{0}` has more than one name (hard links), and what is in use by one is not seen by another: keep one")]
    ManyNames(String),
    /// A file of the database was moved, deleted or replaced while it was in use.
    #[error("`{0}` was moved, deleted or replaced while the server uses it; put it back, or restart the server")]
    Replaced(String),
    /// The file itself is damaged.
    #[error("it is damaged: {0}; `sqlite3 FILE .recover` saves what can be saved")]
    Damaged(String),
    /// One game is damaged; the others are not.
    #[error("game {id} is damaged: {what}")]
    DamagedGame {
        /// The game.
        id: String,
        /// What is wrong with it.
        what: String,
    },
    /// It was written by a newer version of this program.
    #[error("a newer version of this program has written it (tables {found}, this version knows {known})")]
    TooNew {
        /// What the file says.
        found: i64,
        /// The newest that is known here.
        known: i64,
    },
    /// Another program keeps its tables there.
    #[error("another program's table `{0}` is in it; give Potez a database of its own (`createdb`)")]
    Foreign(String),
    /// The tables are not those of this version, and are not to be changed now.
    #[error("its tables are of another version ({found}, this version has {known}): start `potez serve` on it once")]
    OtherTables {
        /// What is there.
        found: i64,
        /// What is known here.
        known: i64,
    },
}

impl From<StorageError> for ApiError {
    fn from(error: StorageError) -> Self {
        match error {
            StorageError::Conflict { .. } => Self::stale(),
            StorageError::DamagedGame { .. } | StorageError::Contradiction(_) => {
                tracing::error!(%error, "storage");
                Self::damaged()
            }
            _ => {
                tracing::error!(%error, "storage");
                Self::storage()
            }
        }
    }
}

impl StorageError {
    /// Whether another try may succeed without anything having been decided.
    pub fn is_passing(&self) -> bool {
        matches!(self, Self::Broken(_) | Self::Full | Self::Replaced(_))
    }
}

/// Where games are kept. Whatever returns without an error is safe from a crash.
#[async_trait]
pub trait Storage: Send + Sync {
    /// Keeps a new game.
    async fn create(&self, game: StoredGame) -> Result<(), StorageError>;
    /// Changes a game.
    async fn change(&self, change: GameChange) -> Result<(), StorageError>;
    /// Finds a game.
    async fn load(&self, id: &str) -> Result<Option<StoredGame>, StorageError>;
    /// A run of this server begins.
    async fn begin(&self, at: u64) -> Result<Heartbeat, StorageError>;
    /// This server is alive.
    async fn beat(&self, at: u64) -> Result<Heartbeat, StorageError>;
    /// Until when there was some server, without a break since that of a run.
    async fn attendance(&self, run: u64) -> Result<Attendance, StorageError>;
    /// The time that all servers on this storage go by, if they have one.
    async fn now(&self) -> Result<Option<u64>, StorageError> {
        Ok(None)
    }
    /// The way to other servers on this storage; none where there can be none.
    fn channel(&self) -> Option<Arc<dyn NodeChannel>> {
        None
    }
    /// A name that servers on this storage have in common and nobody else knows; none where there can be one
    /// server only.
    fn shared_name(&self) -> Option<String> {
        None
    }
    /// The versions of games.
    async fn versions(&self, _ids: Vec<String>) -> Result<Vec<(String, u64)>, StorageError> {
        Ok(Vec::new())
    }
    /// Some of the games with a seat that anybody may take, the latest first, where other servers may have
    /// made them.
    async fn open_games(&self) -> Result<Vec<String>, StorageError> {
        Ok(Vec::new())
    }
    /// Bytes of the games that somebody made.
    async fn bytes_of(&self, maker: &str) -> Result<u64, StorageError>;
    /// Some of the games that are old.
    async fn old_games(&self, retention: Retention) -> Result<Vec<String>, StorageError>;
    /// Some of the games that go on without anybody and that no server looks after, the latest first.
    async fn unattended_games(&self) -> Result<Vec<String>, StorageError>;
    /// Deletes games, and forgets who made those that were not changed for this many days.
    async fn delete(&self, ids: Vec<String>, forget_makers: u32) -> Result<(), StorageError>;
    /// Adds a line to a journal under its number; a conflict where there is a line of this number.
    async fn add_line(&self, line: JournalLine) -> Result<(), StorageError>;
    /// The lines of a journal from a number on, in their order.
    async fn lines(&self, name: &str, from: u64) -> Result<Vec<String>, StorageError>;
    /// The names of the journals that begin so.
    async fn journals(&self, prefix: &str) -> Result<Vec<String>, StorageError>;
    /// Some of the games after this name that are not found as they stand, in the order of their names.
    async fn unexplored(&self, _after: &str, _most: usize) -> Result<Vec<String>, StorageError> {
        Ok(Vec::new())
    }
    /// Puts a game where it is found, with the keys of its positions, in the place of what was there.
    async fn explore(&self, _game: ExploredGame, _positions: Vec<u64>) -> Result<(), StorageError> {
        Ok(())
    }
    /// How games went on from the position of a key, with what result.
    async fn position_counts(&self, _key: u64, _filter: GameFilter) -> Result<Vec<ExploredCount>, StorageError> {
        Ok(Vec::new())
    }
    /// The newest games that came through the position of a key, or the newest of all.
    async fn explored_games(
        &self,
        _key: Option<u64>,
        _filter: GameFilter,
        _most: usize,
    ) -> Result<Vec<ExploredGame>, StorageError> {
        Ok(Vec::new())
    }
    /// How much is stored.
    async fn room(&self) -> Result<StorageRoom, StorageError>;
    /// How many games were found to be damaged.
    fn damaged_games(&self) -> u64;
    /// Writes something, and fails when that is not possible.
    async fn check(&self, at: u64) -> Result<(), StorageError>;
    /// Finishes what is under way and lets go of the files.
    async fn close(&self);
}
