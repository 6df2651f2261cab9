//! A review inside the full screen.

use potez_session::Seat;
use potez_table::review::{Progress, Settings, review};
use potez_table::{Limits, Stop};
use potez_tui::{AppEffect, AppEvent};
use ratatui::crossterm::event::KeyCode;

use crate::test_app::TestApp;

const PEOPLE: [Seat; 2] = [Seat::PERSON, Seat::PERSON];

/// A game in which O overlooks a bridge, with its review on the screen.
fn reviewed(size: (u16, u16)) -> TestApp {
    let mut app = TestApp::game("havannah:size=3", "a1 c3 a2 d3 a3", PEOPLE, size);
    app.key(KeyCode::F(12));
    let Some(AppEffect::Review { task, table, .. }) = app.effects.pop() else { panic!("no review was asked for") };
    app.send(AppEvent::Reviewing { task, progress: Progress { done: 2, total: 6 } });
    assert!(app.screen().contains("Reviewing: 2 of 6"), "{}", app.screen());
    let review = review(table.as_ref(), &Settings::new(Limits::nodes(500)), &Stop::new(), &mut |_| {});
    let review = Box::new(review.expect("a review").expect("it was not stopped"));
    app.send(AppEvent::Reviewed { task: task + 1, review: review.clone() });
    assert!(!app.screen().contains("worst moves"), "another task's review is not shown");
    app.send(AppEvent::Reviewed { task, review });
    app
}

#[test]
fn the_worst_move_comes_first_with_the_better_one_on_the_board() {
    let mut app = reviewed((80, 24));
    let screen = app.screen();
    assert!(screen.contains("move 4, O: d3") && screen.contains("better: a3"), "{screen}");
    app.key(KeyCode::Char(' '));
    assert!(app.screen().contains('?'), "the better move is marked: {}", app.screen());
    app.key(KeyCode::Esc);
    assert!(app.screen().contains("The game is over"), "{}", app.screen());
}

#[test]
fn every_move_is_stepped_through() {
    let mut app = reviewed((80, 24));
    app.key(KeyCode::Home);
    assert!(app.screen().contains("move 1, X: a1"), "{}", app.screen());
    app.key(KeyCode::Right);
    assert!(app.screen().contains("move 2, O: c3"), "{}", app.screen());
    app.key(KeyCode::End);
    app.key(KeyCode::Right);
    assert!(app.screen().contains("move 5, X: a3"), "{}", app.screen());
    app.key(KeyCode::Down);
    assert!(app.screen().contains("move 4, O: d3"), "the worst again: {}", app.screen());
}

#[test]
fn a_review_can_be_read_in_a_small_window() {
    let app = reviewed((60, 20));
    assert!(app.screen().contains("move 4, O: d3") && app.screen().contains("Esc back"), "{}", app.screen());
}

#[test]
fn a_game_without_a_move_has_nothing_to_review_and_a_running_review_can_be_given_up() {
    let mut app = TestApp::game("byte", "", PEOPLE, (80, 24));
    app.key(KeyCode::F(12));
    assert!(app.screen().contains("no move to review"), "{}", app.screen());
    let mut app = TestApp::game("byte", "d2-c3", PEOPLE, (80, 24));
    app.type_text("review");
    app.key(KeyCode::Enter);
    assert!(app.screen().contains("Reviewing"), "{}", app.screen());
    app.key(KeyCode::Esc);
    assert!(matches!(app.effects.last(), Some(AppEffect::Stop)));
    assert!(!app.screen().contains("Reviewing"), "{}", app.screen());
}
