//! What is asked of the tables of explored games in `PostgreSQL`.
//!
//! Texts that are put together here consist of constants and numbers; whatever a client sends is bound.

use sqlx_core::error::Error;
use sqlx_core::query::{Query, query};
use sqlx_core::row::Row;
use sqlx_core::sql_str::AssertSqlSafe;
use sqlx_postgres::{PgArguments, PgConnection, PgRow, Postgres};

use super::super::explored::{
    ExploredCount, ExploredGame, ExploredResult, GameFilter, MOST_GAMES, MOST_ROWS, compared,
};

/// Which games are asked for; the parameters of [`filtered`].
const FILTER: &str = "($2::text IS NULL OR g.spec = $2) AND ($3::text IS NULL OR g.x_name = $3 OR g.o_name = $3)
    AND ($4::bigint IS NULL OR g.x_level = $4 OR g.o_level = $4) AND ($5::bigint IS NULL OR g.result = $5)
    AND ($6::text IS NULL OR g.reason = $6) AND ($7::bigint IS NULL OR g.plies >= $7)
    AND ($8::bigint IS NULL OR g.plies <= $8)
    AND ($9::bigint IS NULL OR (g.ended, g.game) < ($9, $10::text)) AND g.result > 0";

type Asked<'q> = Query<'q, Postgres, PgArguments>;

/// The filter as parameters 2 to 10.
fn filtered<'q>(asked: Asked<'q>, filter: &GameFilter) -> Asked<'q> {
    let (ended, game) = filter.before.clone().unzip();
    asked
        .bind(filter.spec.clone())
        .bind(filter.player.as_deref().map(compared))
        .bind(filter.level.map(i64::from))
        .bind(filter.result.map(|result| result as i64))
        .bind(filter.reason.clone())
        .bind(filter.least_plies.map(|plies| plies as i64))
        .bind(filter.most_plies.map(|plies| plies as i64))
        .bind(ended.map(|ended| ended as i64))
        .bind(game)
}

/// Games after this name whose tables are not those of their version.
pub(super) async fn unexplored(connection: &mut PgConnection, after: &str, most: usize) -> Result<Vec<String>, Error> {
    let rows = query::<Postgres>(
        "SELECT id FROM games WHERE id > $1 AND NOT EXISTS
            (SELECT 1 FROM explored_games e WHERE e.game = id AND e.version = games.version)
         ORDER BY id LIMIT $2",
    )
    .bind(after)
    .bind(most as i64)
    .fetch_all(connection)
    .await?;
    rows.iter().map(|row| row.try_get(0)).collect()
}

/// Puts a game where it is found, in the place of what was there. Nothing happens if the game is gone.
pub(super) async fn explore(
    connection: &mut PgConnection,
    game: &ExploredGame,
    positions: &[u64],
) -> Result<(), Error> {
    use sqlx_core::connection::Connection;
    let mut transaction = connection.begin().await?;
    // Another server may do the same at the same moment: they go one after the other.
    let there = query::<Postgres>("SELECT id FROM games WHERE id = $1 FOR UPDATE")
        .bind(game.id.as_str())
        .fetch_optional(&mut *transaction)
        .await?;
    if there.is_none() {
        return Ok(());
    }
    query::<Postgres>("DELETE FROM explored_games WHERE game = $1")
        .bind(game.id.as_str())
        .execute(&mut *transaction)
        .await?;
    let ([x, o], [x_name, o_name], [x_level, o_level]) = (&game.players, game.names(), game.levels);
    query::<Postgres>(
        "INSERT INTO explored_games (game, version, spec, result, reason, plies, ended, x, o, x_name, o_name,
                                     x_level, o_level)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
    )
    .bind(game.id.as_str())
    .bind(game.version as i64)
    .bind(game.spec.as_str())
    .bind(game.result as i64)
    .bind(game.reason.as_str())
    .bind(game.plies as i64)
    .bind(game.ended as i64)
    .bind(x.as_str())
    .bind(o.as_str())
    .bind(x_name)
    .bind(o_name)
    .bind(x_level.map(i64::from))
    .bind(o_level.map(i64::from))
    .execute(&mut *transaction)
    .await?;
    let keys: Vec<i64> = positions.iter().map(|&key| key as i64).collect();
    let next: Vec<i64> = keys.iter().skip(1).copied().chain([0]).take(keys.len()).collect();
    query::<Postgres>(
        "INSERT INTO explored_positions (key, next, result, game)
         SELECT given.key, given.next, $3, $4 FROM unnest($1::bigint[], $2::bigint[]) AS given (key, next)
         ON CONFLICT DO NOTHING",
    )
    .bind(keys)
    .bind(next)
    .bind(game.result as i64)
    .bind(game.id.as_str())
    .execute(&mut *transaction)
    .await?;
    transaction.commit().await
}

