//! What a tree search may know of its game besides the rules: numbers for moves, priors and
//! playouts.

use potez_core::{Outcome, Player, Position};

/// Numbers for moves: a tree stores a number where a move would be, and all-moves-as-first (AMAF)
/// compares them.
pub trait MoveIndexing<P: Position>: Send + Sync {
    /// Whether no player can play the same number twice in a game, as when stones are placed and
    /// stay.
    const PLAYED_ONCE: bool = false;

    /// One more than the largest number that takes part in AMAF; 0 if none does.
    fn amaf_width(&self) -> usize {
        0
    }

    /// The number of a move that is legal in `pos`. In one position different moves have different
    /// numbers.
    fn index(&self, pos: &P, mv: P::Move) -> u32;

    /// The move of a number that [`index`](Self::index) gave in the same position.
    fn mv(&self, pos: &P, index: u32) -> P::Move;

    /// Appends the numbers of some legal moves.
    fn indices(&self, pos: &P, moves: impl Iterator<Item = P::Move>, into: &mut Vec<u32>) {
        into.extend(moves.map(|mv| self.index(pos, mv)));
    }
}

/// Numbers moves by their place among the legal moves: fits every game, but generates the moves
/// again at every step.
#[derive(Clone, Copy, Debug, Default)]
pub struct ListIndexing;

impl<P: Position> MoveIndexing<P> for ListIndexing {
    fn index(&self, pos: &P, mv: P::Move) -> u32 {
        let mut legal = Vec::new();
        pos.legal_moves(&mut legal);
        legal.iter().position(|&other| other == mv).expect("a legal move") as u32
    }

    fn mv(&self, pos: &P, index: u32) -> P::Move {
        let mut legal = Vec::new();
        pos.legal_moves(&mut legal);
        legal[index as usize]
    }

    fn indices(&self, pos: &P, moves: impl Iterator<Item = P::Move>, into: &mut Vec<u32>) {
        let mut legal = Vec::new();
        pos.legal_moves(&mut legal);
        // The moves mostly come in the order of generation: search on from where the last one was
        // found.
        let mut from = 0;
        for mv in moves {
            let place = (from..legal.len()).chain(0..from).find(|&at| legal[at] == mv).expect("a legal move");
            into.push(place as u32);
            from = place + 1;
        }
    }
}

/// A move with its prior, before any playout.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MovePrior<M> {
    /// The move.
    pub mv: M,
    /// The probability that it is the best, or any other measure of promise; larger is better.
    pub prior: f32,
    /// AMAF statistics to begin with: visits, and half points of the player who makes the move.
    pub amaf: (u32, u32),
    /// The result after this move, where it is proven.
    pub proof: Option<Outcome>,
}

impl<M> MovePrior<M> {
    /// A move of which nothing is known but its prior.
    pub fn new(mv: M, prior: f32) -> Self {
        Self { mv, prior, amaf: (0, 0), proof: None }
    }
}

/// What a [`Prior`] knows of a position; buffers are reused.
#[derive(Clone, PartialEq, Debug)]
pub struct Expansion<M> {
    /// The moves to consider, each once. Moves may be left out if they are provably not better than
    /// one that stays.
    pub candidates: Vec<MovePrior<M>>,
    /// The result under best play, where it is proven; the candidates need not be listed then.
    pub proof: Option<Outcome>,
    /// Whether moves were left out without proof: then nothing is concluded when all the candidates
    /// lose.
    pub selective: bool,
    /// The value for the player to move, 0 to 1: it takes the place of playouts from here.
    pub value: Option<f32>,
}

impl<M> Default for Expansion<M> {
    fn default() -> Self {
        Self { candidates: Vec::new(), proof: None, selective: false, value: None }
    }
}

impl<M> Expansion<M> {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.candidates.clear();
        self.proof = None;
        self.selective = false;
        self.value = None;
    }

    /// Sorts the candidates by their priors, the largest first; equal ones keep their order.
    pub(super) fn sort_by_prior(&mut self) {
        self.candidates.sort_by(|one, other| other.prior.total_cmp(&one.prior));
    }
}

