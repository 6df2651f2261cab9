//! What is asked of `PostgreSQL`. Every change of a game is one statement, and so one transaction.

use sqlx_core::error::Error;
use sqlx_core::query::query;
use sqlx_core::row::Row;
use sqlx_postgres::{PgConnection, PgRow, Postgres};

use super::super::{
    Attendance, GameChange, Heartbeat, JournalLine, MovesChange, StoredGame, checksums, statements::ROW_BYTES,
};

/// Old games that are looked for at once.
const OLD_AT_ONCE: i64 = 500;
/// Games that go on without anybody that are looked for at once.
const UNATTENDED_AT_ONCE: i64 = 1_000;
/// Games with an open seat that are looked for at once.
const OPEN_AT_ONCE: i64 = 200;
/// Milliseconds of a day.
const DAY: u64 = 86_400_000;

/// What a change of a version must know of it: the checksum of its moves, and its bytes beside the head.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct GameSums {
    pub(super) version: u64,
    pub(super) moves: i64,
    pub(super) bytes: i64,
}

/// What queries ask of the metadata.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct HeadFacts {
    pub(super) given: i64,
    pub(super) unattended: bool,
    pub(super) open_seat: bool,
}

impl HeadFacts {
    /// Reads them; metadata that is damaged says nothing.
    pub(super) fn of(metadata: &str) -> Self {
        let Ok(head) = serde_json::from_str::<serde_json::Value>(metadata) else { return Self::default() };
        let is_open = |seat: &serde_json::Value| seat["open"] == true && seat["joined"] != true;
        Self {
            given: head["given"].as_i64().unwrap_or(0),
            unattended: head["unattended"] == true,
            open_seat: head["seats"].as_array().is_some_and(|seats| seats.iter().any(is_open)),
        }
    }
}

/// Keeps a new game; false if there is one of this name.
pub(super) async fn create(
    connection: &mut PgConnection,
    run: i64,
    game: &StoredGame,
    maker: Option<String>,
) -> Result<bool, Error> {
    let facts = HeadFacts::of(&game.metadata);
    let plies: Vec<i64> = (0..game.moves.len() as i64).collect();
    let row = query::<Postgres>(
        "WITH added AS (
            INSERT INTO games (id, version, created, updated, head, run, maker, bytes, head_sum, moves_sum,
                               given, unattended, open_seat)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) ON CONFLICT DO NOTHING RETURNING id),
         moved AS (
            INSERT INTO moves (game, ply, text)
            SELECT added.id, given.ply, given.text FROM added, unnest($14::bigint[], $15::text[]) AS given (ply, text))
         SELECT count(*) FROM added",
    )
    .bind(game.id.as_str())
    .bind(game.version as i64)
    .bind(game.created as i64)
    .bind(game.updated as i64)
    .bind(game.metadata.as_str())
    .bind(run)
    .bind(maker)
    .bind(super::super::statements::bytes(game))
    .bind(checksums::of_head(&game.id, game.version, &game.metadata))
    .bind(checksums::of_moves(game.moves.iter().map(String::as_str)))
    .bind(facts.given)
    .bind(facts.unattended)
    .bind(facts.open_seat)
    .bind(plies)
    .bind(game.moves.clone())
    .fetch_one(connection)
    .await?;
    Ok(row.try_get::<i64, _>(0)? == 1)
}

/// What a change of this version must know of it; none if the game is at another version.
pub(super) async fn sums(connection: &mut PgConnection, id: &str, version: u64) -> Result<Option<GameSums>, Error> {
    let row =
        query::<Postgres>("SELECT moves_sum, bytes - octet_length(head) FROM games WHERE id = $1 AND version = $2")
            .bind(id)
            .bind(version as i64)
            .fetch_optional(connection)
            .await?;
    let Some(row) = row else { return Ok(None) };
    let moves = row.try_get::<Option<i64>, _>(0)?.unwrap_or(0);
    Ok(Some(GameSums { version, moves, bytes: row.try_get(1)? }))
}

