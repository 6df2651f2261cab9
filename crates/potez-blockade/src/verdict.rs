//! The judgement of a single move, with the exact reason when it is not legal.

use potez_core::Position as _;

use crate::{Axis, Bits, Illegal, Move, Position, Square, Step, Turn, Wall};

impl<const N: usize> Position<N> {
    pub(crate) fn verdict(&self, mv: Move) -> Result<(), Illegal> {
        if self.ending().is_some() {
            return Err(Illegal::GameOver);
        }
        let (pawn, wall) = (mv.pawn(), mv.wall());
        match self.rules().turn() {
            Turn::Either if pawn.is_some() == wall.is_some() => return Err(Illegal::OneOrOther),
            Turn::Full | Turn::Optional if pawn.is_none() => return Err(Illegal::PawnRequired),
            _ => {}
        }
        if let Some((from, to)) = pawn {
            self.judge_pawn(from, to)?;
            let wins = self.rules().is_goal(self.turn(), to);
            if wins {
                return if wall.is_some() { Err(Illegal::NoWallWithWin { to }) } else { Ok(()) };
            }
        }
        match wall {
            Some(wall) => self.judge_wall(wall, self.pawns_after(pawn)),
            None if self.rules().turn() == Turn::Full && self.has_wall(self.pawns_after(pawn)) => {
                Err(Illegal::WallRequired)
            }
            None => Ok(()),
        }
    }

    /// Section 3.
    fn judge_pawn(&self, from: Square, to: Square) -> Result<(), Illegal> {
        let player = self.turn();
        let pawns = self.pawns(player);
        let Some(pawn) = pawns.iter().position(|&square| square == from) else {
            return Err(Illegal::NoPawn { player, square: from });
        };
        self.on_board(to)?;
        if self.landings(pawn, &self.edges()).contains(to) {
            return Ok(());
        }
        if to == from {
            return Err(Illegal::AlreadyThere { square: to });
        }
        if pawns.contains(&to) {
            return Err(Illegal::OwnPawn { player, square: to });
        }
        match self.obstacle(from, to) {
            Some(Obstacle::Wall(wall)) => Err(Illegal::Blocked { from, to, wall }),
            Some(Obstacle::Shape) => Err(Illegal::NotAStep { from, to, step: self.rules().step() }),
            None => Err(Illegal::EnemyPawn { enemy: !player, square: to }),
        }
    }

    /// Whether the square exists.
    pub(crate) fn on_board(&self, square: Square) -> Result<(), Illegal> {
        let (rows, cols) = (self.rules().rows(), self.rules().cols());
        if square.row() >= rows {
            return Err(Illegal::RowOffBoard { square: square.to_string(), rows });
        }
        if square.col() >= cols {
            return Err(Illegal::ColumnOffBoard { square: square.to_string(), cols });
        }
        Ok(())
    }

    /// What keeps a pawn from going there, if it is not who stands there.
    fn obstacle(&self, from: Square, to: Square) -> Option<Obstacle> {
        let (rows, cols) = (from.row().abs_diff(to.row()), from.col().abs_diff(to.col()));
        let step = self.rules().step();
        match (rows, cols) {
            (1, 1) if step != Step::One => {
                let corners = [Square::new(to.row(), from.col()), Square::new(from.row(), to.col())];
                let [one, two] = corners.map(|corner| self.wall_on_way(&[from, corner, to]));
                one.filter(|_| two.is_some()).map(Obstacle::Wall)
            }
            (2, 0) | (0, 2) => {
                let middle = Square::new(from.row().midpoint(to.row()), from.col().midpoint(to.col()));
                if step == Step::One && !self.occupied().contains(middle) {
                    return Some(Obstacle::Shape);
                }
                self.wall_on_way(&[from, middle, to]).map(Obstacle::Wall)
            }
            (1, 0) | (0, 1) => {
                let beyond = self.beyond(from, to).filter(|&square| self.occupied().contains(square));
                if step != Step::Two || self.rules().is_goal(self.turn(), to) {
                    self.wall_on_way(&[from, to]).map(Obstacle::Wall)
                } else if let Some(beyond) = beyond {
                    self.wall_on_way(&[from, to, beyond]).map(Obstacle::Wall)
                } else {
                    Some(Obstacle::Shape)
                }
            }
            _ => Some(Obstacle::Shape),
        }
    }

