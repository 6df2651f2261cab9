//! The tables of the database, step by step; what is once released stays as it is.

use futures_util::future::BoxFuture;
use sqlx::error::BoxDynError;
use sqlx::migrate::{Migration, MigrationSource, MigrationType, Migrator};
use sqlx::sqlite::SqlitePool;

use super::StorageError;

const STEPS: [(i64, &str, &str); 1] = [(1, "games", include_str!("../../migrations/0001_games.sql"))];

/// The steps, from the binary itself.
#[derive(Debug)]
struct Embedded;

impl MigrationSource<'static> for Embedded {
    fn resolve(self) -> BoxFuture<'static, Result<Vec<Migration>, BoxDynError>> {
        let step = |(number, name, sql): (i64, &'static str, &'static str)| {
            Migration::new(number, name.into(), MigrationType::Simple, sql.into(), false)
        };
        Box::pin(async move { Ok(STEPS.map(step).to_vec()) })
    }
}

/// Brings a database up to date.
pub(super) async fn run(pool: &SqlitePool) -> Result<(), StorageError> {
    let broken = |error: sqlx::migrate::MigrateError| StorageError::Broken(error.to_string());
    Migrator::new(Embedded).await.map_err(broken)?.run(pool).await.map_err(broken)
}
