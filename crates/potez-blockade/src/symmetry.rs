//! The symmetries of the board.

use potez_core::{Player, Position as _};

use crate::{Axis, Bits, Goal, Move, Position, Rules, Square, Wall};

/// A mirror of the board that keeps the game as it is, possibly with the players exchanged.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Symmetry {
    /// Top and bottom change places.
    pub flip_rows: bool,
    /// Left and right change places.
    pub flip_cols: bool,
    /// X and O change places.
    pub swap: bool,
}

impl Rules {
    /// The symmetries of the game, the identity first: homes go to homes and goals to goals.
    pub fn symmetries(&self) -> Vec<Symmetry> {
        let bits = |number: u8, bit: u8| number >> bit & 1 != 0;
        (0..8)
            .map(|n| Symmetry { flip_rows: bits(n, 0), flip_cols: bits(n, 1), swap: bits(n, 2) })
            .filter(|symmetry| {
                let homes_match = Player::BOTH.into_iter().all(|player| {
                    let images = self.homes(player).map(|home| symmetry.square(self, home));
                    images.iter().all(|image| self.homes(symmetry.player(player)).contains(image))
                });
                homes_match && (self.goal() == Goal::Home || symmetry.flip_cols == symmetry.swap)
            })
            .collect()
    }
}

impl Symmetry {
    /// The image of a player.
    #[must_use]
    pub fn player(self, player: Player) -> Player {
        if self.swap { !player } else { player }
    }

    /// The image of a square on the board.
    #[must_use]
    pub fn square(self, rules: &Rules, square: Square) -> Square {
        self.within(square, rules.rows() - 1, rules.cols() - 1)
    }

    /// The image of a wall on the board.
    #[must_use]
    pub fn wall(self, rules: &Rules, wall: Wall) -> Wall {
        // The top-left square of the image is one less: walls have one row and one column of slots
        // fewer.
        Wall { at: self.within(wall.at, rules.rows() - 2, rules.cols() - 2), axis: wall.axis }
    }

    fn within(self, square: Square, last_row: usize, last_col: usize) -> Square {
        let flip = |flip: bool, index: usize, last: usize| if flip { last - index } else { index };
        Square::new(flip(self.flip_rows, square.row(), last_row), flip(self.flip_cols, square.col(), last_col))
    }

    /// The image of a move whose squares are on the board.
    #[must_use]
    pub fn mv(self, rules: &Rules, mv: Move) -> Move {
        let wall = mv.wall().map(|wall| self.wall(rules, wall));
        match (mv.pawn(), wall) {
            (Some((from, to)), wall) => Move::pawn_to(self.square(rules, from), self.square(rules, to), wall),
            (None, Some(wall)) => Move::wall_only(wall),
            (None, None) => mv,
        }
    }
}

impl<const N: usize> Position<N> {
    /// The image under a symmetry of [`Rules::symmetries`].
    #[must_use]
    pub fn image(&self, symmetry: Symmetry) -> Self {
        let rules = *self.rules();
        let of = |player: Player| symmetry.player(player);
        let pawns = Player::BOTH.map(|player| self.pawns(of(player)).map(|square| symmetry.square(&rules, square)));
        let stocks = Player::BOTH.map(|player| Axis::BOTH.map(|axis| self.stock(of(player), axis)));
        let walls = Axis::BOTH.map(|axis| {
            let images = self.walls(axis).squares().map(|at| symmetry.wall(&rules, Wall { at, axis }).at);
            images.fold(Bits::EMPTY, |set, at| set | Bits::one(at))
        });
        Self::assemble(rules, pawns, walls, stocks, of(self.turn()))
    }
}
