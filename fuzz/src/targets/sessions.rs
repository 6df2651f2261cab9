//! The transitions of a session: any events in any order at any time. What is refused changes
//! nothing, a game has one result, clocks are honest, and what is stored is what was there.

use std::time::Duration;

use potez_core::{Ending, Player};
use potez_session::{
    BotTime, Effect, Event, GameClock, Mistake, MoveInput, Offer, Policy, Seat, Session, SessionState, Sides, Takeback,
    TimeControl,
};

const GAMES: [&str; 4] =
    ["havannah:size=3", "havannah:size=3,swap=on", "byte:size=8", "blockade:rows=5,cols=5,walls=2,turn=either"];
const POLICIES: [Policy; 4] =
    [Policy::TERMINAL, Policy::SERVER, Policy::REFEREE, Policy { max_plies: Some(9), ..Policy::REFEREE }];
const SIDES: [Sides; 3] = [Sides::X, Sides::O, Sides::Both];
const OFFERS: [Offer; 3] = [Offer::Draw, Offer::Takeback, Offer::Rematch];
const TAKEBACKS: [Takeback; 3] = [Takeback::Free, Takeback::Ask, Takeback::Off];
/// Bytes of one step: what, how, and how long after the last one.
const STEP: usize = 3;

pub(super) fn run(data: &[u8]) {
    let Some((head, steps)) = data.split_first_chunk() else { return };
    let mut session = session(*head);
    let mut now = Duration::from_secs(1_000);
    session.start(now);
    check(&session, now);
    for step in steps.as_chunks::<STEP>().0 {
        let [what, how, wait] = *step;
        let earlier = now;
        // Squared, so that short waits are common and a flag can fall.
        now += Duration::from_millis(u64::from(wait) * u64::from(wait));
        let event = event(&session, what, how);
        let before = session.clone();
        match session.apply(event.clone(), now) {
            Err(_) => {
                assert_eq!(session.state(), before.state(), "{event:?} was refused and changed something");
                assert_eq!(session.table().moves(), before.table().moves(), "{event:?}");
            }
            Ok(effects) => {
                let ends = effects.iter().filter(|effect| matches!(effect, Effect::Over { .. })).count();
                assert_eq!(ends, usize::from(session.is_over() && !before.is_over()), "{event:?}: {effects:?}");
                check_result(&before, &session, &event);
                check_clocks(&before, &session, &event, earlier, now);
            }
        }
        check(&session, now);
    }
}

fn session([game, given, policy, flags, control, takeback]: [u8; 6]) -> Session {
    let mut table = potez_table::open(GAMES[usize::from(game) % GAMES.len()], None).expect("a game");
    for _ in 0..given % 3 {
        let mv = table.legal().swap_remove(0);
        table.play(&mv).expect("a legal move");
    }
    let flag = |bit: u8| flags >> bit & 1 == 1;
    let seats = [0, 1].map(|bit| if flag(bit) { Seat::bot("random") } else { Seat::PERSON });
    let controls = [time_control(control % 4), time_control(control / 4 % 4)];
    let clock = (controls != [None; 2]).then(|| GameClock::with_odds(controls));
    let takeback = *pick(&TAKEBACKS, takeback);
    let (apart, teaching) = (flag(2), flag(3));
    let state = SessionState { takeback, apart, teaching, clock, ..SessionState::new(table.as_ref(), seats) };
    Session::new(table, state, pick(&POLICIES, policy).clone())
}

fn time_control(number: u8) -> Option<TimeControl> {
    let second = Duration::from_secs(1);
    match number {
        1 => Some(TimeControl::Fischer { initial: 60 * second, increment: second }),
        2 => Some(TimeControl::Fischer { initial: second, increment: Duration::ZERO }),
        3 => Some(TimeControl::PerMove { time: 5 * second }),
        _ => None,
    }
}

fn pick<T>(list: &[T], number: u8) -> &T {
    &list[usize::from(number) % list.len()]
}