/// What the sums are after a change.
async fn sums_after(connection: &mut PgConnection, change: &GameChange, sums: GameSums) -> Result<GameSums, Error> {
    let mut sums = GameSums { version: change.from + 1, ..sums };
    match &change.moves {
        MovesChange::Keep => {}
        MovesChange::Add { ply, text } => {
            sums.moves = sums.moves.wrapping_add(checksums::of_move(*ply, text));
            sums.bytes += (ROW_BYTES + text.len()) as i64;
        }
        MovesChange::Cut(length) => {
            // Whoever changes the game meanwhile changes its version, and then this change is refused.
            let cut = query::<Postgres>("SELECT ply, text FROM moves WHERE game = $1 AND ply >= $2")
                .bind(change.id.as_str())
                .bind(*length as i64)
                .fetch_all(connection)
                .await?;
            for row in cut {
                let (ply, text): (i64, String) = (row.try_get(0)?, row.try_get(1)?);
                sums.moves = sums.moves.wrapping_sub(checksums::of_move(ply as usize, &text));
                sums.bytes -= (ROW_BYTES + text.len()) as i64;
            }
        }
    }
    Ok(sums)
}

const CHANGED: &str = "WITH changed AS (
    UPDATE games SET version = $3, updated = $4, head = $5, run = $6, bytes = $7, head_sum = $8, moves_sum = $9,
                     given = $10, unattended = $11, open_seat = $12
    WHERE id = $1 AND version = $2 RETURNING id)
    SELECT count(*) FROM changed WHERE $13::bigint IS NULL OR $14::text IS NULL";
const ADDED: &str = "WITH changed AS (
    UPDATE games SET version = $3, updated = $4, head = $5, run = $6, bytes = $7, head_sum = $8, moves_sum = $9,
                     given = $10, unattended = $11, open_seat = $12
    WHERE id = $1 AND version = $2 RETURNING id),
    added AS (INSERT INTO moves (game, ply, text) SELECT id, $13::bigint, $14::text FROM changed)
    SELECT count(*) FROM changed";
const CUT: &str = "WITH changed AS (
    UPDATE games SET version = $3, updated = $4, head = $5, run = $6, bytes = $7, head_sum = $8, moves_sum = $9,
                     given = $10, unattended = $11, open_seat = $12
    WHERE id = $1 AND version = $2 RETURNING id),
    cut AS (DELETE FROM moves USING changed WHERE game = changed.id AND ply >= $13::bigint)
    SELECT count(*) FROM changed WHERE $14::text IS NULL";

/// Changes a game from its version to the next; none if it is at another version.
pub(super) async fn change(
    connection: &mut PgConnection,
    run: i64,
    change: &GameChange,
    known: Option<GameSums>,
) -> Result<Option<GameSums>, Error> {
    let known = match known {
        Some(known) => Some(known),
        None => sums(connection, &change.id, change.from).await?,
    };
    let Some(known) = known else { return Ok(None) };
    let after = sums_after(connection, change, known).await?;
    let (statement, number, text) = match &change.moves {
        MovesChange::Keep => (CHANGED, None, None),
        MovesChange::Add { ply, text } => (ADDED, Some(*ply as i64), Some(text.as_str())),
        MovesChange::Cut(length) => (CUT, Some(*length as i64), None),
    };
    let facts = HeadFacts::of(&change.metadata);
    let row = query::<Postgres>(statement)
        .bind(change.id.as_str())
        .bind(change.from as i64)
        .bind(after.version as i64)
        .bind(change.at as i64)
        .bind(change.metadata.as_str())
        .bind(run)
        .bind(after.bytes + change.metadata.len() as i64)
        .bind(checksums::of_head(&change.id, after.version, &change.metadata))
        .bind(after.moves)
        .bind(facts.given)
        .bind(facts.unattended)
        .bind(facts.open_seat)
        .bind(number)
        .bind(text)
        .fetch_one(connection)
        .await?;
    Ok((row.try_get::<i64, _>(0)? == 1).then_some(after))
}

