//! Finished games, two by two: the same opening with colours swapped.

use potez_table::{Ending, Outcome, Player};
use serde::{Deserialize, Serialize};

use crate::Fault;

/// Two games of the same opening with colours swapped; one game where an odd number was asked for.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Pair {
    /// Its place in the schedule.
    pub pair: usize,
    /// The entrants by number; the first plays X in the first game.
    pub players: [usize; 2],
    /// The number of the opening.
    pub opening: usize,
    /// How many moves the opening has.
    pub plies: usize,
    /// The games.
    pub games: Vec<Played>,
}

/// A finished game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Played {
    /// The entrant who played X.
    pub x: usize,
    /// The entrant who played O.
    pub o: usize,
    /// `x`, `o` or `draw`.
    pub result: String,
    /// The code of the [`Ending`]: the rules' reason, or `illegal-move`, `crash`, `time`, `hang`,
    /// `resign`, `proof`, `length`.
    pub reason: String,
    /// The number of moves, those of the opening included.
    pub length: usize,
    /// The moves, separated by blanks; empty where nobody wanted them kept.
    #[serde(default)]
    pub moves: String,
    /// What the loser did wrong, if that is why the game ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
    /// Milliseconds that X and O thought in all.
    pub time_ms: [u64; 2],
    /// The longest think of X and O in milliseconds.
    pub longest_ms: [u64; 2],
    /// How many moves X and O thought about.
    pub thinks: [u32; 2],
}

impl Played {
    /// The result as the rules' type.
    pub fn outcome(&self) -> Outcome {
        self.result.parse().unwrap_or(Outcome::Draw)
    }

    /// How the game ended; `None` in a journal that contradicts itself.
    pub fn ending(&self) -> Option<Ending> {
        Ending::new(self.result.parse().ok(), &self.reason)
    }

    /// The half-points of an entrant: 2, 1 or 0.
    pub fn half_points(&self, entrant: usize) -> u32 {
        match self.outcome() {
            Outcome::Draw => 1,
            Outcome::Win(Player::X) => 2 * u32::from(self.x == entrant),
            Outcome::Win(Player::O) => 2 * u32::from(self.o == entrant),
        }
    }

    /// The entrant at fault, if somebody was.
    pub fn culprit(&self) -> Option<usize> {
        self.fault.as_ref().map(|fault| if fault.player == 'x' { self.x } else { self.o })
    }
}

impl Pair {
    /// The half-points of the first player, 0 to 4, where both games were played.
    pub fn half_points(&self) -> Option<u32> {
        match self.games.as_slice() {
            [one, two] => Some(one.half_points(self.players[0]) + two.half_points(self.players[0])),
            _ => None,
        }
    }
}
