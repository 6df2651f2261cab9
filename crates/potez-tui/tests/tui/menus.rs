//! What is chosen in the menu, and the question before a game.

use potez_session::Seat;
use potez_tui::AppEffect;
use ratatui::crossterm::event::KeyCode;

use crate::test_app::TestApp;

const SIZE: (u16, u16) = (80, 30);

/// The chosen line of the menu.
fn chosen(menu: &TestApp) -> String {
    let screen = menu.screen();
    screen.lines().find(|line| line.starts_with('>')).unwrap_or_default().to_string()
}

/// Goes down to the line of this name.
fn go_to(menu: &mut TestApp, name: &str) {
    for _ in 0..40 {
        if chosen(menu).trim_start_matches(['>', ' ']).starts_with(name) {
            return;
        }
        menu.key(KeyCode::Down);
    }
    panic!("no {name}: {}", menu.screen());
}

#[test]
fn the_rules_of_the_chosen_game_are_read_on_a_key_and_on_a_line() {
    let mut menu = TestApp::menu(&[], SIZE);
    menu.key(KeyCode::F(1));
    assert!(menu.screen().contains("THE AIM") && menu.screen().contains("Blockade"), "{}", menu.screen());
    menu.key(KeyCode::Esc);
    go_to(&mut menu, "Game");
    menu.key(KeyCode::Right);
    go_to(&mut menu, "Rules of this game");
    menu.key(KeyCode::Enter);
    assert!(menu.screen().contains("THE BRIDGE"), "{}", menu.screen());
}

#[test]
fn starting_squares_are_typed_and_nonsense_is_refused_with_the_reason() {
    let mut menu = TestApp::menu(&[], SIZE);
    go_to(&mut menu, "X starts on");
    assert!(menu.screen().contains("such as d4+h4"), "{}", menu.screen());
    menu.key(KeyCode::Enter);
    menu.type_text("c3");
    menu.key(KeyCode::Enter);
    assert!(chosen(&menu).contains("c3_") && menu.screen().contains("x=c3"), "{}", menu.screen());
    menu.type_text("+i3");
    menu.key(KeyCode::Enter);
    assert!(chosen(&menu).contains("c3+i3"), "{}", menu.screen());
    go_to(&mut menu, "Start");
    menu.key(KeyCode::Enter);
    assert!(menu.screen().contains("X starts on c3+i3"), "{}", menu.screen());
}

#[test]
fn depth_and_radius_of_the_original_player_are_chosen() {
    let mut menu = TestApp::menu(&[], SIZE);
    go_to(&mut menu, "O  ");
    for _ in 0..20 {
        if chosen(&menu).contains("the original's") {
            break;
        }
        menu.key(KeyCode::Right);
    }
    menu.key(KeyCode::Down);
    assert!(chosen(&menu).contains("depth") && menu.screen().contains("looks ahead"), "{}", menu.screen());
    menu.key(KeyCode::Right);
    menu.key(KeyCode::Right);
    menu.key(KeyCode::Down);
    assert!(chosen(&menu).contains("radius"), "{}", menu.screen());
    menu.key(KeyCode::Left);
    go_to(&mut menu, "Start");
    menu.key(KeyCode::Enter);
    assert!(menu.screen().contains("O the original's (depth 2, radius"), "{}", menu.screen());
}

#[test]
fn who_plays_first_is_asked_and_nothing_else_is_an_answer() {
    let mut app = TestApp::ask_sides("havannah:size=4", SIZE);
    assert!(app.screen().contains("Which side do you take?"), "{}", app.screen());
    app.key(KeyCode::Char('z'));
    assert!(app.screen().contains("Which side"), "{}", app.screen());
    assert!(!app.effects.iter().any(|effect| matches!(effect, AppEffect::Think { .. })));
    app.key(KeyCode::Char('o'));
    assert!(app.task().is_some() && app.screen().contains("O human"), "{}", app.screen());
    let mut app = TestApp::ask_sides("havannah:size=4", SIZE);
    app.key(KeyCode::Char('b'));
    assert!(app.task().is_none() && app.screen().contains("X human   O human"), "{}", app.screen());
}

#[test]
fn a_turned_wall_stays_turned_while_it_is_moved() {
    let people = [Seat::PERSON, Seat::PERSON];
    let mut app = TestApp::game("blockade", "", people, SIZE);
    app.type_text("d4-d6");
    app.key(KeyCode::Enter);
    app.key(KeyCode::Esc);
    app.key(KeyCode::Enter);
    app.key(KeyCode::Tab);
    app.key(KeyCode::Enter);
    assert!(app.screen().contains("Space turns it"), "{}", app.screen());
    let enter = |app: &TestApp| {
        let screen = app.screen();
        let line = screen.lines().find(|line| line.contains("Enter: ")).unwrap_or_default();
        line.split("Enter: ").nth(1).unwrap_or_default().trim().to_string()
    };
    app.key(KeyCode::Char(' '));
    assert!(enter(&app).contains("/G"), "{}", app.screen());
    for code in [KeyCode::Right, KeyCode::Down, KeyCode::Right, KeyCode::Tab] {
        app.key(code);
        assert!(enter(&app).contains("/G"), "{}", app.screen());
    }
    app.key(KeyCode::Char(' '));
    app.key(KeyCode::Left);
    assert!(enter(&app).contains("/B"), "{}", app.screen());
}
