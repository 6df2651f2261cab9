//! What keys and words do while a game is on the screen.

use std::path::PathBuf;

use potez_session::Event;
use potez_table::records;
use potez_words::{Arg, Words};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::app::{ActiveScreen, App, AppEffect};
use crate::game_screen::{Dialog, GameScreen};

/// Something other than a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum GameCommand {
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

/// The commands with their function keys' labels and the words that can be typed for them, in the
/// order of the keys.
pub(crate) const COMMANDS: [(GameCommand, &str, &str); 10] = [
    (GameCommand::Help, "tui-key-help", "help"),
    (GameCommand::Hint, "tui-key-hint", "hint"),
    (GameCommand::Analysis, "tui-key-analysis", "analysis"),
    (GameCommand::Undo, "tui-key-undo", "undo"),
    (GameCommand::Redo, "tui-key-redo", "redo"),
    (GameCommand::Sides, "tui-key-sides", "sides"),
    (GameCommand::Resign, "tui-key-resign", "resign"),
    (GameCommand::New, "tui-key-new", "new"),
    (GameCommand::Save, "tui-key-save", "save"),
    (GameCommand::Quit, "tui-key-quit", "quit"),
];

impl App {
    pub(crate) fn game_key(&mut self, key: KeyEvent) -> Vec<AppEffect> {
        let Some(game) = &mut self.game else { return Vec::new() };
        if let Some(dialog) = game.dialog.take() {
            // `d` is Serbian: da.
            let yes = matches!(key.code, KeyCode::Enter | KeyCode::Char('y' | 'Y' | 'd' | 'D'));
            return if dialog == Dialog::Resign && yes { game.resign(&self.words) } else { Vec::new() };
        }
        // Commands come before letters: they work in the middle of a typed move.
        if let KeyCode::F(number) = key.code {
            let command = COMMANDS.get(usize::from(number).wrapping_sub(1)).map(|(command, _, _)| *command);
            return command.map_or_else(Vec::new, |command| self.command(command));
        }
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            let command = match key.code {
                KeyCode::Char('z') => GameCommand::Undo,
                KeyCode::Char('y') => GameCommand::Redo,
                KeyCode::Char('s') => GameCommand::Save,
                KeyCode::Char('n') => GameCommand::New,
                _ => return Vec::new(),
            };
            return self.command(command);
        }
        match key.code {
            KeyCode::Char('?') => self.command(GameCommand::Help),
            KeyCode::Enter if game.draft.is_typed => self.enter_text(),
            KeyCode::Enter => game.enter(&self.words),
            KeyCode::Char(digit @ '1'..='9') if game.analysis && game.is_ours() && !game.draft.is_typed => {
                game.choose_candidate(digit as usize - '1' as usize, &self.words)
            }
            code => {
                game.edit(code);
                Vec::new()
            }
        }
    }

    /// Carries out what was typed: a command or a move.
    fn enter_text(&mut self) -> Vec<AppEffect> {
        let Some(game) = &mut self.game else { return Vec::new() };
        let text = game.draft.text.trim().to_string();
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((&text, ""));
        let rest = rest.trim();
        if word.eq_ignore_ascii_case("load") && !rest.is_empty() {
            game.clear_input();
            return vec![AppEffect::Load(PathBuf::from(rest))];
        }
        if word.eq_ignore_ascii_case("save") {
            return game.save(rest, &self.words);
        }
        let known =
            COMMANDS.iter().find(|(_, _, name)| name.eq_ignore_ascii_case(word)).map(|(command, _, _)| *command);
        if let Some(command) = known {
            game.clear_input();
            return self.command(command);
        }
        if game.is_ours() { game.play(text, &self.words) } else { Vec::new() }
    }

    pub(crate) fn command(&mut self, command: GameCommand) -> Vec<AppEffect> {
        let Some(game) = &mut self.game else { return Vec::new() };
        match command {
            GameCommand::Quit => return vec![AppEffect::Stop, AppEffect::Quit],
            GameCommand::New => {
                self.screen = ActiveScreen::Menu;
                return Vec::new();
            }
            GameCommand::Help => game.dialog = Some(Dialog::Help),
            GameCommand::Hint => return game.ask_hint(&self.words),
            GameCommand::Analysis => {
                game.analysis = !game.analysis;
                // A hint that is looked for comes first; the analysis follows it.
                if game.is_ours() && !game.seeks_hint() {
                    return game.advise();
                }
            }
            GameCommand::Undo => {
                let people = game.session.people();
                return game.apply(Event::Undo(people), &self.words);
            }
            GameCommand::Redo => {
                let people = game.session.people();
                return game.apply(Event::Redo(people), &self.words);
            }
            GameCommand::Sides => return game.apply(Event::SwapSides, &self.words),
            GameCommand::Resign => {
                if game.session.resigner().is_some() {
                    game.dialog = Some(Dialog::Resign);
                }
            }
            GameCommand::Save => game.draft.set_typed(game.session.table(), "save ".into()),
        }
        Vec::new()
    }
}

impl GameScreen {
    /// Enter without a typed text.
    fn enter(&mut self, words: &Words) -> Vec<AppEffect> {
        if self.is_ours() { self.choose_here(words) } else { Vec::new() }
    }

    /// A key that changes the input or moves the cursor.
    fn edit(&mut self, code: KeyCode) {
        let toward = match code {
            KeyCode::Up => (-1, 0),
            KeyCode::Down => (1, 0),
            KeyCode::Left => (0, -1),
            KeyCode::Right => (0, 1),
            KeyCode::Tab => return self.draft.next_choice(&self.board),
            KeyCode::Char(' ') if !self.draft.is_typed => return self.draft.turn(),
            KeyCode::Esc => {
                self.note = None;
                return self.clear_input();
            }
            KeyCode::Backspace => return self.draft.erase(self.session.table()),
            KeyCode::Char(letter) => {
                let text = format!("{}{letter}", self.draft.text);
                return self.draft.set_typed(self.session.table(), text);
            }
            _ => return,
        };
        self.draft.point_at(&self.board, self.board.neighbour(self.draft.cursor, toward));
    }

    fn clear_input(&mut self) {
        self.draft.clear(self.session.table(), &self.board);
    }

    fn resign(&mut self, words: &Words) -> Vec<AppEffect> {
        let Some(player) = self.session.resigner() else { return Vec::new() };
        self.apply(Event::Resign(player), words)
    }

    /// Writes the record to a file.
    fn save(&mut self, file: &str, words: &Words) -> Vec<AppEffect> {
        if file.is_empty() {
            self.note = Some(words.say("play-save-needs-name", &[]));
            return Vec::new();
        }
        match records::write(&self.session.transcript(self.now), &records::format_of_name(file)) {
            Ok(text) => {
                self.clear_input();
                let file = PathBuf::from(file);
                vec![AppEffect::Save { replace: self.saved.contains(&file), file, text }]
            }
            Err(error) => {
                self.note = Some(words.say("play-not-saved", &[("error", Arg::from(error.to_string()))]));
                Vec::new()
            }
        }
    }
}
