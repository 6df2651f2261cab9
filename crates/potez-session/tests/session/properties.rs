//! What holds whatever happens, in any order and at any time.

use std::time::Duration;

use potez_core::{Ending, Player};
use potez_session::{
    BotTime, Effect, Event, GameClock, Mistake, MoveInput, Offer, Policy, Refusal, Seat, Session, SessionState, Sides,
    Takeback, TimeControl,
};
use potez_table::{TableMove, open};
use proptest::prelude::*;
use proptest::sample::select;

/// A step of a test: something happens after some milliseconds.
#[derive(Clone, Debug)]
enum Step {
    Event(Event),
    /// The n-th legal move, by whoever is to move, bot or not.
    Move(usize),
}

fn player() -> impl Strategy<Value = Player> {
    select(&Player::BOTH[..])
}

fn sides() -> impl Strategy<Value = Sides> {
    select(&[Sides::X, Sides::O, Sides::Both][..])
}

fn offer() -> impl Strategy<Value = Offer> {
    select(&[Offer::Draw, Offer::Takeback, Offer::Rematch][..])
}

fn step() -> impl Strategy<Value = Step> {
    let rare = prop_oneof![
        player().prop_map(Event::Resign),
        select(Ending::all_beyond_the_rules()).prop_map(Event::End),
        Just(Event::Abort),
    ];
    let common = prop_oneof![
        (player(), offer()).prop_map(|(player, offer)| Event::Offer(player, offer)),
        (player(), offer()).prop_map(|(player, offer)| Event::Accept(player, offer)),
        (player(), offer()).prop_map(|(player, offer)| Event::Decline(player, offer)),
        (player(), offer()).prop_map(|(player, offer)| Event::Withdraw(player, offer)),
        sides().prop_map(Event::Undo),
        sides().prop_map(Event::Redo),
        sides().prop_map(Event::Insist),
        sides().prop_map(Event::Arrive),
        Just(Event::SwapSides),
        Just(Event::AskHint),
        (0_usize..6).prop_map(|ply| Event::HintFound { ply, mv: advice() }),
        (0_usize..6, any::<bool>()).prop_map(|(ply, bad)| Event::Judged { ply, mistake: bad.then(Mistake::default) }),
        (sides(), "[a-e][1-5]").prop_map(|(by, text)| Event::Move { by, ply: None, mv: text.into() }),
        Just(Event::Tick),
    ];
    prop_oneof![
        10 => (0_usize..100).prop_map(Step::Move),
        8 => common.prop_map(Step::Event),
        1 => rare.prop_map(Step::Event),
    ]
}

/// Some move; nobody checks that advice is good.
fn advice() -> TableMove {
    open("havannah:size=3", None).and_then(|table| table.read_move("a1")).expect("a move")
}

fn policy() -> impl Strategy<Value = Policy> {
    let long = Policy { max_plies: Some(9), ..Policy::REFEREE };
    select(vec![Policy::TERMINAL, Policy::SERVER, Policy::REFEREE, long])
}

fn control() -> impl Strategy<Value = Option<TimeControl>> {
    let (minute, tick) = (Duration::from_secs(60), Duration::from_secs(1));
    select(vec![
        None,
        Some(TimeControl::Fischer { initial: minute, increment: tick }),
        Some(TimeControl::Fischer { initial: tick, increment: Duration::ZERO }),
        Some(TimeControl::PerMove { time: Duration::from_secs(5) }),
    ])
}

prop_compose! {
    fn session()(
        game in select(vec!["havannah:size=3", "byte:size=8", "blockade:rows=5,cols=5,walls=2"]),
        given in 0_usize..3,
        bots in any::<[bool; 2]>(),
        policy in policy(),
        takeback in select(&[Takeback::Free, Takeback::Ask, Takeback::Off][..]),
        controls in [control(), control()],
        apart: bool,
        teaching: bool,
    ) -> Session {
        let mut table = open(game, None).expect("a game");
        for _ in 0..given {
            let mv = table.legal().swap_remove(0);
            table.play(&mv).expect("a legal move");
        }
        let seats = bots.map(|is_bot| if is_bot { Seat::bot("random") } else { Seat::PERSON });
        let clock = (controls != [None; 2]).then(|| GameClock::with_odds(controls));
        let state = SessionState { takeback, apart, teaching, clock, ..SessionState::new(table.as_ref(), seats) };
        Session::new(table, state, policy)
    }
}

fn event(session: &Session, step: Step) -> Event {
    match step {
        Step::Event(event) => event,
        Step::Move(number) => {
            let legal = session.table().legal();
            let text = legal.get(number % legal.len().max(1)).cloned().unwrap_or_default();
            let (turn, ply) = (session.turn(), session.table().ply());
            if session.state().is_bot(turn) {
                // Bots give parts, people texts.
                let parts = session.table().read_move(&text).map(MoveInput::from);
                Event::BotMove { ply, mv: parts.unwrap_or(text.into()), thought: Duration::from_millis(number as u64) }
            } else {
                Event::Move { by: turn.into(), ply: Some(ply), mv: text.into() }
            }
        }
    }
}

