//! A database of `PostgreSQL` row by row.

use async_trait::async_trait;
use sqlx_core::error::Error;
use sqlx_core::query::query;
use sqlx_core::raw_sql::raw_sql;
use sqlx_core::row::Row;
use sqlx_postgres::{PgConnection, PgRow, Postgres};

use super::super::StorageError;
use super::super::rows::{GameRow, RowCounts, Rows, RowsAccess, ServerRows};
use super::connections::{Connections, storage_error};
use super::statements::HeadFacts;
use super::{migrations, options};
use crate::database::PostgresUrl;

/// A database, inside one transaction.
pub(in super::super) struct PostgresRows {
    connection: PgConnection,
}

#[expect(clippy::needless_pass_by_value, reason = "it is what an error is mapped by")]
fn told(error: Error) -> StorageError {
    storage_error(&error)
}

impl PostgresRows {
    pub(in super::super) async fn open(url: &PostgresUrl, access: RowsAccess) -> Result<Self, StorageError> {
        let mut connection = Connections::new(options(url).map_err(StorageError::Broken)?).connect().await?;
        if access == RowsAccess::Look {
            let (found, known) = (migrations::found(&mut connection).await.map_err(told)?, migrations::KNOWN);
            if found != known {
                return Err(StorageError::OtherTables { found, known });
            }
        } else {
            migrations::run(&mut connection).await?;
        }
        // A snapshot: whoever reads sees one moment, however long it takes.
        let begin = match access {
            RowsAccess::Look | RowsAccess::Take => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
            RowsAccess::Fill => "BEGIN; LOCK TABLE games, moves, runs, days, server, journals IN EXCLUSIVE MODE",
        };
        raw_sql("SET statement_timeout = 0").execute(&mut connection).await.map_err(told)?;
        raw_sql(begin).execute(&mut connection).await.map_err(told)?;
        if access != RowsAccess::Look && is_in_use(&mut connection).await.map_err(told)? {
            return Err(StorageError::InUse);
        }
        Ok(Self { connection })
    }

    async fn read_games(&mut self, after: &str, most: usize) -> Result<Vec<GameRow>, Error> {
        let rows = query::<Postgres>(
            "SELECT id, version, created, updated, head, run, maker, bytes, head_sum, moves_sum,
                    ARRAY(SELECT ply FROM moves WHERE game = id ORDER BY ply),
                    ARRAY(SELECT text FROM moves WHERE game = id ORDER BY ply)
             FROM games WHERE id > $1 ORDER BY id LIMIT $2",
        )
        .bind(after)
        .bind(most as i64)
        .fetch_all(&mut self.connection)
        .await?;
        rows.iter().map(read).collect()
    }

    async fn write_server(&mut self, rows: &ServerRows) -> Result<(), Error> {
        raw_sql("DELETE FROM runs; DELETE FROM days;").execute(&mut self.connection).await?;
        query::<Postgres>("UPDATE server SET secret = $1, checked = $2")
            .bind(rows.secret.clone())
            .bind(rows.checked)
            .execute(&mut self.connection)
            .await?;
        let column = |read: fn(&(i64, i64, i64)) -> i64| rows.runs.iter().map(read).collect::<Vec<i64>>();
        query::<Postgres>(
            "INSERT INTO runs (number, began, beat, ended)
             SELECT number, began, beat, TRUE FROM unnest($1::bigint[], $2::bigint[], $3::bigint[])
                 AS run (number, began, beat)",
        )
        .bind(column(|run| run.0))
        .bind(column(|run| run.1))
        .bind(column(|run| run.2))
        .execute(&mut self.connection)
        .await?;
        raw_sql(
            "SELECT setval(pg_get_serial_sequence('runs', 'number'), coalesce(max(number), 0) + 1, false) FROM runs",
        )
        .execute(&mut self.connection)
        .await?;
        query::<Postgres>("INSERT INTO days (day) SELECT day FROM unnest($1::bigint[]) AS given (day)")
            .bind(rows.days.clone())
            .execute(&mut self.connection)
            .await?;
        raw_sql("DELETE FROM journals").execute(&mut self.connection).await?;
        query::<Postgres>(
            "INSERT INTO journals (name, number, text)
             SELECT name, number, text FROM unnest($1::text[], $2::bigint[], $3::text[]) AS given (name, number, text)",
        )
        .bind(rows.journals.iter().map(|line| line.0.clone()).collect::<Vec<String>>())
        .bind(rows.journals.iter().map(|line| line.1).collect::<Vec<i64>>())
        .bind(rows.journals.iter().map(|line| line.2.clone()).collect::<Vec<String>>())
        .execute(&mut self.connection)
        .await?;
        Ok(())
    }

