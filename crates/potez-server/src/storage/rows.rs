//! A whole database row by row: copied into another one, saved into a file, looked through.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use async_trait::async_trait;
use potez_session::Session;

use super::postgres::PostgresRows;
use super::sqlite_rows::SqliteRows;
use super::{StorageError, StoredGame, checksums};
use crate::database::Database;
use crate::live_game;
use crate::metadata;

/// Games that are in memory at the same time.
const AT_ONCE: usize = 500;

/// One game with its moves exactly as they lie in the tables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct GameRow {
    pub(super) id: String,
    pub(super) version: i64,
    pub(super) created: i64,
    pub(super) updated: i64,
    pub(super) head: String,
    pub(super) run: Option<i64>,
    pub(super) maker: Option<String>,
    pub(super) bytes: i64,
    pub(super) head_sum: Option<i64>,
    pub(super) moves_sum: Option<i64>,
    /// The moves with their numbers.
    pub(super) moves: Vec<(i64, String)>,
}

/// Everything that is not a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ServerRows {
    pub(super) secret: Vec<u8>,
    pub(super) checked: i64,
    /// Numbers of runs with their first and their last sign of life.
    pub(super) runs: Vec<(i64, i64, i64)>,
    pub(super) days: Vec<i64>,
    /// Journals with the numbers of their lines.
    pub(super) journals: Vec<(String, i64, String)>,
}

/// How many rows the two large tables have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct RowCounts {
    pub(super) games: u64,
    pub(super) moves: u64,
}

/// A database inside one transaction, from which it is read or into which it is written.
#[async_trait]
pub(super) trait Rows: Send {
    async fn counts(&mut self) -> Result<RowCounts, StorageError>;
    async fn server(&mut self) -> Result<ServerRows, StorageError>;
    /// The next games in the order of their names.
    async fn games(&mut self, after: &str, most: usize) -> Result<Vec<GameRow>, StorageError>;
    /// Writes everything that is not a game, in the place of what there is.
    async fn put_server(&mut self, rows: &ServerRows) -> Result<(), StorageError>;
    async fn put_games(&mut self, rows: &[GameRow]) -> Result<(), StorageError>;
    /// What was written is there.
    async fn commit(&mut self) -> Result<(), StorageError>;
    /// Damage of the database itself.
    async fn damage(&mut self) -> Result<Vec<String>, StorageError>;
}

/// How a database is opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RowsAccess {
    /// To read, while servers may be at work on it.
    Look,
    /// To read, while nobody else is at work on it.
    Take,
    /// To be filled.
    Fill,
}

/// What was copied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CopyReport {
    /// Games.
    pub games: u64,
    /// Their moves.
    pub moves: u64,
}

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CheckReport {
    /// Games.
    pub games: u64,
    /// Their moves.
    pub moves: u64,
    /// What is wrong.
    pub problems: Vec<RowProblem>,
}

/// Something that is wrong in a database.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RowProblem {
    /// The game, if it is one game alone.
    pub game: Option<String>,
    /// What is wrong.
    pub what: String,
}

/// Why a database could not be copied or checked.
#[derive(Debug, thiserror::Error)]
pub enum CopyError {
    /// There is no such file.
    #[error("there is no file `{}`", .0.display())]
    NoFile(PathBuf),
    /// There is such a file already.
    #[error("`{}` is there already", .0.display())]
    FileExists(PathBuf),
    /// The same database twice, or one that is in memory.
    #[error("`{0}` cannot be copied to or from here")]
    NoPlace(String),
    /// Something would be overwritten.
    #[error("{name} is not empty: it has {games} games; nothing is changed")]
    NotEmpty {
        /// The database.
        name: String,
        /// Games in it.
        games: u64,
    },
    /// What was written is not what was read.
    #[error("{0} is not the same after it was copied; nothing is kept of the copy")]
    Differs(String),
    /// A database failed.
    #[error("{name}: {error}")]
    Storage {
        /// The database.
        name: String,
        /// What is wrong.
        error: StorageError,
    },
}

