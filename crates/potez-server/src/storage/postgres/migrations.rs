//! The tables in `PostgreSQL`, step by step; what is once released stays as it is.
//!
//! A step may only add: while a newer server brings the tables up to date, older ones go on with them.

use sqlx_core::connection::Connection;
use sqlx_core::error::Error;
use sqlx_core::query::query;
use sqlx_core::raw_sql::raw_sql;
use sqlx_core::row::Row;
use sqlx_postgres::{PgConnection, Postgres};

use super::super::StorageError;
use super::connections::storage_error;

const STEPS: [&str; 3] = [
    include_str!("../../../migrations/postgres/0001_games.sql"),
    include_str!("../../../migrations/postgres/0002_journals.sql"),
    include_str!("../../../migrations/postgres/0003_explorer.sql"),
];

/// Servers that start at the same moment go one after the other.
const LOCK: &str = "SELECT pg_advisory_xact_lock(7306086964)";

/// The tables of the first step: where one of them is there and none of our steps is known, it is not ours.
const OURS: &str = "SELECT name FROM unnest(ARRAY['server', 'games', 'moves', 'runs', 'days']) AS name \
                    WHERE to_regclass(name) IS NOT NULL LIMIT 1";

/// How many steps the tables have had; none where there are no tables.
pub(super) async fn found(connection: &mut PgConnection) -> Result<i64, Error> {
    let there = query::<Postgres>("SELECT to_regclass('potez_tables') IS NOT NULL").fetch_one(&mut *connection).await?;
    if !there.try_get::<bool, _>(0)? {
        return Ok(0);
    }
    newest(connection).await
}

async fn newest(connection: &mut PgConnection) -> Result<i64, Error> {
    let row = query::<Postgres>("SELECT coalesce(max(step), 0) FROM potez_tables").fetch_one(connection).await?;
    row.try_get(0)
}

/// The newest step that is known here.
pub(super) const KNOWN: i64 = STEPS.len() as i64;

/// Brings a database up to date.
pub(super) async fn run(connection: &mut PgConnection) -> Result<(), StorageError> {
    let found = found(connection).await.map_err(|error| storage_error(&error))?;
    if found > KNOWN {
        return Err(StorageError::TooNew { found, known: KNOWN });
    }
    if found == 0
        && let Some(table) = foreign(connection).await.map_err(|error| storage_error(&error))?
    {
        return Err(StorageError::Foreign(table));
    }
    if found < KNOWN {
        advance(connection).await.map_err(|error| storage_error(&error))?;
    }
    Ok(())
}

/// A table of another program that has the name of one of ours.
async fn foreign(connection: &mut PgConnection) -> Result<Option<String>, Error> {
    let Some(row) = query::<Postgres>(OURS).fetch_optional(&mut *connection).await? else { return Ok(None) };
    // Another server may have made it just now.
    if found(connection).await? > 0 { Ok(None) } else { row.try_get(0).map(Some) }
}

async fn advance(connection: &mut PgConnection) -> Result<(), Error> {
    let mut transaction = connection.begin().await?;
    raw_sql(LOCK).execute(&mut *transaction).await?;
    // Another server may have been faster; a session that has once found no table goes on believing that.
    let table = "CREATE TABLE IF NOT EXISTS potez_tables (step BIGINT NOT NULL PRIMARY KEY)";
    raw_sql(table).execute(&mut *transaction).await?;
    let found = newest(&mut transaction).await?;
    for (number, step) in (1..).zip(STEPS).filter(|(number, _)| *number > found) {
        raw_sql(step).execute(&mut *transaction).await?;
        query::<Postgres>("INSERT INTO potez_tables (step) VALUES ($1)")
            .bind::<i64>(number)
            .execute(&mut *transaction)
            .await?;
    }
    let mut secret = vec![0; 32];
    getrandom::fill(&mut secret).map_err(|error| Error::Protocol(format!("no random bytes: {error}")))?;
    query::<Postgres>("INSERT INTO server (id, secret, checked) VALUES (1, $1, 0) ON CONFLICT DO NOTHING")
        .bind(secret)
        .execute(&mut *transaction)
        .await?;
    transaction.commit().await
}