/// How games went on from a position, with what result.
pub(super) async fn counts(
    connection: &mut PgConnection,
    key: u64,
    wanted: &GameFilter,
) -> Result<Vec<ExploredCount>, Error> {
    let rows = if *wanted == GameFilter::default() {
        query::<Postgres>("SELECT next, result, count(*) FROM explored_positions WHERE key = $1 GROUP BY next, result")
            .bind(key as i64)
            .fetch_all(connection)
            .await?
    } else {
        let text = format!(
            "SELECT p.next, p.result, count(*)
             FROM (SELECT next, result, game FROM explored_positions WHERE key = $1 LIMIT {MOST_ROWS}) p
             JOIN explored_games g ON g.game = p.game WHERE {FILTER} GROUP BY p.next, p.result"
        );
        filtered(query::<Postgres>(AssertSqlSafe(text)).bind(key as i64), wanted).fetch_all(connection).await?
    };
    let read = |row: &PgRow| {
        Ok(ExploredCount {
            next: row.try_get::<i64, _>(0)? as u64,
            result: ExploredResult::of(row.try_get(1)?),
            games: row.try_get::<i64, _>(2)? as u64,
        })
    };
    rows.iter().map(read).collect()
}

/// The newest games that came through a position, or the newest of all.
pub(super) async fn found(
    connection: &mut PgConnection,
    key: Option<u64>,
    wanted: &GameFilter,
    most: usize,
) -> Result<Vec<ExploredGame>, Error> {
    let of_position =
        format!("AND g.game IN (SELECT DISTINCT game FROM explored_positions WHERE key = $1 LIMIT {MOST_GAMES})");
    let of_position = if key.is_some() { of_position.as_str() } else { "AND $1::bigint IS NULL" };
    let text = format!(
        "SELECT g.game, g.version, g.spec, g.result, g.reason, g.plies, g.ended, g.x, g.o, g.x_level, g.o_level
         FROM explored_games g WHERE {FILTER} {of_position} ORDER BY g.ended DESC, g.game DESC LIMIT {most}"
    );
    let asked = filtered(query::<Postgres>(AssertSqlSafe(text)).bind(key.map(|key| key as i64)), wanted);
    let rows = asked.fetch_all(connection).await?;
    let level = |level: Option<i64>| level.map(|level| level as u32);
    let read = |row: &PgRow| {
        Ok(ExploredGame {
            id: row.try_get(0)?,
            version: row.try_get::<i64, _>(1)? as u64,
            spec: row.try_get(2)?,
            result: ExploredResult::of(row.try_get(3)?),
            reason: row.try_get(4)?,
            plies: row.try_get::<i64, _>(5)? as usize,
            ended: row.try_get::<i64, _>(6)? as u64,
            players: [row.try_get(7)?, row.try_get(8)?],
            levels: [level(row.try_get(9)?), level(row.try_get(10)?)],
        })
    };
    rows.iter().map(read).collect()
}
