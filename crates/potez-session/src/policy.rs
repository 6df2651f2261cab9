//! What is done differently from interface to interface.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// How moves are taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Takeback {
    /// Whenever a player wishes.
    #[default]
    Free,
    /// If the other player agrees.
    Ask,
    /// Never.
    Off,
}

/// What becomes of the time that moves have cost when they are taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TakenTime {
    /// It is given back: the clocks stand as they did when that move began.
    GivenBack,
    /// It stays spent.
    Spent,
}

/// What a bot's clock is charged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BotTime {
    /// All the time until its move is there, as for a person. Its flag can fall.
    Wall,
    /// Its thinking only, not what it waited for a free processor. Its flag never falls: that would
    /// be the machine's fault.
    Thinking,
}

/// What becomes of a move that the rules forbid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IllegalMoves {
    /// It is refused, and another may be tried.
    Refused,
    /// It costs the game.
    Forfeit,
}

/// Which sides may be exchanged in the middle of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Swap {
    /// Whoever sits there.
    Any,
    /// Only those of a person and a bot.
    WithBot,
}

/// What an interface does in its own way; the same for all its games, so that it is not stored with
/// them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Policy {
    /// The clock begins when this many moves have been made.
    pub clock_from: usize,
    /// Whether a move made before that earns its increment all the same.
    pub early_increment: bool,
    /// How far the time may be exceeded before the game is lost.
    pub grace: Duration,
    /// What a bot's clock is charged.
    pub bot_time: BotTime,
    /// The most a bot may think about a move by a clock.
    pub bot_most: Option<Duration>,
    /// What a bot thinks it has left at least, so that it does not move at random in time trouble.
    pub bot_least: Duration,
    /// What becomes of a forbidden move.
    pub illegal_moves: IllegalMoves,
    /// Longer games are drawn.
    pub max_plies: Option<usize>,
    /// The game can be called off until this many moves have been made.
    pub abort_until: usize,
    /// What becomes of the time of moves that are taken back.
    pub taken_time: TakenTime,
    /// Whether a resignation and the like can be taken back.
    pub undo_endings: bool,
    /// Whether taking back goes to the start where there was no turn of one's own.
    pub undo_to_start: bool,
    /// Which sides may be exchanged.
    pub swap: Swap,
}

impl Policy {
    /// Full-screen terminal and plain text: friends at one machine, who may do as they please.
    pub const TERMINAL: Self = Self {
        clock_from: 1,
        early_increment: true,
        grace: Duration::ZERO,
        bot_time: BotTime::Wall,
        bot_most: None,
        bot_least: Duration::ZERO,
        illegal_moves: IllegalMoves::Refused,
        max_plies: None,
        abort_until: 0,
        taken_time: TakenTime::GivenBack,
        undo_endings: true,
        undo_to_start: true,
        swap: Swap::Any,
    };

    /// The web server: strangers at two screens, and bots that share the processors.
    pub const SERVER: Self = Self {
        clock_from: 2,
        early_increment: false,
        grace: Duration::ZERO,
        bot_time: BotTime::Thinking,
        bot_most: Some(Duration::from_secs(10)),
        bot_least: Duration::from_millis(100),
        illegal_moves: IllegalMoves::Refused,
        max_plies: None,
        abort_until: 2,
        taken_time: TakenTime::Spent,
        undo_endings: false,
        undo_to_start: false,
        swap: Swap::WithBot,
    };

    /// The match runner: programs, which lose by what they do wrong.
    pub const REFEREE: Self = Self {
        clock_from: 0,
        early_increment: true,
        grace: Duration::from_millis(200),
        bot_time: BotTime::Wall,
        bot_most: None,
        bot_least: Duration::ZERO,
        illegal_moves: IllegalMoves::Forfeit,
        max_plies: None,
        abort_until: 0,
        taken_time: TakenTime::Spent,
        undo_endings: false,
        undo_to_start: false,
        swap: Swap::Any,
    };
}
