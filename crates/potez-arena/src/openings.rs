//! The moves that a pair begins with.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use potez_table::{BotSpec, Limits, Message, Stop, Table};

use crate::event::mix;

/// A sequence of openings without end: what comes after the last different one is the first again.
pub struct Openings {
    game: String,
    source: Source,
    state: Mutex<State>,
}

enum Source {
    Random { plies: usize, seed: u64 },
    File { fingerprint: u64 },
}

struct State {
    found: Vec<Vec<String>>,
    /// What was found, up to the symmetries of the board.
    keys: HashSet<u64>,
    /// Random games tried so far: each has its own seed, so the sequence does not depend on who
    /// asks when.
    tried: u64,
    exhausted: bool,
}

/// A file of openings that cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OpeningsError {
    /// The game does not exist.
    #[error("{0}")]
    Game(Message),
    /// A move is wrong.
    #[error("line {line}: move {ply} `{text}`: {message}")]
    Move {
        /// The line, from 1.
        line: usize,
        /// The move, from 1.
        ply: usize,
        /// What was written.
        text: String,
        /// What is wrong with it.
        message: Message,
    },
    /// The game is over after the opening.
    #[error("line {line}: the game is over after these moves")]
    Over {
        /// The line, from 1.
        line: usize,
    },
    /// There is no opening in the file.
    #[error("no opening in the file: one a line, its moves separated by blanks, `#` before a remark")]
    Empty,
}

/// This many random games in a row that bring nothing new mean that there is nothing new.
const PATIENCE: u32 = 300;

impl Openings {
    /// Random openings of this many moves, none the mirror image of another as long as there are
    /// new ones.
    pub fn random(game: &str, plies: usize, seed: u64) -> Self {
        let state = State { found: Vec::new(), keys: HashSet::new(), tried: 0, exhausted: false };
        Self { game: game.into(), source: Source::Random { plies, seed }, state: Mutex::new(state) }
    }

    /// Openings from a text, one a line: moves separated by blanks, `#` begins a remark. Images of
    /// earlier ones are left out.
    pub fn read(game: &str, text: &str) -> Result<Self, OpeningsError> {
        let mut state = State { found: Vec::new(), keys: HashSet::new(), tried: 0, exhausted: true };
        for (number, line) in (1..).zip(text.lines()) {
            let moves = line.split('#').next().unwrap_or_default();
            if moves.trim().is_empty() {
                continue;
            }
            let mut table = potez_table::open(game, None).map_err(OpeningsError::Game)?;
            for (ply, mv) in (1..).zip(moves.split_whitespace()) {
                table.play(mv).map_err(|message| OpeningsError::Move {
                    line: number,
                    ply,
                    text: mv.into(),
                    message,
                })?;
            }
            if table.outcome().is_some() {
                return Err(OpeningsError::Over { line: number });
            }
            state.keep(table.as_ref());
        }
        if state.found.is_empty() {
            return Err(OpeningsError::Empty);
        }
        let fingerprint = state
            .found
            .iter()
            .flatten()
            .flat_map(|mv| mv.bytes().chain([b' ']))
            .fold(0, |sum, byte| mix(sum ^ u64::from(byte)));
        Ok(Self { game: game.into(), source: Source::File { fingerprint }, state: Mutex::new(state) })
    }

    /// The opening of this number.
    pub fn nth(&self, number: usize) -> Vec<String> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        while state.found.len() <= number && !state.exhausted {
            self.find_another(&mut state);
        }
        let count = state.found.len();
        if count == 0 { Vec::new() } else { state.found[number % count].clone() }
    }

    fn find_another(&self, state: &mut State) {
        let Source::Random { plies, seed } = self.source else { return };
        if plies > 0 {
            for _ in 0..PATIENCE {
                state.tried += 1;
                let table = random_game(&self.game, plies, mix(seed ^ mix(state.tried)));
                if table.is_some_and(|table| state.keep(table.as_ref())) {
                    return;
                }
            }
        }
        state.exhausted = true;
    }

    /// What a journal keeps of them.
    pub fn describe(&self) -> String {
        match self.source {
            Source::Random { plies, .. } => format!("{plies} random plies"),
            Source::File { fingerprint } => format!("a file, fingerprint {fingerprint:016x}"),
        }
    }
}

impl State {
    /// Keeps the moves on the table unless an image of the position is there already.
    fn keep(&mut self, table: &dyn Table) -> bool {
        let is_new = self.keys.insert(table.canonical_key());
        if is_new {
            self.found.push(table.moves());
        }
        is_new
    }
}

/// A game of random moves that goes on after them; `None` if it ended before.
fn random_game(game: &str, plies: usize, seed: u64) -> Option<Box<dyn Table>> {
    let mut table = potez_table::open(game, None).ok()?;
    let mut bot = table.bot(&BotSpec { seed: Some(seed), ..BotSpec::new("random") }).ok()?;
    for _ in 0..plies {
        let mv = bot.think(table.as_ref(), Limits::default(), &Stop::new(), &mut |_| {}).ok()?.best()?;
        table.play_parts(&mv.parts).ok()?;
    }
    table.outcome().is_none().then_some(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_openings_differ_up_to_symmetry_and_do_not_depend_on_the_order_of_asking() {
        let openings = Openings::random("havannah:size=4", 2, 5);
        let last = openings.nth(30);
        let again = Openings::random("havannah:size=4", 2, 5);
        let all: Vec<_> = (0..=30).map(|number| again.nth(number)).collect();
        assert_eq!(all[30], last);
        let keys: HashSet<u64> = all.iter().map(|moves| key("havannah:size=4", moves)).collect();
        assert_eq!(keys.len(), 31);
    }

    fn key(game: &str, moves: &[String]) -> u64 {
        let mut table = potez_table::open(game, None).unwrap();
        for mv in moves {
            table.play(mv).unwrap();
        }
        table.canonical_key()
    }

    #[test]
    fn where_there_are_few_openings_they_come_round_again() {
        // One stone on a board of 19 cells: middle, its neighbours, corners and the cells between
        // corners.
        let openings = Openings::random("havannah:size=3", 1, 1);
        let all: HashSet<_> = (0..40).map(|number| openings.nth(number)).collect();
        assert_eq!(all.len(), 4);
        assert_eq!(openings.nth(1), openings.nth(5));
        assert_eq!(Openings::random("byte", 0, 1).nth(7), Vec::<String>::new());
    }

    #[test]
    fn a_file_is_read_line_by_line_and_its_mistakes_are_named() {
        let openings = Openings::read("havannah:size=4", "# book\nd4 a1 # middle\n\nc3 b2\n").unwrap();
        assert_eq!(openings.nth(2), ["d4", "a1"]);
        let wrong = |text| Openings::read("havannah:size=4", text).err().expect(text).to_string();
        assert!(wrong("d4\nd4 d4").starts_with("line 2: move 2 `d4`"));
        assert!(wrong("# nothing").contains("no opening"));
    }
}
