//! What is asked of the tables of explored games in `SQLite`.

use rusqlite::{Connection, Row, ToSql, params};

use super::StorageError;
use super::explored::{ExploredCount, ExploredGame, ExploredResult, GameFilter, MOST_GAMES, MOST_ROWS, compared};

/// Which games are asked for; the parameters of [`filter`].
const FILTER: &str = "(?2 IS NULL OR g.spec = ?2) AND (?3 IS NULL OR g.x_name = ?3 OR g.o_name = ?3)
    AND (?4 IS NULL OR g.x_level = ?4 OR g.o_level = ?4) AND (?5 IS NULL OR g.result = ?5)
    AND (?6 IS NULL OR g.reason = ?6) AND (?7 IS NULL OR g.plies >= ?7) AND (?8 IS NULL OR g.plies <= ?8)
    AND (?9 IS NULL OR (g.ended, g.game) < (?9, ?10)) AND g.result > 0";
const COLUMNS: &str = "g.game, g.version, g.spec, g.result, g.reason, g.plies, g.ended, g.x, g.o, g.x_level, g.o_level";

/// The filter as parameters 2 to 10.
fn filter(filter: &GameFilter) -> [Box<dyn ToSql>; 9] {
    let (ended, game) = filter.before.clone().unzip();
    [
        Box::new(filter.spec.clone()),
        Box::new(filter.player.as_deref().map(compared)),
        Box::new(filter.level),
        Box::new(filter.result.map(|result| result as i64)),
        Box::new(filter.reason.clone()),
        Box::new(filter.least_plies.map(|plies| plies as i64)),
        Box::new(filter.most_plies.map(|plies| plies as i64)),
        Box::new(ended.map(|ended| ended as i64)),
        Box::new(game),
    ]
}

/// Games after this name whose tables are not those of their version.
pub(super) fn unexplored(connection: &Connection, after: &str, most: usize) -> Result<Vec<String>, StorageError> {
    let mut found = connection.prepare_cached(
        "SELECT id FROM games WHERE id > ?1 AND NOT EXISTS
            (SELECT 1 FROM explored_games e WHERE e.game = id AND e.version = games.version)
         ORDER BY id LIMIT ?2",
    )?;
    Ok(found.query_map(params![after, most as i64], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?)
}

/// Puts a game where it is found, in the place of what was there. Nothing happens if the game is gone.
pub(super) fn explore(connection: &Connection, game: &ExploredGame, positions: &[u64]) -> Result<(), StorageError> {
    connection.prepare_cached("DELETE FROM explored_games WHERE game = ?")?.execute([&game.id])?;
    let ([x, o], [x_name, o_name], [x_level, o_level]) = (&game.players, game.names(), game.levels);
    let added = connection
        .prepare_cached(
            "INSERT INTO explored_games (game, version, spec, result, reason, plies, ended, x, o, x_name, o_name,
                                         x_level, o_level)
             SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13
             WHERE EXISTS (SELECT 1 FROM games WHERE id = ?1)",
        )?
        .execute(params![
            game.id,
            game.version as i64,
            game.spec,
            game.result as i64,
            game.reason,
            game.plies as i64,
            game.ended as i64,
            x,
            o,
            x_name,
            o_name,
            x_level,
            o_level,
        ])?;
    if added == 0 {
        return Ok(());
    }
    let mut add = connection.prepare_cached(
        "INSERT INTO explored_positions (key, next, result, game) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
    )?;
    for (at, &key) in positions.iter().enumerate() {
        let next = positions.get(at + 1).copied().unwrap_or(0);
        add.execute(params![key as i64, next as i64, game.result as i64, game.id])?;
    }
    Ok(())
}

/// How games went on from a position, with what result.
pub(super) fn counts(
    connection: &Connection,
    key: u64,
    wanted: &GameFilter,
) -> Result<Vec<ExploredCount>, StorageError> {
    let read = |row: &Row| {
        Ok(ExploredCount {
            next: row.get::<_, i64>(0)? as u64,
            result: ExploredResult::of(row.get(1)?),
            games: row.get::<_, i64>(2)? as u64,
        })
    };
    if *wanted == GameFilter::default() {
        let mut found = connection.prepare_cached(
            "SELECT next, result, count(*) FROM explored_positions WHERE key = ? GROUP BY next, result",
        )?;
        return Ok(found.query_map([key as i64], read)?.collect::<rusqlite::Result<_>>()?);
    }
    let mut found = connection.prepare_cached(&format!(
        "SELECT p.next, p.result, count(*)
         FROM (SELECT next, result, game FROM explored_positions WHERE key = ?1 LIMIT {MOST_ROWS}) p
         JOIN explored_games g ON g.game = p.game WHERE {FILTER} GROUP BY p.next, p.result"
    ))?;
    let key: Box<dyn ToSql> = Box::new(key as i64);
    let all: Vec<Box<dyn ToSql>> = [key].into_iter().chain(filter(wanted)).collect();
    let all: Vec<&dyn ToSql> = all.iter().map(AsRef::as_ref).collect();
    Ok(found.query_map(&all[..], read)?.collect::<rusqlite::Result<_>>()?)
}

/// The newest games that came through a position, or the newest of all.
pub(super) fn found(
    connection: &Connection,
    key: Option<u64>,
    wanted: &GameFilter,
    most: usize,
) -> Result<Vec<ExploredGame>, StorageError> {
    let source = if key.is_some() {
        format!(
            "(SELECT DISTINCT game FROM explored_positions WHERE key = ?1 LIMIT {MOST_GAMES}) p
             CROSS JOIN explored_games g ON g.game = p.game"
        )
    } else {
        "explored_games g".into()
    };
    let mut found = connection.prepare_cached(&format!(
        "SELECT {COLUMNS} FROM {source} WHERE (?1 IS NULL OR TRUE) AND {FILTER}
         ORDER BY g.ended DESC, g.game DESC LIMIT {most}"
    ))?;
    let key: Box<dyn ToSql> = Box::new(key.map(|key| key as i64));
    let all: Vec<Box<dyn ToSql>> = [key].into_iter().chain(filter(wanted)).collect();
    let all: Vec<&dyn ToSql> = all.iter().map(AsRef::as_ref).collect();
    let read = |row: &Row| {
        Ok(ExploredGame {
            id: row.get(0)?,
            version: row.get::<_, i64>(1)? as u64,
            spec: row.get(2)?,
            result: ExploredResult::of(row.get(3)?),
            reason: row.get(4)?,
            plies: row.get::<_, i64>(5)? as usize,
            ended: row.get::<_, i64>(6)? as u64,
            players: [row.get(7)?, row.get(8)?],
            levels: [row.get(9)?, row.get(10)?],
        })
    };
    Ok(found.query_map(&all[..], read)?.collect::<rusqlite::Result<_>>()?)
}
