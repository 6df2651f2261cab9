//! Draws by agreement and rematches.

use potez_core::{Ending, Player};
use potez_session::{Effect, Event, GameClock, Offer, Policy, Refusal, Session};

use crate::{PEOPLE, against_bot, fischer, play, refused, seconds, session, session_with};

fn apart() -> Session {
    session_with(PEOPLE, Policy::SERVER, |state| state.apart = true)
}

fn apply(session: &mut Session, event: Event) -> Vec<Effect> {
    let shown = format!("{event:?}");
    session.apply(event, seconds(0)).unwrap_or_else(|refusal| panic!("{shown}: {refusal}"))
}

fn agreement() -> Vec<Effect> {
    vec![Effect::Over { ending: Ending::Agreement, message: None }]
}

#[test]
fn a_draw_is_agreed_when_both_have_said_so() {
    for answer in [Event::Accept(Player::O, Offer::Draw), Event::Offer(Player::O, Offer::Draw)] {
        let mut session = apart();
        assert_eq!(refused(&mut session, Event::Accept(Player::O, Offer::Draw), 0), Refusal::NotOffered);
        assert_eq!(apply(&mut session, Event::Offer(Player::X, Offer::Draw)), []);
        assert_eq!(apply(&mut session, answer), agreement());
        assert_eq!(session.state().offers, potez_session::Offers::default());
    }
}

#[test]
fn people_at_one_screen_agree_at_once_and_bots_never() {
    let mut session = session(PEOPLE, Policy::TERMINAL);
    assert_eq!(apply(&mut session, Event::Offer(Player::X, Offer::Draw)), agreement());
    let mut session = crate::session(against_bot(), Policy::TERMINAL);
    assert_eq!(refused(&mut session, Event::Offer(Player::X, Offer::Draw), 0), Refusal::NotAllowed);
}

#[test]
fn a_move_declines_the_others_draw_and_lets_ones_own_offer_stand() {
    let mut session = apart();
    apply(&mut session, Event::Offer(Player::X, Offer::Draw));
    play(&mut session, "a1", 0);
    assert_eq!(session.state().offers.draw, Some(Player::X));
    play(&mut session, "b2", 0);
    assert_eq!(session.state().offers.draw, None);
}

#[test]
fn a_rematch_needs_both_who_sit_apart() {
    let mut session = apart();
    assert_eq!(refused(&mut session, Event::Offer(Player::X, Offer::Rematch), 0), Refusal::NotAllowed);
    apply(&mut session, Event::Resign(Player::X));
    assert_eq!(refused(&mut session, Event::Accept(Player::O, Offer::Rematch), 0), Refusal::NotOffered);
    assert_eq!(apply(&mut session, Event::Offer(Player::X, Offer::Rematch)), []);
    apply(&mut session, Event::Decline(Player::O, Offer::Rematch));
    apply(&mut session, Event::Offer(Player::X, Offer::Rematch));
    assert_eq!(apply(&mut session, Event::Accept(Player::O, Offer::Rematch)), [Effect::Rematch]);
    session.set_next("another".into());
    assert_eq!(refused(&mut session, Event::Offer(Player::X, Offer::Rematch), 0), Refusal::NotAllowed);
}

#[test]
fn a_bot_always_plays_again_with_sides_exchanged_and_a_full_clock() {
    let mut session = session_with(against_bot(), Policy::SERVER, |state| {
        state.clock = Some(GameClock::new(fischer(60, 2)));
    });
    play(&mut session, "a1", 0);
    apply(&mut session, Event::Resign(Player::X));
    assert_eq!(apply(&mut session, Event::Offer(Player::X, Offer::Rematch)), [Effect::Rematch]);
    let mut next = session.rematch().expect("the same game");
    assert_eq!((next.table().ply(), next.ending(), next.made()), (0, None, 0));
    assert_eq!(next.state().seats.each_ref().map(potez_session::Seat::is_bot), [true, false]);
    assert_eq!(next.clock(), Some(&GameClock::new(fischer(60, 2))));
    assert!(next.start(seconds(0)).iter().any(crate::is_think));
}
