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
fn a_hint_that_is_looked_for_comes_before_an_analysis() {
    let mut desk = Desk::game("havannah:size=4", "", PEOPLE, SIZE);
    desk.key(KeyCode::F(2));
    let task = desk.task().expect("a task");
    desk.key(KeyCode::F(3));
    desk.send(Event::Thought { task, report: report("d4"), done: true });
    let screen = desk.screen();
    assert!(screen.contains("marked place") && !screen.contains("Looking for a hint"), "{screen}");
    assert_ne!(desk.task(), Some(task), "the analysis has begun");
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
    let seats = [Some("random:seed=3".into()), None];
    let desk = Desk::game("havannah:size=4", "d4", seats, SIZE);
    let kept = desk.kept().expect("the game is kept");
    let mut menu = Desk::menu(&[kept], SIZE);
    assert!(menu.screen().contains("interrupted game  havannah:size=4, 1 move"), "{}", menu.screen());
    menu.key(KeyCode::Enter);
    let screen = menu.screen();
    assert!(screen.contains("size=4") && screen.contains("random:seed=3") && screen.contains("O to move"), "{screen}");
    assert!(matches!(&menu.effects[0], Effect::Begin(Some(name)) if name == "game-0.txt"), "it is taken off the shelf");
}

#[test]
fn a_game_without_a_move_is_not_kept() {
    assert_eq!(Desk::game("byte", "", PEOPLE, SIZE).kept(), None);
}

#[test]
fn every_interrupted_game_is_offered_and_thrown_away_only_when_asked_twice() {
    let kept = |spec, moves| Desk::game(spec, moves, PEOPLE, SIZE).kept().expect("the game is kept");
    let games = [kept("byte", "d2-c3"), kept("havannah:size=4", "d4 e5"), "no record at all".into()];
    let mut menu = Desk::menu(&games, SIZE);
    assert!(menu.screen().contains("byte, 1 move (1/3)"), "{}", menu.screen());
    menu.key(KeyCode::Right);
    assert!(menu.screen().contains("havannah:size=4, 2 moves (2/3)"), "{}", menu.screen());
    menu.key(KeyCode::Right);
    menu.key(KeyCode::Enter);
    assert!(menu.screen().contains("Start"), "a file that is no record is no game: {}", menu.screen());
    menu.key(KeyCode::Delete);
    assert!(menu.screen().contains("once more"), "{}", menu.screen());
    menu.key(KeyCode::Right);
    menu.key(KeyCode::Delete);
    assert!(!menu.effects.iter().any(|effect| matches!(effect, Effect::Discard(_))));
    menu.key(KeyCode::Delete);
    assert!(matches!(menu.effects.last(), Some(Effect::Discard(name)) if name == "game-0.txt"));
}

#[test]
fn a_candidate_is_chosen_by_its_number_and_played_by_enter_or_the_same_number() {
    let mut desk = Desk::game("havannah:size=4", "", PEOPLE, SIZE);
    desk.key(KeyCode::F(3));
    let task = desk.task().expect("a task");
    let lines = ["d4", "c3", "e5"].map(|mv| report(mv).lines.remove(0)).to_vec();
    desk.send(Event::Thought { task, report: Report { lines, ..report("d4") }, done: false });
    desk.type_text("2");
    assert!(desk.screen().contains(">2. c3") && desk.screen().contains("> c3"), "{}", desk.screen());
    desk.type_text("3");
    assert!(desk.screen().contains(">3. e5"), "{}", desk.screen());
    desk.key(KeyCode::Enter);
    assert!(desk.screen().contains("O to move") && desk.screen().contains("1. e5"), "{}", desk.screen());
    desk.send(Event::Thought { task: desk.task().expect("another task"), report: report("d4"), done: false });
    desk.type_text("11");
    assert!(desk.screen().contains("X to move") && desk.screen().contains("d4"), "{}", desk.screen());
}

#[test]
fn without_the_evaluation_a_digit_begins_a_move() {
    let mut desk = Desk::game("byte", "", PEOPLE, SIZE);
    desk.type_text("6 1");
    assert!(desk.screen().contains("> 6 1"), "{}", desk.screen());
}

#[test]
fn clocks_run_for_the_player_to_move_and_a_fallen_flag_loses() {
    let mut desk = Desk::timed("havannah:size=4", PEOPLE, "1+2", SIZE);
    desk.send(Event::Tick(Duration::from_secs(30)));
    assert!(desk.screen().contains("X 1:00"), "the clocks start with the first move: {}", desk.screen());
    desk.type_text("d4");
    desk.key(KeyCode::Enter);
    desk.send(Event::Tick(Duration::from_secs(10)));
    let screen = desk.screen();
    assert!(screen.contains(" X 1:02") && screen.contains(">O 0:50"), "{screen}");
    assert!(desk.kept().is_some_and(|text| text.contains("Clock")), "the clocks are kept too");
    desk.send(Event::Tick(Duration::from_secs(55)));
    assert!(desk.screen().contains("O has run out of time"), "{}", desk.screen());
    desk.key(KeyCode::F(4));
    let screen = desk.screen();
    assert!(screen.contains("O to move") && screen.contains(">O 1:00"), "taking back gives back the time: {screen}");
}

#[test]
fn a_kept_game_keeps_its_clocks() {
    let mut desk = Desk::timed("havannah:size=4", PEOPLE, "5+0", SIZE);
    desk.type_text("d4");
    desk.key(KeyCode::Enter);
    desk.send(Event::Tick(Duration::from_secs(61)));
    desk.type_text("e5");
    desk.key(KeyCode::Enter);
    let mut menu = Desk::menu(&[desk.kept().expect("the game is kept")], SIZE);
    menu.key(KeyCode::Enter);
    assert!(menu.screen().contains(">X 5:00   O 3:59"), "{}", menu.screen());
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

#[test]
fn a_move_that_is_a_word_is_offered_beside_the_board() {
    let mut desk = Desk::game("havannah:size=4,swap=on", "d4", PEOPLE, SIZE);
    assert!(desk.screen().contains("Or type swap."), "{}", desk.screen());
    desk.type_text("swap");
    desk.key(KeyCode::Enter);
    assert!(desk.screen().contains("X to move") && !desk.screen().contains("Or type"), "{}", desk.screen());
}

#[test]
fn the_chosen_line_of_the_menu_is_seen_in_a_low_window_and_can_be_clicked_there() {
    let mut menu = Desk::menu(&[], (60, 8));
    assert!(menu.screen().contains(">  Start"), "{}", menu.screen());
    let row = menu.screen().lines().position(|line| line.contains("Start")).expect("it is seen");
    menu.click(4, row as u16);
    assert!(menu.screen().contains("X to move"), "{}", menu.screen());
}
