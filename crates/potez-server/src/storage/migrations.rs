//! The tables of the database, step by step; what is once released stays as it is.

use rusqlite::{Connection, TransactionBehavior};

use super::{StorageError, checksums, statements};

const STEPS: [&str; 4] = [
    include_str!("../../migrations/0001_games.sql"),
    include_str!("../../migrations/0002_trust.sql"),
    include_str!("../../migrations/0003_journals.sql"),
    include_str!("../../migrations/0004_explorer.sql"),
];

/// How many steps the tables have had, and how many are known here.
pub(super) fn steps(connection: &Connection) -> Result<(i64, i64), StorageError> {
    let found = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    Ok((found, STEPS.len() as i64))
}

/// Brings a database up to date.
pub(super) fn run(connection: &mut Connection) -> Result<(), StorageError> {
    let known = STEPS.len() as i64;
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let mut found: i64 = transaction.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    if found > known {
        return Err(StorageError::TooNew { found, known });
    }
    if found == 0 && transaction.table_exists(None, "games")? {
        // The first version counted its steps elsewhere.
        found = 1;
    }
    if found == known {
        return Ok(());
    }
    for step in &STEPS[found as usize..] {
        transaction.execute_batch(step)?;
    }
    if found < 2 {
        sum_up(&transaction)?;
    }
    transaction.pragma_update(None, "user_version", known)?;
    transaction.commit()?;
    Ok(())
}

/// Gives games from before there were checksums theirs.
fn sum_up(connection: &Connection) -> Result<(), StorageError> {
    for id in statements::ids(connection)? {
        let Some((game, _)) = statements::game(connection, &id)? else { continue };
        let moves = checksums::of_moves(game.moves.iter().map(String::as_str));
        let head = checksums::of_head(&id, game.version, &game.metadata);
        connection.execute(
            "UPDATE games SET head_sum = ?1, moves_sum = ?2, bytes = ?3 WHERE id = ?4",
            (head, moves, statements::bytes(&game), &id),
        )?;
    }
    Ok(())
}
