use potez_core::{Outcome, Player, Position};

/// Numbers for moves: a tree stores a number where a move would be, and all-moves-as-first compares them.
pub trait Moves<P: Position>: Send + Sync {
    /// Whether no player can play the same number twice in a game, as when stones are placed and stay.
    const ONCE: bool = false;

    /// One more than the largest number that takes part in all-moves-as-first; 0 if none does.
    fn width(&self) -> usize {
        0
    }

    /// The number of a move that is legal in `pos`. In one position different moves have different numbers.
    fn index(&self, pos: &P, mv: P::Move) -> u32;

    /// The move of a number that [`index`](Self::index) gave in the same position.
    fn mv(&self, pos: &P, index: u32) -> P::Move;

    /// Appends the numbers of some legal moves.
    fn indices(&self, pos: &P, moves: impl Iterator<Item = P::Move>, into: &mut Vec<u32>) {
        into.extend(moves.map(|mv| self.index(pos, mv)));
    }
}

/// Numbers moves by their place among the legal moves: fits every game, and lists the moves anew at every step.
#[derive(Clone, Copy, Debug, Default)]
pub struct ByOrder;

impl<P: Position> Moves<P> for ByOrder {
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
        // The moves mostly come in the order of generation: look on from where the last one was found.
        let mut from = 0;
        for mv in moves {
            let place = (from..legal.len()).chain(0..from).find(|&at| legal[at] == mv).expect("a legal move");
            into.push(place as u32);
            from = place + 1;
        }
    }
}

/// A move with what is thought of it before any playout.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Candidate<M> {
    /// The move.
    pub mv: M,
    /// How likely it is the best, or any other measure of promise; larger is better.
    pub prior: f32,
    /// Pretended all-moves-as-first playouts through this move: how many, and how many half points they brought
    /// the player who makes it.
    pub experience: (u32, u32),
    /// The result after this move, where it is certain.
    pub proof: Option<Outcome>,
}

impl<M> Candidate<M> {
    /// A move of which nothing is known but a prior.
    pub fn new(mv: M, prior: f32) -> Self {
        Self { mv, prior, experience: (0, 0), proof: None }
    }
}

/// What a [`Prior`] says of a position; buffers are reused.
#[derive(Clone, PartialEq, Debug)]
pub struct Expansion<M> {
    /// The moves to consider, each once. Moves may be left out if they are certainly not better than one that stays.
    pub candidates: Vec<Candidate<M>>,
    /// The result under best play, where it is certain; the candidates need not be listed then.
    pub proof: Option<Outcome>,
    /// Whether moves were left out on a guess: then nothing is concluded from all the candidates failing.
    pub guessed: bool,
    /// What the player to move may hope for, 0 to 1: it takes the place of playouts from here.
    pub value: Option<f32>,
}

impl<M> Default for Expansion<M> {
    fn default() -> Self {
        Self { candidates: Vec::new(), proof: None, guessed: false, value: None }
    }
}

impl<M> Expansion<M> {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.candidates.clear();
        self.proof = None;
        self.guessed = false;
        self.value = None;
    }
}

/// What is thought of the moves of a position when it gets children in the tree.
pub trait Prior<P: Position>: Send + Sync {
    /// Fills `into`, which is clear. The game is not over in `pos`.
    fn expand(&self, pos: &P, into: &mut Expansion<P::Move>);
}

/// No opinion: every move is as likely as any other.
#[derive(Clone, Copy, Debug, Default)]
pub struct Even;

impl<P: Position> Prior<P> for Even {
    fn expand(&self, pos: &P, into: &mut Expansion<P::Move>) {
        let mut legal = Vec::new();
        pos.legal_moves(&mut legal);
        let prior = 1.0 / legal.len() as f32;
        into.candidates.extend(legal.into_iter().map(|mv| Candidate::new(mv, prior)));
    }
}

/// No opinion, but one ply of look-ahead: moves that end the game are known for what they are.
#[derive(Clone, Copy, Debug, Default)]
pub struct OnePly;

impl<P: Position> Prior<P> for OnePly {
    fn expand(&self, pos: &P, into: &mut Expansion<P::Move>) {
        Even.expand(pos, into);
        for candidate in &mut into.candidates {
            let mut child = pos.clone();
            child.play(candidate.mv);
            candidate.proof = child.outcome();
        }
    }
}

/// The moves of a playout, for all-moves-as-first.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    wanted: bool,
    moves: Vec<u32>,
}

impl Trace {
    pub(super) fn new(wanted: bool) -> Self {
        Self { wanted, moves: Vec::new() }
    }

    /// Whether anybody will read the trace; a playout may save the work if not.
    pub fn is_wanted(&self) -> bool {
        self.wanted
    }

    /// Notes that `player` played the move of number `index`.
    pub fn push(&mut self, player: Player, index: u32) {
        if self.wanted {
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

/// How a game is played to its end from a leaf of the tree.
pub trait Playout<P: Position>: Send + Sync {
    /// What a thread keeps from one playout to the next, such as a board of its own kind.
    type Scratch: Default + Send;

    /// Plays to the end and tells the result. A playout that is cut short by an evaluation answers with a win as
    /// often as the evaluation expects one.
    fn run<M: Moves<P>>(
        &self,
        pos: &P,
        moves: &M,
        scratch: &mut Self::Scratch,
        rng: &mut fastrand::Rng,
        trace: &mut Trace,
    ) -> Outcome;
}

/// Uniformly random moves.
#[derive(Clone, Copy, Debug)]
pub struct Uniform {
    /// The length at which a playout counts as a draw; games that can repeat may go on for ever.
    pub most_plies: u32,
}

impl Default for Uniform {
    fn default() -> Self {
        Self { most_plies: 1000 }
    }
}

impl<P: Position> Playout<P> for Uniform {
    type Scratch = ();

    fn run<M: Moves<P>>(&self, pos: &P, moves: &M, (): &mut (), rng: &mut fastrand::Rng, trace: &mut Trace) -> Outcome {
        let mut pos = pos.clone();
        for _ in 0..self.most_plies {
            let Some(mv) = pos.random_move(rng) else { break };
            if trace.is_wanted() {
                trace.push(pos.turn(), moves.index(&pos, mv));
            }
            pos.play(mv);
        }
        pos.outcome().unwrap_or(Outcome::Draw)
    }
}
