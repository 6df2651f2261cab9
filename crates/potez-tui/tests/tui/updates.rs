//! What events do to the state.

use std::time::Duration;

use crate::test_app::TestApp;
use potez_session::Seat;
use potez_table::{Line, Report, Score, TableMove};
use potez_tui::{AppEffect, AppEvent};
use ratatui::crossterm::event::KeyCode;

const PEOPLE: [Seat; 2] = [Seat::PERSON, Seat::PERSON];
const SIZE: (u16, u16) = (80, 24);

/// What a bot says that would play this move of `havannah:size=4`.
fn report(mv: &str) -> Report<TableMove> {
    let table = potez_table::open("havannah:size=4", None).expect("a game");
    let pv = vec![table.read_move(mv).expect("a move")];
    let line = Line { score: Score::DRAW, win_chance: 0.5, proof: None, pv, depth: 3, visits: 0 };
    Report { lines: vec![line], depth: 3, nodes: 12_345, time: Duration::ZERO }
}

/// The line of the screen that names something.
fn line(app: &TestApp, name: &str) -> String {
    let screen = app.screen();
    screen.lines().find(|line| line.contains(name)).unwrap_or_else(|| panic!("no {name}: {screen}")).to_string()
}

#[test]
fn a_pawn_then_its_landing_then_a_wall_make_a_turn() {
    let mut app = TestApp::game("blockade", "", PEOPLE, SIZE);
    assert!(app.screen().contains("Choose a piece."), "{}", app.screen());
    app.key(KeyCode::Enter);
    assert!(app.screen().contains("Choose where it goes."));
    app.key(KeyCode::Tab);
    app.key(KeyCode::Enter);
    assert!(app.screen().contains("Choose a wall"), "{}", app.screen());
    app.key(KeyCode::Tab);
    app.key(KeyCode::Enter);
    assert!(app.screen().contains("O to move"), "{}", app.screen());
    app.key(KeyCode::F(4));
    assert!(app.screen().contains("X to move"));
    app.key(KeyCode::F(5));
    assert!(app.screen().contains("O to move"));
}

#[test]
fn a_level_of_a_stack_can_be_lifted() {
    // The stack on c3 is o then x: X may lift its own checker from the second level.
    let mut app = TestApp::game("byte", "b2-c3", PEOPLE, SIZE);
    app.type_text("e3");
    app.key(KeyCode::Enter);
    assert!(app.screen().contains("> e3"), "what cannot be played stays to be corrected: {}", app.screen());
    app.key(KeyCode::Esc);
    app.type_text("e3-d4");
    app.key(KeyCode::Enter);
    assert!(app.screen().contains("X to move"), "{}", app.screen());
    app.type_text("c3");
    assert!(app.screen().contains("Choose where the stack goes"), "{}", app.screen());
}

#[test]
fn a_mistake_is_named_and_the_input_stays() {
    let mut app = TestApp::game("havannah:size=4", "d4", PEOPLE, SIZE);
    app.type_text("d4");
    app.key(KeyCode::Enter);
    assert!(app.screen().contains("> d4"), "{}", app.screen());
    app.key(KeyCode::Backspace);
    app.key(KeyCode::Backspace);
    app.type_text("d5");
    app.key(KeyCode::Enter);
    assert!(app.screen().contains("X to move"), "{}", app.screen());
}

#[test]
fn a_bot_thinks_elsewhere_and_its_move_is_played() {
    let mut app = TestApp::game("havannah:size=4", "", [Seat::bot("random:seed=1"), Seat::PERSON], SIZE);
    assert!(app.screen().contains("X is thinking"), "{}", app.screen());
    let task = app.task().expect("a task");
    app.send(AppEvent::Thought { task: task + 7, report: report("a1"), done: true });
    assert!(app.screen().contains("X is thinking"), "an old task's answer is not played");
    app.send(AppEvent::Thought { task, report: report("d4"), done: true });
    assert!(app.screen().contains("O to move"), "{}", app.screen());
    assert!(app.kept().expect("the game is kept").contains("d4"));
}

