//! Games that end other than on the board.

use potez_core::{Ending, Explain, Message, Outcome, Player};
use potez_session::{Effect, Event, Policy, Refusal, Sides};

use crate::{PEOPLE, against_bot, play, refused, seconds, session, session_with};

#[test]
fn whatever_ends_a_game_stops_it_and_is_kept() {
    for ending in Ending::all_beyond_the_rules() {
        let mut session = session(PEOPLE, Policy::SERVER);
        play(&mut session, "a1", 0);
        let over = session.apply(Event::End(ending.clone()), seconds(0)).expect("an ending");
        assert_eq!(over, [Effect::Over { ending: ending.clone(), message: None }]);
        assert_eq!((session.ending().as_ref(), session.state().ending.as_ref()), (Some(&ending), Some(&ending)));
        assert!(session.duties(seconds(0)).is_empty() && session.table().legal().is_empty());
        for event in [
            Event::Move { by: Sides::Both, ply: None, mv: "b2".into() },
            Event::Resign(Player::X),
            Event::End(Ending::Agreement),
            Event::Abort,
            Event::AskHint,
        ] {
            assert!(matches!(refused(&mut session, event, 0), Refusal::Over(_)));
        }
    }
}

#[test]
fn nobody_but_the_board_ends_a_game_by_the_rules() {
    let mut session = session(PEOPLE, Policy::SERVER);
    let ring = Ending::Rules { outcome: Outcome::Draw, reason: "ring".into() };
    assert_eq!(refused(&mut session, Event::End(ring), 0), Refusal::NotAllowed);
}

#[test]
fn a_game_is_called_off_before_both_have_moved_and_not_later() {
    let mut session = session(PEOPLE, Policy::SERVER);
    play(&mut session, "a1", 0);
    let mut aborted = session.clone();
    aborted.apply(Event::Abort, seconds(0)).expect("it has not really begun");
    assert_eq!((aborted.ending(), aborted.table().outcome()), (Some(Ending::Aborted), None));
    play(&mut session, "b2", 0);
    assert_eq!(refused(&mut session, Event::Abort, 0), Refusal::NotAllowed);
    let mut terminal = crate::session(PEOPLE, Policy::TERMINAL);
    assert_eq!(refused(&mut terminal, Event::Abort, 0), Refusal::NotAllowed);
}

#[test]
fn an_illegal_move_is_refused_among_people_and_costs_a_program_the_game() {
    let twice = |by| Event::Move { by, ply: None, mv: "a1".into() };
    let mut people = session(PEOPLE, Policy::TERMINAL);
    play(&mut people, "a1", 0);
    let refusal = refused(&mut people, twice(Sides::O), 0);
    assert_eq!((refusal.code(), refusal.to_string().as_str()), ("cell-taken", "`a1` is taken"));
    assert_eq!(Message::from(refusal).code, "cell-taken");
    let mut programs = session(PEOPLE, Policy::REFEREE);
    play(&mut programs, "a1", 0);
    let effects = programs.apply(twice(Sides::O), seconds(0)).expect("the end of the game");
    let [Effect::Over { ending, message: Some(message) }] = effects.as_slice() else { panic!("{effects:?}") };
    assert_eq!((ending, message.english.as_str()), (&Ending::IllegalMove(Player::O), "`a1` is taken"));
    assert_eq!(programs.ending(), Some(Ending::IllegalMove(Player::O)));
}

#[test]
fn a_game_that_grows_too_long_is_drawn() {
    let policy = Policy { max_plies: Some(2), ..Policy::REFEREE };
    let mut session = session(PEOPLE, policy.clone());
    play(&mut session, "a1", 0);
    let effects = play(&mut session, "b2", 0);
    assert_eq!(effects[1], Effect::Over { ending: Ending::Length, message: None });
    let mut started = session_with(PEOPLE, Policy { max_plies: Some(0), ..policy }, |_| {});
    assert_eq!(started.ending(), Some(Ending::Length));
    assert_eq!(started.start(seconds(0)), [Effect::Over { ending: Ending::Length, message: None }]);
}

#[test]
fn the_person_to_move_gives_up_or_the_only_person() {
    let mut people = session(PEOPLE, Policy::TERMINAL);
    assert_eq!(people.resigner(), Some(Player::X));
    play(&mut people, "a1", 0);
    assert_eq!(people.resigner(), Some(Player::O));
    let mut person = session(against_bot(), Policy::TERMINAL);
    play(&mut person, "a1", 0);
    assert_eq!(person.resigner(), Some(Player::X));
    person.apply(Event::Resign(Player::X), seconds(0)).expect("a resignation");
    assert_eq!(person.resigner(), None);
}
