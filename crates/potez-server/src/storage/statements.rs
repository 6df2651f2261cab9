//! What is asked of the database.

use std::collections::BTreeSet;

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::{GameChange, JournalLine, MovesChange, Retention, StorageError, StoredGame, checksums};

/// Milliseconds of a day.
const DAY: u64 = 86_400_000;
/// Old games that are looked for at once.
const OLD_AT_ONCE: i64 = 500;
/// Games that go on without anybody that are looked for at once.
const UNATTENDED_AT_ONCE: i64 = 1_000;
/// What a row costs beside its texts.
pub(super) const ROW_BYTES: usize = 64;

/// The checksums that are stored with a game: of its head and of its moves.
pub(super) type StoredSums = (Option<i64>, Option<i64>);

/// What a game takes on disk, roughly.
pub(super) fn bytes(game: &StoredGame) -> i64 {
    let moves: usize = game.moves.iter().map(|text| ROW_BYTES + text.len()).sum();
    (4 * ROW_BYTES + game.metadata.len() + moves) as i64
}

/// The names of all games.
pub(super) fn ids(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    connection.prepare("SELECT id FROM games ORDER BY id")?.query_map([], |row| row.get(0))?.collect()
}

/// A game as it lies there, with its checksums.
pub(super) fn game(connection: &Connection, id: &str) -> rusqlite::Result<Option<(StoredGame, StoredSums)>> {
    // The column is called `head` since its first release.
    let found = |row: &Row| {
        let game = StoredGame {
            id: id.to_string(),
            version: row.get::<_, i64>(0)? as u64,
            created: row.get::<_, i64>(1)? as u64,
            updated: row.get::<_, i64>(2)? as u64,
            metadata: row.get(3)?,
            run: row.get::<_, Option<i64>>(4)?.map(|run| run as u64),
            maker: None,
            moves: Vec::new(),
        };
        Ok((game, (row.get(5)?, row.get(6)?)))
    };
    let row = connection
        .prepare_cached("SELECT version, created, updated, head, run, head_sum, moves_sum FROM games WHERE id = ?")?
        .query_row([id], found)
        .optional()?;
    let Some((mut game, sums)) = row else { return Ok(None) };
    let mut moves = connection.prepare_cached("SELECT text FROM moves WHERE game = ? ORDER BY ply")?;
    game.moves = moves.query_map([id], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    Ok(Some((game, sums)))
}

/// A game as it was written; one that is damaged is an error that says so.
pub(super) fn load(connection: &Connection, id: &str) -> Result<Option<StoredGame>, StorageError> {
    let unreadable = |error: rusqlite::Error| match error {
        rusqlite::Error::FromSqlConversionFailure(..)
        | rusqlite::Error::InvalidColumnType(..)
        | rusqlite::Error::IntegralValueOutOfRange(..)
        | rusqlite::Error::Utf8Error(..) => StorageError::DamagedGame { id: id.into(), what: error.to_string() },
        other => other.into(),
    };
    // One transaction, so that the game and its moves belong to the same version.
    let transaction = connection.unchecked_transaction()?;
    let Some((game, (head, moves))) = self::game(&transaction, id).map_err(unreadable)? else { return Ok(None) };
    checksums::check(&game, head, moves)?;
    Ok(Some(game))
}

/// Keeps a new game.
pub(super) fn create(connection: &Connection, run: i64, game: &StoredGame) -> Result<(), StorageError> {
    let maker = game.maker.as_deref().map(|maker| hashed(connection, maker)).transpose()?;
    let added = connection
        .prepare_cached(
            "INSERT INTO games (id, version, created, updated, head, run, maker, bytes, head_sum, moves_sum)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10) ON CONFLICT DO NOTHING",
        )?
        .execute(params![
            game.id,
            game.version as i64,
            game.created as i64,
            game.updated as i64,
            game.metadata,
            run,
            maker,
            bytes(game),
            checksums::of_head(&game.id, game.version, &game.metadata),
            checksums::of_moves(game.moves.iter().map(String::as_str)),
        ])?;
    if added == 0 {
        return Err(StorageError::Conflict { id: game.id.clone(), from: 0 });
    }
    for (ply, text) in game.moves.iter().enumerate() {
        add(connection, &game.id, ply, text)?;
    }
    Ok(())
}

/// Changes a game from its version to the next.
pub(super) fn change(connection: &Connection, run: i64, change: &GameChange) -> Result<(), StorageError> {
    let conflict = || StorageError::Conflict { id: change.id.clone(), from: change.from };
    let row = connection
        .prepare_cached("SELECT moves_sum, bytes - octet_length(head) FROM games WHERE id = ? AND version = ?")?
        .query_row(params![change.id, change.from as i64], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    let (sum, bytes): (Option<i64>, i64) = row.ok_or_else(conflict)?;
    let (mut sum, mut bytes) = (sum.unwrap_or(0), bytes);
    match &change.moves {
        MovesChange::Keep => {}
        MovesChange::Add { ply, text } => {
            add(connection, &change.id, *ply, text)?;
            sum = sum.wrapping_add(checksums::of_move(*ply, text));
            bytes += (ROW_BYTES + text.len()) as i64;
        }
        MovesChange::Cut(length) => {
            let mut cut =
                connection.prepare_cached("DELETE FROM moves WHERE game = ? AND ply >= ? RETURNING ply, text")?;
            let mut rows = cut.query(params![change.id, *length as i64])?;
            while let Some(row) = rows.next()? {
                let (ply, text): (i64, String) = (row.get(0)?, row.get(1)?);
                sum = sum.wrapping_sub(checksums::of_move(ply as usize, &text));
                bytes -= (ROW_BYTES + text.len()) as i64;
            }
        }
    }
    let version = change.from + 1;
    connection
        .prepare_cached(
            "UPDATE games SET version = ?2, updated = ?3, head = ?4, run = ?5, bytes = ?6, head_sum = ?7,
             moves_sum = ?8 WHERE id = ?1",
        )?
        .execute(params![
            change.id,
            version as i64,
            change.at as i64,
            change.metadata,
            run,
            bytes + change.metadata.len() as i64,
            checksums::of_head(&change.id, version, &change.metadata),
            sum,
        ])?;
    Ok(())
}

fn add(connection: &Connection, game: &str, ply: usize, text: &str) -> rusqlite::Result<()> {
    connection
        .prepare_cached("INSERT INTO moves (game, ply, text) VALUES (?, ?, ?)")?
        .execute(params![game, ply as i64, text])?;
    Ok(())
}

/// A server begins; returns the number of its run.
pub(super) fn begin(connection: &Connection, at: u64) -> Result<i64, StorageError> {
    connection.execute("INSERT INTO runs (began, beat) VALUES (?1, ?1)", [at as i64])?;
    let run = connection.last_insert_rowid();
    note_day(connection, at)?;
    Ok(run)
}

/// A server is alive.
pub(super) fn beat(connection: &Connection, run: i64, at: u64) -> Result<(), StorageError> {
    connection.prepare_cached("UPDATE runs SET beat = ? WHERE number = ?")?.execute(params![at as i64, run])?;
    note_day(connection, at)
}

fn note_day(connection: &Connection, at: u64) -> Result<(), StorageError> {
    connection.prepare_cached("INSERT OR IGNORE INTO days (day) VALUES (?)")?.execute([(at / DAY) as i64])?;
    Ok(())
}

/// The run that began last.
pub(super) fn last_run(connection: &Connection) -> Result<u64, StorageError> {
    let run: i64 = connection.query_row("SELECT coalesce(max(number), 0) FROM runs", [], |row| row.get(0))?;
    Ok(run as u64)
}

/// The last sign of life in a run.
pub(super) fn last_beat(connection: &Connection, run: u64) -> Result<Option<u64>, StorageError> {
    let beat = connection.query_row("SELECT beat FROM runs WHERE number = ?", [run as i64], |row| row.get(0));
    Ok(beat.optional()?.map(|beat: i64| beat as u64))
}

/// A keyed hash of who somebody is.
fn hashed(connection: &Connection, maker: &str) -> Result<String, StorageError> {
    let secret: Vec<u8> = connection.query_row("SELECT secret FROM server", [], |row| row.get(0))?;
    Ok(keyed(&secret, maker))
}

/// A hash of who somebody is, which is of no use without its key.
pub(super) fn keyed(secret: &[u8], maker: &str) -> String {
    use sha2::{Digest, Sha256};
    let hash = Sha256::new().chain_update(secret).chain_update(maker.as_bytes()).finalize();
    crate::seats::hex(&hash[..12])
}

/// Bytes of the games that somebody made.
pub(super) fn bytes_of(connection: &Connection, maker: &str) -> Result<u64, StorageError> {
    let maker = hashed(connection, maker)?;
    let mut sum = connection.prepare_cached("SELECT coalesce(sum(bytes), 0) FROM games WHERE maker = ?")?;
    Ok(sum.query_row([maker], |row| row.get::<_, i64>(0))?.max(0) as u64)
}

/// The beginning of the day before which a game is old: between then and now lie `days` days on
/// which a server ran.
fn old_before(connection: &Connection, days: u32) -> Result<Option<i64>, StorageError> {
    let mut day = connection.prepare_cached("SELECT day FROM days ORDER BY day DESC LIMIT 1 OFFSET ?")?;
    let day: Option<i64> = day.query_row([days], |row| row.get(0)).optional()?;
    Ok(day.map(|day| day * DAY as i64))
}

/// Some of the games that are old.
pub(super) fn old_games(connection: &Connection, retention: Retention) -> Result<Vec<String>, StorageError> {
    let mut old = BTreeSet::new();
    if let Some(before) = old_before(connection, retention.played)? {
        let mut found = connection.prepare_cached("SELECT id FROM games WHERE updated < ? LIMIT ?")?;
        for id in found.query_map([before, OLD_AT_ONCE], |row| row.get(0))? {
            old.insert(id?);
        }
    }
    if let Some(before) = old_before(connection, retention.unplayed)? {
        let mut found = connection.prepare_cached(
            "SELECT id FROM games WHERE updated < ?1 AND json_valid(head) AND NOT EXISTS
                (SELECT 1 FROM moves WHERE game = id AND ply >= coalesce(json_extract(head, '$.given'), 0))
             LIMIT ?2",
        )?;
        for id in found.query_map([before, OLD_AT_ONCE], |row| row.get(0))? {
            old.insert(id?);
        }
    }
    Ok(old.into_iter().collect())
}

/// Some of the games that go on without anybody, the latest first.
pub(super) fn unattended_games(connection: &Connection) -> Result<Vec<String>, StorageError> {
    let mut found = connection.prepare(
        "SELECT id FROM games WHERE json_valid(head) AND json_extract(head, '$.unattended')
         ORDER BY updated DESC LIMIT ?",
    )?;
    Ok(found.query_map([UNATTENDED_AT_ONCE], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?)
}

/// Deletes games, and forgets who made those that have not been changed for `forget_makers` days.
pub(super) fn delete(connection: &Connection, ids: &[String], forget_makers: u32) -> Result<(), StorageError> {
    for id in ids {
        connection.prepare_cached("DELETE FROM moves WHERE game = ?")?.execute([id])?;
        connection.prepare_cached("DELETE FROM games WHERE id = ?")?.execute([id])?;
    }
    if let Some(before) = old_before(connection, forget_makers)? {
        connection.execute("UPDATE games SET maker = NULL WHERE maker IS NOT NULL AND updated < ?", [before])?;
    }
    Ok(())
}

/// Adds a line to a journal, if it is the next one.
pub(super) fn add_line(connection: &Connection, line: &JournalLine) -> Result<(), StorageError> {
    let added = connection
        .prepare_cached(
            "INSERT INTO journals (name, number, text)
             SELECT ?1, ?2, ?3 WHERE ?2 = (SELECT coalesce(max(number) + 1, 0) FROM journals WHERE name = ?1)
             ON CONFLICT DO NOTHING",
        )?
        .execute(params![line.name, line.number as i64, line.text])?;
    if added == 1 { Ok(()) } else { Err(StorageError::Conflict { id: line.name.clone(), from: line.number }) }
}

/// The lines of a journal from a number on.
pub(super) fn lines(connection: &Connection, name: &str, from: u64) -> Result<Vec<String>, StorageError> {
    let mut found =
        connection.prepare_cached("SELECT text FROM journals WHERE name = ? AND number >= ? ORDER BY number")?;
    Ok(found.query_map(params![name, from as i64], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?)
}

/// The names of the journals that begin so.
pub(super) fn journals(connection: &Connection, prefix: &str) -> Result<Vec<String>, StorageError> {
    let mut found = connection
        .prepare("SELECT DISTINCT name FROM journals WHERE substr(name, 1, length(?1)) = ?1 ORDER BY name")?;
    Ok(found.query_map([prefix], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?)
}

/// Writes something that is nobody's.
pub(super) fn check(connection: &Connection, at: u64) -> Result<(), StorageError> {
    connection.prepare_cached("UPDATE server SET checked = ?")?.execute([at as i64])?;
    Ok(())
}

/// Looks through the whole file: damage to it is an error; games that are damaged by themselves are
/// returned.
pub(super) fn inspect(connection: &Connection) -> Result<Vec<StorageError>, StorageError> {
    let mut problems = connection.prepare("PRAGMA integrity_check(5)")?;
    let problems: Vec<String> = problems.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    if problems != ["ok"] {
        return Err(StorageError::Damaged(problems.join("; ")));
    }
    let mut damaged = Vec::new();
    for id in ids(connection)? {
        match load(connection, &id) {
            Ok(_) => {}
            Err(error @ StorageError::DamagedGame { .. }) => damaged.push(error),
            Err(error) => return Err(error),
        }
    }
    Ok(damaged)
}
