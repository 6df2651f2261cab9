//! The way between servers on one database.

use async_trait::async_trait;

use super::StorageError;

/// Short texts from one server to all others on the same database. They are hints: they may be lost, come
/// twice or come late, and whatever matters is read from the storage.
#[async_trait]
pub trait NodeChannel: Send + Sync {
    /// Sends texts to all servers, this one included.
    async fn send(&self, texts: Vec<String>) -> Result<(), StorageError>;
    /// Waits for texts; none where some may have been missed.
    async fn receive(&self) -> Option<Vec<String>>;
    /// How many servers should hear what is sent, this one included.
    fn expect(&self, _alive: usize) {}
}
