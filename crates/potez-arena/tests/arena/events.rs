//! Whole events in this process: the same seed gives the same games, journals go on, tests end in
//! time.

use std::collections::HashSet;
use std::fs;
use std::path::PathBuf;

use potez_arena::stats::Sprt;
use potez_arena::{
    Control, Entrant, Event, Journal, JournalError, Openings, Pair, Pairing, Proofs, Summary, report, runner,
};
use potez_table::{Limits, Stop};

fn event(game: &str, bots: &[&str], games: usize, seed: u64) -> Event {
    let entrants = bots.iter().map(|spec| spec.parse::<Entrant>().unwrap_or_else(|error| panic!("{error}")));
    Event {
        game: game.into(),
        entrants: entrants.collect(),
        pairing: Pairing::RoundRobin,
        games,
        openings: Openings::random(game, 2, seed),
        control: Control::new(Limits::nodes(100)),
        seed,
        sprt: None,
    }
}

fn options(concurrency: usize, stop: &Stop) -> runner::Options<'static> {
    runner::Options { concurrency, journal: None, done: Vec::new(), keep_moves: true, stop: stop.clone() }
}

fn play(event: &Event, concurrency: usize) -> runner::Results {
    let stop = Stop::new();
    runner::run(event, options(concurrency, &stop), &mut |_| {}).unwrap_or_else(|error| panic!("{error}"))
}

/// A pair by its number, with who played X, the result and the moves of each game.
type Games = (usize, Vec<(usize, String, String)>);

/// What the games are, without how long they took.
fn games(pairs: &[Pair]) -> Vec<Games> {
    let game = |pair: &Pair| pair.games.iter().map(|game| (game.x, game.result.clone(), game.moves.clone())).collect();
    pairs.iter().map(|pair| (pair.pair, game(pair))).collect()
}

#[test]
fn the_same_seed_gives_the_same_games_however_many_are_played_at_a_time() {
    for game in ["byte", "havannah:size=4", "blockade:rows=7,cols=8,walls=3"] {
        let one = games(&play(&event(game, &["random", "potez"], 4, 7), 1).pairs);
        assert_eq!(one, games(&play(&event(game, &["random", "potez"], 4, 7), 3).pairs), "{game}");
        assert_ne!(one, games(&play(&event(game, &["random", "potez"], 4, 8), 1).pairs), "{game}");
    }
}

#[test]
fn both_games_of_a_pair_begin_alike_with_colours_swapped() {
    let results = play(&event("havannah:size=4", &["random", "random:seed=2"], 21, 3), 2);
    assert_eq!(results.pairs.len(), 11);
    let mut openings = HashSet::new();
    for pair in &results.pairs {
        let opening = |game: usize| pair.games[game].moves.split(' ').take(pair.plies).collect::<Vec<_>>().join(" ");
        assert_eq!(pair.games[0].x, 0);
        if pair.pair < 10 {
            assert_eq!((pair.games.len(), pair.games[1].x, opening(1)), (2, 1, opening(0)));
        } else {
            assert_eq!(pair.games.len(), 1, "the last game of an odd number has no partner");
        }
        openings.insert(opening(0));
    }
    assert_eq!(openings.len(), 11);
}

#[test]
fn a_round_robin_lets_everybody_meet_everybody_and_a_gauntlet_only_the_first() {
    let bots = ["random", "random:seed=2", "random:seed=3", "random:seed=4"];
    let mut event = event("byte", &bots, 4, 1);
    let summary = Summary::of(&event, &play(&event, 2).pairs);
    assert_eq!((summary.games(), summary.meetings.len()), (24, 12));
    assert!(summary.standings.iter().all(|standing| standing.score.games() == 12));
    event.pairing = Pairing::Gauntlet;
    let summary = Summary::of(&event, &play(&event, 2).pairs);
    assert_eq!((summary.games(), summary.meetings.len()), (12, 6));
    assert_eq!(summary.standings[0].score.games(), 12);
}

#[test]
fn a_test_ends_at_the_same_pair_however_many_are_played_at_a_time() {
    let with_sprt = |concurrency| {
        let mut event = event("havannah:size=4", &["potez", "random"], 4000, 5);
        event.sprt = Sprt::new(0.0, 100.0);
        let results = play(&event, concurrency);
        assert!(results.verdict.is_some());
        games(&results.pairs)
    };
    let one = with_sprt(1);
    assert!(one.len() < 200, "{} pairs for a clear case", one.len());
    assert_eq!(one, with_sprt(3));
}

