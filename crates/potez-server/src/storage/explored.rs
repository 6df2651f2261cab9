//! What can be asked of all games together: by position, player, result, length and ending.

/// How a game came out, as it is counted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ExploredResult {
    /// It goes on.
    Unfinished = 0,
    /// X won.
    X = 1,
    /// O won.
    O = 2,
    /// A draw.
    Draw = 3,
    /// It was called off.
    None = 4,
}

impl ExploredResult {
    const ALL: [Self; 5] = [Self::Unfinished, Self::X, Self::O, Self::Draw, Self::None];

    /// The result of its number.
    pub(super) fn of(number: i64) -> Self {
        Self::ALL.into_iter().find(|result| *result as i64 == number).unwrap_or(Self::None)
    }
}

/// A game as it is found: everything that can be asked for but its positions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExploredGame {
    /// Its name.
    pub id: String,
    /// The version that this was made from.
    pub version: u64,
    /// The game spec.
    pub spec: String,
    /// How it came out.
    pub result: ExploredResult,
    /// Why it ended, as a code.
    pub reason: String,
    /// Moves.
    pub plies: usize,
    /// When it was changed last, in milliseconds since 1970.
    pub ended: u64,
    /// Who played X and O, for readers.
    pub players: [String; 2],
    /// The levels of bots that have one.
    pub levels: [Option<u32>; 2],
}

impl ExploredGame {
    /// The names of the players as they are compared.
    pub(super) fn names(&self) -> [String; 2] {
        self.players.each_ref().map(|name| compared(name))
    }
}

/// A name as it is compared: case and blanks around it do not matter.
pub(super) fn compared(name: &str) -> String {
    name.trim().to_lowercase()
}

/// Which games are asked for; what is not said does not matter.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameFilter {
    /// The game spec.
    pub spec: Option<String>,
    /// Who played, on either side.
    pub player: Option<String>,
    /// The level of a bot, on either side.
    pub level: Option<u32>,
    /// How it came out.
    pub result: Option<ExploredResult>,
    /// Why it ended, as a code.
    pub reason: Option<String>,
    /// Moves at least.
    pub least_plies: Option<usize>,
    /// Moves at most.
    pub most_plies: Option<usize>,
    /// Only games behind this one in the list, by when it ended and its name.
    pub before: Option<(u64, String)>,
}

/// How often games of one result went on to a position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ExploredCount {
    /// The key of the position that came next; 0 if the game ended here.
    pub next: u64,
    /// The result.
    pub result: ExploredResult,
    /// Games.
    pub games: u64,
}

/// Rows of a position that are looked at where a filter has to be asked for each of them.
pub(super) const MOST_ROWS: i64 = 50_000;
/// Games of a position among which the newest are looked for.
pub(super) const MOST_GAMES: i64 = 2_000;