fn of(database: &Database) -> impl Fn(StorageError) -> CopyError + use<> {
    let name = database.to_string();
    move |error| CopyError::Storage { name: name.clone(), error }
}

async fn open(database: &Database, access: RowsAccess) -> Result<Box<dyn Rows>, CopyError> {
    let failed = of(database);
    Ok(match database {
        Database::File(path) if access != RowsAccess::Fill && !path.exists() => {
            return Err(CopyError::NoFile(path.clone()));
        }
        Database::File(path) => Box::new(SqliteRows::open(path, access).map_err(failed)?),
        Database::Postgres(url) => Box::new(PostgresRows::open(url, access).await.map_err(failed)?),
        Database::Memory => return Err(CopyError::NoPlace(database.to_string())),
    })
}

/// Copies everything from one database into another one that has no games yet. It happens as a whole or
/// not at all, and only if every row that was written is read back the same. No server may be at work on
/// either of them.
pub async fn copy(from: &Database, to: &Database) -> Result<CopyReport, CopyError> {
    if from == to {
        return Err(CopyError::NoPlace(to.to_string()));
    }
    let mut source = open(from, RowsAccess::Take).await?;
    let mut target = open(to, RowsAccess::Fill).await?;
    copy_rows((source.as_mut(), from), (target.as_mut(), to)).await
}

/// Saves a database into a new file of `SQLite`, also while servers are at work on it: the file holds it as
/// it was at one moment.
pub async fn backup(from: &Database, to: &Path) -> Result<CopyReport, CopyError> {
    if to.exists() {
        return Err(CopyError::FileExists(to.into()));
    }
    let mut part = to.as_os_str().to_owned();
    part.push(".part");
    let part = PathBuf::from(part);
    let mut source = open(from, RowsAccess::Look).await?;
    let saved = async {
        // What an earlier attempt has left is of no use.
        remove(&part);
        let place = Database::File(part.clone());
        let mut target = SqliteRows::open(&part, RowsAccess::Fill).map_err(of(&place))?;
        let report = copy_rows((source.as_mut(), from), (&mut target, &place)).await?;
        target.finish().map_err(of(&place))?;
        drop(target);
        std::fs::rename(&part, to).map_err(|error| of(&place)(StorageError::Broken(error.to_string())))?;
        Ok(report)
    };
    let saved = saved.await;
    remove(&part);
    saved
}

fn remove(file: &Path) {
    for ending in ["", "-wal", "-shm", "-lock"] {
        let mut name = file.as_os_str().to_owned();
        name.push(ending);
        // It may not be there.
        let _ = std::fs::remove_file(name);
    }
}

async fn copy_rows(
    (source, from): (&mut dyn Rows, &Database),
    (target, to): (&mut dyn Rows, &Database),
) -> Result<CopyReport, CopyError> {
    let (reading, writing) = (of(from), of(to));
    let there = target.counts().await.map_err(&writing)?;
    if there != RowCounts::default() {
        return Err(CopyError::NotEmpty { name: to.to_string(), games: there.games });
    }
    let server = source.server().await.map_err(&reading)?;
    target.put_server(&server).await.map_err(&writing)?;
    let mut after = String::new();
    loop {
        let games = source.games(&after, AT_ONCE).await.map_err(&reading)?;
        let Some(last) = games.last() else { break };
        after.clone_from(&last.id);
        target.put_games(&games).await.map_err(&writing)?;
    }
    compare((source, from), (target, to), &server).await?;
    target.commit().await.map_err(&writing)?;
    let counts = source.counts().await.map_err(&reading)?;
    Ok(CopyReport { games: counts.games, moves: counts.moves })
}