/// A game as it lies there, with its checksums. One statement sees one version.
pub(super) async fn game(
    connection: &mut PgConnection,
    id: &str,
) -> Result<Option<(StoredGame, Option<i64>, Option<i64>)>, Error> {
    let row = query::<Postgres>(
        "SELECT version, created, updated, head, run, head_sum, moves_sum,
                ARRAY(SELECT text FROM moves WHERE game = id ORDER BY ply)
         FROM games WHERE id = $1",
    )
    .bind(id)
    .fetch_optional(connection)
    .await?;
    let read = |row: PgRow| {
        let game = StoredGame {
            id: id.to_string(),
            version: row.try_get::<i64, _>(0)? as u64,
            created: row.try_get::<i64, _>(1)? as u64,
            updated: row.try_get::<i64, _>(2)? as u64,
            metadata: row.try_get(3)?,
            moves: row.try_get(7)?,
            maker: None,
            run: row.try_get::<Option<i64>, _>(4)?.map(|run| run as u64),
        };
        Ok((game, row.try_get(5)?, row.try_get(6)?))
    };
    row.map(read).transpose()
}

/// A server begins; returns the number of its run.
pub(super) async fn begin(connection: &mut PgConnection, at: u64) -> Result<i64, Error> {
    let row = query::<Postgres>("INSERT INTO runs (began, beat) VALUES ($1, $1) RETURNING number")
        .bind(at as i64)
        .fetch_one(&mut *connection)
        .await?;
    note_day(connection, at).await?;
    row.try_get(0)
}

/// A server is alive.
pub(super) async fn beat(connection: &mut PgConnection, run: i64, at: u64) -> Result<(), Error> {
    query::<Postgres>("UPDATE runs SET beat = $2 WHERE number = $1")
        .bind(run)
        .bind(at as i64)
        .execute(&mut *connection)
        .await?;
    note_day(connection, at).await
}

/// A server ends in order: nobody need wait for its next sign of life.
pub(super) async fn end(connection: &mut PgConnection, run: i64) -> Result<(), Error> {
    query::<Postgres>("UPDATE runs SET ended = TRUE WHERE number = $1").bind(run).execute(connection).await?;
    Ok(())
}

async fn note_day(connection: &mut PgConnection, at: u64) -> Result<(), Error> {
    query::<Postgres>("INSERT INTO days (day) VALUES ($1) ON CONFLICT DO NOTHING")
        .bind((at / DAY) as i64)
        .execute(connection)
        .await?;
    Ok(())
}

/// How many milliseconds the last sign of life of a server may be old.
macro_rules! alive {
    () => {
        "NOT ended AND beat > (extract(epoch FROM clock_timestamp()) * 1000)::bigint - 5000"
    };
}

/// The runs of the servers that are alive, and the time of the database.
pub(super) async fn alive(connection: &mut PgConnection, own: i64) -> Result<Heartbeat, Error> {
    let row = query::<Postgres>(concat!(
        "SELECT ARRAY(SELECT number FROM runs WHERE number = $1 OR (",
        alive!(),
        ")), (extract(epoch FROM clock_timestamp()) * 1000)::bigint"
    ))
    .bind(own)
    .fetch_one(connection)
    .await?;
    let alive: Vec<i64> = row.try_get(0)?;
    let alive = alive.into_iter().map(|run| run as u64).collect();
    Ok(Heartbeat { own: own as u64, alive, now: Some(row.try_get::<i64, _>(1)? as u64) })
}

/// Whether a server may be alive of which nothing was heard since a moment.
pub(super) async fn is_anybody_silent(connection: &mut PgConnection, own: i64, since: u64) -> Result<bool, Error> {
    let row = query::<Postgres>(concat!(
        "SELECT EXISTS (SELECT 1 FROM runs WHERE number <> $1 AND beat < $2 AND ",
        alive!(),
        ")"
    ));
    row.bind(own).bind(since as i64).fetch_one(connection).await?.try_get(0)
}

