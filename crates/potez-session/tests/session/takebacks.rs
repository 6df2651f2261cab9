//! Moves taken back and played again.

use potez_core::{Ending, Player};
use potez_session::{Effect, Event, Offer, Policy, Refusal, Seat, Session, Sides, Takeback};

use crate::{PEOPLE, against_bot, is_think, left, play, refused, seconds, session, session_with, timed};

fn undo(session: &mut Session, sides: Sides, now: u64) -> Vec<Effect> {
    session.apply(Event::Undo(sides), seconds(now)).expect("something to take back")
}

fn bot_moves(session: &mut Session, text: &str, now: u64) {
    let event = Event::BotMove { ply: session.table().ply(), mv: text.into(), thought: seconds(0) };
    session.apply(event, seconds(now)).expect("a move");
}

#[test]
fn two_people_take_back_one_move_and_a_bots_answer_goes_with_ones_own() {
    let mut session = session(PEOPLE, Policy::TERMINAL);
    play(&mut session, "a1", 0);
    play(&mut session, "b2", 0);
    assert_eq!(undo(&mut session, Sides::Both, 0), [Effect::TakenBack { length: 1 }]);
    let mut session = crate::session(against_bot(), Policy::TERMINAL);
    play(&mut session, "a1", 0);
    bot_moves(&mut session, "b2", 0);
    let sides = session.people();
    assert_eq!((sides, undo(&mut session, sides, 0)), (Sides::X, vec![Effect::TakenBack { length: 0 }]));
}

#[test]
fn each_of_two_players_takes_back_to_a_turn_of_their_own() {
    let mut session = session(PEOPLE, Policy::SERVER);
    for mv in ["a1", "b2", "c3"] {
        play(&mut session, mv, 0);
    }
    assert_eq!([Sides::X, Sides::O, Sides::Both].map(|sides| session.undo_length(sides)), [Some(2), Some(1), Some(2)]);
    undo(&mut session, Sides::O, 0);
    assert_eq!(session.table().moves(), ["a1"]);
    assert_eq!(refused(&mut session, Event::Undo(Sides::O), 0), Refusal::NothingToTakeBack);
}

#[test]
fn in_the_terminal_the_bots_first_move_can_be_taken_back_so_that_it_begins_anew() {
    let seats = [Seat::bot("random:seed=1"), Seat::PERSON];
    let mut session = session(seats.clone(), Policy::TERMINAL);
    bot_moves(&mut session, "a1", 0);
    let effects = undo(&mut session, Sides::O, 0);
    assert!(effects[0] == Effect::TakenBack { length: 0 } && is_think(&effects[1]), "{effects:?}");
    assert_eq!(refused(&mut session, Event::Undo(Sides::O), 0), Refusal::NothingToTakeBack);
    let mut session = crate::session(seats, Policy::SERVER);
    bot_moves(&mut session, "a1", 0);
    assert_eq!(refused(&mut session, Event::Undo(Sides::O), 0), Refusal::NothingToTakeBack);
}

#[test]
fn what_was_there_from_the_beginning_is_never_taken_back() {
    let mut table = potez_table::open("havannah:size=4", None).expect("a game");
    for mv in ["a1", "b2"] {
        table.play(mv).expect("a move");
    }
    let state = potez_session::SessionState::new(table.as_ref(), PEOPLE);
    let mut session = Session::new(table, state, Policy::SERVER);
    assert_eq!(refused(&mut session, Event::Undo(Sides::Both), 0), Refusal::NothingToTakeBack);
    play(&mut session, "c3", 0);
    assert_eq!(session.made(), 1);
    undo(&mut session, Sides::Both, 0);
    assert_eq!(session.table().ply(), 2);
}

#[test]
fn a_move_taken_back_gives_its_time_back_in_the_terminal_and_can_be_played_again() {
    let mut session = timed(PEOPLE, Policy::TERMINAL);
    play(&mut session, "a1", 10);
    play(&mut session, "b2", 40);
    assert_eq!(left(&session, 40), [62, 32]);
    undo(&mut session, Sides::Both, 50);
    assert_eq!(left(&session, 51), [62, 59], "O has not moved, and runs");
    undo(&mut session, Sides::Both, 60);
    assert_eq!((left(&session, 99), session.clock().expect("a clock").running()), ([60, 60], None));
    let again = session.apply(Event::Redo(Sides::Both), seconds(100)).expect("a move to play again");
    assert_eq!(again[0], Effect::Moved { ply: 0, text: "a1".into() });
    session.apply(Event::Redo(Sides::Both), seconds(100)).expect("another");
    assert_eq!(left(&session, 100), [62, 32], "as it was when this ply began");
    assert_eq!(refused(&mut session, Event::Redo(Sides::Both), 100), Refusal::NothingToReplay);
    undo(&mut session, Sides::Both, 100);
    play(&mut session, "c3", 105);
    assert_eq!(left(&session, 105), [62, 57]);
    assert_eq!(refused(&mut session, Event::Redo(Sides::Both), 105), Refusal::NothingToReplay);
}