#[test]
fn taking_back_against_a_bot_goes_to_the_persons_turn() {
    let mut app = TestApp::game("havannah:size=4", "d4 d5", [Seat::PERSON, Seat::bot("random")], SIZE);
    app.key(KeyCode::F(4));
    assert!(app.screen().contains("X to move") && !app.screen().contains("1. d4"), "{}", app.screen());
}

#[test]
fn a_hint_says_where_first_and_then_what() {
    let mut app = TestApp::game("havannah:size=4", "", PEOPLE, SIZE);
    app.key(KeyCode::F(2));
    let task = app.task().expect("a task");
    app.send(AppEvent::Thought { task, report: report("d4"), done: true });
    assert!(app.screen().contains("marked place") && app.screen().contains('?'), "{}", app.screen());
    app.key(KeyCode::F(2));
    assert!(app.screen().contains("Try d4"), "{}", app.screen());
}

#[test]
fn a_hint_that_is_looked_for_comes_before_an_analysis() {
    let mut app = TestApp::game("havannah:size=4", "", PEOPLE, SIZE);
    app.key(KeyCode::F(2));
    let task = app.task().expect("a task");
    app.key(KeyCode::F(3));
    app.send(AppEvent::Thought { task, report: report("d4"), done: true });
    let screen = app.screen();
    assert!(screen.contains("marked place") && !screen.contains("Looking for a hint"), "{screen}");
    assert_ne!(app.task(), Some(task), "the analysis has begun");
}

#[test]
fn an_analysis_shows_candidates_and_stops_when_told() {
    let mut app = TestApp::game("havannah:size=4", "", PEOPLE, SIZE);
    app.key(KeyCode::F(3));
    let task = app.task().expect("a task");
    app.send(AppEvent::Thought { task, report: report("d4"), done: false });
    assert!(app.screen().contains("1. d4") && app.screen().contains("nodes 12k"), "{}", app.screen());
    app.key(KeyCode::F(3));
    assert!(matches!(app.effects.last(), Some(AppEffect::Stop)));
}

#[test]
fn resigning_asks_first() {
    let mut app = TestApp::game("byte", "", PEOPLE, SIZE);
    app.key(KeyCode::F(7));
    app.key(KeyCode::Char('n'));
    assert!(app.screen().contains("X to move"));
    app.key(KeyCode::F(7));
    app.key(KeyCode::Enter);
    assert!(app.screen().contains("O wins"), "{}", app.screen());
    assert!(app.kept().is_none(), "a finished game is not kept");
}

#[test]
fn a_kept_game_is_offered_and_goes_on() {
    let seats = [Seat::bot("random:seed=3"), Seat::PERSON];
    let app = TestApp::game("havannah:size=4", "d4", seats, SIZE);
    let kept = app.kept().expect("the game is kept");
    let mut menu = TestApp::menu(&[kept], SIZE);
    assert!(line(&menu, "Interrupted game").contains("Havannah: size 4, 1 move"), "{}", menu.screen());
    menu.key(KeyCode::Enter);
    let screen = menu.screen();
    assert!(screen.contains("size 4") && screen.contains("X random") && screen.contains("O to move"), "{screen}");
    assert!(
        matches!(&menu.effects[0], AppEffect::NewGame { resumed: Some(name) } if name == "game-0.txt"),
        "its file is taken over"
    );
}

#[test]
fn a_game_without_a_move_is_not_kept() {
    assert_eq!(TestApp::game("byte", "", PEOPLE, SIZE).kept(), None);
}

#[test]
fn every_interrupted_game_is_offered_and_thrown_away_only_when_asked_twice() {
    let kept = |spec, moves| TestApp::game(spec, moves, PEOPLE, SIZE).kept().expect("the game is kept");
    let games = [kept("byte", "d2-c3"), kept("havannah:size=4", "d4 e5"), "no record at all".into()];
    let mut menu = TestApp::menu(&games, SIZE);
    assert!(menu.screen().contains("Byte, 1 move (1/3)"), "{}", menu.screen());
    menu.key(KeyCode::Right);
    assert!(menu.screen().contains("Havannah: size 4, 2 moves (2/3)"), "{}", menu.screen());
    menu.key(KeyCode::Right);
    menu.key(KeyCode::Enter);
    assert!(menu.screen().contains("Start"), "a file that is not a record is not a game: {}", menu.screen());
    menu.key(KeyCode::Delete);
    assert!(menu.screen().contains("once more"), "{}", menu.screen());
    menu.key(KeyCode::Right);
    menu.key(KeyCode::Delete);
    assert!(!menu.effects.iter().any(|effect| matches!(effect, AppEffect::Discard(_))));
    menu.key(KeyCode::Delete);
    assert!(matches!(menu.effects.last(), Some(AppEffect::Discard(name)) if name == "game-0.txt"));
}

