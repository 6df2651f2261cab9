//! Where pawns can go (section 3).

use potez_core::{Player, Position as _};

use crate::{Bits, Edges, Goal, Position, Square, Step};

/// The five rows and columns around a pawn, eight bits a row: all that its move depends on, in one
/// word.
///
/// ```text
///   0  1  2  3  4
///   8  9 10 11 12     The pawn stands on bit 18. Steps never leave the window:
///  16 17 18 19 20     no move reaches further than two squares.
///  24 25 26 27 28
///  32 33 34 35 36
/// ```
#[derive(Clone, Copy)]
struct Window {
    /// Squares open to the square below.
    down: u64,
    /// Squares open to the square on the right.
    right: u64,
    occupied: u64,
    goals: u64,
    /// Squares that may be landed on (Rule 3.5).
    free: u64,
}

const ROW: u32 = 8;
const SIZE: usize = 5;
const CENTRE: u64 = 1 << 18;
const COLUMN: u64 = 0x01_0101_0101;

/// Squares reached in each of the four straight directions.
#[derive(Clone, Copy)]
struct Star {
    up: u64,
    down: u64,
    left: u64,
    right: u64,
}

impl Star {
    const fn all(self) -> u64 {
        self.up | self.down | self.left | self.right
    }

    const fn meet(self, other: u64) -> Self {
        Self { up: self.up & other, down: self.down & other, left: self.left & other, right: self.right & other }
    }
}

impl Window {
    #[inline]
    fn new<const N: usize>(pos: &Position<N>, player: Player, pawn: usize, edges: &Edges<N>) -> Self {
        let pawns = pos.pawns(player);
        let at = pawns[pawn];
        let own = CENTRE | near(at, pawns[1 - pawn]);
        let enemy = pair(at, pos.pawns(!player));
        let goals = match pos.rules().goal() {
            Goal::Home => pair(at, pos.rules().homes(!player)),
            Goal::Rank => {
                let col = (pos.rules().far_column(player) + 2).wrapping_sub(at.col());
                if col < SIZE { COLUMN << col } else { 0 }
            }
        };
        Self {
            down: cut(&edges.down, at),
            right: cut(&edges.right, at),
            occupied: own | enemy,
            goals,
            free: !(own | enemy & !goals),
        }
    }

    const fn up(&self, from: u64) -> u64 {
        from >> ROW & self.down
    }

    const fn down(&self, from: u64) -> u64 {
        (from & self.down) << ROW
    }

    const fn left(&self, from: u64) -> u64 {
        from >> 1 & self.right
    }

    const fn right(&self, from: u64) -> u64 {
        (from & self.right) << 1
    }

    /// One step further in each direction.
    const fn beyond(&self, star: Star) -> Star {
        Star {
            up: self.up(star.up),
            down: self.down(star.down),
            left: self.left(star.left),
            right: self.right(star.right),
        }
    }

    /// Rule 3.3: a step, then a step at a right angle.
    const fn diagonals(&self, near: Star) -> u64 {
        let (upright, level) = (near.up | near.down, near.left | near.right);
        self.up(level) | self.down(level) | self.left(upright) | self.right(upright)
    }

    /// Rule 3.4 (a): the first squares on the way to second squares that are occupied.
    const fn short_of(&self, far: Star) -> u64 {
        let met = far.meet(self.occupied);
        self.down(met.up) | self.up(met.down) | self.right(met.left) | self.left(met.right)
    }

    /// The landings of section 3.
    #[inline]
    const fn landings(&self, step: Step) -> u64 {
        let near = self.beyond(Star { up: CENTRE, down: CENTRE, left: CENTRE, right: CENTRE });
        let reached = match step {
            Step::Two => {
                let far = self.beyond(near);
                far.all() | self.diagonals(near) | self.short_of(far) | near.all() & self.goals
            }
            Step::UpTo => self.beyond(near).all() | self.diagonals(near) | near.all(),
            Step::One => near.all() | self.beyond(near.meet(self.occupied)).all(),
        };
        reached & self.free
    }
}

/// A square as seen from the pawn, if it is near enough.
#[inline]
fn near(at: Square, square: Square) -> u64 {
    let row = (square.row() + 2).wrapping_sub(at.row());
    let col = (square.col() + 2).wrapping_sub(at.col());
    if row < SIZE && col < SIZE { 1 << (row as u32 * ROW + col as u32) } else { 0 }
}

#[inline]
fn pair(at: Square, [one, two]: [Square; 2]) -> u64 {
    near(at, one) | near(at, two)
}

/// The part of a set around the pawn.
#[inline]
fn cut<const N: usize>(set: &Bits<N>, at: Square) -> u64 {
    (0..SIZE).fold(0, |window, row| {
        let bits = (at.row() + row).checked_sub(2).map_or(0, |row| set.row(row));
        window | (bits << 2 >> at.col() & 0x1f) << (row as u32 * ROW)
    })
}

/// The set that a window of landings stands for.
#[inline]
fn paste<const N: usize>(window: u64, at: Square) -> Bits<N> {
    let mut set = Bits::EMPTY;
    for row in 0..SIZE {
        let bits = window >> (row as u32 * ROW) & 0x1f;
        if bits != 0 {
            set.add_to_row(at.row() + row - 2, bits << at.col() >> 2);
        }
    }
    set
}

impl<const N: usize> Position<N> {
    /// The squares that a pawn of the player to move may land on, by the rules of section 3; `pawn`
    /// is 0 or 1.
    #[inline]
    pub fn landings(&self, pawn: usize, edges: &Edges<N>) -> Bits<N> {
        self.landings_of(self.turn(), pawn, edges)
    }

    /// The squares that a player's pawn might land on if it were that player's turn.
    #[inline]
    pub fn landings_of(&self, player: Player, pawn: usize, edges: &Edges<N>) -> Bits<N> {
        let window = Window::new(self, player, pawn, edges).landings(self.rules().step());
        paste(window, self.pawns(player)[pawn])
    }

    /// Whether any pawn of the player to move can move.
    #[inline]
    pub(crate) fn can_step(&self) -> bool {
        let edges = self.edges();
        let step = self.rules().step();
        [0, 1].into_iter().any(|pawn| Window::new(self, self.turn(), pawn, &edges).landings(step) != 0)
    }

    /// The pawn moves of the player to move, without walls: from, to.
    pub fn pawn_moves(&self) -> impl Iterator<Item = (Square, Square)> + use<N> {
        let edges = self.edges();
        let over = self.ending().is_some();
        let [one, two] = [0, 1].map(|pawn| if over { Bits::EMPTY } else { self.landings(pawn, &edges) });
        let [first, second] = self.pawns(self.turn());
        one.squares().map(move |to| (first, to)).chain(two.squares().map(move |to| (second, to)))
    }
}
