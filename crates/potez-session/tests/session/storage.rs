//! Sessions stored as a state and its moves.

use potez_core::{Ending, Player};
use potez_session::{Event, GameClock, Policy, Session, SessionState, TimeControl};

use crate::{PEOPLE, fischer, left, play, seconds, session, timed};

fn stored(session: &Session) -> Session {
    let text = serde_json::to_string(session.state()).expect("plain data");
    let state: SessionState = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    Session::restore(state, &session.table().moves(), session.policy().clone()).expect("the same game")
}

#[test]
fn a_session_comes_back_with_its_clock_running() {
    let mut session = timed(PEOPLE, Policy::SERVER);
    for (mv, now) in [("a1", 0), ("b2", 0), ("c3", 10)] {
        play(&mut session, mv, now);
    }
    let back = stored(&session);
    assert_eq!((back.state(), back.table().moves()), (session.state(), session.table().moves()));
    assert_eq!(left(&back, 30), left(&session, 30));
    assert_eq!(back.duties(seconds(30)), session.duties(seconds(30)));
}

#[test]
fn an_ended_session_comes_back_ended() {
    for ending in Ending::all_beyond_the_rules() {
        let mut session = session(PEOPLE, Policy::SERVER);
        session.apply(Event::End(ending.clone()), seconds(0)).expect("an ending");
        assert_eq!(stored(&session).ending(), Some(ending));
    }
}

#[test]
fn a_table_that_has_ended_tells_its_session() {
    let mut table = potez_table::open("byte", None).expect("a game");
    table.end(Ending::Time(Player::O));
    let state = SessionState::new(table.as_ref(), PEOPLE);
    assert_eq!(Session::new(table, state, Policy::TERMINAL).state().ending, Some(Ending::Time(Player::O)));
}

#[test]
fn what_the_server_has_stored_so_far_is_still_read() {
    let text = r#"{"game":"havannah:size=4","start":null,"given":0,"seats":[
        {"name":"Ana","bot":null,"lock":"c0ffee","joined":true},{"name":null,"bot":"potez:level=3","lock":null,"joined":true}],
        "clock":{"control":{"kind":"fischer","initialMs":60000,"incrementMs":2000},"left":[50000,60000],"running":"x","since":1700000000000},
        "takeback":"free","teaching":false,"ending":{"winner":"x","reason":"time"},"offers":{"takeback":null,"rematch":"o"},
        "next":null,"lesson":{"mv":"a1","by":"x","before":0.5,"after":0.25},"judged":2}"#;
    let state: SessionState = serde_json::from_str(text).expect("a state");
    assert_eq!(state.ending, Some(Ending::Time(Player::O)));
    assert_eq!((state.offers.rematch, state.offers.draw), (Some(Player::O), None));
    let since = seconds(1_700_000_000);
    assert_eq!(state.clock.expect("a clock").left(Player::X, since + seconds(10)), Some(seconds(40)));
}

#[test]
fn a_clock_with_odds_reads_back() {
    let move_time = TimeControl::PerMove { time: seconds(5) };
    for clock in [
        GameClock::new(fischer(60, 2)),
        GameClock::with_odds([Some(fischer(60, 2)), None]),
        GameClock::with_odds([Some(move_time), Some(fischer(60, 2))]),
    ] {
        let text = serde_json::to_string(&clock).expect("plain data");
        assert_eq!(serde_json::from_str::<GameClock>(&text).expect(&text), clock);
    }
}
