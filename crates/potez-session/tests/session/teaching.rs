//! A teacher takes back what is bad.

use potez_core::Player;
use potez_session::{Effect, Event, Mistake, Policy, Refusal, Session, Sides};

use crate::{against_bot, is_think, play, refused, seconds, session_with};

fn taught() -> Session {
    session_with(against_bot(), Policy::SERVER, |state| state.teaching = true)
}

fn bad() -> Mistake {
    Mistake { before: 0.7, after: 0.2, answer: vec!["c3".into()], ..Mistake::default() }
}

fn judged(session: &mut Session, mistake: Option<Mistake>) -> Vec<Effect> {
    let ply = session.table().ply();
    session.apply(Event::Judged { ply, mistake }, seconds(0)).expect("a judgement")
}

#[test]
fn a_move_is_judged_before_the_bot_answers_it() {
    let mut session = taught();
    assert_eq!(play(&mut session, "a1", 0)[1], Effect::Judge);
    assert!(judged(&mut session, None).iter().any(is_think));
    assert_eq!(session.state().judged, 1);
}

#[test]
fn a_bad_move_is_taken_back_and_can_be_insisted_on() {
    let mut session = taught();
    play(&mut session, "a1", 0);
    assert_eq!(judged(&mut session, Some(bad())), [Effect::TakenBack { length: 0 }]);
    let lesson = session.state().lesson.clone().expect("a lesson");
    assert_eq!((lesson.mv.as_str(), lesson.by, lesson.mistake.after), ("a1", Player::X, 0.2));
    assert_eq!(refused(&mut session, Event::Insist(Sides::O), 0), Refusal::NotOffered);
    let effects = session.apply(Event::Insist(Sides::X), seconds(0)).expect("the same move");
    assert!(effects[0] == Effect::Moved { ply: 0, text: "a1".into() } && is_think(&effects[1]), "{effects:?}");
    assert_eq!(session.state().lesson, None);
}

#[test]
fn another_move_ends_the_lesson_and_is_judged_again() {
    let mut session = taught();
    play(&mut session, "a1", 0);
    judged(&mut session, Some(bad()));
    assert_eq!(play(&mut session, "b2", 0)[1], Effect::Judge);
    assert_eq!(session.state().lesson, None);
}

#[test]
fn nobody_judges_the_bot_or_an_old_position() {
    let mut session = taught();
    play(&mut session, "a1", 0);
    assert_eq!(refused(&mut session, Event::Judged { ply: 0, mistake: None }, 0), Refusal::Stale { seen: 0, now: 1 });
    judged(&mut session, None);
    session.apply(Event::SwapSides, seconds(0)).expect("a person and a bot");
    play(&mut session, "b2", 0);
    judged(&mut session, None);
    let bot = Event::BotMove { ply: 2, mv: "c3".into(), thought: seconds(0) };
    let effects = session.apply(bot, seconds(0)).expect("a move");
    assert_eq!(effects, [Effect::Moved { ply: 2, text: "c3".into() }], "a person is to move");
}