/// Until when there was some server without a break since that of a run; it is unbroken if it reaches up to
/// the beginning of our own.
pub(super) async fn attendance(connection: &mut PgConnection, own: i64, run: u64) -> Result<Attendance, Error> {
    let row = query::<Postgres>(
        "WITH RECURSIVE attended (until) AS (
            SELECT beat FROM runs WHERE number = $2
            UNION
            SELECT runs.beat FROM runs, attended WHERE runs.began <= attended.until AND runs.beat > attended.until)
         SELECT max(until), max(until) >= (SELECT began FROM runs WHERE number = $1) FROM attended",
    )
    .bind(own)
    .bind(run as i64)
    .fetch_one(connection)
    .await?;
    let until: Option<i64> = row.try_get(0)?;
    let is_unbroken: Option<bool> = row.try_get(1)?;
    Ok(match (until, is_unbroken) {
        _ if run == own as u64 => Attendance::Unbroken,
        (None, _) => Attendance::Unknown,
        (_, Some(true)) => Attendance::Unbroken,
        (Some(until), _) => Attendance::Until(until as u64),
    })
}

/// The versions of games.
pub(super) async fn versions(connection: &mut PgConnection, ids: &[String]) -> Result<Vec<(String, u64)>, Error> {
    let rows = query::<Postgres>("SELECT id, version FROM games WHERE id = ANY($1)").bind(ids).fetch_all(connection);
    let read = |row: &PgRow| Ok((row.try_get(0)?, row.try_get::<i64, _>(1)? as u64));
    rows.await?.iter().map(read).collect()
}

/// Games with a seat that anybody may take, the latest first.
pub(super) async fn open_games(connection: &mut PgConnection) -> Result<Vec<String>, Error> {
    let rows = query::<Postgres>("SELECT id FROM games WHERE open_seat ORDER BY updated DESC LIMIT $1")
        .bind(OPEN_AT_ONCE)
        .fetch_all(connection)
        .await?;
    rows.iter().map(|row| row.try_get(0)).collect()
}

/// Sends a text to all who listen. It need not be on disk.
pub(super) async fn notify(connection: &mut PgConnection, channel: &str, payload: &str) -> Result<(), Error> {
    query::<Postgres>("SELECT set_config('synchronous_commit', 'off', true), pg_notify($1, $2)")
        .bind(channel)
        .bind(payload)
        .execute(connection)
        .await?;
    Ok(())
}

/// Bytes of the games that somebody made.
pub(super) async fn bytes_of(connection: &mut PgConnection, maker: &str) -> Result<u64, Error> {
    let row = query::<Postgres>("SELECT coalesce(sum(bytes), 0)::bigint FROM games WHERE maker = $1")
        .bind(maker)
        .fetch_one(connection)
        .await?;
    Ok(row.try_get::<i64, _>(0)?.max(0) as u64)
}

/// The beginning of the day before which a game is old, as a query.
macro_rules! old_before {
    ($days:literal) => {
        concat!("(SELECT day * 86400000 FROM days ORDER BY day DESC LIMIT 1 OFFSET ", $days, ")")
    };
}

