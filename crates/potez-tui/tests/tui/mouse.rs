//! What clicks and drags do.

use potez_session::Seat;
use ratatui::crossterm::event::{MouseButton, MouseEventKind};

use crate::test_app::TestApp;

const PEOPLE: [Seat; 2] = [Seat::PERSON, Seat::PERSON];
const SIZE: (u16, u16) = (80, 24);

/// O's checker below X's on c3, X's below O's on d4; X to move.
fn two_stacks() -> TestApp {
    TestApp::game("byte", "b2-c3 e3-d4", PEOPLE, SIZE)
}

/// Where a checker of a stack is drawn: from left to right along the foot of its square.
fn checker(app: &TestApp, cell: &str, level: u16) -> (u16, u16) {
    let ((x, y), (next, below)) = (app.label(cell), app.label("d2"));
    let (other, above) = app.label("c3");
    let (wide, high) = (next - other, below - above);
    // Labels stand in the middle.
    (x - (wide - 1) / 2 + level - 1, y - (high - 1) / 2 + high - 1)
}

#[test]
fn a_checker_is_picked_by_one_click_with_everything_above_and_dropped_by_the_next() {
    let mut app = two_stacks();
    let ((x, y), target) = (checker(&app, "c3", 2), app.label("d4"));
    app.click(x, y);
    assert!(app.screen().contains("> c3:2"), "{}", app.screen());
    app.click(target.0, target.1);
    assert!(app.screen().contains("c3:2-d4") && app.screen().contains("O to move"), "{}", app.screen());
}

#[test]
fn a_click_on_the_picked_checker_puts_it_back_and_another_checker_is_picked_instead() {
    let mut app = two_stacks();
    let (top, bottom) = (checker(&app, "c3", 2), checker(&app, "d4", 1));
    app.click(top.0, top.1);
    app.click(top.0, top.1);
    assert!(!app.screen().contains("> c3"), "{}", app.screen());
    app.click(top.0, top.1);
    // d4 could be where the checker goes; elsewhere another one is meant.
    let (x, y) = app.label("b4");
    app.click(x, y);
    assert!(app.screen().contains("> b4"), "{}", app.screen());
    assert_ne!(top, bottom);
}

#[test]
fn a_checker_is_dragged_to_where_it_goes() {
    let mut app = two_stacks();
    let (from, to) = (checker(&app, "c3", 2), app.label("d4"));
    app.mouse(MouseEventKind::Down(MouseButton::Left), from);
    app.mouse(MouseEventKind::Drag(MouseButton::Left), to);
    app.mouse(MouseEventKind::Up(MouseButton::Left), to);
    assert!(app.screen().contains("c3:2-d4") && app.screen().contains("O to move"), "{}", app.screen());
}

#[test]
fn a_drag_to_nowhere_leaves_the_piece_picked() {
    let mut app = two_stacks();
    let (from, to) = (app.label("b4"), app.label("g7"));
    app.mouse(MouseEventKind::Down(MouseButton::Left), from);
    app.mouse(MouseEventKind::Up(MouseButton::Left), to);
    assert!(app.screen().contains("> b4") && app.screen().contains("X to move"), "{}", app.screen());
}

#[test]
fn a_pawn_is_dragged_and_a_wall_clicked_on_the_border() {
    let mut app = TestApp::game("blockade:rows=7,cols=9,walls=4", "", PEOPLE, SIZE);
    let (from, to) = (app.label("b2"), app.label("b4"));
    app.mouse(MouseEventKind::Down(MouseButton::Left), from);
    app.mouse(MouseEventKind::Up(MouseButton::Left), to);
    assert!(app.screen().contains("> b2-b4"), "{}", app.screen());
    let ((x, y), (_, below)) = (app.label("e5"), app.label("f5"));
    // One line above the next row, whatever its height.
    let high = below - y - 1;
    app.click(x, y - (high - 1) / 2 + high);
    assert!(app.screen().contains("b2-b4/Be5") && app.screen().contains("O to move"), "{}", app.screen());
}