    /// The square after `to` in the same direction, if it is on the board.
    fn beyond(&self, from: Square, to: Square) -> Option<Square> {
        let row = (2 * to.row()).checked_sub(from.row())?;
        let col = (2 * to.col()).checked_sub(from.col())?;
        Some(Square::new(row.min(Square::MOST - 1), col.min(Square::MOST - 1)))
            .filter(|&square| self.rules().has_square(square))
    }

    /// The first wall across a walk of single steps.
    fn wall_on_way(&self, way: &[Square]) -> Option<Wall> {
        way.windows(2).find_map(|step| self.wall_between(step[0], step[1]))
    }

    /// The wall between two squares that touch.
    pub fn wall_between(&self, one: Square, other: Square) -> Option<Wall> {
        let first = one.min(other);
        let (row, col) = (first.row(), first.col());
        let (axis, shifted) = if one.col() == other.col() {
            (Axis::Blue, col.checked_sub(1).map(|col| Square::new(row, col)))
        } else {
            (Axis::Green, row.checked_sub(1).map(|row| Square::new(row, col)))
        };
        [Some(first), shifted]
            .into_iter()
            .flatten()
            .find(|&at| self.walls(axis).contains(at))
            .map(|at| Wall { at, axis })
    }

    /// Section 4, with the mover's pawns on the given squares.
    fn judge_wall(&self, wall: Wall, pawns: [Square; 2]) -> Result<(), Illegal> {
        if self.stock(self.turn(), wall.axis) == 0 {
            return Err(Illegal::NoWallsLeft { player: self.turn(), axis: wall.axis });
        }
        if !self.rules().has_slot(wall.at) {
            let (rows, cols) = (self.rules().rows(), self.rules().cols());
            return Err(Illegal::WallOffBoard { wall: wall.to_string(), rows, cols });
        }
        if let Some(other) = clash(&self.walls, wall) {
            return Err(if other.axis == wall.axis {
                Illegal::Overlaps { wall, other }
            } else {
                Illegal::Crosses { wall, other }
            });
        }
        if self.leaves_ways(wall, pawns) {
            return Ok(());
        }
        Err(Illegal::CutsOff { wall, cuts: self.cut_offs(&self.edges().with_wall(wall), pawns) })
    }
}

/// Why a pawn cannot go where no pawn stands in its way.
enum Obstacle {
    /// A wall.
    Wall(Wall),
    /// Pawns do not move like that.
    Shape,
}

/// Rule 4.3: a wall among those standing that overlaps or crosses the given one.
pub(crate) fn clash<const N: usize>(walls: &[Bits<N>; 2], wall: Wall) -> Option<Wall> {
    let (row, col) = (wall.at.row() as isize, wall.at.col() as isize);
    let (down, right) = match wall.axis {
        Axis::Blue => (0, 1),
        Axis::Green => (1, 0),
    };
    let standing = |axis: Axis, row: isize, col: isize| {
        let at = Square::new(usize::try_from(row).ok()?, usize::try_from(col).ok()?);
        // A slot just beyond the last row of the words holds nothing.
        (at.row() < Bits::<N>::ROWS && walls[axis.index()].contains(at)).then_some(Wall { at, axis })
    };
    [0, -1, 1]
        .into_iter()
        .find_map(|shift| standing(wall.axis, row + shift * down, col + shift * right))
        .or_else(|| Axis::BOTH.into_iter().filter(|&axis| axis != wall.axis).find_map(|axis| standing(axis, row, col)))
}
