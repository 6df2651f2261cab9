//! Engines that misbehave in every way lose the game, are shown with what they said, and play the
//! next one.

use std::time::Duration;

use potez_arena::{Control, Entrant, Event, FaultKind, Openings, Pair, Pairing, Summary, runner};
use potez_table::{Limits, Stop};

const ENGINE: &str = env!("CARGO_BIN_EXE_arena-test-engine");

/// Plays two pairs against a random player; the engine is the second entrant.
fn play(mode: &str, limits: Limits, timeout: Duration) -> Vec<Pair> {
    let entrants = ["random".to_string(), format!("cmd:\"'{ENGINE}' {mode}\",name={mode}")];
    let entrants: Vec<Entrant> =
        entrants.iter().map(|spec| spec.parse().unwrap_or_else(|error| panic!("{error}"))).collect();
    let control = Control { timeout, grace: Duration::from_millis(100), ..Control::new(limits) };
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
    let stop = Stop::new();
    let options = runner::Options { concurrency: 2, journal: None, done: Vec::new(), keep_moves: true, stop };
    let mut seen = 0;
    let results = runner::run(&event, options, &mut |_| seen += 1).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((results.pairs.len(), seen), (2, 2));
    let summary = Summary::of(&event, &results.pairs);
    assert_eq!(summary.games(), 4);
    results.pairs
}

