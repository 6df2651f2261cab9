use potez_core::{Player, Position as _};

use crate::{Bits, Edges, Position, Square, Step};

impl<const N: usize> Position<N> {
    /// The squares that a pawn of the player to move may land on, by the rules of section 3; `pawn` is 0 or 1.
    #[inline]
    pub fn landings(&self, pawn: usize, edges: &Edges<N>) -> Bits<N> {
        self.landings_of(self.turn(), pawn, edges)
    }

    /// The squares that a player's pawn might land on if it were that player's turn.
    #[inline]
    pub fn landings_of(&self, player: Player, pawn: usize, edges: &Edges<N>) -> Bits<N> {
        self.landings_from(player, Bits::one(self.pawns(player)[pawn]), edges)
    }

    /// Whether any pawn of the player to move can move: both at once, for every step works on sets.
    #[inline]
    pub(crate) fn can_step(&self) -> bool {
        let pawns = Bits::of(self.pawns(self.turn()));
        !self.landings_from(self.turn(), pawns, &self.edges()).is_empty()
    }

    #[inline]
    fn landings_from(&self, player: Player, from: Bits<N>, edges: &Edges<N>) -> Bits<N> {
        let goals = self.goals(player);
        let occupied = self.occupied();
        let near = Star {
            up: edges.step_up(&from),
            down: edges.step_down(&from),
            left: edges.step_left(&from),
            right: edges.step_right(&from),
        };
        let beyond = |near: &Star<N>| Star {
            up: edges.step_up(&near.up),
            down: edges.step_down(&near.down),
            left: edges.step_left(&near.left),
            right: edges.step_right(&near.right),
        };
        let reached = match self.rules().step() {
            Step::Two => {
                let far = beyond(&near);
                far.all() | near.diagonals(edges) | near.before(&far, &occupied, edges) | near.all() & goals
            }
            Step::UpTo => beyond(&near).all() | near.diagonals(edges) | near.all(),
            Step::One => {
                let jumped = near.meet(&occupied);
                near.all() | beyond(&jumped).all()
            }
        };
        // Rule 3.5: only an enemy pawn, and only on a goal, may be landed on.
        let enemy = Bits::of(self.pawns(!player));
        reached.without(&occupied.without(&(enemy & goals)))
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

/// Squares reached in each of the four straight directions.
struct Star<const N: usize> {
    up: Bits<N>,
    down: Bits<N>,
    left: Bits<N>,
    right: Bits<N>,
}

impl<const N: usize> Star<N> {
    fn all(&self) -> Bits<N> {
        self.up | self.down | self.left | self.right
    }

    fn meet(&self, other: &Bits<N>) -> Self {
        let [up, down, left, right] = [self.up, self.down, self.left, self.right].map(|squares| squares & *other);
        Self { up, down, left, right }
    }

    /// Rule 3.3: a step at a right angle from here.
    fn diagonals(&self, edges: &Edges<N>) -> Bits<N> {
        let upright = self.up | self.down;
        let level = self.left | self.right;
        edges.step_up(&level) | edges.step_down(&level) | edges.step_left(&upright) | edges.step_right(&upright)
    }

    /// Rule 3.4 (a): the squares of this star whose next square in the same direction is occupied.
    fn before(&self, far: &Self, occupied: &Bits<N>, edges: &Edges<N>) -> Bits<N> {
        let met = far.meet(occupied);
        let back = edges.step_down(&met.up) | edges.step_up(&met.down);
        (back | edges.step_right(&met.left) | edges.step_left(&met.right)) & self.all()
    }
}