#[test]
fn a_move_taken_back_has_cost_its_time_on_the_server() {
    let mut session = timed(PEOPLE, Policy::SERVER);
    for (mv, now) in [("a1", 0), ("b2", 0), ("c3", 10), ("d4", 30)] {
        play(&mut session, mv, now);
    }
    undo(&mut session, Sides::O, 35);
    assert_eq!(left(&session, 36), [47, 41], "X was charged up to now; O runs");
    undo(&mut session, Sides::X, 40);
    undo(&mut session, Sides::O, 40);
    assert_eq!(session.clock().expect("a clock").running(), None, "both have not moved any more");
}

#[test]
fn playing_again_goes_on_to_a_persons_turn() {
    let mut session = session(against_bot(), Policy::TERMINAL);
    play(&mut session, "a1", 0);
    bot_moves(&mut session, "b2", 0);
    undo(&mut session, Sides::X, 0);
    session.apply(Event::Redo(Sides::X), seconds(0)).expect("moves to play again");
    assert_eq!(session.table().moves(), ["a1", "b2"]);
}

#[test]
fn a_resignation_can_be_taken_back_in_the_terminal_alone() {
    let mut session = timed(PEOPLE, Policy::TERMINAL);
    play(&mut session, "a1", 0);
    session.apply(Event::Resign(Player::O), seconds(10)).expect("a resignation");
    assert_eq!(left(&session, 30), [62, 50]);
    assert_eq!(undo(&mut session, Sides::Both, 30), [Effect::TakenBack { length: 1 }, Effect::Due { at: seconds(90) }]);
    assert_eq!((session.ending(), &session.state().ending, session.table().ply()), (None, &None, 1));
    let mut session = timed(PEOPLE, Policy::SERVER);
    session.apply(Event::Resign(Player::O), seconds(10)).expect("a resignation");
    assert!(matches!(refused(&mut session, Event::Undo(Sides::Both), 30), Refusal::Over(_)));
}

#[test]
fn whoever_resigned_while_the_bot_was_thinking_comes_back_to_a_turn_of_their_own() {
    let mut session = session(against_bot(), Policy::TERMINAL);
    play(&mut session, "a1", 0);
    session.apply(Event::Resign(Player::X), seconds(0)).expect("a resignation");
    assert_eq!(undo(&mut session, Sides::X, 0), [Effect::TakenBack { length: 0 }]);
}

#[test]
fn a_game_that_ended_on_the_board_can_be_taken_back_where_that_is_free() {
    for (policy, takeback, allowed) in [
        (Policy::TERMINAL, Takeback::Free, true),
        (Policy::SERVER, Takeback::Free, true),
        (Policy::SERVER, Takeback::Off, false),
    ] {
        let mut session = session_with(PEOPLE, policy, |state| state.takeback = takeback);
        for mv in ["a1", "g7", "a2", "g6", "a3", "g5", "a4"] {
            play(&mut session, mv, 0);
        }
        assert!(matches!(session.ending(), Some(Ending::Rules { .. })));
        assert_eq!(session.apply(Event::Undo(Sides::X), seconds(0)).is_ok(), allowed);
        assert_eq!(session.is_over(), !allowed);
    }
}

#[test]
fn on_request_a_move_is_taken_back_when_the_other_agrees() {
    let ask = |state: &mut potez_session::SessionState| (state.takeback, state.apart) = (Takeback::Ask, true);
    let mut session = session_with(PEOPLE, Policy::SERVER, ask);
    let offer = |player| Event::Offer(player, Offer::Takeback);
    assert_eq!(refused(&mut session, offer(Player::X), 0), Refusal::NotAllowed, "there is no move yet");
    play(&mut session, "a1", 0);
    assert_eq!(refused(&mut session, Event::Undo(Sides::X), 0), Refusal::NotAllowed);
    assert_eq!(session.apply(offer(Player::X), seconds(0)), Ok(Vec::new()));
    assert_eq!(session.state().offers.takeback, Some(Player::X));
    assert_eq!(refused(&mut session, Event::Accept(Player::X, Offer::Takeback), 0), Refusal::NotOffered);
    let agreed = session.apply(Event::Accept(Player::O, Offer::Takeback), seconds(0));
    assert_eq!(agreed, Ok(vec![Effect::TakenBack { length: 0 }]));
    assert_eq!(session.state().offers.takeback, None);
    play(&mut session, "a1", 0);
    for answer in [Event::Decline(Player::O, Offer::Takeback), Event::Withdraw(Player::X, Offer::Takeback)] {
        session.apply(offer(Player::X), seconds(0)).expect("an offer");
        session.apply(answer.clone(), seconds(0)).expect("an answer");
        assert_eq!(refused(&mut session, answer, 0), Refusal::NotOffered);
    }
    session.apply(offer(Player::X), seconds(0)).expect("an offer");
    play(&mut session, "b2", 0);
    assert_eq!(session.state().offers.takeback, None, "a move is an answer");
}
