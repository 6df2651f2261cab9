//! The terminal application: the first line chooses window and language, what stands before an empty
//! line is a saved game, and every other character is a key.

use std::path::PathBuf;
use std::time::Duration;

use potez_tui::{App, AppEffect, AppEvent, Begin, SavedGame, Theme};
use potez_words::Lang;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

/// Sizes of the window, columns and rows, from next to nothing to large.
const SIZES: [(u16, u16); 6] = [(80, 24), (60, 20), (120, 40), (20, 5), (1, 1), (200, 60)];
/// Keys without a character; a control character chooses one.
const KEYS: [KeyCode; 16] = [
    KeyCode::Enter,
    KeyCode::Esc,
    KeyCode::Up,
    KeyCode::Down,
    KeyCode::Left,
    KeyCode::Right,
    KeyCode::Tab,
    KeyCode::Backspace,
    KeyCode::Home,
    KeyCode::End,
    KeyCode::PageDown,
    KeyCode::F(1),
    KeyCode::F(2),
    KeyCode::F(5),
    KeyCode::F(11),
    KeyCode::F(12),
];
/// More would only take longer.
const MOST_KEYS: usize = 24;
/// Every key changes the state; the screen is drawn after these many.
const DRAWN: usize = 6;

pub(super) fn run(data: &[u8]) {
    let Some((&[window, lang], rest)) = data.split_first_chunk() else { return };
    let size = SIZES[usize::from(window) % SIZES.len()];
    let lang = Lang::ALL[usize::from(lang) % Lang::ALL.len()].1;
    let text = String::from_utf8_lossy(rest);
    let (saved, keys) = text.split_once("\n\n\n").unwrap_or(("", &text));
    let waiting = if saved.is_empty() { Vec::new() } else { vec![saved_game(saved)] };
    let (mut app, effects) = App::new(lang, Theme::Plain, size, waiting, Begin::Menu);
    let mut screen = Terminal::new(TestBackend::new(size.0, size.1)).expect("a screen in memory");
    let mut effects = effects;
    if !saved.is_empty() {
        effects.extend(app.update(AppEvent::Loaded(PathBuf::from("game.txt"), Ok(saved.to_string()))));
    }
    for (number, letter) in keys.chars().take(MOST_KEYS).enumerate() {
        effects.extend(app.update(event(letter, size)));
        if number % DRAWN == 0 {
            screen.draw(|frame| app.draw(frame)).expect("a drawing");
        }
        check(&effects);
        effects.clear();
    }
    screen.draw(|frame| app.draw(frame)).expect("a drawing");
}

fn saved_game(text: &str) -> SavedGame {
    SavedGame { name: "game.txt".into(), text: text.into() }
}

/// What is saved can be loaded.
fn check(effects: &[AppEffect]) {
    for effect in effects {
        if let AppEffect::Autosave(Some(text)) | AppEffect::Save { text, .. } = effect {
            let game = potez_table::records::read_all(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
            potez_table::records::replay(&game[0]).unwrap_or_else(|error| panic!("{error}\n{text}"));
        }
    }
}

/// A key, a click, time, or another size of the window.
fn event(letter: char, size: (u16, u16)) -> AppEvent {
    let code = u32::from(letter);
    match code {
        0..=15 => AppEvent::Key(KeyEvent::new(KEYS[code as usize], KeyModifiers::NONE)),
        16..=30 => AppEvent::Tick(Duration::from_millis(u64::from(code) * 100)),
        31 => AppEvent::Resize(size.1, size.0),
        // Latin capitals with accents: rare on a keyboard, so that they can be clicks.
        0xc0..=0xff => {
            let (column, row) = (code as u16 * 7 % size.0.max(1), code as u16 * 3 % size.1.max(1));
            let kind = MouseEventKind::Down(MouseButton::Left);
            AppEvent::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE })
        }
        _ => AppEvent::Key(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::NONE)),
    }
}
