use crate::{Explain, Game, Kind, Message, MoveError, Outcome, Player, Position};

type Mv<G> = <<G as Game>::Position as Position>::Move;
type Illegal<G> = <<G as Game>::Position as Position>::Illegal;

/// A game in progress: where it began, the moves so far, and what only history can decide.
///
/// Repetition and resignation live here, because a position knows neither.
#[derive(Clone, Debug)]
pub struct Record<G: Game> {
    game: G,
    start: G::Position,
    steps: Vec<(Mv<G>, G::Position)>,
    undone: Vec<Mv<G>>,
    resigned: Option<Player>,
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
        Self { game, start, steps: Vec::new(), undone: Vec::new(), resigned: None }
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

    /// How often the present position has stood, now included.
    pub fn occurrences(&self) -> usize {
        let now = self.position();
        self.positions().filter(|pos| pos.key() == now.key() && *pos == now).count()
    }

    fn repeated(&self) -> bool {
        G::Position::REPEATS && self.occurrences() >= 3
    }

    /// The result, if the game is over by the rules, by repetition or by resignation.
    pub fn outcome(&self) -> Option<Outcome> {
        if let Some(outcome) = self.position().outcome() {
            return Some(outcome);
        }
        if let Some(player) = self.resigned {
            return Some(Outcome::Win(!player));
        }
        self.repeated().then_some(Outcome::Draw)
    }

    /// Why the game is over: the game's own reasons, `repetition` or `resign`.
    pub fn reason(&self) -> Option<String> {
        if let Some(reason) = self.game.reason(self.position()) {
            return Some(reason);
        }
        if self.resigned.is_some() {
            return Some("resign".into());
        }
        self.repeated().then(|| "repetition".into())
    }

    /// Fails when the game is over.
    pub fn check_running(&self) -> Result<(), PlayError<Illegal<G>>> {
        let Some(outcome) = self.outcome() else { return Ok(()) };
        let result = match outcome {
            Outcome::Win(player) => format!("{player} has won"),
            Outcome::Draw => "a draw".into(),
        };
        Err(PlayError::Over { result, reason: self.reason().unwrap_or_default() })
    }

    /// Appends the legal moves; none when the game is over for whatever reason.
    pub fn legal_moves(&self, moves: &mut Vec<Mv<G>>) {
        if self.outcome().is_none() {
            self.position().legal_moves(moves);
        }
    }

    /// Plays a move if it is legal; otherwise the record stays as it is.
    pub fn play(&mut self, mv: Mv<G>) -> Result<(), PlayError<Illegal<G>>> {
        self.check_running()?;
        let mut pos = self.position().clone();
        pos.try_play(mv).map_err(MoveError::Illegal)?;
        self.steps.push((mv, pos));
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

    /// Takes back the last move, or the resignation that ended the game; false when there is nothing to take back.
    pub fn undo(&mut self) -> bool {
        if self.resigned.take().is_some() {
            return true;
        }
        let Some((mv, _)) = self.steps.pop() else { return false };
        self.undone.push(mv);
        true
    }

    /// Plays again what was taken back last.
    pub fn redo(&mut self) -> bool {
        let Some(mv) = self.undone.pop() else { return false };
        let mut pos = self.position().clone();
        pos.play(mv);
        self.steps.push((mv, pos));
        true
    }

    /// The player gives up; nothing happens once the game is over.
    pub fn resign(&mut self, player: Player) {
        if self.outcome().is_none() {
            self.resigned = Some(player);
        }
    }
}
