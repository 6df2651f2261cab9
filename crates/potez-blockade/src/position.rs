//! Where a game of Blockade stands.

use std::fmt;

use potez_core::{Outcome, Player};

use crate::illegal::Illegal;
use crate::lattice::Lattice;
use crate::{Axis, Bits, Edges, Goal, LARGE, Move, Rules, SMALL, Square, Turn, Wall, keys};

/// Where the game stands, on a board of `N` words ([`SMALL`] or [`LARGE`]).
#[derive(Clone)]
pub struct Position<const N: usize> {
    pub(crate) lattice: Lattice<N>,
    /// Blue and green, by the top-left squares.
    pub(crate) walls: [Bits<N>; 2],
    key: u64,
    rules: Rules,
    /// By player, pawn 1 first.
    pawns: [[Square; 2]; 2],
    /// By player, blue first.
    stocks: [[u8; 2]; 2],
    turn: Player,
    ending: Option<WinReason>,
}

const _: () = assert!(size_of::<Position<SMALL>>() <= 320);
const _: () = assert!(size_of::<Position<LARGE>>() <= 1024);

/// Why the game is over; the player to move has lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WinReason {
    /// Rule 5.1: a pawn has reached a goal.
    Goal,
    /// Rule 5.2: the player to move cannot.
    NoMove,
}

impl<const N: usize> Position<N> {
    /// The start. The board must fit `N` words.
    pub(crate) fn new(rules: Rules) -> Self {
        let walls = [Bits::EMPTY; 2];
        let pawns = Player::BOTH.map(|player| rules.homes(player));
        Self::assemble(rules, pawns, walls, [[rules.walls(); 2]; 2], Player::X)
    }

    /// A position from its parts, which have been checked. The board must fit `N` words.
    pub(crate) fn assemble(
        rules: Rules,
        pawns: [[Square; 2]; 2],
        walls: [Bits<N>; 2],
        stocks: [[u8; 2]; 2],
        turn: Player,
    ) -> Self {
        let lattice = Lattice::new(rules.rows(), rules.cols());
        let mut pos = Self { lattice, walls, key: 0, rules, pawns, stocks, turn, ending: None };
        for wall in pos.all_walls() {
            pos.lattice.add(wall);
        }
        pos.key = pos.fresh_key();
        let winner = pos.pawns(!turn).into_iter().any(|square| rules.is_goal(!turn, square));
        pos.settle(winner);
        pos
    }

    fn fresh_key(&self) -> u64 {
        let mut key = if self.turn == Player::O { keys::TURN } else { 0 };
        for player in Player::BOTH {
            for square in self.pawns(player) {
                key ^= keys::pawn(player, square);
            }
            for axis in Axis::BOTH {
                key ^= keys::stock(player, axis, self.stock(player, axis));
            }
        }
        self.all_walls().fold(key, |key, wall| key ^ keys::wall(wall))
    }

    /// Decides whether the game is over, the mover having just reached a goal or not.
    #[inline]
    fn settle(&mut self, goal: bool) {
        self.ending = if goal {
            Some(WinReason::Goal)
        } else if self.can_move() {
            None
        } else {
            Some(WinReason::NoMove)
        };
    }

    /// Rule 5.2: whether the player to move has any legal move.
    #[inline]
    fn can_move(&self) -> bool {
        self.can_step() || (self.rules.turn() == Turn::Either && self.has_wall(self.pawns(self.turn)))
    }

    /// The options of the game.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Where a player's pawns stand, pawn 1 first.
    pub fn pawns(&self, player: Player) -> [Square; 2] {
        self.pawns[player.index()]
    }

    /// The squares of all four pawns.
    #[inline]
    pub fn occupied(&self) -> Bits<N> {
        let [[a, b], [c, d]] = self.pawns;
        Bits::of([a, b, c, d])
    }

    /// Rule 1.4: the squares a player runs for.
    #[inline]
    pub fn goals(&self, player: Player) -> Bits<N> {
        match self.rules.goal() {
            Goal::Home => Bits::of(self.rules.homes(!player)),
            Goal::Rank => Bits::column(self.rules.rows(), self.rules.far_column(player)),
        }
    }

