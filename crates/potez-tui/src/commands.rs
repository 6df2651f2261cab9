//! What keys and words do while a game is on the screen.

use std::path::PathBuf;

use potez_engine::{BotSpec, Limits, Player};
use potez_words::{Arg, Words};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::app::{App, Effect, Screen};
use crate::game::{Game, Hint, Purpose, Question};
use crate::keep;

/// Something other than a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Command {
    Help,
    Hint,
    Analysis,
    Undo,
    Redo,
    Sides,
    Resign,
    New,
    Save,
    Quit,
}

/// The commands with their function keys' labels and the words that can be typed for them, in the order of the keys.
pub(crate) const COMMANDS: [(Command, &str, &str); 10] = [
    (Command::Help, "tui-key-help", "help"),
    (Command::Hint, "tui-key-hint", "hint"),
    (Command::Analysis, "tui-key-analysis", "analysis"),
    (Command::Undo, "tui-key-undo", "undo"),
    (Command::Redo, "tui-key-redo", "redo"),
    (Command::Sides, "tui-key-sides", "sides"),
    (Command::Resign, "tui-key-resign", "resign"),
    (Command::New, "tui-key-new", "new"),
    (Command::Save, "tui-key-save", "save"),
    (Command::Quit, "tui-key-quit", "quit"),
];

impl App {
    pub(crate) fn game_key(&mut self, key: KeyEvent) -> Vec<Effect> {
        let Some(game) = &mut self.game else { return Vec::new() };
        if let Some(question) = game.question.take() {
            let yes = matches!(key.code, KeyCode::Enter | KeyCode::Char('y' | 'Y' | 'd' | 'D'));
            return if question == Question::Resign && yes { game.resign(&self.words) } else { Vec::new() };
        }
        if let KeyCode::F(number) = key.code {
            let command = COMMANDS.get(usize::from(number).wrapping_sub(1)).map(|(command, _, _)| *command);
            return command.map_or_else(Vec::new, |command| self.command(command));
        }
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            let command = match key.code {
                KeyCode::Char('z') => Command::Undo,
                KeyCode::Char('y') => Command::Redo,
                KeyCode::Char('s') => Command::Save,
                KeyCode::Char('n') => Command::New,
                _ => return Vec::new(),
            };
            return self.command(command);
        }
        match key.code {
            KeyCode::Char('?') => self.command(Command::Help),
            KeyCode::Enter if game.typed => self.enter_text(),
            KeyCode::Enter => game.enter(&self.words),
            KeyCode::Char(digit @ '1'..='9') if game.analysis && game.is_ours() && !game.typed => {
                game.choose_candidate(digit as usize - '1' as usize, &self.words)
            }
            code => {
                game.edit(code);
                Vec::new()
            }
        }
    }

    /// Carries out what was typed: a command or a move.
    fn enter_text(&mut self) -> Vec<Effect> {
        let Some(game) = &mut self.game else { return Vec::new() };
        let text = game.input.trim().to_string();
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((&text, ""));
        let rest = rest.trim();
        if word.eq_ignore_ascii_case("load") && !rest.is_empty() {
            game.set_input(String::new(), false);
            return vec![Effect::Load(PathBuf::from(rest))];
        }
        if word.eq_ignore_ascii_case("save") {
            return game.save(rest, &self.words);
        }
        let known =
            COMMANDS.iter().find(|(_, _, name)| name.eq_ignore_ascii_case(word)).map(|(command, _, _)| *command);
        if let Some(command) = known {
            game.set_input(String::new(), false);
            return self.command(command);
        }
        if game.is_ours() { game.play(&text, &self.words) } else { Vec::new() }
    }

    pub(crate) fn command(&mut self, command: Command) -> Vec<Effect> {
        let Some(game) = &mut self.game else { return Vec::new() };
        match command {
            Command::Quit => return vec![Effect::Stop, Effect::Quit],
            Command::New => {
                self.screen = Screen::Menu;
                return Vec::new();
            }
            Command::Help => game.question = Some(Question::Help),
            Command::Hint => return game.ask_hint(&self.words),
            Command::Analysis => {
                game.analysis = !game.analysis;
                // A hint that is looked for comes first; the analysis follows it.
                if game.is_ours() && !game.seeks_hint() {
                    return game.think(&self.words);
                }
            }
            Command::Undo => return game.go_back(&self.words),
            Command::Redo => return game.go_on(&self.words),
            Command::Sides => {
                game.terms.seats.swap(0, 1);
                return game.settle(&self.words);
            }
            Command::Resign => {
                if game.resigner().is_some() {
                    game.question = Some(Question::Resign);
                }
            }
            Command::Save => game.set_input("save ".into(), true),
        }
        Vec::new()
    }
}

