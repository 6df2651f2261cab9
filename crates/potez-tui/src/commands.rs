//! What keys and words do while a game is on the screen.

use std::path::PathBuf;

use potez_session::{Event, Seat};
use potez_table::{Ink, Style, records};
use potez_words::{Arg, Words};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::app::{ActiveScreen, App, AppEffect};
use crate::game_rules;
use crate::game_screen::{Dialog, GameScreen};
use crate::pager::Pager;

/// Who plays against somebody who has only chosen a side.
const OPPONENT: &str = "potez";

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
    Paths,
    Review,
}

/// A command with its function key.
pub(crate) struct CommandKey {
    pub(crate) command: GameCommand,
    /// The key of its label.
    pub(crate) label: &'static str,
    /// The word that can be typed for it.
    word: &'static str,
    /// Where there is no room for all labels, those with the highest numbers are left out.
    pub(crate) rank: u8,
}

const fn key(command: GameCommand, label: &'static str, word: &'static str, rank: u8) -> CommandKey {
    CommandKey { command, label, word, rank }
}

/// The commands in the order of the function keys.
pub(crate) const COMMANDS: [CommandKey; 12] = [
    key(GameCommand::Help, "tui-key-help", "help", 0),
    key(GameCommand::Hint, "tui-key-hint", "hint", 1),
    key(GameCommand::Analysis, "tui-key-analysis", "analysis", 1),
    key(GameCommand::Undo, "tui-key-undo", "undo", 1),
    key(GameCommand::Redo, "tui-key-redo", "redo", 6),
    key(GameCommand::Sides, "tui-key-sides", "sides", 7),
    key(GameCommand::Resign, "tui-key-resign", "resign", 4),
    key(GameCommand::New, "tui-key-new", "new", 1),
    key(GameCommand::Save, "tui-key-save", "save", 5),
    key(GameCommand::Quit, "tui-key-quit", "quit", 0),
    key(GameCommand::Paths, "tui-key-paths", "paths", 2),
    key(GameCommand::Review, "tui-key-review", "review", 3),
];

impl App {
    pub(crate) fn game_key(&mut self, key: KeyEvent) -> Vec<AppEffect> {
        let Some(game) = &mut self.game else { return Vec::new() };
        if let Some(dialog) = game.dialog.take() {
            return game.answer(dialog, key.code, &self.words);
        }
        // Commands come before letters: they work in the middle of a typed move.
        if let KeyCode::F(number) = key.code {
            let command = COMMANDS.get(usize::from(number).wrapping_sub(1)).map(|key| key.command);
            return command.map_or_else(Vec::new, |command| self.command(command));
        }
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            let command = match key.code {
                KeyCode::Char('z') => GameCommand::Undo,
                KeyCode::Char('y') => GameCommand::Redo,
                KeyCode::Char('s') => GameCommand::Save,
                KeyCode::Char('n') => GameCommand::New,
                KeyCode::Char('p') => GameCommand::Paths,
                KeyCode::Char('r') => GameCommand::Review,
                _ => return Vec::new(),
            };
            return self.command(command);
        }
        match key.code {
            KeyCode::Esc if game.is_reviewing() => game.advise_again(),
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
        if let Some(page) = self.page(&word.to_ascii_lowercase()) {
            self.pager = Some(page);
            if let Some(game) = &mut self.game {
                game.clear_input();
            }
            return Vec::new();
        }
        let Some(game) = &mut self.game else { return Vec::new() };
        let known = COMMANDS.iter().find(|key| key.word.eq_ignore_ascii_case(word)).map(|key| key.command);
        if let Some(command) = known {
            game.clear_input();
            return self.command(command);
        }
        if game.is_ours() { game.play(text, &self.words) } else { Vec::new() }
    }

    /// What some words show: the texts that a game in lines would print.
    fn page(&self, word: &str) -> Option<Pager> {
        let game = self.game.as_ref()?;
        let table = game.table();
        let title = |key: &str| self.words.say(key, &[]);
        Some(match word {
            "moves" => {
                let moves = table.legal();
                let count = self.words.say("tui-page-moves", &[("count", Arg::from(moves.len()))]);
                Pager::columns(count, &moves, self.area)
            }
            "board" => Pager::picture(title("tui-page-board"), table.picture(Style::Modern, Ink::Plain)),
            "record" => {
                let record = records::write(&game.session.transcript(game.now), &records::TEXT);
                Pager::text(title("tui-page-record"), record.unwrap_or_else(|error| error.to_string()))
            }
            "ways" => Pager::text(title("tui-page-ways"), game.ways_text(&self.words)),
            "rules" => {
                let description = table.description();
                Pager::text(self.words.game_name(description), game_rules::text(description, &self.words))
            }
            _ => return None,
        })
    }

    pub(crate) fn command(&mut self, command: GameCommand) -> Vec<AppEffect> {
        let Some(game) = &mut self.game else { return Vec::new() };
        match command {
            GameCommand::Quit => return vec![AppEffect::Stop, AppEffect::Quit],
            GameCommand::New => {
                self.screen = ActiveScreen::Menu;
                return Vec::new();
            }
            GameCommand::Help => {
                self.pager = Some(Pager::text(self.words.say("tui-page-help", &[]), self.words.say("tui-help", &[])));
            }
            GameCommand::Paths => game.show_next_paths(&self.words),
            GameCommand::Review => return game.ask_review(&self.words),
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
        if let Some(effects) = self.next_puzzle(words) {
            return effects;
        }
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

    pub(crate) fn clear_input(&mut self) {
        self.draft.clear(self.session.table(), &self.board);
    }

    /// The answer to a question.
    fn answer(&mut self, dialog: Dialog, code: KeyCode, words: &Words) -> Vec<AppEffect> {
        match dialog {
            Dialog::Resign => {
                // `d` is Serbian: da.
                let yes = matches!(code, KeyCode::Enter | KeyCode::Char('y' | 'Y' | 'd' | 'D'));
                if yes { self.resign(words) } else { Vec::new() }
            }
            Dialog::Sides => {
                let bot = || Seat::bot(OPPONENT);
                let seats = match code {
                    KeyCode::Char('x' | 'X') | KeyCode::Enter => [Seat::PERSON, bot()],
                    KeyCode::Char('o' | 'O') => [bot(), Seat::PERSON],
                    KeyCode::Char('b' | 'B') => [Seat::PERSON, Seat::PERSON],
                    // Anything else is not an answer: the question stays.
                    _ => {
                        self.dialog = Some(Dialog::Sides);
                        return Vec::new();
                    }
                };
                self.seat(seats, words)
            }
        }
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