    /// The walls of one colour a player has left.
    pub fn stock(&self, player: Player, axis: Axis) -> u8 {
        self.stocks[player.index()][axis.index()]
    }

    /// The walls of one colour on the board, by their top-left squares.
    pub fn walls(&self, axis: Axis) -> Bits<N> {
        self.walls[axis.index()]
    }

    /// Every wall on the board, blue first, each colour in board order.
    pub fn all_walls(&self) -> impl Iterator<Item = Wall> + use<N> {
        let [blue, green] = self.walls.map(|walls| walls.squares());
        blue.map(|at| Wall { at, axis: Axis::Blue }).chain(green.map(|at| Wall { at, axis: Axis::Green }))
    }

    /// The open edges between squares.
    #[inline]
    pub fn edges(&self) -> Edges<N> {
        let [blue, green] = &self.walls;
        Edges::new(self.rules.rows(), self.rules.cols(), blue, green)
    }

    /// Why the game is over, if it is.
    pub fn ending(&self) -> Option<WinReason> {
        self.ending
    }

    #[inline]
    fn move_pawn(&mut self, from: Square, to: Square) {
        let pawns = &mut self.pawns[self.turn.index()];
        let pawn = usize::from(pawns[0] != from);
        pawns[pawn] = to;
        self.key ^= keys::pawn(self.turn, from) ^ keys::pawn(self.turn, to);
    }

    #[inline]
    fn place_wall(&mut self, wall: Wall) {
        let (player, axis) = (self.turn, wall.axis);
        self.walls[axis.index()].set(Bits::<N>::index(wall.at));
        self.lattice.add(wall);
        let stock = &mut self.stocks[player.index()][axis.index()];
        let before = *stock;
        *stock -= 1;
        self.key ^= keys::wall(wall) ^ keys::stock(player, axis, before) ^ keys::stock(player, axis, before - 1);
    }
}

impl<const N: usize> potez_core::Position for Position<N> {
    type Move = Move;
    type Illegal = Illegal;
    const REPEATS: bool = true;

    fn turn(&self) -> Player {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        self.ending.map(|_| Outcome::Win(!self.turn))
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        self.list_moves(moves);
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        debug_assert_eq!(self.check(mv), Ok(()), "{mv} in {self}");
        let mut goal = false;
        if let Some((from, to)) = mv.pawn() {
            self.move_pawn(from, to);
            goal = self.rules.is_goal(self.turn, to);
        }
        if let Some(wall) = mv.wall() {
            self.place_wall(wall);
        }
        self.turn = !self.turn;
        self.key ^= keys::TURN;
        self.settle(goal);
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn check(&self, mv: Move) -> Result<(), Illegal> {
        self.verdict(mv)
    }

    fn count_moves(&self) -> u64 {
        self.total_moves()
    }

    fn random_move(&self, rng: &mut fastrand::Rng) -> Option<Move> {
        self.any_move(rng)
    }
}

/// Rule 5.3: pawns are compared as sets.
impl<const N: usize> PartialEq for Position<N> {
    fn eq(&self, other: &Self) -> bool {
        let same_set = |[a, b]: [Square; 2], [c, d]: [Square; 2]| (a, b) == (c, d) || (a, b) == (d, c);
        self.key == other.key
            && self.turn == other.turn
            && self.walls == other.walls
            && self.stocks == other.stocks
            && Player::BOTH.into_iter().all(|player| same_set(self.pawns(player), other.pawns(player)))
            && self.rules == other.rules
    }
}

impl<const N: usize> Eq for Position<N> {}

/// Rule 6.3: the position text.
impl<const N: usize> fmt::Display for Position<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for [one, two] in self.pawns {
            write!(f, "{one}+{two} ")?;
        }
        for walls in self.walls {
            let names: Vec<String> = walls.squares().map(|square| square.to_string()).collect();
            write!(f, "{} ", if names.is_empty() { "-".into() } else { names.join("+") })?;
        }
        for [blue, green] in self.stocks {
            write!(f, "{blue}.{green} ")?;
        }
        write!(f, "{}", self.turn.letter())
    }
}

impl<const N: usize> fmt::Debug for Position<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}
