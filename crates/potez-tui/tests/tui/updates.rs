//! What events do to the state.

use std::time::Duration;

use crate::desk::Desk;
use potez_engine::{Line, Report, Score};
use potez_tui::{Effect, Event};
use ratatui::crossterm::event::KeyCode;

const PEOPLE: potez_tui::Seats = [None, None];
const SIZE: (u16, u16) = (80, 24);

fn report(mv: &str) -> Report<String> {
    let pv = vec![mv.to_string()];
    let line = Line { score: Score::DRAW, win_chance: 0.5, proof: None, pv, depth: 3, visits: 0 };
    Report { lines: vec![line], depth: 3, nodes: 12_345, time: Duration::ZERO }
}

#[test]
fn a_pawn_then_its_landing_then_a_wall_make_a_turn() {
    let mut desk = Desk::game("blockade", "", PEOPLE, SIZE);
    assert!(desk.screen().contains("Choose a piece."), "{}", desk.screen());
    desk.key(KeyCode::Enter);
    assert!(desk.screen().contains("Choose where it goes."));
    desk.key(KeyCode::Tab);
    desk.key(KeyCode::Enter);
    assert!(desk.screen().contains("Choose a wall"), "{}", desk.screen());
    desk.key(KeyCode::Tab);
    desk.key(KeyCode::Enter);
    assert!(desk.screen().contains("O to move"), "{}", desk.screen());
    desk.key(KeyCode::F(4));
    assert!(desk.screen().contains("X to move"));
    desk.key(KeyCode::F(5));
    assert!(desk.screen().contains("O to move"));
}

#[test]
fn a_level_of_a_stack_can_be_lifted() {
    // The stack on c3 is o then x: X may lift its own checker from the second level.
    let mut desk = Desk::game("byte", "b2-c3", PEOPLE, SIZE);
    desk.type_text("e3");
    desk.key(KeyCode::Enter);
    assert!(desk.screen().contains("> e3"), "what cannot be played stays to be corrected: {}", desk.screen());
    desk.key(KeyCode::Esc);
    desk.type_text("e3-d4");
    desk.key(KeyCode::Enter);
    assert!(desk.screen().contains("X to move"), "{}", desk.screen());
    desk.type_text("c3");
    assert!(desk.screen().contains("Choose where the stack goes"), "{}", desk.screen());
}

#[test]
fn a_mistake_is_named_and_the_input_stays() {
    let mut desk = Desk::game("havannah:size=4", "d4", PEOPLE, SIZE);
    desk.type_text("d4");
    desk.key(KeyCode::Enter);
    assert!(desk.screen().contains("> d4"), "{}", desk.screen());
    desk.key(KeyCode::Backspace);
    desk.key(KeyCode::Backspace);
    desk.type_text("d5");
    desk.key(KeyCode::Enter);
    assert!(desk.screen().contains("X to move"), "{}", desk.screen());
}

#[test]
fn a_bot_thinks_elsewhere_and_its_move_is_played() {
    let mut desk = Desk::game("havannah:size=4", "", [Some("random:seed=1".into()), None], SIZE);
    assert!(desk.screen().contains("X is thinking"), "{}", desk.screen());
    let task = desk.task().expect("a task");
    desk.send(Event::Thought { task: task + 7, report: report("a1"), done: true });
    assert!(desk.screen().contains("X is thinking"), "an old task's answer is not played");
    desk.send(Event::Thought { task, report: report("d4"), done: true });
    assert!(desk.screen().contains("O to move"), "{}", desk.screen());
    assert!(desk.kept().expect("the game is kept").contains("d4"));
}

#[test]
fn taking_back_against_a_bot_goes_to_the_persons_turn() {
    let mut desk = Desk::game("havannah:size=4", "d4 d5", [None, Some("random".into())], SIZE);
    desk.key(KeyCode::F(4));
    assert!(desk.screen().contains("X to move") && !desk.screen().contains("1. d4"), "{}", desk.screen());
}

#[test]
fn a_hint_says_where_first_and_then_what() {
    let mut desk = Desk::game("havannah:size=4", "", PEOPLE, SIZE);
    desk.key(KeyCode::F(2));
    let task = desk.task().expect("a task");
    desk.send(Event::Thought { task, report: report("d4"), done: true });
    assert!(desk.screen().contains("marked place") && desk.screen().contains('?'), "{}", desk.screen());
    desk.key(KeyCode::F(2));
    assert!(desk.screen().contains("Try d4"), "{}", desk.screen());
}

#[test]
fn an_analysis_shows_candidates_and_stops_when_told() {
    let mut desk = Desk::game("havannah:size=4", "", PEOPLE, SIZE);
    desk.key(KeyCode::F(3));
    let task = desk.task().expect("a task");
    desk.send(Event::Thought { task, report: report("d4"), done: false });
    assert!(desk.screen().contains("1. d4") && desk.screen().contains("nodes 12k"), "{}", desk.screen());
    desk.key(KeyCode::F(3));
    assert!(matches!(desk.effects.last(), Some(Effect::Stop)));
}

#[test]
fn resigning_asks_first() {
    let mut desk = Desk::game("byte", "", PEOPLE, SIZE);
    desk.key(KeyCode::F(7));
    desk.key(KeyCode::Char('n'));
    assert!(desk.screen().contains("X to move"));
    desk.key(KeyCode::F(7));
    desk.key(KeyCode::Enter);
    assert!(desk.screen().contains("O wins"), "{}", desk.screen());
    assert!(desk.kept().is_none(), "a finished game is not kept");
}

#[test]
fn a_kept_game_is_offered_and_goes_on() {
    let desk = Desk::game("blockade:rows=7,cols=7", "", [None, Some("random:seed=3".into())], SIZE);
    let kept = desk.kept().expect("the game is kept");
    let mut menu = Desk::menu(Some(kept), SIZE);
    assert!(menu.screen().contains("> "), "{}", menu.screen());
    menu.key(KeyCode::Enter);
    let screen = menu.screen();
    assert!(screen.contains("rows=7") && screen.contains("random:seed=3") && screen.contains("X to move"), "{screen}");
}

#[test]
fn saving_asks_the_shell_for_a_file_and_a_record_that_is_no_game_is_refused() {
    let mut desk = Desk::game("byte", "", PEOPLE, SIZE);
    desk.type_text("save some.json");
    desk.key(KeyCode::Enter);
    let Some(Effect::Save { text, replace: false, .. }) = desk.effects.last() else { panic!("nothing is saved") };
    assert!(text.contains("\"byte"), "{text}");
    desk.send(Event::Loaded("x.txt".into(), Ok("[Game \"chess\"]\n\n1. e4".into())));
    assert!(desk.screen().contains("not loaded"), "{}", desk.screen());
    desk.send(Event::Failed { task: 99, error: "nothing".into() });
    assert!(!desk.screen().contains("The bot has failed"));
}

#[test]
fn sides_can_be_swapped_in_the_middle() {
    let mut desk = Desk::game("havannah:size=4", "", [None, Some("random".into())], SIZE);
    assert_eq!(desk.task(), None);
    desk.key(KeyCode::F(6));
    assert!(desk.task().is_some(), "the bot plays X now");
    assert!(desk.screen().contains("X random   O human"), "{}", desk.screen());
}