/// What must be true of a session at any time.
fn check(session: &Session, now: Duration) -> Result<(), TestCaseError> {
    let (table, state) = (session.table(), session.state());
    let ending = table.ending();
    prop_assert_eq!(&state.ending, &ending.clone().filter(|ending| !ending.is_by_rules()));
    prop_assert!(table.ply() >= state.given);
    prop_assert!(state.judged <= table.ply());
    prop_assert!(state.next.is_none());
    if ending.is_some() {
        prop_assert!(session.duties(now).is_empty() && session.hint().is_none());
        prop_assert!(state.offers.draw.is_none() && state.offers.takeback.is_none());
    } else {
        prop_assert!(state.offers.rematch.is_none());
    }
    if let Some(clock) = session.clock() {
        let runs = ending.is_none() && session.made() >= session.policy().clock_from;
        prop_assert_eq!(clock.running(), runs.then(|| session.turn()));
    }
    // Stored and read back it is the same.
    let back = Session::restore(state.clone(), &table.moves(), session.policy().clone()).expect("the same game");
    prop_assert_eq!((back.state(), back.ending()), (state, ending));
    let json = serde_json::to_string(state).expect("plain data");
    prop_assert_eq!(&serde_json::from_str::<SessionState>(&json).expect("a state"), state);
    Ok(())
}

/// A game that has ended takes in nothing but what may follow it.
fn may_follow_the_end(event: &Event) -> bool {
    matches!(
        event,
        Event::Undo(_)
            | Event::Redo(_)
            | Event::SwapSides
            | Event::Arrive(_)
            | Event::Tick
            | Event::Offer(_, Offer::Rematch)
            | Event::Accept(_, Offer::Rematch)
            | Event::Decline(_, Offer::Rematch)
            | Event::Withdraw(_, Offer::Rematch)
    )
}

fn takes_time_back(event: &Event) -> bool {
    matches!(event, Event::Undo(_) | Event::Redo(_) | Event::Accept(_, Offer::Takeback) | Event::Judged { .. })
}

proptest! {
    #[test]
    fn random_events_never_break_a_session(
        mut session in session(),
        steps in proptest::collection::vec((step(), 0_u64..3_000), 1..60),
    ) {
        let mut now = Duration::from_secs(1_000);
        session.start(now);
        check(&session, now)?;
        for (step, wait) in steps {
            now += Duration::from_millis(wait);
            let event = event(&session, step);
            let before = session.clone();
            match session.apply(event.clone(), now) {
                Err(refusal) => {
                    prop_assert_eq!(session.state(), before.state());
                    prop_assert_eq!(session.table().moves(), before.table().moves());
                    prop_assert_eq!(session.table().ending(), before.table().ending());
                    if let Refusal::TimeUp(player) = refusal {
                        prop_assert_eq!(before.flagged(now), Some(player));
                    }
                }
                Ok(effects) => {
                    prop_assert!(!before.is_over() || may_follow_the_end(&event), "{:?}", event);
                    let over = effects.iter().any(|effect| matches!(effect, Effect::Over { .. }));
                    prop_assert_eq!(over, session.is_over() && !before.is_over(), "{:?}: {:?}", event, effects);
                }
            }
            check(&session, now)?;
        }
    }

    #[test]
    fn time_is_conserved(
        mut session in session(),
        steps in proptest::collection::vec((step(), 0_u64..3_000), 1..60),
    ) {
        let mut now = Duration::from_secs(1_000);
        session.start(now);
        for (step, wait) in steps {
            let earlier = now;
            now += Duration::from_millis(wait);
            let event = event(&session, step);
            let before = session.clone();
            if session.apply(event.clone(), now).is_err() || takes_time_back(&event) {
                continue;
            }
            let Some(clock) = session.clock() else { continue };
            for player in Player::BOTH {
                let Some(control) = clock.control(player) else { continue };
                // A bot that pays for its thinking alone is not charged while it waits.
                let waits = session.policy().bot_time == BotTime::Thinking && before.state().is_bot(player);
                let since = before.clock().and_then(GameClock::since).filter(|_| waits).unwrap_or(earlier);
                let had = before.clock().and_then(|clock| clock.left(player, since)).expect("a limit");
                let has = clock.left(player, now).expect("a limit");
                // Nobody loses more than has passed, and nobody gains more than a move gives.
                let least = had.saturating_sub(now.saturating_sub(since));
                prop_assert!(has >= least, "{:?} {:?}: {:?} {:?}", event, player, had, has);
                let most = (had + control.increment()).max(control.initial());
                prop_assert!(has <= most, "{:?} {:?}: {:?} {:?}", event, player, had, has);
                let moved = session.table().ply() > before.table().ply();
                if !moved || before.turn() != player {
                    prop_assert!(has <= had, "{:?} {:?}: {:?} {:?}", event, player, had, has);
                }
            }
        }
    }
}
