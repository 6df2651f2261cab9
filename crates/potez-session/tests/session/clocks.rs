//! The clock alone, and the clock of a session under each policy.

use std::time::Duration;

use potez_core::{Ending, Player};
use potez_session::{Effect, Event, GameClock, Policy, Refusal, Sides, TimeControl};

use crate::{PEOPLE, against_bot, fischer, is_think, left, play, refused, seconds, session_with, timed};

const FISCHER: TimeControl = fischer(60, 2);

fn both(clock: &GameClock, now: u64) -> [u64; 2] {
    Player::BOTH.map(|player| clock.left(player, seconds(now)).expect("a limit").as_secs())
}

#[test]
fn a_move_costs_its_time_and_brings_the_increment() {
    let mut clock = GameClock::new(FISCHER);
    clock.run(Some(Player::X), seconds(1));
    clock.press(Player::X, Some(Player::O), seconds(11), false);
    assert_eq!(both(&clock, 15), [52, 56]);
}

#[test]
fn a_move_made_before_the_clock_runs_is_free_and_earns_only_where_it_may() {
    let mut clock = GameClock::new(FISCHER);
    clock.press(Player::X, None, seconds(5), false);
    assert_eq!((both(&clock, 9), clock.running()), ([60, 60], None));
    clock.press(Player::X, None, seconds(5), true);
    assert_eq!(both(&clock, 9), [62, 60]);
}

#[test]
fn time_per_move_begins_anew_with_every_move() {
    let mut clock = GameClock::new(TimeControl::PerMove { time: seconds(10) });
    clock.run(Some(Player::X), Duration::ZERO);
    clock.press(Player::X, Some(Player::O), seconds(9), false);
    clock.press(Player::O, Some(Player::X), seconds(12), false);
    assert_eq!(both(&clock, 12), [10, 10]);
}

#[test]
fn the_flag_falls_for_the_running_player_alone_and_after_the_grace() {
    let mut clock = GameClock::new(FISCHER);
    clock.run(Some(Player::O), Duration::ZERO);
    assert_eq!(clock.falls_at(), Some(seconds(60)));
    assert_eq!(clock.flagged(Duration::from_millis(59_999), Duration::ZERO), None);
    assert_eq!(clock.flagged(seconds(60), Duration::ZERO), Some(Player::O));
    assert_eq!(clock.flagged(seconds(60), seconds(1)), None);
    assert_eq!(clock.flagged(seconds(61), seconds(1)), Some(Player::O));
}

#[test]
fn a_player_without_a_control_has_all_the_time_in_the_world() {
    let mut clock = GameClock::with_odds([Some(FISCHER), None]);
    clock.run(Some(Player::O), Duration::ZERO);
    assert_eq!((clock.falls_at(), clock.flagged(seconds(1_000_000), Duration::ZERO)), (None, None));
    assert_eq!((clock.left(Player::O, seconds(5)), clock.face(Player::O, seconds(5))), (None, String::new()));
    clock.press(Player::O, Some(Player::X), seconds(1_000), true);
    assert_eq!(clock.left(Player::X, seconds(1_030)), Some(seconds(30)));
}

#[test]
fn a_bot_is_charged_for_its_thinking_and_never_for_more_than_has_passed() {
    let mut clock = GameClock::new(FISCHER);
    clock.run(Some(Player::X), seconds(10));
    clock.charge(seconds(3), seconds(30));
    assert_eq!(both(&clock, 30), [57, 60]);
    let mut clock = GameClock::new(FISCHER);
    clock.run(Some(Player::X), seconds(10));
    clock.charge(seconds(500), seconds(30));
    assert_eq!(both(&clock, 30), [40, 60]);
}

#[test]
fn the_time_while_the_server_was_away_is_nobodys() {
    let mut clock = GameClock::new(FISCHER);
    clock.run(Some(Player::X), seconds(1));
    // Alive until 11 s; back at 900 s, held for half a minute.
    clock.resume(seconds(11), seconds(5), seconds(930));
    assert_eq!(both(&clock, 929), [50, 60]);
    assert!(clock.is_held(seconds(901)));
    clock.release(seconds(905));
    assert_eq!(both(&clock, 906), [49, 60]);
}

#[test]
fn nobody_comes_back_to_a_fallen_flag_or_to_more_time_than_before() {
    let mut clock = GameClock::new(FISCHER);
    clock.run(Some(Player::X), Duration::ZERO);
    clock.resume(seconds(70), seconds(5), seconds(100));
    assert_eq!(both(&clock, 100), [5, 60]);
    let mut short = GameClock::new(fischer(1, 0));
    short.run(Some(Player::X), Duration::ZERO);
    short.resume(Duration::from_millis(100), seconds(5), seconds(1));
    assert_eq!(both(&short, 1), [1, 1]);
}

#[test]
fn the_face_shows_tenths_in_the_last_seconds() {
    let mut clock = GameClock::new(fischer(300, 0));
    clock.run(Some(Player::X), Duration::ZERO);
    let face = |milliseconds| clock.face(Player::X, Duration::from_millis(milliseconds));
    assert_eq!([face(0), face(280_000), face(284_500), face(400_000)], ["5:00", "0:20", "0:15.5", "0:00.0"]);
}

