//! Puzzles on the screen of a game: one after the other, judged by the table.

use std::collections::VecDeque;

use potez_session::{MoveInput, Policy, Seat, Session, SessionState};
use potez_table::puzzles::{Attempt, Puzzle, Verdict};
use potez_table::{Limits, Message, Stop, TableMove};
use potez_words::{Arg, Words};

use crate::app::AppEffect;
use crate::game_screen::GameScreen;

/// Nodes of a refutation: the screen waits for it.
const REFUTATION_NODES: u64 = 100_000;

/// The puzzle that is asked, those that follow, and how it went so far.
pub(crate) struct PuzzleRun {
    attempt: Attempt,
    waiting: VecDeque<Puzzle>,
    has_erred: bool,
    tried: usize,
    solved: usize,
    streak: usize,
}

impl PuzzleRun {
    /// Begins with the first of these; nothing if there is none.
    pub(crate) fn new(puzzles: Vec<Puzzle>) -> Result<Option<Self>, Message> {
        let mut waiting = VecDeque::from(puzzles);
        let Some(first) = waiting.pop_front() else { return Ok(None) };
        let attempt = Attempt::new(first)?;
        Ok(Some(Self { attempt, waiting, has_erred: false, tried: 0, solved: 0, streak: 0 }))
    }

    /// The position of the puzzle as a game of two people at one screen: the answers are played for
    /// whoever solves.
    pub(crate) fn session(&self) -> Session {
        let table = self.attempt.table();
        let state = SessionState::new(table, [Seat::PERSON, Seat::PERSON]);
        Session::new(table.fork(), state, Policy::TERMINAL)
    }

    /// What is asked.
    pub(crate) fn task(&self, words: &Words) -> String {
        let puzzle = self.attempt.puzzle();
        let heading = [
            ("id", Arg::from(puzzle.id.clone())),
            ("game", puzzle.game.clone().into()),
            ("difficulty", Arg::Number(puzzle.difficulty.into())),
        ];
        let task = [
            ("player", Arg::from(self.attempt.table().turn().to_string())),
            ("goal", puzzle.goal.word().into()),
            ("count", Arg::Number(puzzle.asked - self.attempt.found())),
        ];
        format!("{}. {}", words.say("puzzle-heading", &heading), words.say("puzzle-task", &task))
    }

    fn read(&self, mv: &MoveInput) -> Result<TableMove, Message> {
        let mut table = self.attempt.table().fork();
        match mv {
            MoveInput::Text(text) => table.read_move(text),
            MoveInput::Parts(parts) => Ok(TableMove { text: table.play_parts(parts)?, parts: *parts }),
        }
    }

    /// Judges a move, and says what becomes of it.
    fn judge(&mut self, mv: &MoveInput, words: &Words) -> Result<String, Message> {
        let mv = self.read(mv)?;
        let verdict = self.attempt.play(&mv, Limits::nodes(REFUTATION_NODES), &Stop::new())?;
        let said = words.remark(&verdict.remark());
        match verdict {
            Verdict::Wrong { .. } => self.has_erred = true,
            Verdict::Right { .. } => return Ok(format!("{said} {}", self.task(words))),
            Verdict::Solved { .. } => {
                self.tried += 1;
                self.solved += usize::from(!self.has_erred);
                self.streak = if self.has_erred { 0 } else { self.streak + 1 };
                let counts = [("solved", self.solved), ("tried", self.tried), ("streak", self.streak)];
                let score = words.say("puzzle-score", &counts.map(|(name, count)| (name, Arg::Number(count))));
                return Ok(format!("{said} {score}. {}", words.say("puzzle-enter", &[])));
            }
        }
        Ok(said)
    }

    /// Goes on to the next puzzle, if this one is solved and there is another.
    fn advance(&mut self) -> bool {
        if !self.attempt.is_solved() {
            return false;
        }
        let next = self.waiting.pop_front().and_then(|puzzle| Attempt::new(puzzle).ok());
        let Some(attempt) = next else { return false };
        (self.attempt, self.has_erred) = (attempt, false);
        true
    }
}

impl GameScreen {
    /// A move of a puzzle: the board shows what the verdict leaves on it.
    pub(crate) fn judge(&mut self, mv: &MoveInput, words: &Words) -> Vec<AppEffect> {
        let Some(run) = &mut self.puzzles else { return Vec::new() };
        let said = run.judge(mv, words).unwrap_or_else(|message| words.message(&message));
        self.show_puzzle(said, words)
    }

    /// Asks the next puzzle; nothing happens where one is still open.
    pub(crate) fn next_puzzle(&mut self, words: &Words) -> Option<Vec<AppEffect>> {
        let run = self.puzzles.as_mut()?;
        let task = run.advance().then(|| run.task(words))?;
        Some(self.show_puzzle(task, words))
    }

    /// Sets up the position of the puzzle anew: whatever was tried on the board is gone.
    pub(crate) fn show_puzzle(&mut self, note: String, words: &Words) -> Vec<AppEffect> {
        if let Some(run) = &self.puzzles {
            self.session = run.session();
        }
        let effects = self.start(words);
        self.note = Some(note);
        effects
    }
}
