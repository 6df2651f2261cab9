//! Games of a player against itself as work for a fleet.

use potez_table::{Message, SelfPlaySettings, Stop};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// What games are played by.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SelfPlayTerms {
    /// Game specs, taken in turn.
    pub games: Vec<String>,
    /// Simulations or nodes per move.
    pub nodes: u64,
    /// The seed of the run; that of a game follows from it and from the game's number.
    pub seed: u64,
    /// The digest of the net that plays, if it is not the game's own way of evaluating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub net: Option<String>,
}

/// A game, played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SelfPlayed {
    /// Its number in the run.
    pub unit: u64,
    /// The game as a line that the training of the game reads.
    pub line: String,
}

/// What a file is called in jobs and where workers ask for it: the SHA-256 of its bytes.
pub fn digest(bytes: &[u8]) -> String {
    let digit = |half: u8| char::from_digit(u32::from(half), 16).unwrap_or_default();
    Sha256::digest(bytes).iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

impl SelfPlayTerms {
    /// The spec of a game.
    pub fn game(&self, unit: u64) -> &str {
        let count = self.games.len().max(1);
        self.games.get((unit % count as u64) as usize).map_or("", String::as_str)
    }

    /// Plays a game with the bytes of the net; `None` when it is called off.
    pub(crate) fn play(&self, unit: u64, net: Option<&[u8]>, stop: &Stop) -> Result<Option<SelfPlayed>, Message> {
        let table = potez_table::open(self.game(unit), None)?;
        // By the number of the game, not by who plays it.
        let settings = SelfPlaySettings { nodes: self.nodes, seed: self.seed << 32 | unit, net };
        Ok(table.self_play(&settings, stop)?.map(|line| SelfPlayed { unit, line }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digest_is_the_one_that_other_programs_compute() {
        // printf abc | sha256sum
        let known = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(digest(b"abc"), known);
    }

    #[test]
    fn games_take_their_specs_in_turn() {
        let games = ["havannah:size=3", "havannah:size=4"].map(String::from).to_vec();
        let terms = SelfPlayTerms { games, nodes: 10, seed: 1, net: None };
        assert_eq!([0, 1, 2].map(|unit| terms.game(unit)), ["havannah:size=3", "havannah:size=4", "havannah:size=3"]);
    }
}
