//! A game in progress, with its past.

use std::collections::HashMap;

use crate::{Ending, Explain, Game, Kind, Message, MoveError, Outcome, Position};

type Mv<G> = <<G as Game>::Position as Position>::Move;
type Illegal<G> = <<G as Game>::Position as Position>::Illegal;

/// A game in progress: where it began, the moves so far, and what only history can decide.
///
/// Repetition and every [`Ending`] but those on the board live here, because a position knows
/// neither.
#[derive(Clone, Debug)]
pub struct Record<G: Game> {
    game: G,
    start: G::Position,
    steps: Vec<(Mv<G>, G::Position)>,
    undone: Vec<Mv<G>>,
    /// The plies at which positions of a key stood, the start included, in games that end by
    /// repetition: a long game must not look through its whole past at every move.
    stood: HashMap<u64, Vec<u32>>,
    /// How it ended, if not on the board.
    ending: Option<Ending>,
}

/// Why a move could not be played.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum PlayError<I: Explain + std::error::Error + 'static> {
    /// The game has ended.
    #[error("the game is over: {result} ({reason})")]
    Over {
        /// Who won, as a phrase.
        result: String,
        /// Why, as a code.
        reason: String,
    },
    /// The text is no move, or the rules forbid the move.
    #[error(transparent)]
    Move(#[from] MoveError<I>),
}

impl<I: Explain + std::error::Error> PlayError<I> {
    /// The message for an interface.
    pub fn message(&self) -> Message {
        match self {
            Self::Over { result, reason } => Message {
                kind: Kind::GameOver,
                code: "game-over",
                args: vec![("result", result.clone()), ("reason", reason.clone())],
                english: self.to_string(),
            },
            Self::Move(error) => error.message(),
        }
    }
}

impl<G: Game> Record<G> {
    /// A new game from the usual start.
    pub fn new(game: G) -> Self {
        let start = game.start();
        Self::from_position(game, start)
    }

    /// A game that begins at a given position.
    pub fn from_position(game: G, start: G::Position) -> Self {
        let stood = HashMap::from_iter(G::Position::REPEATS.then(|| (start.key(), vec![0])));
        Self { game, start, steps: Vec::new(), undone: Vec::new(), stood, ending: None }
    }

    /// The game that is played.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Where the record begins.
    pub fn start(&self) -> &G::Position {
        &self.start
    }

    /// Where it stands now.
    pub fn position(&self) -> &G::Position {
        self.steps.last().map_or(&self.start, |(_, pos)| pos)
    }

    /// The moves so far.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Mv<G>> + '_ {
        self.steps.iter().map(|&(mv, _)| mv)
    }

    /// Every position so far, the start first.
    pub fn positions(&self) -> impl Iterator<Item = &G::Position> {
        std::iter::once(&self.start).chain(self.steps.iter().map(|(_, pos)| pos))
    }

    /// The number of moves played.
    pub fn ply(&self) -> usize {
        self.steps.len()
    }

    /// The move that led here.
    pub fn last(&self) -> Option<Mv<G>> {
        self.steps.last().map(|&(mv, _)| mv)
    }

    /// How often the present position has stood, now included, in games that end by repetition.
    fn occurrences(&self) -> usize {
        let now = self.position();
        let plies = self.stood.get(&now.key()).into_iter().flatten();
        plies.filter(|&&ply| self.at(ply) == now).count()
    }

    fn repeated(&self) -> bool {
        G::Position::REPEATS && self.occurrences() >= 3
    }

    /// The position after this many moves.
    fn at(&self, ply: u32) -> &G::Position {
        ply.checked_sub(1).map_or(&self.start, |step| &self.steps[step as usize].1)
    }

    fn push(&mut self, mv: Mv<G>, pos: G::Position) {
        if G::Position::REPEATS {
            self.stood.entry(pos.key()).or_default().push(self.steps.len() as u32 + 1);
        }
        self.steps.push((mv, pos));
    }

    fn pop(&mut self) -> Option<Mv<G>> {
        let (mv, pos) = self.steps.pop()?;
        if let Some(plies) = self.stood.get_mut(&pos.key()) {
            plies.pop();
            if plies.is_empty() {
                self.stood.remove(&pos.key());
            }
        }
        Some(mv)
    }

    /// How the game ended, if it is over.
    pub fn ending(&self) -> Option<Ending> {
        let pos = self.position();
        if let Some(outcome) = pos.outcome() {
            let reason = self.game.reason(pos).unwrap_or_default();
            return Some(Ending::Rules { outcome, reason });
        }
        let repetition = || Ending::Rules { outcome: Outcome::Draw, reason: "repetition".into() };
        self.ending.clone().or_else(|| self.repeated().then(repetition))
    }

    /// Whether the game is over, for whatever reason.
    pub fn is_over(&self) -> bool {
        self.position().outcome().is_some() || self.ending.is_some() || self.repeated()
    }

    /// The result, if the game is over and was not called off.
    pub fn outcome(&self) -> Option<Outcome> {
        self.position().outcome().or_else(|| self.ending().and_then(|ending| ending.outcome()))
    }

    /// Why the game is over: the game's own reasons, `repetition`, or the code of its [`Ending`].
    pub fn reason(&self) -> Option<String> {
        self.ending().map(|ending| ending.code().into())
    }

    /// Fails when the game is over.
    pub fn check_running(&self) -> Result<(), PlayError<Illegal<G>>> {
        let Some(ending) = self.ending() else { return Ok(()) };
        let result = match ending.outcome() {
            Some(Outcome::Win(player)) => format!("{player} has won"),
            Some(Outcome::Draw) => "a draw".into(),
            None => "no result".into(),
        };
        Err(PlayError::Over { result, reason: ending.code().into() })
    }

    /// Appends the legal moves; none when the game is over for whatever reason.
    pub fn legal_moves(&self, moves: &mut Vec<Mv<G>>) {
        if !self.is_over() {
            self.position().legal_moves(moves);
        }
    }

    /// Plays a move if it is legal; otherwise the record stays as it is.
    pub fn play(&mut self, mv: Mv<G>) -> Result<(), PlayError<Illegal<G>>> {
        self.check_running()?;
        let mut pos = self.position().clone();
        pos.try_play(mv).map_err(MoveError::Illegal)?;
        self.push(mv, pos);
        self.undone.clear();
        Ok(())
    }

    /// Reads a move and plays it.
    pub fn play_text(&mut self, text: &str) -> Result<Mv<G>, PlayError<Illegal<G>>> {
        self.check_running()?;
        let mv = self.game.read_move(self.position(), text)?;
        self.play(mv)?;
        Ok(mv)
    }

    /// Takes back the last move, or whatever else ended the game; false when there is nothing to
    /// take back.
    pub fn undo(&mut self) -> bool {
        if self.ending.take().is_some() {
            return true;
        }
        let Some(mv) = self.pop() else { return false };
        self.undone.push(mv);
        true
    }

    /// Plays again what was taken back last; false when there is nothing, or the game has ended
    /// since.
    pub fn redo(&mut self) -> bool {
        if self.ending.is_some() {
            return false;
        }
        let Some(mv) = self.undone.pop() else { return false };
        let mut pos = self.position().clone();
        pos.play(mv);
        self.push(mv, pos);
        true
    }

    /// The game ends other than on the board; nothing happens once it is over.
    ///
    /// An ending by the rules is ignored: the position gives it by itself, or it is not true.
    pub fn end(&mut self, ending: Ending) {
        if !self.is_over() && !ending.is_by_rules() {
            self.ending = Some(ending);
        }
    }
}