    async fn write_games(&mut self, rows: &[GameRow]) -> Result<(), Error> {
        for row in rows {
            let facts = HeadFacts::of(&row.head);
            query::<Postgres>(
                "INSERT INTO games (id, version, created, updated, head, run, maker, bytes, head_sum, moves_sum,
                                    given, unattended, open_seat)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
            )
            .bind(row.id.as_str())
            .bind(row.version)
            .bind(row.created)
            .bind(row.updated)
            .bind(row.head.as_str())
            .bind(row.run)
            .bind(row.maker.as_deref())
            .bind(row.bytes)
            .bind(row.head_sum)
            .bind(row.moves_sum)
            .bind(facts.given)
            .bind(facts.unattended)
            .bind(facts.open_seat)
            .execute(&mut self.connection)
            .await?;
        }
        let moves = || rows.iter().flat_map(|row| row.moves.iter().map(move |(ply, text)| (&row.id, ply, text)));
        query::<Postgres>(
            "INSERT INTO moves (game, ply, text)
             SELECT game, ply, text FROM unnest($1::text[], $2::bigint[], $3::text[]) AS given (game, ply, text)",
        )
        .bind(moves().map(|(game, ..)| game.clone()).collect::<Vec<String>>())
        .bind(moves().map(|(_, ply, _)| *ply).collect::<Vec<i64>>())
        .bind(moves().map(|(.., text)| text.clone()).collect::<Vec<String>>())
        .execute(&mut self.connection)
        .await?;
        Ok(())
    }
}

/// Whether a server was alive a moment ago and has not ended since.
async fn is_in_use(connection: &mut PgConnection) -> Result<bool, Error> {
    let row = query::<Postgres>(
        "SELECT EXISTS (SELECT 1 FROM runs
         WHERE NOT ended AND beat > (extract(epoch FROM clock_timestamp()) * 1000)::bigint - 10000)",
    );
    row.fetch_one(connection).await?.try_get(0)
}

fn read(row: &PgRow) -> Result<GameRow, Error> {
    let plies: Vec<i64> = row.try_get(10)?;
    let texts: Vec<String> = row.try_get(11)?;
    Ok(GameRow {
        id: row.try_get(0)?,
        version: row.try_get(1)?,
        created: row.try_get(2)?,
        updated: row.try_get(3)?,
        head: row.try_get(4)?,
        run: row.try_get(5)?,
        maker: row.try_get(6)?,
        bytes: row.try_get(7)?,
        head_sum: row.try_get(8)?,
        moves_sum: row.try_get(9)?,
        moves: plies.into_iter().zip(texts).collect(),
    })
}

#[async_trait]
impl Rows for PostgresRows {
    async fn counts(&mut self) -> Result<RowCounts, StorageError> {
        let row = query::<Postgres>("SELECT (SELECT count(*) FROM games), (SELECT count(*) FROM moves)");
        let row = row.fetch_one(&mut self.connection).await.map_err(told)?;
        let count = |column: usize| row.try_get::<i64, _>(column).map(|rows| rows as u64).map_err(told);
        Ok(RowCounts { games: count(0)?, moves: count(1)? })
    }

    async fn server(&mut self) -> Result<ServerRows, StorageError> {
        let read = async |connection: &mut PgConnection| {
            let row = query::<Postgres>("SELECT secret, checked FROM server").fetch_one(&mut *connection).await?;
            let runs = query::<Postgres>("SELECT number, began, beat FROM runs ORDER BY number");
            let runs = runs.fetch_all(&mut *connection).await?;
            let days = query::<Postgres>("SELECT day FROM days ORDER BY day").fetch_all(&mut *connection).await?;
            let lines = query::<Postgres>("SELECT name, number, text FROM journals ORDER BY name, number");
            let lines = lines.fetch_all(&mut *connection).await?;
            let line = |row: &PgRow| Ok((row.try_get(0)?, row.try_get(1)?, row.try_get(2)?));
            let run = |row: &PgRow| Ok((row.try_get(0)?, row.try_get(1)?, row.try_get(2)?));
            Ok::<_, Error>(ServerRows {
                secret: row.try_get(0)?,
                checked: row.try_get(1)?,
                runs: runs.iter().map(run).collect::<Result<_, Error>>()?,
                days: days.iter().map(|row| row.try_get(0)).collect::<Result<_, Error>>()?,
                journals: lines.iter().map(line).collect::<Result<_, Error>>()?,
            })
        };
        read(&mut self.connection).await.map_err(told)
    }

    async fn games(&mut self, after: &str, most: usize) -> Result<Vec<GameRow>, StorageError> {
        self.read_games(after, most).await.map_err(told)
    }

    async fn put_server(&mut self, rows: &ServerRows) -> Result<(), StorageError> {
        self.write_server(rows).await.map_err(told)
    }

    async fn put_games(&mut self, rows: &[GameRow]) -> Result<(), StorageError> {
        self.write_games(rows).await.map_err(told)
    }

    async fn commit(&mut self) -> Result<(), StorageError> {
        raw_sql("COMMIT").execute(&mut self.connection).await.map(|_| ()).map_err(told)
    }

    async fn damage(&mut self) -> Result<Vec<String>, StorageError> {
        // PostgreSQL checks its own pages when they are read.
        Ok(Vec::new())
    }
}
