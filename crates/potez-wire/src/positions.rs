//! Positions as the wire has them.

use potez_table::{Description, MovePart, Player, Table, View};
use potez_words::Words;

use crate::json::{MoveView, PositionView};
use crate::phrases::{GameResult, MoveText};

/// What there is to say about a position before a language is chosen.
#[derive(Clone, Debug)]
pub struct PositionFacts {
    /// What the game says of itself.
    pub description: &'static Description,
    /// The game spec.
    pub game: String,
    /// The position at the start, if it is not the game's own.
    pub start: Option<String>,
    /// The position.
    pub position: String,
    /// The moves since the start.
    pub moves: Vec<MoveView>,
    /// Who is to move.
    pub turn: Player,
    /// The board as data.
    pub view: View,
    /// How many moves are legal.
    pub legal: u64,
    /// How the game ended.
    pub result: Option<GameResult>,
    /// The last move.
    pub last: Option<MoveText>,
    /// Whether the sides may be exchanged now.
    pub can_swap: bool,
    /// Whether a pass is the only move.
    pub must_pass: bool,
}

impl PositionFacts {
    /// The facts of what stands on a table.
    pub fn of(table: &dyn Table) -> Self {
        let legal = table.count_legal();
        let allows = |part: MovePart| legal > 0 && table.fork().play_parts(&[part]).is_ok();
        let view = table.view();
        Self {
            description: table.description(),
            game: table.game(),
            start: table.start(),
            position: table.position(),
            moves: table.played().into_iter().map(MoveView::from).collect(),
            turn: table.turn(),
            legal,
            result: GameResult::of(table),
            last: MoveText::last(table, &view),
            // Only a second ply can be a swap, and only a single move a pass: no need to ask
            // otherwise.
            can_swap: table.ply() <= 1 && allows(MovePart::Swap),
            must_pass: legal == 1 && allows(MovePart::Pass),
            view,
        }
    }

    /// The facts in a language.
    pub fn say(&self, words: &Words) -> PositionView {
        PositionView {
            base_game: self.description.id,
            game_name: words.game_name(self.description),
            game: self.game.clone(),
            start: self.start.clone(),
            text: self.position.clone(),
            ply: self.moves.len(),
            moves: self.moves.clone(),
            turn: self.turn,
            view: self.view.clone(),
            legal: self.legal,
            outcome: self.result.as_ref().map(|result| result.ending(words)),
            last: self.last.as_ref().map(|last| last.say(words)),
            can_swap: self.can_swap,
            must_pass: self.must_pass,
            step: None,
        }
    }
}