#[test]
fn proofs_end_games_only_when_asked_for() {
    let mut event = event("havannah:size=4", &["random", "random:seed=2"], 2, 9);
    assert!(!Summary::of(&event, &play(&event, 2).pairs).reasons.contains_key("proof"));
    event.control.proofs = Some(Proofs { nodes: 300 });
    let summary = Summary::of(&event, &play(&event, 2).pairs);
    assert!(summary.reasons.contains_key("proof"), "{:?}", summary.reasons);
    event.control.max_plies = Some(5);
    let summary = Summary::of(&event, &play(&event, 2).pairs);
    assert_eq!(summary.first_player.draws, 2);
}

#[test]
fn records_replay_to_the_same_result() {
    let event = event("havannah:size=4", &["random", "potez"], 6, 2);
    let results = play(&event, 2);
    for pair in &results.pairs {
        for game in &pair.games {
            let text = report::records::text(&event, pair, game);
            let read = potez_table::records::read(&text).unwrap_or_else(|error| panic!("{error}"));
            let replayed = potez_table::records::replay(&read).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(replayed.table.outcome().map(|outcome| outcome.to_string()), Some(game.result.clone()));
            assert_eq!((replayed.overruled, replayed.table.reason()), (None, Some(game.reason.clone())));
        }
    }
}