/// The prior policy: what is known of the moves of a position when it is expanded.
pub trait Prior<P: Position>: Send + Sync {
    /// Fills `into`, which is clear. The game is not over in `pos`.
    fn expand(&self, pos: &P, into: &mut Expansion<P::Move>);
}

/// The uniform policy: every move is as likely as any other.
#[derive(Clone, Copy, Debug, Default)]
pub struct UniformPrior;

impl<P: Position> Prior<P> for UniformPrior {
    fn expand(&self, pos: &P, into: &mut Expansion<P::Move>) {
        let mut legal = Vec::new();
        pos.legal_moves(&mut legal);
        let prior = 1.0 / legal.len() as f32;
        into.candidates.extend(legal.into_iter().map(|mv| MovePrior::new(mv, prior)));
    }
}

/// The uniform policy with one ply of look-ahead: moves that end the game are proven.
#[derive(Clone, Copy, Debug, Default)]
pub struct OnePlyPrior;

impl<P: Position> Prior<P> for OnePlyPrior {
    fn expand(&self, pos: &P, into: &mut Expansion<P::Move>) {
        UniformPrior.expand(pos, into);
        for candidate in &mut into.candidates {
            let mut child = pos.clone();
            child.play(candidate.mv);
            candidate.proof = child.outcome();
        }
    }
}

/// The moves of a playout, for AMAF.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    recording: bool,
    moves: Vec<u32>,
}

impl Trace {
    pub(super) fn new(recording: bool) -> Self {
        Self { recording, moves: Vec::new() }
    }

    /// Whether the trace will be read; a playout may save the work if not.
    pub fn is_recorded(&self) -> bool {
        self.recording
    }

    /// Records that `player` played the move of number `index`.
    pub fn push(&mut self, player: Player, index: u32) {
        if self.recording {
            // Packed, because a trace is written and read once per move of every playout.
            self.moves.push(index << 1 | player.index() as u32);
        }
    }

    pub(super) fn clear(&mut self) {
        self.moves.clear();
    }

    /// Who played what, in order.
    pub(super) fn moves(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.moves.iter().map(|&code| ((code & 1) as usize, (code >> 1) as usize))
    }
}

/// The playout policy: how a game is played to its end from a leaf of the tree.
pub trait PlayoutPolicy<P: Position>: Send + Sync {
    /// What a thread keeps from one playout to the next, such as a board of its own kind.
    type Scratch: Default + Send;

    /// Plays to the end and returns the result. A playout that is cut short by an evaluation
    /// returns a win as often as the evaluation expects one.
    fn run<M: MoveIndexing<P>>(
        &self,
        pos: &P,
        indexing: &M,
        scratch: &mut Self::Scratch,
        rng: &mut fastrand::Rng,
        trace: &mut Trace,
    ) -> Outcome;
}

/// Playouts of uniformly random moves.
#[derive(Clone, Copy, Debug)]
pub struct RandomPlayout {
    /// The length at which a playout counts as a draw; games that can repeat may go on for ever.
    pub max_plies: u32,
}

impl Default for RandomPlayout {
    fn default() -> Self {
        Self { max_plies: 1000 }
    }
}

impl<P: Position> PlayoutPolicy<P> for RandomPlayout {
    type Scratch = ();

    fn run<M: MoveIndexing<P>>(
        &self,
        pos: &P,
        indexing: &M,
        (): &mut (),
        rng: &mut fastrand::Rng,
        trace: &mut Trace,
    ) -> Outcome {
        let mut pos = pos.clone();
        for _ in 0..self.max_plies {
            let Some(mv) = pos.random_move(rng) else { break };
            // Finding the number of a move can cost more than playing it.
            if trace.is_recorded() {
                trace.push(pos.turn(), indexing.index(&pos, mv));
            }
            pos.play(mv);
        }
        pos.outcome().unwrap_or(Outcome::Draw)
    }
}
