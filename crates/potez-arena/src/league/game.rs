//! One game of a league and how it stands.

use potez_table::{Ending, Outcome, Player};

/// One game of the schedule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeagueGame {
    /// The round, from 0.
    pub round: usize,
    /// Who plays X and O.
    pub players: [usize; 2],
    /// The number of its opening.
    pub opening: usize,
    /// The number of its pair, the same opening with colours swapped.
    pub pair: usize,
    /// The game spec.
    pub spec: String,
    /// How it stands.
    pub state: LeagueGameState,
    /// How often it was broken off by a lost connection of X and of O.
    pub lost: [u32; 2],
    /// The names of the attempts that were broken off.
    pub attempts: Vec<String>,
}

/// How a game of the schedule stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LeagueGameState {
    /// It has not begun.
    Waiting,
    /// It is played under this name.
    Running(String),
    /// It is over.
    Over(LeagueResult),
    /// It was not played because these of X and O were absent.
    Forfeited([bool; 2]),
    /// Its round was repeated.
    Void,
}

/// What came of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeagueResult {
    /// Its name on the server.
    pub id: String,
    /// How it ended.
    pub ending: Ending,
    /// Its length.
    pub plies: usize,
}

impl LeagueGame {
    /// The side of a participant.
    pub fn side(&self, bot: usize) -> Option<Player> {
        Player::BOTH.into_iter().find(|side| self.players[side.index()] == bot)
    }

    /// What came of it, if it was played to its end.
    pub fn result(&self) -> Option<&LeagueResult> {
        if let LeagueGameState::Over(result) = &self.state { Some(result) } else { None }
    }

    /// How it ended, if it is over: played or not.
    pub fn ending(&self) -> Option<Ending> {
        match &self.state {
            LeagueGameState::Over(result) => Some(result.ending.clone()),
            LeagueGameState::Forfeited([true, true]) => Some(Ending::Aborted),
            LeagueGameState::Forfeited([x, _]) => Some(Ending::Forfeit(if *x { Player::X } else { Player::O })),
            LeagueGameState::Waiting | LeagueGameState::Running(_) | LeagueGameState::Void => None,
        }
    }

    /// The half-points of a participant.
    pub fn half_points(&self, bot: usize) -> Option<u32> {
        let side = self.side(bot)?;
        match &self.state {
            LeagueGameState::Forfeited(absent) => Some(if absent[side.index()] { 0 } else { 2 }),
            _ => Some(match self.result()?.ending.outcome().and_then(Outcome::winner) {
                None => 1,
                Some(winner) => u32::from(winner == side) * 2,
            }),
        }
    }
}