/// Every game is lost by the engine for this reason, and what it said is on record.
fn loses_every_game(mode: &str, kind: FaultKind, said: &str, limits: Limits, timeout: Duration) {
    for game in play(mode, limits, timeout).iter().flat_map(|pair| &pair.games) {
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
    loses_every_game("closes-its-output", FaultKind::Crash, "> go nodes 10", Limits::nodes(NODES), LONG);
}

#[test]
fn engines_that_do_not_answer_lose_and_are_killed() {
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
fn a_move_that_comes_late_is_late_and_the_engine_does_not_hang() {
    let time = Limits::time(Duration::from_millis(300));
    for game in play("late", time, LONG).iter().flat_map(|pair| &pair.games) {
        let fault = game.fault.as_ref().unwrap_or_else(|| panic!("no fault in {game:?}"));
        assert_eq!((fault.kind, game.reason.as_str()), (FaultKind::Time, "time"), "{fault:?}");
        assert!(fault.message.contains("late"), "{fault}");
    }
}

/// What is wrong with a program that is not let into a match: no game is played.
fn is_unfit(game: &str, spec: &str, timeout: Duration) -> runner::UnfitProgram {
    let entrants = ["random", spec].map(|spec| spec.parse::<Entrant>().unwrap_or_else(|error| panic!("{error}")));
    let event = Event {
        game: game.into(),
        entrants: entrants.into(),
        pairing: Pairing::RoundRobin,
        games: 2,
        openings: Openings::random(game, 2, 4),
        control: Control { timeout, ..Control::new(Limits::nodes(NODES)) },
        seed: 4,
        sprt: None,
    };
    let options =
        runner::Options { concurrency: 1, journal: None, done: Vec::new(), keep_moves: false, stop: Stop::new() };
    let mut played = 0;
    let Err(runner::RunError::Unfit(mut unfit)) = runner::run(&event, options, &mut |_| played += 1) else {
        panic!("{spec} is let into the match");
    };
    assert_eq!((played, unfit.len()), (0, 1));
    unfit.remove(0)
}

#[test]
fn a_program_that_cannot_be_started_is_an_error_before_the_first_game() {
    let missing = is_unfit("byte", "cmd:/no/such/program", LONG);
    assert!(missing.message.contains("cannot start `/no/such/program`"), "{missing:?}");
    let broken = is_unfit("byte", &format!("cmd:\"'{ENGINE}' crash-at-start\""), LONG);
    assert!(broken.message.contains("the program ended"), "{broken:?}");
    assert!(broken.io.iter().any(|line| line == "! cannot find my weights"), "{broken:?}");
    let silent = is_unfit("byte", &format!("cmd:\"'{ENGINE}' silent\",name=Silent"), SHORT);
    assert_eq!((silent.name.as_str(), silent.message.as_str()), ("Silent", "no ugiok in time"));
}

#[test]
fn a_program_that_refuses_the_set_up_is_an_error_before_the_first_game() {
    let refuses = is_unfit("byte", &format!("cmd:\"'{ENGINE}' knows-no-game\""), LONG);
    assert!(refuses.message.contains("refuses the set-up: `info string error unknown game"), "{refuses:?}");
    let gtp = |mode: &str| format!("cmd:\"'{ENGINE}' {mode}\",proto=gtp");
    let small = is_unfit("havannah:size=5", &gtp("gtp-small"), LONG);
    assert!(small.message.contains("answered `boardsize 5` with an error"), "{small:?}");
    let swapless = is_unfit("havannah:size=4,swap=on", &gtp("gtp-small"), LONG);
    assert!(swapless.message.contains("swap` with an error"), "{swapless:?}");
}

#[test]
fn a_protocol_or_a_notation_that_a_game_does_not_have_is_refused() {
    for (game, spec, expected) in [
        ("byte", "cmd:x,proto=gtp", "GTP is not spoken over byte"),
        ("blockade", "cmd:x,proto=gtp,name=Ana", "Ana: GTP is not spoken over blockade"),
    ] {
        let entrants = ["random", spec].map(|spec| spec.parse::<Entrant>().unwrap_or_else(|error| panic!("{error}")));
        let event = Event {
            game: game.into(),
            entrants: entrants.into(),
            pairing: Pairing::RoundRobin,
            games: 2,
            openings: Openings::random(game, 2, 4),
            control: Control::new(Limits::nodes(NODES)),
            seed: 4,
            sprt: None,
        };
        let error = event.check().map(|_| ()).expect_err(spec).to_string();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn a_gtp_engine_that_is_late_is_not_called_hung() {
    let spec = format!("cmd:\"'{ENGINE}' gtp-late\",proto=gtp");
    let entrants =
        ["random", spec.as_str()].map(|spec| spec.parse::<Entrant>().unwrap_or_else(|error| panic!("{error}")));
    let event = Event {
        game: "havannah:size=4".into(),
        entrants: entrants.into(),
        pairing: Pairing::RoundRobin,
        games: 2,
        openings: Openings::random("havannah:size=4", 2, 4),
        control: Control {
            grace: Duration::from_millis(100),
            ..Control::new(Limits::time(Duration::from_millis(100)))
        },
        seed: 4,
        sprt: None,
    };
    let options =
        runner::Options { concurrency: 1, journal: None, done: Vec::new(), keep_moves: false, stop: Stop::new() };
    let results = runner::run(&event, options, &mut |_| {}).unwrap_or_else(|error| panic!("{error}"));
    for game in &results.pairs[0].games {
        assert_eq!(game.fault.as_ref().map(|fault| fault.kind), Some(FaultKind::Time), "{game:?}");
    }
}

#[test]
fn an_event_that_is_called_off_does_not_wait_for_a_slow_engine() {
    let spec = format!("cmd:\"'{ENGINE}' hang\"");
    let entrants =
        ["random", spec.as_str()].map(|spec| spec.parse::<Entrant>().unwrap_or_else(|error| panic!("{error}")));
    let event = Event {
        game: "byte".into(),
        entrants: entrants.into(),
        pairing: Pairing::RoundRobin,
        games: 2,
        openings: Openings::random("byte", 2, 4),
        // An hour would be waited for.
        control: Control::new(Limits::time(Duration::from_secs(3600))),
        seed: 4,
        sprt: None,
    };
    let stop = Stop::new();
    let raised = stop.clone();
    std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(500));
        raised.raise();
    });
    let options = runner::Options { concurrency: 1, journal: None, done: Vec::new(), keep_moves: false, stop };
    let results = runner::run(&event, options, &mut |_| {}).unwrap_or_else(|error| panic!("{error}"));
    assert!(results.pairs.is_empty());
}