/// Some of the games that are old.
pub(super) async fn old_games(connection: &mut PgConnection, played: u32, unplayed: u32) -> Result<Vec<String>, Error> {
    let rows = query::<Postgres>(concat!(
        "(SELECT id FROM games WHERE updated < ",
        old_before!("$1"),
        " LIMIT $3) UNION
         (SELECT id FROM games WHERE updated < ",
        old_before!("$2"),
        " AND NOT EXISTS (SELECT 1 FROM moves WHERE game = id AND ply >= given) LIMIT $3)",
    ))
    .bind(i64::from(played))
    .bind(i64::from(unplayed))
    .bind(OLD_AT_ONCE)
    .fetch_all(connection)
    .await?;
    rows.iter().map(|row| row.try_get(0)).collect()
}

/// Some of the games that go on without anybody, the latest first.
pub(super) async fn unattended_games(connection: &mut PgConnection) -> Result<Vec<String>, Error> {
    let rows = query::<Postgres>(concat!(
        "SELECT id FROM games WHERE unattended
             AND NOT EXISTS (SELECT 1 FROM runs WHERE number = games.run AND ",
        alive!(),
        ") ORDER BY updated DESC LIMIT $1"
    ))
    .bind(UNATTENDED_AT_ONCE)
    .fetch_all(connection)
    .await?;
    rows.iter().map(|row| row.try_get(0)).collect()
}

/// Deletes games, and forgets who made those that have not been changed for `forget_makers` days.
pub(super) async fn delete(connection: &mut PgConnection, ids: &[String], forget_makers: u32) -> Result<(), Error> {
    // Moves go with their games.
    if !ids.is_empty() {
        query::<Postgres>("DELETE FROM games WHERE id = ANY($1)").bind(ids).execute(&mut *connection).await?;
    }
    query::<Postgres>(concat!(
        "UPDATE games SET maker = NULL WHERE maker IS NOT NULL AND updated < ",
        old_before!("$1")
    ))
    .bind(i64::from(forget_makers))
    .execute(connection)
    .await?;
    Ok(())
}

/// Adds a line to a journal, if it is the next one; false if it is not.
pub(super) async fn add_line(connection: &mut PgConnection, line: &JournalLine) -> Result<bool, Error> {
    let added = query::<Postgres>(
        "INSERT INTO journals (name, number, text)
         SELECT $1, $2, $3 WHERE $2 = (SELECT coalesce(max(number) + 1, 0) FROM journals WHERE name = $1)
         ON CONFLICT DO NOTHING",
    )
    .bind(line.name.as_str())
    .bind(line.number as i64)
    .bind(line.text.as_str())
    .execute(connection)
    .await?;
    Ok(added.rows_affected() == 1)
}

/// The lines of a journal from a number on.
pub(super) async fn lines(connection: &mut PgConnection, name: &str, from: u64) -> Result<Vec<String>, Error> {
    let rows = query::<Postgres>("SELECT text FROM journals WHERE name = $1 AND number >= $2 ORDER BY number")
        .bind(name)
        .bind(from as i64)
        .fetch_all(connection)
        .await?;
    rows.iter().map(|row| row.try_get(0)).collect()
}

/// The names of the journals that begin so.
pub(super) async fn journals(connection: &mut PgConnection, prefix: &str) -> Result<Vec<String>, Error> {
    let rows = query::<Postgres>("SELECT DISTINCT name FROM journals WHERE starts_with(name, $1) ORDER BY name")
        .bind(prefix)
        .fetch_all(connection)
        .await?;
    rows.iter().map(|row| row.try_get(0)).collect()
}

/// Writes something that is nobody's.
pub(super) async fn check(connection: &mut PgConnection, at: u64) -> Result<(), Error> {
    query::<Postgres>("UPDATE server SET checked = $1").bind(at as i64).execute(connection).await?;
    Ok(())
}

/// The key of the hashes of makers.
pub(super) async fn secret(connection: &mut PgConnection) -> Result<Vec<u8>, Error> {
    query::<Postgres>("SELECT secret FROM server").fetch_one(connection).await?.try_get(0)
}

/// Bytes of the whole database.
pub(super) async fn size(connection: &mut PgConnection) -> Result<u64, Error> {
    let row = query::<Postgres>("SELECT pg_database_size(current_database())").fetch_one(connection).await?;
    Ok(row.try_get::<i64, _>(0)?.max(0) as u64)
}

/// Settings of the server that could lose what was acknowledged.
pub(super) async fn unsafe_settings(connection: &mut PgConnection) -> Result<Vec<String>, Error> {
    let rows = query::<Postgres>(
        "SELECT name FROM pg_settings WHERE name IN ('fsync', 'full_page_writes') AND setting = 'off'",
    )
    .fetch_all(connection)
    .await?;
    rows.iter().map(|row| row.try_get(0)).collect()
}
