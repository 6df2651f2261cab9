//! The conditions of an event, as journals keep them and as games are played by them.

use std::time::Duration;

use potez_arena::{Control, Entrant, Event, Openings, Pairing, Played, Proofs, runner};
use potez_session::TimeControl;
use potez_table::{Clock, Ending, Limits, Outcome, Player, Stop};

#[test]
fn the_text_of_the_conditions_is_the_one_in_journals_of_all_times() {
    let time = |milliseconds| Limits::time(Duration::from_millis(milliseconds));
    let clock = |left, increment| {
        let (left, increment) = (Duration::from_millis(left), Duration::from_millis(increment));
        Limits { clock: Some(Clock { left, increment, moves_to_go: None }), ..Limits::default() }
    };
    for (limits, text) in [
        (Limits::default(), "no limit"),
        (time(100), "100ms a move"),
        (time(1500), "1.5s a move"),
        (Limits::nodes(100), "100 nodes a move"),
        (Limits { depth: Some(4), ..Limits::nodes(100) }, "100 nodes a move, depth 4"),
        (clock(60_000, 1_000), "clock 60s+1s"),
        (clock(300_000, 0), "clock 300s+0ns"),
    ] {
        assert_eq!(Control::new(limits).to_string(), text);
    }
    let control = Control { max_plies: Some(300), proofs: Some(Proofs { nodes: 5 }), ..Control::new(time(100)) };
    assert_eq!(control.to_string(), "100ms a move, drawn after 300 plies, adjudicated by proofs of 5 nodes");
}

#[test]
fn a_clock_given_as_a_control_reads_the_same_in_a_journal() {
    let clock = TimeControl::read_durations("60s+1s").expect("a clock");
    let control = Control { clock: Some(clock), ..Control::new(Limits::default()) };
    assert_eq!(control.to_string(), "clock 60s+1s");
}

fn play(entrants: [&str; 2], control: Control) -> Vec<Played> {
    let event = Event {
        game: "byte".into(),
        entrants: entrants.map(|spec| spec.parse::<Entrant>().unwrap_or_else(|error| panic!("{error}"))).into(),
        pairing: Pairing::RoundRobin,
        games: 2,
        openings: Openings::random("byte", 2, 9),
        control,
        seed: 9,
        sprt: None,
    };
    let stop = Stop::new();
    let options = runner::Options { concurrency: 1, journal: None, done: Vec::new(), keep_moves: true, stop };
    let results = runner::run(&event, options, &mut |_| {}).unwrap_or_else(|error| panic!("{error}"));
    results.pairs.into_iter().flat_map(|pair| pair.games).collect()
}

#[test]
fn a_game_is_played_by_clocks_and_one_player_may_have_limits_of_its_own() {
    let clock = TimeControl::read_durations("1h+1s").expect("a clock");
    let control = Control { clock: Some(clock), ..Control::new(Limits::default()) };
    for game in play(["random", "greedy:nodes=5"], control) {
        assert_eq!(game.fault, None);
        assert!(game.ending().is_some_and(|ending| ending.is_by_rules()), "{}", game.reason);
    }
}

#[test]
fn without_any_time_left_or_grace_a_game_is_lost_on_time() {
    let clock = TimeControl::Fischer { initial: Duration::ZERO, increment: Duration::ZERO };
    let control = Control { clock: Some(clock), grace: Duration::ZERO, ..Control::new(Limits::default()) };
    for game in play(["random", "random:seed=2"], control) {
        assert_eq!(game.reason, "time");
        let late = game.ending().and_then(|ending| ending.culprit()).expect("somebody was late");
        assert_eq!(game.ending(), Some(Ending::Time(late)));
        assert_eq!(game.fault.map(|fault| fault.player), Some(late.letter()));
    }
}

#[test]
fn long_games_are_drawn_where_that_is_wanted() {
    let control = Control { max_plies: Some(6), ..Control::new(Limits::nodes(1)) };
    for game in play(["random", "random:seed=2"], control) {
        assert_eq!((game.ending(), game.length, game.fault), (Some(Ending::Length), 6, None));
    }
}

#[test]
fn a_game_of_an_old_journal_says_how_it_ended() {
    let line = |result: &str, reason: &str| {
        let text = format!(
            r#"{{"x":0,"o":1,"result":"{result}","reason":"{reason}","length":30,"timeMs":[1,1],"longestMs":[1,1],"thinks":[1,1]}}"#
        );
        serde_json::from_str::<Played>(&text).expect("a game").ending()
    };
    let majority = Ending::Rules { outcome: Outcome::Win(Player::X), reason: "majority".into() };
    assert_eq!(line("x", "majority"), Some(majority));
    assert_eq!(line("o", "hang"), Some(Ending::Hang(Player::X)));
    assert_eq!(line("draw", "proof"), Some(Ending::Proof(Outcome::Draw)));
    assert_eq!(line("draw", "crash"), None);
}
