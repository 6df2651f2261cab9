//! Puzzles on the full screen.

use potez_table::puzzles::{self, Puzzle};
use potez_tui::AppEffect;
use ratatui::crossterm::event::KeyCode;

use crate::test_app::TestApp;

const SIZE: (u16, u16) = (120, 40);

/// Whether the panel says this, wherever its lines break: it stands to the right of the board.
fn says(app: &TestApp, text: &str) -> bool {
    let letters = |text: &str| text.chars().filter(char::is_ascii_alphanumeric).collect::<String>();
    let screen = app.screen();
    let begins = |line: &str| line.find("Havannah").map(|at| line[..at].chars().count());
    let panel = screen.lines().find_map(begins).expect("the panel names the game");
    let panel: String = screen.lines().map(|line| line.chars().skip(panel).collect::<String>()).collect();
    letters(&panel).contains(&letters(text))
}

fn enter(app: &mut TestApp, text: &str) {
    app.type_text(text);
    app.key(KeyCode::Enter);
}

#[test]
fn wrong_moves_are_refuted_right_ones_answered_and_the_next_puzzle_is_asked() {
    let all = puzzles::of("havannah").expect("puzzles");
    let small = all.iter().filter(|puzzle| puzzle.asked == 2 && puzzle.game == "havannah:size=4");
    let chosen: Vec<Puzzle> = small.take(2).cloned().collect();
    let first = chosen[0].clone();
    let table = first.table().expect("a position");
    let wrong = table.legal().into_iter().find(|mv| *mv != first.solution[0]).expect("another move");
    let mut app = TestApp::puzzles(chosen.clone(), SIZE);
    assert!(says(&app, &first.id) && says(&app, "2 moves to find"), "{}", app.screen());
    enter(&mut app, &wrong);
    assert!(says(&app, &format!("{wrong} loses")), "{}", app.screen());
    enter(&mut app, &first.solution[0]);
    assert!(says(&app, &format!("The answer is {}", first.solution[1])), "{}", app.screen());
    assert!(says(&app, "1 move to find"), "{}", app.screen());
    enter(&mut app, &first.solution[2]);
    assert!(says(&app, "Solved 0 of 1"), "{}", app.screen());
    app.key(KeyCode::Enter);
    assert!(says(&app, &chosen[1].id), "{}", app.screen());
    // A puzzle is not a game that was interrupted.
    assert!(!app.effects.iter().any(|effect| matches!(effect, AppEffect::Autosave(Some(_)))));
}
