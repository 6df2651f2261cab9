//! Games on disk, behind one trait.

mod migrations;
mod sqlite;

use async_trait::async_trait;

pub use sqlite::Sqlite;

/// A game as it lies on disk.
#[derive(Clone, PartialEq, Eq, Debug)]
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

/// Why something could not be stored or found.
#[derive(Clone, Debug, thiserror::Error)]
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
    /// A server begins its life.
    async fn begin(&self, at: u64) -> Result<(), StorageError>;
    /// The server that began last is alive.
    async fn beat(&self, at: u64) -> Result<(), StorageError>;
    /// The last sign of life of the server that was at work at this time.
    async fn alive_after(&self, at: u64) -> Result<Option<u64>, StorageError>;
    /// The last sign of life of any server.
    async fn last_beat(&self) -> Result<Option<u64>, StorageError>;
    /// Fails when the storage cannot be used.
    async fn check(&self) -> Result<(), StorageError>;
    /// Finishes what is under way and lets go of the files.
    async fn close(&self);
}
