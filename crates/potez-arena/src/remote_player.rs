//! A player whose games are refereed elsewhere: asked for one move at a time, over any wire.

use std::time::Duration;

use potez_session::MoveInput;
use potez_table::{Clock, Limits, Player, Stop, Table};

use crate::fault::{FaultKind, Trouble};
use crate::match_player::{Answer, BotSource, MatchPlayer, Question, match_player};
use crate::{Control, Entrant};

/// What is kept back of the time for the way of the move, and a share of it besides.
const MARGIN: Duration = Duration::from_millis(30);
/// How long beyond its time a program is waited for.
const GRACE: Duration = Duration::from_millis(200);

/// A question for a move.
pub struct RemoteTurn<'a> {
    /// The name of the game: another one is another game.
    pub game: &'a str,
    /// The position with its moves.
    pub table: &'a dyn Table,
    /// The seed of the player in this game.
    pub seed: u64,
    /// What X and O have left.
    pub left: [Duration; 2],
    /// What a move adds to it.
    pub increment: Duration,
    /// Whether the time is for this move alone.
    pub is_per_move: bool,
}

/// What a player chose.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ChosenMove {
    /// A move, as the player writes it.
    Move(String),
    /// It gives up.
    Resign,
}

/// How a player failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerFailure {
    /// Which kind.
    pub kind: FaultKind,
    /// What happened.
    pub message: String,
    /// The last lines to, from and beside the program.
    pub io: Vec<String>,
}

/// A player of ours or another program, asked by somebody else's referee.
pub struct RemotePlayer {
    seat: Box<dyn MatchPlayer>,
    limits: Limits,
    control: Control,
    game: Option<String>,
}

impl RemotePlayer {
    /// The player of an entrant; a bot of ours comes from this source, if there is one. Once the flag is raised it
    /// answers at once.
    pub fn new(entrant: &Entrant, stop: &Stop, bots: Option<BotSource>) -> Self {
        let (seat, limits) = (match_player(entrant, stop, bots), entrant.limits());
        Self { seat, limits, control: Control::new(Limits::default()), game: None }
    }

    /// Chooses a move for the player on turn. After a failure the program is started anew.
    pub fn choose(&mut self, turn: &RemoteTurn<'_>) -> Result<ChosenMove, PlayerFailure> {
        self.try_to_choose(turn).map_err(|trouble| {
            self.game = None;
            PlayerFailure { kind: trouble.kind, message: trouble.message, io: self.seat.give_up() }
        })
    }

    fn try_to_choose(&mut self, turn: &RemoteTurn<'_>) -> Result<ChosenMove, Trouble> {
        if self.game.as_deref() != Some(turn.game) {
            self.seat.begin(turn.table, turn.seed, &self.control)?;
            self.game = Some(turn.game.to_string());
        }
        match self.seat.answer(turn.table, &self.question(turn))? {
            Answer::Resign => Ok(ChosenMove::Resign),
            Answer::Move(MoveInput::Text(text)) => Ok(ChosenMove::Move(text)),
            Answer::Move(MoveInput::Parts(parts)) => {
                let text = turn.table.fork().play_parts(&parts);
                text.map(ChosenMove::Move).map_err(|message| Trouble::crash(message.english))
            }
        }
    }

    fn question(&self, turn: &RemoteTurn<'_>) -> Question {
        let own = self.limits != Limits::default();
        let mover = turn.table.turn();
        let left = turn.left[mover.index()];
        let usable = |time: Duration| time.saturating_sub(time / 20 + MARGIN).max(time / 2);
        let clock = |player: Player| Clock {
            left: usable(turn.left[player.index()]),
            increment: turn.increment,
            moves_to_go: None,
        };
        let clocks = Player::BOTH.map(|player| (!turn.is_per_move && !own).then(|| clock(player)));
        let limits = match (own, turn.is_per_move) {
            (true, _) => self.limits,
            (false, true) => Limits::time(usable(left)),
            (false, false) => Limits { clock: clocks[mover.index()], ..Limits::default() },
        };
        Question { limits, clocks, timeout: left + GRACE }
    }
}
