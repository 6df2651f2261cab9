//! The shortest paths on the screen, and the other texts of a game in lines.

use potez_session::Seat;
use ratatui::crossterm::event::KeyCode;

use crate::test_app::TestApp;

const PEOPLE: [Seat; 2] = [Seat::PERSON, Seat::PERSON];
const SIZE: (u16, u16) = (80, 24);

#[test]
fn all_paths_are_drawn_then_one_after_the_other_then_none() {
    let mut app = TestApp::game("blockade", "d4-d6/Bd7 d11-d9/Gf8", PEOPLE, SIZE);
    let before = app.screen();
    app.key(KeyCode::F(11));
    insta::assert_snapshot!("all_paths", app.screen());
    app.key(KeyCode::F(11));
    insta::assert_snapshot!("first_path", app.screen());
    for _ in 0..8 {
        app.key(KeyCode::F(11));
    }
    assert_eq!(app.screen(), before);
}

#[test]
fn a_game_without_paths_says_so() {
    let mut app = TestApp::game("byte", "", PEOPLE, SIZE);
    assert!(!app.screen().contains("Paths"), "{}", app.screen());
    app.key(KeyCode::F(11));
    assert!(app.screen().contains("this game has no ways"), "{}", app.screen());
}

#[test]
fn words_of_a_game_in_lines_open_their_texts() {
    let mut app = TestApp::game("blockade", "d4-d6/Bd7", PEOPLE, SIZE);
    for (word, text) in [
        ("ways", "X1 to d11: 3 moves, d6 d8 d10 d11"),
        ("moves", "legal moves"),
        ("record", "1. d4-d6/Bd7"),
        ("board", "The board"),
        ("rules", "Whoever first puts a pawn"),
    ] {
        app.type_text(word);
        app.key(KeyCode::Enter);
        assert!(app.screen().contains(text), "{word}: {}", app.screen());
        app.key(KeyCode::Esc);
        assert!(!app.screen().contains(text) || word == "record", "{word}: {}", app.screen());
    }
    app.type_text("moves");
    app.key(KeyCode::Enter);
    let first = app.screen();
    app.key(KeyCode::PageDown);
    assert_ne!(app.screen(), first, "thousands of moves are read page by page");
}
