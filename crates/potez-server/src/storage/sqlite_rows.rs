//! A file of `SQLite` row by row.
//!
//! Everything here blocks: it is for a command that does nothing else.

use std::fs::File;
use std::path::Path;
use std::time::Duration;

use async_trait::async_trait;
use rusqlite::{Connection, OpenFlags, Row, params};

use super::files::DatabaseFiles;
use super::rows::{GameRow, RowCounts, Rows, RowsAccess, ServerRows};
use super::{StorageError, migrations};

/// How long another program's lock on the database is waited for.
const BUSY: Duration = Duration::from_secs(5);

/// A file, inside one transaction.
pub(super) struct SqliteRows {
    connection: Connection,
    /// Held as long as the file must be nobody else's.
    _lock: Option<File>,
}

impl SqliteRows {
    pub(super) fn open(path: &Path, access: RowsAccess) -> Result<Self, StorageError> {
        let files = DatabaseFiles::at(path);
        let lock = if access == RowsAccess::Look { None } else { Some(files.lock()?) };
        let flags = match access {
            // A log that is there must be read along, which needs more than a right to read.
            RowsAccess::Look | RowsAccess::Take => OpenFlags::default() - OpenFlags::SQLITE_OPEN_CREATE,
            RowsAccess::Fill => OpenFlags::default(),
        };
        let mut connection = Connection::open_with_flags(files.main(), flags)?;
        connection.busy_timeout(BUSY)?;
        if access == RowsAccess::Look {
            connection.execute_batch("PRAGMA query_only = ON;")?;
            let (found, known) = migrations::steps(&connection)?;
            if found != known {
                return Err(StorageError::OtherTables { found, known });
            }
        } else {
            connection
                .execute_batch("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;")?;
            migrations::run(&mut connection)?;
        }
        connection.execute_batch(if access == RowsAccess::Fill { "BEGIN IMMEDIATE" } else { "BEGIN" })?;
        Ok(Self { connection, _lock: lock })
    }

    /// Brings everything into the one file.
    pub(super) fn finish(&mut self) -> Result<(), StorageError> {
        self.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
        self.connection.query_row("PRAGMA journal_mode = DELETE", [], |_| Ok(()))?;
        Ok(())
    }
}

fn read(row: &Row) -> rusqlite::Result<GameRow> {
    Ok(GameRow {
        id: row.get(0)?,
        version: row.get(1)?,
        created: row.get(2)?,
        updated: row.get(3)?,
        head: row.get(4)?,
        run: row.get(5)?,
        maker: row.get(6)?,
        bytes: row.get(7)?,
        head_sum: row.get(8)?,
        moves_sum: row.get(9)?,
        moves: Vec::new(),
    })
}

#[async_trait]
impl Rows for SqliteRows {
    async fn counts(&mut self) -> Result<RowCounts, StorageError> {
        let count = |table: &str| {
            let rows = self.connection.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0));
            rows.map(|rows: i64| rows as u64)
        };
        Ok(RowCounts { games: count("games")?, moves: count("moves")? })
    }

    async fn server(&mut self) -> Result<ServerRows, StorageError> {
        let one = |row: &Row| Ok((row.get(0)?, row.get(1)?));
        let (secret, checked) = self.connection.query_row("SELECT secret, checked FROM server", [], one)?;
        let mut runs = self.connection.prepare("SELECT number, began, beat FROM runs ORDER BY number")?;
        let runs = runs.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        let mut days = self.connection.prepare("SELECT day FROM days ORDER BY day")?;
        let days = days.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
        let mut lines = self.connection.prepare("SELECT name, number, text FROM journals ORDER BY name, number")?;
        let lines = lines.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        let (runs, journals) = (runs.collect::<rusqlite::Result<_>>()?, lines.collect::<rusqlite::Result<_>>()?);
        Ok(ServerRows { secret, checked, runs, days, journals })
    }

    async fn games(&mut self, after: &str, most: usize) -> Result<Vec<GameRow>, StorageError> {
        let mut games = self.connection.prepare_cached(
            "SELECT id, version, created, updated, head, run, maker, bytes, head_sum, moves_sum
             FROM games WHERE id > ? ORDER BY id LIMIT ?",
        )?;
        let mut games: Vec<GameRow> =
            games.query_map(params![after, most as i64], read)?.collect::<rusqlite::Result<_>>()?;
        let mut moves = self.connection.prepare_cached("SELECT ply, text FROM moves WHERE game = ? ORDER BY ply")?;
        for game in &mut games {
            let found = moves.query_map([&game.id], |row| Ok((row.get(0)?, row.get(1)?)))?;
            game.moves = found.collect::<rusqlite::Result<_>>()?;
        }
        Ok(games)
    }

    async fn put_server(&mut self, rows: &ServerRows) -> Result<(), StorageError> {
        self.connection.execute_batch("DELETE FROM runs; DELETE FROM days;")?;
        let server = "UPDATE server SET secret = ?, checked = ?";
        self.connection.execute(server, params![rows.secret, rows.checked])?;
        let mut run = self.connection.prepare("INSERT INTO runs (number, began, beat) VALUES (?, ?, ?)")?;
        for (number, began, beat) in &rows.runs {
            run.execute(params![number, began, beat])?;
        }
        let mut insert = self.connection.prepare("INSERT INTO days (day) VALUES (?)")?;
        for day in &rows.days {
            insert.execute([day])?;
        }
        self.connection.execute_batch("DELETE FROM journals;")?;
        let mut line = self.connection.prepare("INSERT INTO journals (name, number, text) VALUES (?, ?, ?)")?;
        for (name, number, text) in &rows.journals {
            line.execute(params![name, number, text])?;
        }
        Ok(())
    }

    async fn put_games(&mut self, rows: &[GameRow]) -> Result<(), StorageError> {
        let mut games = self.connection.prepare_cached(
            "INSERT INTO games (id, version, created, updated, head, run, maker, bytes, head_sum, moves_sum)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        )?;
        let mut moves = self.connection.prepare_cached("INSERT INTO moves (game, ply, text) VALUES (?, ?, ?)")?;
        for row in rows {
            games.execute(params![
                row.id,
                row.version,
                row.created,
                row.updated,
                row.head,
                row.run,
                row.maker,
                row.bytes,
                row.head_sum,
                row.moves_sum
            ])?;
            for (ply, text) in &row.moves {
                moves.execute(params![row.id, ply, text])?;
            }
        }
        Ok(())
    }

    async fn commit(&mut self) -> Result<(), StorageError> {
        Ok(self.connection.execute_batch("COMMIT")?)
    }

    async fn damage(&mut self) -> Result<Vec<String>, StorageError> {
        let mut problems = self.connection.prepare("PRAGMA integrity_check(100)")?;
        let problems: Vec<String> = problems.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
        Ok(problems.into_iter().filter(|problem| problem != "ok").collect())
    }
}