#[test]
fn a_candidate_is_chosen_by_its_number_and_played_by_enter_or_the_same_number() {
    let mut app = TestApp::game("havannah:size=4", "", PEOPLE, SIZE);
    app.key(KeyCode::F(3));
    let task = app.task().expect("a task");
    let lines = ["d4", "c3", "e5"].map(|mv| report(mv).lines.remove(0)).to_vec();
    app.send(AppEvent::Thought { task, report: Report { lines, ..report("d4") }, done: false });
    app.type_text("2");
    assert!(app.screen().contains(">2. c3") && app.screen().contains("> c3"), "{}", app.screen());
    app.type_text("3");
    assert!(app.screen().contains(">3. e5"), "{}", app.screen());
    app.key(KeyCode::Enter);
    assert!(app.screen().contains("O to move") && app.screen().contains("1. e5"), "{}", app.screen());
    app.send(AppEvent::Thought { task: app.task().expect("another task"), report: report("d4"), done: false });
    app.type_text("11");
    assert!(app.screen().contains("X to move") && app.screen().contains("d4"), "{}", app.screen());
}

#[test]
fn candidates_are_in_order_and_say_what_they_do() {
    const MOVES: &str = "d4 a1 d5 a2";
    let mut table = potez_table::open("havannah:size=4", None).expect("a game");
    MOVES.split(' ').for_each(|mv| drop(table.play(mv).expect("a legal move")));
    let remark = |mv: &String| {
        let parts = table.read_move(mv).expect("a legal move").parts;
        table.remarks(&parts).expect("remarks").first().map(|remark| remark.english.clone())
    };
    let (best, remark) = table.legal().iter().find_map(|mv| Some((mv.clone(), remark(mv)?))).expect("a remark");
    let others: Vec<String> = table.legal().into_iter().filter(|mv| *mv != best).take(2).collect();
    let mut app = TestApp::game("havannah:size=4", MOVES, PEOPLE, SIZE);
    app.key(KeyCode::F(3));
    let task = app.task().expect("a task");
    let order = [(&others[0], 0.4), (&best, 0.6), (&others[1], 0.5)];
    let lines = order.map(|(mv, chance)| Line { win_chance: chance, ..report(mv).lines.remove(0) }).to_vec();
    app.send(AppEvent::Thought { task, report: Report { lines, ..report(&best) }, done: false });
    let screen = app.screen();
    let ranks = [format!("1. {best:<12} 60 %"), format!("2. {:<12} 50 %", others[1]), format!("3. {:<12}", others[0])];
    let places: Vec<Option<usize>> = ranks.iter().map(|rank| screen.find(rank)).collect();
    assert!(places.is_sorted() && places[0].is_some(), "{ranks:?}: {screen}");
    let below = screen.lines().skip_while(|line| !line.contains(&ranks[0])).nth(1).unwrap_or_default();
    let begins: String = remark.chars().take(12).collect();
    assert!(below.contains(&begins), "{remark}: {screen}");
}

#[test]
fn candidates_are_seen_in_a_small_window() {
    let mut app = TestApp::game("blockade", "", PEOPLE, (60, 20));
    app.key(KeyCode::F(3));
    let task = app.task().expect("a task");
    let table = potez_table::open("blockade", None).expect("a game");
    let line = |(mv, win_chance): (&str, f64)| {
        let pv = vec![table.read_move(mv).expect("a move")];
        Line { score: Score::DRAW, win_chance, proof: None, pv, depth: 3, visits: 0 }
    };
    let lines = [("d4-d6/Bd7", 0.6), ("h4-h6/Gc5", 0.55), ("d4-e5/Be5", 0.5)].map(line).to_vec();
    app.send(AppEvent::Thought { task, report: Report { lines, ..report("d4") }, done: false });
    let screen = app.screen();
    assert!(screen.contains("1. d4-d6/Bd7 60 %") && screen.contains("2. h4-h6/Gc5 55 %"), "{screen}");
    app.type_text("2");
    let screen = app.screen();
    assert!(screen.contains(">2. h4-h6/Gc5") && screen.contains("> h4-h6/Gc5"), "{screen}");
}