#[test]
fn the_terminals_clock_begins_with_the_first_move_which_earns_its_increment() {
    let mut session = timed(PEOPLE, Policy::TERMINAL);
    assert_eq!(session.clock().expect("a clock").running(), None);
    play(&mut session, "a1", 30);
    assert_eq!(left(&session, 30), [62, 60]);
    play(&mut session, "b2", 40);
    assert_eq!(left(&session, 41), [61, 52]);
}

#[test]
fn the_servers_clock_begins_when_both_have_moved() {
    let mut session = timed(PEOPLE, Policy::SERVER);
    play(&mut session, "a1", 30);
    play(&mut session, "b2", 70);
    assert_eq!(left(&session, 80), [50, 60], "X runs, and nobody has earned an increment");
    play(&mut session, "c3", 80);
    assert_eq!(left(&session, 81), [52, 59]);
}

#[test]
fn the_referees_clock_runs_from_the_start() {
    let session = timed(PEOPLE, Policy::REFEREE);
    assert_eq!(left(&session, 10), [50, 60]);
}

#[test]
fn a_fallen_flag_loses_when_it_is_looked_at_and_a_late_move_is_refused() {
    let mut session = timed(PEOPLE, Policy::TERMINAL);
    let effects = play(&mut session, "a1", 0);
    assert!(effects.contains(&Effect::Due { at: seconds(60) }), "{effects:?}");
    assert_eq!(session.apply(Event::Tick, seconds(59)), Ok(Vec::new()));
    let late = Event::Move { by: Sides::O, ply: None, mv: "b2".into() };
    assert_eq!(refused(&mut session, late, 60), Refusal::TimeUp(Player::O));
    let over = vec![Effect::Over { ending: Ending::Time(Player::O), message: None }];
    assert_eq!(session.apply(Event::Tick, seconds(60)), Ok(over));
    assert_eq!(session.state().ending, Some(Ending::Time(Player::O)));
    assert_eq!(left(&session, 99), [62, 0]);
    assert_eq!(session.apply(Event::Tick, seconds(99)), Ok(Vec::new()), "nothing falls twice");
}

#[test]
fn on_the_server_a_bot_pays_for_its_thinking_and_its_flag_never_falls() {
    let mut session = timed(against_bot(), Policy::SERVER);
    play(&mut session, "a1", 0);
    let bot = |ply, text: &str| Event::BotMove { ply, mv: text.into(), thought: seconds(3) };
    session.apply(bot(1, "b2"), seconds(5)).expect("a move");
    let effects = play(&mut session, "c3", 10);
    assert!(!effects.iter().any(|effect| matches!(effect, Effect::Due { .. })), "{effects:?}");
    assert_eq!(session.apply(Event::Tick, seconds(500)), Ok(Vec::new()));
    session.apply(bot(3, "d4"), seconds(500)).expect("it waited long for a processor, and is not late");
    assert_eq!(left(&session, 500), [57, 59]);
}

#[test]
fn a_bot_thinks_by_its_clock_or_by_the_time_for_a_move() {
    let limits = |session: &potez_session::Session, now| session.limits(Player::O, seconds(now));
    let untimed = session_with(against_bot(), Policy::TERMINAL, |state| state.bot_time = seconds(7));
    assert_eq!(limits(&untimed, 0).time, Some(seconds(7)));
    let mut terminal = timed(against_bot(), Policy::TERMINAL);
    let effects = play(&mut terminal, "a1", 0);
    assert!(effects.iter().any(is_think), "{effects:?}");
    let clock = limits(&terminal, 10).clock.expect("a clock");
    assert_eq!((clock.left, clock.increment, clock.moves_to_go), (seconds(50), seconds(2), None));
    assert_eq!(limits(&terminal, 10).time, None);
    let server = timed(against_bot(), Policy::SERVER);
    assert_eq!(limits(&server, 0).time, Some(seconds(10)), "nobody waits longer than that");
    let per_move = TimeControl::PerMove { time: Duration::from_millis(1) };
    let server = session_with(against_bot(), Policy::SERVER, |state| state.clock = Some(GameClock::new(per_move)));
    let clock = limits(&server, 0).clock.expect("a clock");
    assert_eq!((clock.left, clock.moves_to_go), (Duration::from_millis(100), Some(1)));
}

#[test]
fn a_clock_that_is_held_back_runs_when_its_player_arrives() {
    let mut session = timed(PEOPLE, Policy::SERVER);
    play(&mut session, "a1", 0);
    play(&mut session, "b2", 0);
    session.resume_clock(seconds(10), seconds(5), seconds(130));
    assert_eq!(left(&session, 120), [50, 60]);
    assert_eq!(session.apply(Event::Arrive(Sides::O), seconds(101)), Ok(Vec::new()), "it is not O's clock");
    assert_eq!(session.apply(Event::Arrive(Sides::X), seconds(101)), Ok(vec![Effect::Due { at: seconds(151) }]));
    assert_eq!(left(&session, 111), [40, 60]);
}
