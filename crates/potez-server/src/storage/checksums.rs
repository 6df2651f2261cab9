//! Checksums over stored games: eight bytes of SHA-256, so that a flipped bit is found.
//!
//! That of the moves is a sum over moves with their numbers, so that one more move costs one more
//! hash. Nothing here is secret: whoever can write the file can also write fitting sums.

use sha2::{Digest, Sha256};

use super::{StorageError, StoredGame};

fn digest(parts: &[&[u8]]) -> i64 {
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update((part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    let bytes = hasher.finalize();
    bytes.iter().take(8).fold(0, |sum, byte| sum << 8 | i64::from(*byte))
}

/// The checksum of everything but the moves.
pub(super) fn of_head(id: &str, version: u64, metadata: &str) -> i64 {
    digest(&[id.as_bytes(), &version.to_le_bytes(), metadata.as_bytes()])
}

/// What one move adds to the checksum of the moves.
pub(super) fn of_move(ply: usize, text: &str) -> i64 {
    digest(&[&(ply as u64).to_le_bytes(), text.as_bytes()])
}

/// The checksum of all moves.
pub(super) fn of_moves<'a>(moves: impl IntoIterator<Item = &'a str>) -> i64 {
    moves.into_iter().enumerate().fold(0, |sum: i64, (ply, text)| sum.wrapping_add(of_move(ply, text)))
}

/// Says what of a game is not as it was written.
pub(super) fn check(game: &StoredGame, head: Option<i64>, moves: Option<i64>) -> Result<(), StorageError> {
    let own_moves = of_moves(game.moves.iter().map(String::as_str));
    let what = if head != Some(of_head(&game.id, game.version, &game.metadata)) {
        "what is stored beside its moves does not fit its checksum"
    } else if moves != Some(own_moves) {
        "its moves do not fit their checksum"
    } else {
        return Ok(());
    };
    Err(StorageError::DamagedGame { id: game.id.clone(), what: what.into() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_counts_with_its_number() {
        assert_ne!(of_moves(["a1", "b2"]), of_moves(["b2", "a1"]));
        assert_eq!(of_moves(["a1", "b2"]), of_moves(["a1"]).wrapping_add(of_move(1, "b2")));
        assert_ne!(of_head("g", 1, "{}"), of_head("g", 2, "{}"));
    }
}
