//! The positions of recorded searches: each once, as what its move changed on the board.

use std::collections::HashMap;

use potez_core::{Game, Mark, Piece, Player, Position, View, WallView};
use serde::Serialize;

/// Positions by their numbers: the root is 0, parents come before children. The lists are as long as
/// there are positions.
#[derive(Clone, Debug, Default, Serialize)]
pub struct PositionList {
    /// The position that the move was played in; the root is its own.
    pub parent: Vec<u32>,
    /// The move that led here; empty at the root.
    #[serde(rename = "move")]
    pub mv: Vec<String>,
    /// The player to move.
    pub turn: Vec<Player>,
    /// What the move changed on the board of its parent.
    pub change: Vec<ViewChange>,
}

/// What a move changed on a board.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct ViewChange {
    /// Cells by their place in the list, with what lies on them now.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<(usize, Vec<Piece>, Vec<Mark>)>,
    /// Walls that are there now, and were not, or looked otherwise.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub walls: Vec<WallView>,
    /// The names of walls that are gone.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub gone: Vec<String>,
    /// The numbers beside the board, if they changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stocks: Option<Vec<(&'static str, [u32; 2])>>,
}

impl ViewChange {
    /// What must change for one board to become the other.
    pub fn between(before: &View, after: &View) -> Self {
        let cells = before.cells.iter().zip(&after.cells).enumerate();
        let changed = cells.filter(|(_, (old, new))| (&old.pieces, &old.marks) != (&new.pieces, &new.marks));
        let new_walls = after.walls.iter().filter(|wall| !before.walls.contains(wall));
        let is_gone = |wall: &&WallView| !after.walls.iter().any(|other| other.name == wall.name);
        Self {
            cells: changed.map(|(at, (_, new))| (at, new.pieces.clone(), new.marks.clone())).collect(),
            walls: new_walls.cloned().collect(),
            gone: before.walls.iter().filter(is_gone).map(|wall| wall.name.clone()).collect(),
            stocks: (before.stocks != after.stocks).then(|| after.stocks.clone()),
        }
    }
}

/// A position, and the move that led to it.
type Reached<P> = (P, Option<<P as Position>::Move>);

/// The positions that searches came to, found by the moves that lead there.
pub(super) struct Positions<'a, G: Game> {
    game: &'a G,
    known: HashMap<(u32, <G::Position as Position>::Move), u32>,
    reached: Vec<Reached<G::Position>>,
    list: PositionList,
    /// The board of a position: children are mostly added to the same parent one after the other.
    parent_view: (u32, View),
}

impl<'a, G: Game> Positions<'a, G> {
    /// The positions below this one, with the move that led to it and its board.
    pub(super) fn new(
        game: &'a G,
        root: &G::Position,
        last: Option<<G::Position as Position>::Move>,
        view: View,
    ) -> Self {
        let list = PositionList {
            parent: vec![0],
            mv: vec![String::new()],
            turn: vec![root.turn()],
            change: vec![ViewChange::default()],
        };
        Self { game, known: HashMap::new(), reached: vec![(root.clone(), last)], list, parent_view: (0, view) }
    }

    /// The number of the position after a move.
    pub(super) fn after(&mut self, parent: u32, mv: <G::Position as Position>::Move) -> u32 {
        if let Some(&known) = self.known.get(&(parent, mv)) {
            return known;
        }
        let mut pos = self.reached[parent as usize].0.clone();
        pos.play(mv);
        let number = self.reached.len() as u32;
        let view = self.game.view(&pos, Some(mv));
        let change = ViewChange::between(self.view_of(parent), &view);
        self.list.change.push(change);
        self.list.parent.push(parent);
        self.list.mv.push(mv.to_string());
        self.list.turn.push(pos.turn());
        // A line goes on from here more often than not.
        self.parent_view = (number, view);
        self.reached.push((pos, Some(mv)));
        self.known.insert((parent, mv), number);
        number
    }

    fn view_of(&mut self, number: u32) -> &View {
        if self.parent_view.0 != number {
            let (pos, last) = &self.reached[number as usize];
            self.parent_view = (number, self.game.view(pos, *last));
        }
        &self.parent_view.1
    }

    pub(super) fn into_list(self) -> PositionList {
        self.list
    }
}