fn event(session: &Session, what: u8, how: u8) -> Event {
    let (player, sides, offer) = (*pick(&Player::BOTH, how), *pick(&SIDES, how), *pick(&OFFERS, how / 2));
    let ply = session.table().ply() + usize::from(how == 255);
    match what % 24 {
        0..=8 => legal_move(session, how),
        9 => Event::Resign(player),
        10 => Event::End(pick(&Ending::all_beyond_the_rules(), how).clone()),
        11 => Event::Abort,
        12 => Event::Offer(player, offer),
        13 => Event::Accept(player, offer),
        14 => Event::Decline(player, offer),
        15 => Event::Withdraw(player, offer),
        16 => Event::Undo(sides),
        17 => Event::Redo(sides),
        18 => Event::SwapSides,
        19 => Event::AskHint,
        20 => match session.table().legal().first().map(|text| session.table().read_move(text)) {
            Some(Ok(mv)) => Event::HintFound { ply, mv },
            _ => Event::Tick,
        },
        21 => {
            let mistake = Mistake { before: 0.5, after: 0.1, ..Mistake::default() };
            Event::Judged { ply, mistake: (how & 1 == 0).then_some(mistake) }
        }
        22 => Event::Insist(sides),
        _ if how & 1 == 0 => Event::Arrive(sides),
        _ => Event::Tick,
    }
}

/// A legal move of whoever is to move, and now and then one that is none.
fn legal_move(session: &Session, how: u8) -> Event {
    let (table, turn) = (session.table(), session.turn());
    let legal = table.legal();
    let text = legal.get(usize::from(how) % legal.len().max(1)).filter(|_| how < 250).cloned().unwrap_or_default();
    if session.state().is_bot(turn) {
        // Bots give parts, people texts.
        let mv = table.read_move(&text).map_or(MoveInput::Text(text), MoveInput::from);
        Event::BotMove { ply: table.ply(), mv, thought: Duration::from_millis(u64::from(how) * 10) }
    } else {
        Event::Move { by: turn.into(), ply: Some(table.ply()), mv: text.into() }
    }
}

/// What is over stays over, with the result it has, unless somebody takes it back.
fn check_result(before: &Session, after: &Session, event: &Event) {
    if before.is_over() && !matches!(event, Event::Undo(_) | Event::Redo(_)) {
        assert_eq!(after.ending(), before.ending(), "{event:?}");
        assert_eq!(after.table().moves(), before.table().moves(), "{event:?}");
    }
}

/// Nobody loses more time than has passed, and nobody gains more than a move gives.
fn check_clocks(before: &Session, after: &Session, event: &Event, earlier: Duration, now: Duration) {
    let gives_back =
        matches!(event, Event::Undo(_) | Event::Redo(_) | Event::Accept(_, Offer::Takeback) | Event::Judged { .. });
    let (Some(old), Some(new), false) = (before.clock(), after.clock(), gives_back) else { return };
    for player in Player::BOTH {
        let Some(control) = new.control(player) else { continue };
        // A bot that pays for its thinking alone is not charged while it waits.
        let waits = after.policy().bot_time == BotTime::Thinking && before.state().is_bot(player);
        let since = old.since().filter(|_| waits).unwrap_or(earlier);
        let (Some(had), Some(has)) = (old.left(player, since), new.left(player, now)) else { continue };
        assert!(has >= had.saturating_sub(now.saturating_sub(since)), "{event:?} {player:?}: {had:?}, then {has:?}");
        assert!(
            has <= (had + control.increment()).max(control.initial()),
            "{event:?} {player:?}: {had:?}, then {has:?}"
        );
        let moved = after.table().ply() > before.table().ply() && before.turn() == player;
        assert!(moved || has <= had, "{event:?} {player:?} gained time: {had:?}, then {has:?}");
    }
}

/// What is true of a session at any time.
fn check(session: &Session, now: Duration) {
    let (table, state) = (session.table(), session.state());
    let ending = table.ending();
    assert_eq!(state.ending, ending.clone().filter(|ending| !ending.is_by_rules()));
    assert!(table.ply() >= state.given && state.judged <= table.ply());
    if ending.is_some() {
        assert!(session.duties(now).is_empty() && session.hint().is_none());
        assert!(state.offers.draw.is_none() && state.offers.takeback.is_none());
    } else {
        assert!(state.offers.rematch.is_none());
    }
    if let Some(clock) = session.clock() {
        let runs = ending.is_none() && session.made() >= session.policy().clock_from;
        assert_eq!(clock.running(), runs.then(|| session.turn()));
    }
    let back = Session::restore(state.clone(), &table.moves(), session.policy().clone()).expect("the same game");
    assert_eq!((back.state(), back.ending()), (state, ending));
    let json = serde_json::to_string(state).expect("plain data");
    assert_eq!(&serde_json::from_str::<SessionState>(&json).expect("a state"), state);
}