/// A file of its own for each test, gone at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("potez-arena-{name}-{}.jsonl", std::process::id()));
        let _ = fs::remove_file(&path);
        Self(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// Plays with a journal until it is called off after this many pairs.
fn play_on(event: &Event, scratch: &Scratch, most: usize) -> Vec<Pair> {
    let (mut journal, done) = Journal::open(&scratch.0, event).unwrap_or_else(|error| panic!("{error}"));
    let stop = Stop::new();
    if most == 0 {
        stop.raise();
    }
    let mut count = 0;
    let options = runner::Options { journal: Some(&mut journal), done, ..options(2, &stop) };
    let results = runner::run(event, options, &mut |_| {
        count += 1;
        if count >= most {
            stop.raise();
        }
    });
    results.unwrap_or_else(|error| panic!("{error}")).pairs
}

#[test]
fn an_event_that_was_called_off_goes_on_where_it_was() {
    let event = || event("havannah:size=4", &["random", "potez"], 30, 11);
    let whole = games(&play(&event(), 1).pairs);
    let scratch = Scratch::new("goes-on");
    let mut played = 0;
    for most in [1, 2, 3, 1, 100] {
        let pairs = play_on(&event(), &scratch, most);
        assert!(pairs.len() > played, "{} after {played}", pairs.len());
        played = pairs.len();
        // The machine dies in the middle of a line.
        let text = fs::read_to_string(&scratch.0).unwrap();
        fs::write(&scratch.0, format!("{text}{{\"pair\":3,\"players\":[0,1],\"open")).unwrap();
    }
    assert_eq!(games(&play_on(&event(), &scratch, 0)), whole);
    // One line a pair and one for the event: nothing was played twice.
    assert_eq!(fs::read_to_string(&scratch.0).unwrap().lines().count(), 16);
}

#[test]
fn a_longer_event_keeps_the_games_of_the_shorter_one() {
    let scratch = Scratch::new("longer");
    let event = |games| event("byte", &["random", "random:seed=5"], games, 11);
    let short = games(&play_on(&event(7), &scratch, 100));
    let long = games(&play_on(&event(12), &scratch, 100));
    assert_eq!((short.len(), long.len()), (4, 6));
    assert_eq!(short[..3], long[..3]);
    assert_eq!(long[3].1.len(), 2, "the game without a partner has got one");
}

#[test]
fn a_journal_is_not_mixed_with_another_event_or_another_file() {
    let scratch = Scratch::new("mixed");
    let first = event("byte", &["random", "potez"], 4, 1);
    play_on(&first, &scratch, 100);
    let open = |event: &Event| Journal::open(&scratch.0, event).map(|_| ()).expect_err("it must not open");
    let error = open(&event("byte", &["random", "potez"], 4, 2)).to_string();
    assert!(error.contains("seed was 1, and now is 2"), "{error}");
    let error = open(&event("byte", &["random", "classic"], 4, 1)).to_string();
    assert!(error.contains("players was"), "{error}");
    let held = Journal::open(&scratch.0, &first).unwrap();
    assert!(matches!(open(&first), JournalError::Busy { .. }));
    drop(held);
    for text in ["my thesis", "my thesis\n", "{\"a\":1}\n", "\u{0}\n", "{\"a\":1}", "{\"pair\":1", "{"] {
        fs::write(&scratch.0, text).unwrap();
        let error = open(&first);
        assert!(matches!(error, JournalError::Damaged { .. }), "{text}: {error}");
        assert_eq!(fs::read_to_string(&scratch.0).unwrap(), text, "somebody's file was changed");
    }
}

#[test]
fn a_journal_of_another_event_is_not_touched_even_where_it_is_torn() {
    let scratch = Scratch::new("torn");
    play_on(&event("byte", &["random", "potez"], 4, 1), &scratch, 100);
    let torn = format!("{}{{\"pair\":3,\"players\":[0,", fs::read_to_string(&scratch.0).unwrap());
    fs::write(&scratch.0, &torn).unwrap();
    let other = Journal::open(&scratch.0, &event("byte", &["random", "potez"], 4, 2)).map(|_| ());
    assert!(matches!(other, Err(JournalError::Different { .. })), "{other:?}");
    assert_eq!(fs::read_to_string(&scratch.0).unwrap(), torn);
    // Notes that somebody has written at its end are not ours to take away.
    let noted = torn.replace("{\"pair\":3,\"players\":[0,", "{} see also the match of Monday");
    fs::write(&scratch.0, &noted).unwrap();
    let own = Journal::open(&scratch.0, &event("byte", &["random", "potez"], 4, 1)).map(|_| ());
    assert!(matches!(own, Err(JournalError::Damaged { .. })), "{own:?}");
    assert_eq!(fs::read_to_string(&scratch.0).unwrap(), noted);
}

#[test]
fn a_header_that_was_half_written_is_written_again() {
    let scratch = Scratch::new("header");
    let event = event("byte", &["random", "random:seed=2"], 2, 1);
    let header = event.header().to_string();
    for length in [0, 20, header.len()] {
        fs::write(&scratch.0, &header[..length]).unwrap();
        let (_, pairs) = Journal::open(&scratch.0, &event).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!((pairs.len(), fs::read_to_string(&scratch.0).unwrap()), (0, format!("{header}\n")));
    }
}

#[test]
fn what_is_not_a_regular_file_keeps_no_games() {
    let event = event("byte", &["random", "random:seed=2"], 2, 1);
    for name in [std::env::temp_dir(), "/dev/null".into()] {
        let error = Journal::open(&name, &event).map(|_| ()).expect_err("it must not open");
        assert!(matches!(error, JournalError::NotAFile { .. }), "{error}");
    }
}

/// What somebody did to a pair, by its name.
type Forgery<'a> = (&'a str, &'a dyn Fn(&mut serde_json::Value));

#[test]
fn a_result_in_a_journal_must_be_what_its_game_says() {
    let scratch = Scratch::new("untrue");
    let mut event = event("havannah:size=4", &["random", "random:seed=2"], 4, 3);
    event.control.proofs = Some(Proofs { nodes: 50 });
    play_on(&event, &scratch, 100);
    let text = fs::read_to_string(&scratch.0).unwrap();
    let with = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut lines: Vec<String> = text.lines().map(String::from).collect();
        let mut pair: serde_json::Value = serde_json::from_str(&lines[1]).unwrap();
        change(&mut pair);
        lines[1] = pair.to_string();
        fs::write(&scratch.0, lines.join("\n") + "\n").unwrap();
        Journal::open(&scratch.0, &event).map(|_| ())
    };
    with(&|_| {}).unwrap_or_else(|error| panic!("{error}"));
    let turned = |pair: &mut serde_json::Value| {
        let result = &mut pair["games"][0]["result"];
        *result = if *result == "x" { "o".into() } else { "x".into() };
    };
    let changes: [Forgery; 8] = [
        ("turned over", &turned),
        ("unknown", &|pair| pair["games"][0]["result"] = "won".into()),
        ("another reason", &|pair| pair["games"][0]["reason"] = "fork+bridge+ring".into()),
        ("resigned on the board", &|pair| pair["games"][0]["reason"] = "resign".into()),
        ("agreed", &|pair| {
            pair["games"][0]["result"] = "draw".into();
            pair["games"][0]["reason"] = "agreement".into();
        }),
        ("other colours", &|pair| {
            pair["games"][0]["x"] = 1.into();
            pair["games"][0]["o"] = 0.into();
        }),
        ("other moves", &|pair| pair["games"][0]["moves"] = "a1 a1".into()),
        ("no moves", &|pair| pair["games"][0]["moves"] = "".into()),
    ];
    for (name, change) in changes {
        let error = with(change).expect_err(name);
        assert!(matches!(error, JournalError::Untrue { line: 2, .. }), "{name}: {error}");
    }
    // The same pair twice would count twice.
    let second = text.lines().nth(1).unwrap();
    fs::write(&scratch.0, format!("{text}{second}\n")).unwrap();
    let error = Journal::open(&scratch.0, &event).map(|_| ()).expect_err("twice");
    assert!(error.to_string().contains("again"), "{error}");
}
