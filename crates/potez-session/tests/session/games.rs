//! Moves, turns, seats and hints.

use potez_core::{Explain, Outcome, Player};
use potez_session::{Effect, Event, Hint, Policy, Refusal, Seat, Sides};

use crate::{PEOPLE, against_bot, is_think, play, refused, seconds, session};

#[test]
fn a_move_is_told_with_its_canonical_text_and_ply() {
    let mut session = session(PEOPLE, Policy::TERMINAL);
    assert_eq!(play(&mut session, " A1 ", 0), [Effect::Moved { ply: 0, text: "a1".into() }]);
    assert_eq!(play(&mut session, "b2", 0), [Effect::Moved { ply: 1, text: "b2".into() }]);
}

#[test]
fn a_move_can_be_made_of_its_parts() {
    let mut session = session(PEOPLE, Policy::TERMINAL);
    let mv = session.table().read_move("a1").expect("a move");
    let event = Event::Move { by: Sides::X, ply: None, mv: mv.into() };
    assert_eq!(session.apply(event, seconds(0)), Ok(vec![Effect::Moved { ply: 0, text: "a1".into() }]));
}

#[test]
fn the_last_move_ends_the_game_by_the_rules() {
    let mut session = session(PEOPLE, Policy::SERVER);
    for mv in ["a1", "g7", "a2", "g6", "a3", "g5"] {
        play(&mut session, mv, 0);
    }
    let effects = play(&mut session, "a4", 0);
    let Effect::Over { ending, message: None } = &effects[1] else { panic!("{effects:?}") };
    assert_eq!((ending.outcome(), ending.code()), (Some(Outcome::Win(Player::X)), "bridge"));
    assert_eq!(session.state().ending, None, "what the board shows is not stored");
}

#[test]
fn whoever_is_not_to_move_or_looks_at_an_old_position_is_refused() {
    let mut session = session(PEOPLE, Policy::SERVER);
    let early = Event::Move { by: Sides::O, ply: None, mv: "a1".into() };
    assert_eq!(refused(&mut session, early, 0), Refusal::NotYourTurn(Player::X));
    play(&mut session, "a1", 0);
    let late = Event::Move { by: Sides::Both, ply: Some(0), mv: "b2".into() };
    let refusal = refused(&mut session, late, 0);
    assert_eq!(refusal, Refusal::Stale { seen: 0, now: 1 });
    assert_eq!(refusal.args(), [("seen", "0".to_string()), ("now", "1".to_string())]);
}

#[test]
fn a_bot_moves_on_its_turn_and_nobody_else_does() {
    let mut session = session(against_bot(), Policy::TERMINAL);
    let bot = |ply| Event::BotMove { ply, mv: "b2".into(), thought: seconds(0) };
    assert_eq!(refused(&mut session, bot(0), 0), Refusal::NotYourTurn(Player::X));
    assert!(play(&mut session, "a1", 0).iter().any(is_think));
    let person = Event::Move { by: session.people(), ply: None, mv: "b2".into() };
    assert_eq!(refused(&mut session, person, 0), Refusal::NotYourTurn(Player::O));
    assert_eq!(refused(&mut session, bot(0), 0), Refusal::Stale { seen: 0, now: 1 });
    session.apply(bot(1), seconds(0)).expect("a move");
    assert!(session.awaits_person());
}

#[test]
fn sides_exchanged_in_the_middle_let_the_bot_go_on_for_the_other() {
    for policy in [Policy::TERMINAL, Policy::SERVER] {
        let mut session = session(against_bot(), policy);
        let effects = session.apply(Event::SwapSides, seconds(0)).expect("a person and a bot");
        assert!(matches!(effects[..], [Effect::Think { player: Player::X, .. }]), "{effects:?}");
        assert_eq!(session.people(), Sides::O);
    }
    let mut people = session(PEOPLE, Policy::SERVER);
    assert_eq!(refused(&mut people, Event::SwapSides, 0), Refusal::NotAllowed);
    let mut people = session(PEOPLE, Policy::TERMINAL);
    people.set_name(Player::X, Some("Ana".into()));
    people.apply(Event::SwapSides, seconds(0)).expect("at one screen anybody may");
    assert_eq!(people.state().seat(Player::O).name.as_deref(), Some("Ana"));
}

#[test]
fn two_bots_are_watched_by_somebody_who_acts_for_both() {
    let seats = [Seat::bot("random"), Seat::bot("greedy")];
    assert_eq!(Sides::of_people(&seats), Sides::Both);
    let session = session(seats, Policy::TERMINAL);
    assert!(matches!(session.duties(seconds(0))[..], [Effect::Think { player: Player::X, .. }]));
    assert_eq!((session.resigner(), session.awaits_person()), (None, false));
}

#[test]
fn a_hint_says_first_where_and_then_what_until_somebody_moves() {
    let mut session = session(against_bot(), Policy::TERMINAL);
    assert_eq!(session.apply(Event::AskHint, seconds(0)), Ok(vec![Effect::FindHint]));
    let mv = session.table().read_move("d4").expect("a move");
    let found = |ply| Event::HintFound { ply, mv: mv.clone() };
    assert_eq!(refused(&mut session, found(3), 0), Refusal::Stale { seen: 3, now: 0 });
    session.apply(found(0), seconds(0)).expect("a hint");
    assert_eq!(session.hint(), Some(&Hint { mv: mv.clone(), whole: false }));
    assert_eq!(session.apply(Event::AskHint, seconds(0)), Ok(Vec::new()));
    assert_eq!(session.hint(), Some(&Hint { mv: mv.clone(), whole: true }));
    play(&mut session, "a1", 0);
    assert_eq!(session.hint(), None);
    assert_eq!(refused(&mut session, Event::AskHint, 0), Refusal::NotYourTurn(Player::O));
}

#[test]
fn a_copy_goes_its_own_way() {
    let mut session = session(PEOPLE, Policy::SERVER);
    let copy = session.clone();
    play(&mut session, "a1", 0);
    session.apply(Event::Resign(Player::O), seconds(0)).expect("a resignation");
    assert_eq!((copy.table().ply(), copy.is_over(), copy.state().ending.is_some()), (0, false, false));
}
