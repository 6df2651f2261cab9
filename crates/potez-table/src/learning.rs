//! The table for programs that learn: moves as numbers, positions as planes of numbers.

use std::sync::Arc;

use potez_core::{ActionSpace, Explain, Kind, Message, MovePart, Player, Position};
use potez_engine::GameEngine;

use crate::batch::{Batch, TypedBatch};
use crate::typed::{TypedTable, left_out_of_modules};
use crate::{Table, TableMove};

/// What learning programs ask for.
///
/// The number of a move follows from the game spec alone and never changes.
pub trait Learning {
    /// How many numbers of moves there are; each is below this.
    fn action_count(&self) -> u32;
    /// The numbers of the legal moves, in order.
    fn legal_actions(&self) -> Vec<u32>;
    /// Marks the numbers of the legal moves in a list that has a place for every number.
    fn mask(&self, mask: &mut [bool]);
    /// The number of a move, legal or not, if its parts have the form of one.
    fn action(&self, mv: &[MovePart]) -> Option<u32>;
    /// The move of a number, legal or not.
    fn action_move(&self, action: u32) -> Result<TableMove, Message>;
    /// Plays the move of a number.
    fn play_action(&mut self, action: u32) -> Result<(), Message>;
    /// Planes, rows and columns of an observation.
    fn observation_shape(&self) -> [usize; 3];
    /// Writes what a player sees, as many numbers as the shape says.
    fn observe(&self, player: Player, planes: &mut [f32]);
    /// Many games of the same rules from the same start, to be played at once. Random moves come
    /// from the seed.
    fn batch(&self, games: usize, seed: u64, threads: usize) -> Box<dyn Batch>;
}

/// A number that no move has.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{action} is the number of no move: the numbers of this game go from 0 to {most}, not all of them in use")]
pub(crate) struct NoSuchAction {
    pub(crate) action: i64,
    pub(crate) most: u32,
}

impl Explain for NoSuchAction {
    fn code(&self) -> &'static str {
        "no-such-action"
    }

    fn args(&self) -> Vec<(&'static str, String)> {
        vec![("action", self.action.to_string()), ("most", self.most.to_string())]
    }
}

impl<G: GameEngine> TypedTable<G> {
    fn space(&self) -> &Arc<ActionSpace> {
        left_out_of_modules();
        self.actions.get_or_init(|| Arc::new(self.record.game().actions()))
    }

    fn numbered(&self, action: u32) -> Result<<G::Position as Position>::Move, Message> {
        let parts = self.space().parts(action);
        parts.and_then(|parts| self.record.game().assemble(&parts)).ok_or_else(|| {
            let most = self.space().count() - 1;
            Message::new(Kind::BadMove, &NoSuchAction { action: action.into(), most })
        })
    }
}

impl<G: GameEngine> Learning for TypedTable<G> {
    fn action_count(&self) -> u32 {
        self.space().count()
    }

    fn legal_actions(&self) -> Vec<u32> {
        let mut moves = Vec::new();
        self.record.legal_moves(&mut moves);
        let (game, space) = (self.record.game(), self.space());
        let mut numbers: Vec<u32> = moves.into_iter().filter_map(|mv| game.action_number(space, mv)).collect();
        numbers.sort_unstable();
        numbers
    }

    fn mask(&self, mask: &mut [bool]) {
        mask.fill(false);
        for number in self.legal_actions() {
            mask[number as usize] = true;
        }
    }

    fn action(&self, mv: &[MovePart]) -> Option<u32> {
        self.space().number(mv)
    }

    fn action_move(&self, action: u32) -> Result<TableMove, Message> {
        Ok(self.shown(self.numbered(action)?))
    }

    fn play_action(&mut self, action: u32) -> Result<(), Message> {
        self.check_running()?;
        let mv = self.numbered(action)?;
        self.record.play(mv).map_err(|error| error.message())
    }

    fn observation_shape(&self) -> [usize; 3] {
        self.record.game().observation_shape()
    }

    fn observe(&self, player: Player, planes: &mut [f32]) {
        left_out_of_modules();
        planes.fill(0.0);
        self.record.game().observe(self.record.position(), player, planes);
    }

    fn batch(&self, games: usize, seed: u64, threads: usize) -> Box<dyn Batch> {
        let space = Arc::clone(self.space());
        let (game, start) = (self.record.game().clone(), self.record.position().clone());
        Box::new(TypedBatch::new(game, start, space, games, seed, threads))
    }
}