#[test]
fn the_chances_of_the_game_are_a_graph() {
    let mut app = TestApp::game("havannah:size=4", "", PEOPLE, SIZE);
    app.key(KeyCode::F(3));
    for (mv, chance) in [("d4", 0.5), ("e5", 0.25), ("c3", 0.9)] {
        let task = app.task().expect("a task");
        let mut found = report(mv);
        found.lines[0].win_chance = chance;
        app.send(AppEvent::Thought { task, report: found, done: false });
        app.type_text("11");
    }
    let task = app.task().expect("a task");
    app.send(AppEvent::Thought { task, report: report("f6"), done: false });
    let screen = app.screen();
    assert!(screen.contains("100 ┤") && screen.contains("  0 ┤████"), "{screen}");
}

#[test]
fn without_the_evaluation_a_digit_begins_a_move() {
    let mut app = TestApp::game("byte", "", PEOPLE, SIZE);
    app.type_text("6 1");
    assert!(app.screen().contains("> 6 1"), "{}", app.screen());
}

#[test]
fn clocks_run_for_the_player_to_move_and_a_fallen_flag_loses() {
    let mut app = TestApp::timed("havannah:size=4", PEOPLE, "1+2", SIZE);
    app.send(AppEvent::Tick(Duration::from_secs(30)));
    assert!(app.screen().contains("X 1:00"), "the clocks start with the first move: {}", app.screen());
    app.type_text("d4");
    app.key(KeyCode::Enter);
    app.send(AppEvent::Tick(Duration::from_secs(10)));
    let screen = app.screen();
    assert!(screen.contains(" X 1:02") && screen.contains(">O 0:50"), "{screen}");
    assert!(app.kept().is_some_and(|text| text.contains("Clock")), "the clocks are kept too");
    app.send(AppEvent::Tick(Duration::from_secs(55)));
    assert!(app.screen().contains("O has run out of time"), "{}", app.screen());
    app.key(KeyCode::F(4));
    let screen = app.screen();
    assert!(screen.contains("O to move") && screen.contains(">O 1:00"), "taking back gives back the time: {screen}");
}

#[test]
fn a_kept_game_keeps_its_clocks() {
    let mut app = TestApp::timed("havannah:size=4", PEOPLE, "5+0", SIZE);
    app.type_text("d4");
    app.key(KeyCode::Enter);
    app.send(AppEvent::Tick(Duration::from_secs(61)));
    app.type_text("e5");
    app.key(KeyCode::Enter);
    let mut menu = TestApp::menu(&[app.kept().expect("the game is kept")], SIZE);
    menu.key(KeyCode::Enter);
    assert!(menu.screen().contains(">X 5:00   O 3:59"), "{}", menu.screen());
}

#[test]
fn a_game_that_an_earlier_version_has_saved_goes_on() {
    let text = "[Game \"havannah:size=4\"]\n[X \"random:seed=3\"]\n[O \"human\"]\n[Time \"10ms\"]\n[Clock \"5+3\"]\n\
        [TimeLeftX \"203000ms\"]\n[TimeLeftO \"90000ms\"]\n[Result \"*\"]\n\n1. d4 *\n";
    let mut menu = TestApp::menu(&[text.to_string()], SIZE);
    menu.key(KeyCode::Enter);
    let screen = menu.screen();
    assert!(screen.contains("X random   O human") && screen.contains("O to move"), "{screen}");
    assert!(screen.contains(" X 3:23  >O 1:30"), "{screen}");
}