/// Reads both again, row by row.
async fn compare(
    (source, from): (&mut dyn Rows, &Database),
    (target, to): (&mut dyn Rows, &Database),
    server: &ServerRows,
) -> Result<(), CopyError> {
    let (reading, writing) = (of(from), of(to));
    if target.server().await.map_err(&writing)? != *server {
        return Err(CopyError::Differs("the list of runs, days and journals".into()));
    }
    let mut after = String::new();
    loop {
        let theirs = source.games(&after, AT_ONCE).await.map_err(&reading)?;
        let ours = target.games(&after, AT_ONCE).await.map_err(&writing)?;
        let ours: BTreeMap<&str, &GameRow> = ours.iter().map(|game| (game.id.as_str(), game)).collect();
        if let Some(game) = theirs.iter().find(|game| ours.get(game.id.as_str()) != Some(game)) {
            return Err(CopyError::Differs(format!("game {}", game.id)));
        }
        if ours.len() != theirs.len() {
            return Err(CopyError::Differs("the number of games".into()));
        }
        let Some(last) = theirs.last() else { break };
        after.clone_from(&last.id);
    }
    if source.counts().await.map_err(&reading)? != target.counts().await.map_err(&writing)? {
        return Err(CopyError::Differs("the number of moves".into()));
    }
    Ok(())
}

/// Looks through a database, also while servers are at work on it: every checksum, every number of a move,
/// and every game by its rules.
pub async fn check(database: &Database) -> Result<CheckReport, CopyError> {
    let failed = of(database);
    let mut rows = open(database, RowsAccess::Look).await?;
    let mut report = CheckReport::default();
    let damage = rows.damage().await.map_err(&failed)?;
    report.problems.extend(damage.into_iter().map(|what| RowProblem { game: None, what }));
    let journals = rows.server().await.map_err(&failed)?.journals;
    report.problems.extend(gaps(&journals).map(|what| RowProblem { game: None, what }));
    let mut after = String::new();
    loop {
        let games = rows.games(&after, AT_ONCE).await.map_err(&failed)?;
        let Some(last) = games.last() else { break };
        after.clone_from(&last.id);
        for game in &games {
            report.games += 1;
            report.moves += game.moves.len() as u64;
            if let Err(what) = game.check() {
                report.problems.push(RowProblem { game: Some(game.id.clone()), what });
            }
        }
    }
    let counts = rows.counts().await.map_err(&failed)?;
    if counts.moves != report.moves {
        let what = format!("{} moves belong to no game", counts.moves.abs_diff(report.moves));
        report.problems.push(RowProblem { game: None, what });
    }
    Ok(report)
}

/// The journals in which a line is missing.
fn gaps(journals: &[(String, i64, String)]) -> impl Iterator<Item = String> + '_ {
    let follows = |(before, line): (usize, &(String, i64, String))| {
        let last = before.checked_sub(1).map(|before| &journals[before]).filter(|last| last.0 == line.0);
        let expected = last.map_or(0, |last| last.1 + 1);
        (line.1 != expected).then(|| format!("journal {}: its line {} is missing", line.0, expected + 1))
    };
    journals.iter().enumerate().filter_map(follows)
}

impl GameRow {
    /// Says what is wrong with the game, if anything is.
    fn check(&self) -> Result<(), String> {
        let gap = (0..).zip(&self.moves).find(|(number, (ply, _))| number != ply);
        if let Some((number, _)) = gap {
            return Err(format!("its move {} is missing", number + 1));
        }
        let game = StoredGame {
            id: self.id.clone(),
            version: self.version as u64,
            metadata: self.head.clone(),
            moves: self.moves.iter().map(|(_, text)| text.clone()).collect(),
            ..StoredGame::default()
        };
        checksums::check(&game, self.head_sum, self.moves_sum).map_err(|error| match error {
            StorageError::DamagedGame { what, .. } => what,
            other => other.to_string(),
        })?;
        let (state, _) = metadata::read(&game.metadata).map_err(|error| error.to_string())?;
        let policy = live_game::policy(&state);
        Session::restore(state, &game.moves, policy).map(|_| ()).map_err(|message| message.to_string())
    }
}
