//! Engines that misbehave in every way lose the game, are shown with what they said, and play the
//! next one.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use potez_arena::{Control, Entrant, Event, FaultKind, Openings, Pair, Pairing, Summary, runner};
use potez_table::Limits;

const ENGINE: &str = env!("CARGO_BIN_EXE_arena-test-engine");

/// Plays two pairs against a random player; the engine is the second entrant.
fn play(mode: &str, limits: Limits, patience: Duration) -> Vec<Pair> {
    let entrants = ["random".to_string(), format!("cmd:\"'{ENGINE}' {mode}\",name={mode}")];
    let entrants: Vec<Entrant> =
        entrants.iter().map(|spec| spec.parse().unwrap_or_else(|error| panic!("{error}"))).collect();
    let control = Control { patience, grace: Duration::from_millis(100), ..Control::new(limits) };
    let openings = Openings::random("byte", 2, 4);
    let event = Event {
        game: "byte".into(),
        entrants,
        pairing: Pairing::RoundRobin,
        games: 4,
        openings,
        control,
        seed: 4,
        sprt: None,
    };
    let off = AtomicBool::new(false);
    let options = runner::Options { concurrency: 2, journal: None, done: Vec::new(), keep_moves: true, off: &off };
    let mut seen = 0;
    let results = runner::run(&event, options, &mut |_| seen += 1).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((results.pairs.len(), seen), (2, 2));
    let summary = Summary::of(&event, &results.pairs);
    assert_eq!(summary.games(), 4);
    results.pairs
}

/// Every game is lost by the engine for this reason, and what it said is on record.
fn loses_every_game(mode: &str, kind: FaultKind, said: &str, limits: Limits, patience: Duration) {
    for game in play(mode, limits, patience).iter().flat_map(|pair| &pair.games) {
        let fault = game.fault.as_ref().unwrap_or_else(|| panic!("{mode}: no fault in {game:?}"));
        assert_eq!((fault.kind, game.culprit(), game.half_points(0)), (kind, Some(1), 2), "{mode}: {fault:?}");
        assert_eq!(game.reason, kind.word());
        let all = fault.io.join("\n");
        assert!(all.contains(said), "{mode}: no `{said}` in\n{all}");
    }
}

const NODES: u64 = 10;
const LONG: Duration = Duration::from_secs(30);
const SHORT: Duration = Duration::from_millis(400);

#[test]
fn an_honest_engine_loses_nothing_by_fault() {
    for mode in ["honest", "chatty", "answers-twice"] {
        for game in play(mode, Limits::nodes(NODES), LONG).iter().flat_map(|pair| &pair.games) {
            assert_eq!((game.fault.as_ref(), game.reason.as_str()), (None, "majority"), "{mode}");
        }
    }
}

#[test]
fn moves_that_are_not_legal_lose() {
    let cases = [
        ("illegal", "< bestmove zz99"),
        ("nonsense", "< bestmove"),
        ("wordless", "< bestmove"),
        ("repeats-a-move", "< bestmove"),
    ];
    for (mode, said) in cases {
        loses_every_game(mode, FaultKind::IllegalMove, said, Limits::nodes(NODES), LONG);
    }
}

#[test]
fn an_engine_that_claims_to_have_won_is_not_believed() {
    loses_every_game("claims-the-end", FaultKind::IllegalMove, "< result p1win", Limits::nodes(NODES), LONG);
}

#[test]
fn crashes_lose_and_the_last_words_are_kept() {
    loses_every_game("crash", FaultKind::Crash, "index out of bounds in my evaluation", Limits::nodes(NODES), LONG);
    loses_every_game("crash-at-start", FaultKind::Crash, "! cannot find my weights", Limits::nodes(NODES), LONG);
    loses_every_game("closes-its-output", FaultKind::Crash, "> go nodes 10", Limits::nodes(NODES), LONG);
}

#[test]
fn engines_that_do_not_answer_lose_and_are_killed() {
    loses_every_game("silent", FaultKind::Hang, "> ugi", Limits::nodes(NODES), SHORT);
    loses_every_game("hang", FaultKind::Hang, "> stop", Limits::nodes(NODES), SHORT);
    loses_every_game("floods", FaultKind::Hang, "< all work and no play", Limits::nodes(NODES), SHORT);
    loses_every_game("endless-line", FaultKind::Hang, "> stop", Limits::nodes(NODES), SHORT);
}

#[test]
fn an_engine_that_answers_too_late_loses_on_time() {
    loses_every_game("slow", FaultKind::Time, "> stop", Limits::time(Duration::from_millis(300)), LONG);
}

#[test]
fn an_engine_that_resigns_loses_without_fault() {
    for game in play("resigns", Limits::nodes(NODES), LONG).iter().flat_map(|pair| &pair.games) {
        assert_eq!((game.reason.as_str(), game.half_points(0), game.fault.as_ref()), ("resign", 2, None));
    }
}

#[test]
fn a_program_that_does_not_exist_loses_every_game() {
    let entrants = ["random", "cmd:/no/such/program"].map(|spec| spec.parse::<Entrant>().unwrap());
    let event = Event {
        game: "byte".into(),
        entrants: entrants.into(),
        pairing: Pairing::RoundRobin,
        games: 2,
        openings: Openings::random("byte", 2, 4),
        control: Control::new(Limits::nodes(NODES)),
        seed: 4,
        sprt: None,
    };
    let off = AtomicBool::new(false);
    let options = runner::Options { concurrency: 1, journal: None, done: Vec::new(), keep_moves: false, off: &off };
    let results = runner::run(&event, options, &mut |_| {}).unwrap_or_else(|error| panic!("{error}"));
    for game in &results.pairs[0].games {
        let fault = game.fault.as_ref().unwrap();
        assert_eq!(fault.kind, FaultKind::Crash);
        assert!(fault.message.contains("cannot start `/no/such/program`"), "{fault}");
    }
}