#[test]
fn saving_asks_the_shell_for_a_file_and_a_record_that_is_no_game_is_refused() {
    let mut app = TestApp::game("byte", "", PEOPLE, SIZE);
    app.type_text("save some.json");
    app.key(KeyCode::Enter);
    let Some(AppEffect::Save { text, replace: false, .. }) = app.effects.last() else { panic!("nothing is saved") };
    assert!(text.contains("\"byte"), "{text}");
    app.send(AppEvent::Loaded("x.txt".into(), Ok("[Game \"chess\"]\n\n1. e4".into())));
    assert!(app.screen().contains("not loaded"), "{}", app.screen());
    app.send(AppEvent::Failed { task: 99, error: "nothing".into() });
    assert!(!app.screen().contains("The bot has failed"));
}

#[test]
fn sides_can_be_swapped_in_the_middle() {
    let mut app = TestApp::game("havannah:size=4", "", [Seat::PERSON, Seat::bot("random")], SIZE);
    assert_eq!(app.task(), None);
    app.key(KeyCode::F(6));
    assert!(app.task().is_some(), "the bot plays X now");
    assert!(app.screen().contains("X random   O human"), "{}", app.screen());
}

#[test]
fn a_move_that_is_a_word_is_offered_beside_the_board() {
    let mut app = TestApp::game("havannah:size=4,swap=on", "d4", PEOPLE, SIZE);
    assert!(app.screen().contains("Or type swap."), "{}", app.screen());
    app.type_text("swap");
    app.key(KeyCode::Enter);
    assert!(app.screen().contains("X to move") && !app.screen().contains("Or type"), "{}", app.screen());
}

#[test]
fn the_chosen_line_of_the_menu_is_seen_in_a_low_window_and_can_be_clicked_there() {
    let mut menu = TestApp::menu(&[], (60, 8));
    assert!(menu.screen().contains(">  Start"), "{}", menu.screen());
    let row = menu.screen().lines().position(|line| line.contains("Start")).expect("it is seen");
    menu.click(4, row as u16);
    assert!(menu.screen().contains("X to move"), "{}", menu.screen());
}

#[test]
fn a_wall_that_may_not_be_placed_is_refused_with_the_reason() {
    let mut app = TestApp::game("blockade", "d4-d6/Bd7 d11-d9/Gf8", PEOPLE, SIZE);
    app.type_text("h4-h6");
    let screen = app.screen();
    // The border below d7, where a wall lies already.
    let (row, line) = screen.lines().enumerate().find(|(_, line)| line.trim_start().starts_with("d ")).expect("a row");
    assert!(line.contains("X1"), "{screen}");
    app.click(22, row as u16 + 1);
    assert!(app.screen().contains("overlaps"), "{}", app.screen());
}

#[test]
fn a_part_that_was_chosen_is_taken_back_by_backspace() {
    let mut app = TestApp::game("blockade", "", PEOPLE, SIZE);
    app.key(KeyCode::Enter);
    app.key(KeyCode::Tab);
    app.key(KeyCode::Enter);
    assert!(app.screen().contains("Choose a wall"), "{}", app.screen());
    app.key(KeyCode::Backspace);
    assert!(app.screen().contains("Choose where it goes.") && app.screen().contains("> d4"), "{}", app.screen());
    app.key(KeyCode::Backspace);
    assert!(app.screen().contains("Choose a piece."), "{}", app.screen());
}

#[test]
fn a_preset_sets_the_options_and_other_options_are_no_preset() {
    let mut menu = TestApp::menu(&[], SIZE);
    while !line(&menu, "Rules  ").starts_with('>') {
        menu.key(KeyCode::Up);
    }
    assert!(line(&menu, "Rules  ").contains("Standard, 11 × 14"));
    assert!(menu.screen().contains("nine walls of each colour"), "the preset says what it is: {}", menu.screen());
    menu.key(KeyCode::Right);
    assert!(line(&menu, "Rules  ").contains("Small, 7 × 9") && line(&menu, "rows").contains("‹ 7 ›"));
    menu.key(KeyCode::Down);
    menu.key(KeyCode::Right);
    assert!(line(&menu, "rows").contains("‹ 8 ›") && line(&menu, "Rules  ").contains("your own"), "{}", menu.screen());
    while !line(&menu, "Start").starts_with('>') {
        menu.key(KeyCode::Down);
    }
    menu.key(KeyCode::Enter);
    assert!(menu.screen().contains("Blockade: rows 8, columns 9"), "{}", menu.screen());
}
