//! Sessions saved as records and gone on with.

use std::time::Duration;

use potez_core::{Ending, Player};
use potez_session::{Event, GameClock, Policy, Seat, Session, TimeControl};
use potez_table::records;

use crate::{PEOPLE, against_bot, fischer, left, play, seconds, session, session_with, timed};

/// The session as it comes back from a file of this format.
fn saved(session: &Session, format: &str, now: u64) -> Session {
    let format = records::format(format).expect("a format");
    let text = records::write(&session.transcript(seconds(now)), &format).expect("a record");
    let read = records::read(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    Session::from_transcript(&read, session.policy().clone()).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn a_game_is_gone_on_with_by_the_same_players_and_with_the_time_that_was_left() {
    for format in ["text", "json", "sgf"] {
        let mut game = timed(against_bot(), Policy::TERMINAL);
        play(&mut game, "a1", 0);
        let mut back = saved(&game, format, 10);
        assert_eq!(
            (&back.state().seats, back.table().moves()),
            (&game.state().seats, game.table().moves()),
            "{format}"
        );
        assert_eq!((left(&back, 500), back.clock().expect("a clock").running()), ([62, 50], None), "nothing runs yet");
        back.start(seconds(1_000));
        assert_eq!(left(&back, 1_001), [62, 49]);
        back.apply(Event::Undo(back.people()), seconds(1_001)).expect("the move of the record");
        assert_eq!(left(&back, 1_002), [62, 50], "what it has cost is not known any more");
    }
}

#[test]
fn names_and_the_time_of_bots_come_back_and_everybody_else_is_a_person() {
    let seats = [Seat { name: Some("Ana".into()), bot: None }, Seat::bot("potez:level=2")];
    let game = session_with(seats.clone(), Policy::TERMINAL, |state| state.bot_time = Duration::from_millis(250));
    let back = saved(&game, "text", 0);
    assert_eq!((&back.state().seats, back.state().bot_time), (&seats, Duration::from_millis(250)));
    let text = "[Game \"havannah\"] [X \"HUMAN\"] [O \"potez:level=99\"] a1 *";
    let back = Session::from_transcript(&records::read(text).expect("a record"), Policy::TERMINAL).expect("a game");
    let stranger = Seat { name: Some("potez:level=99".into()), bot: None };
    assert_eq!((&back.state().seats, back.state().bot_time), (&[Seat::PERSON, stranger], seconds(1)));
}

#[test]
fn however_a_game_ended_it_is_saved_so_and_can_be_taken_back() {
    for ending in Ending::all_beyond_the_rules() {
        let mut game = timed(PEOPLE, Policy::TERMINAL);
        play(&mut game, "a1", 0);
        game.apply(Event::End(ending.clone()), seconds(5)).expect("an ending");
        let mut back = saved(&game, "text", 5);
        assert_eq!(back.ending(), Some(ending));
        back.apply(Event::Undo(back.people()), seconds(5)).expect("the ending");
        assert!(!back.is_over());
    }
}

#[test]
fn a_loss_on_time_of_an_old_record_is_one_still() {
    let text = "[Game \"havannah\"] [Clock \"1+0\"] [TimeLeftO \"0ms\"] [Termination \"time\"] [Result \"x\"] [Reason \"resign\"] a1 x";
    let back = Session::from_transcript(&records::read(text).expect("a record"), Policy::TERMINAL).expect("a game");
    assert_eq!(back.ending(), Some(Ending::Time(Player::O)));
}

#[test]
fn a_clock_in_a_record_is_one_that_people_can_play_by() {
    let clock = |text: &str| {
        let text = format!("[Game \"havannah\"] [Clock \"{text}\"] a1 *");
        let read = records::read(&text).expect("a record");
        Session::from_transcript(&read, Policy::TERMINAL).expect("a game").state().clock
    };
    assert_eq!(clock("5+3"), Some(GameClock::new(fischer(300, 3))));
    assert_eq!(clock("10s a move"), Some(GameClock::new(TimeControl::PerMove { time: seconds(10) })));
    assert_eq!((clock("1ms+0"), clock("soon")), (None, None));
}

#[test]
fn a_broken_record_is_no_game() {
    let read = records::read("[Game \"havannah\"] z99 *").expect("a record");
    assert!(Session::from_transcript(&read, Policy::TERMINAL).is_err());
    assert_eq!(session(PEOPLE, Policy::TERMINAL).transcript(seconds(0)).tag("X"), Some("human"));
}