impl Game {
    /// Enter without a typed text.
    fn enter(&mut self, words: &Words) -> Vec<Effect> {
        if self.is_ours() { self.choose_here(words) } else { Vec::new() }
    }

    /// A key that changes the input or moves the cursor.
    fn edit(&mut self, code: KeyCode) {
        let toward = match code {
            KeyCode::Up => (-1, 0),
            KeyCode::Down => (1, 0),
            KeyCode::Left => (0, -1),
            KeyCode::Right => (0, 1),
            KeyCode::Tab => return self.turn_on(),
            KeyCode::Char(' ') if !self.typed => return self.turn_here(),
            KeyCode::Esc => {
                self.note = None;
                return self.set_input(String::new(), false);
            }
            KeyCode::Backspace => return self.erase(),
            KeyCode::Char(letter) => {
                let text = format!("{}{letter}", self.input);
                return self.set_input(text, true);
            }
            _ => return,
        };
        self.point_at(self.board.neighbour(self.cursor, toward));
    }

    /// Takes back a letter that was typed, or a part that was chosen.
    fn erase(&mut self) {
        let mut text = self.input.clone();
        text.pop();
        if !self.typed {
            text.truncate(text.rfind(|c: char| !c.is_alphanumeric()).unwrap_or(0));
        }
        let typed = self.typed && !text.is_empty();
        self.set_input(text, typed);
    }

    /// First where, then what.
    fn ask_hint(&mut self, words: &Words) -> Vec<Effect> {
        if !self.is_ours() {
            return Vec::new();
        }
        if let Some(hint) = &mut self.hint {
            hint.whole = true;
            return Vec::new();
        }
        let analysed = self.report.as_ref().filter(|_| self.analysis).and_then(potez_engine::Report::best);
        if let Some(mv) = analysed {
            self.hint = Some(Hint { mv, whole: false });
            return Vec::new();
        }
        self.note = Some(words.say("tui-thinking-hint", &[]));
        vec![self.set_task(Purpose::Hint, BotSpec::new("potez"), Limits::time(self.terms.time))]
    }

    fn seeks_hint(&self) -> bool {
        self.task.is_some_and(|(_, purpose)| purpose == Purpose::Hint)
    }

    fn is_bot(&self, player: Player) -> bool {
        self.terms.seats[player.index()].is_some()
    }

    /// Takes back to where a person is to move.
    fn go_back(&mut self, words: &Words) -> Vec<Effect> {
        if !self.table.undo() {
            self.note = Some(words.say("play-nothing-to-undo", &[]));
            return Vec::new();
        }
        while self.is_bot(self.table.turn()) && !self.is_bot(!self.table.turn()) && self.table.undo() {}
        self.note = None;
        self.set_clocks();
        self.settle(words)
    }

    /// Plays again what was taken back, up to a person's turn.
    fn go_on(&mut self, words: &Words) -> Vec<Effect> {
        if !self.table.redo() {
            self.note = Some(words.say("play-nothing-to-redo", &[]));
            return Vec::new();
        }
        while self.is_bot(self.table.turn()) && !self.is_bot(!self.table.turn()) && self.table.redo() {}
        self.note = None;
        self.set_clocks();
        self.settle(words)
    }

    /// The clocks as they stood when this ply began; nobody has run out of time.
    fn set_clocks(&mut self) {
        self.terms.flag = None;
        if let Some(clocks) = &mut self.terms.clocks {
            clocks.go_to(self.table.ply());
        }
    }

    /// Who would give up: the person to move, or the only person.
    pub(crate) fn resigner(&self) -> Option<Player> {
        let turn = self.table.turn();
        let running = self.table.outcome().is_none();
        [turn, !turn].into_iter().find(|&player| !self.is_bot(player)).filter(|_| running)
    }

    fn resign(&mut self, words: &Words) -> Vec<Effect> {
        let Some(player) = self.resigner() else { return Vec::new() };
        self.table.resign(player);
        self.settle(words)
    }

    /// Writes the record to a file.
    fn save(&mut self, file: &str, words: &Words) -> Vec<Effect> {
        if file.is_empty() {
            self.note = Some(words.say("play-save-needs-name", &[]));
            return Vec::new();
        }
        match keep::write(self.table.as_ref(), &self.terms, keep::format_of(file)) {
            Ok(text) => {
                self.set_input(String::new(), false);
                let file = PathBuf::from(file);
                vec![Effect::Save { replace: self.saved.contains(&file), file, text }]
            }
            Err(error) => {
                self.note = Some(words.say("play-not-saved", &[("error", Arg::from(error))]));
                Vec::new()
            }
        }
    }
}
