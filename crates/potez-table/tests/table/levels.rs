//! The ladder of levels, as interfaces see it.

use std::collections::HashSet;

use potez_table::{BotSpec, LEVELS, Limits, Stop, Table, open};

fn spec(text: &str) -> BotSpec {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn best(table: &dyn Table, bot: &str) -> String {
    let mut bot = table.bot(&spec(bot)).unwrap_or_else(|message| panic!("{message}"));
    bot.think(table, Limits::nodes(6000), &Stop::new(), &mut |_| {})
        .expect("its own game")
        .best()
        .expect("a running game has a move")
        .text
}

/// The moves of a game between two levels, to its end or for at most `plies` plies.
fn game(game: &str, x: &str, o: &str, plies: usize) -> Vec<String> {
    let mut table = open(game, None).unwrap_or_else(|message| panic!("{message}"));
    let mut bots = [x, o].map(|name| table.bot(&spec(name)).unwrap_or_else(|message| panic!("{message}")));
    while table.outcome().is_none() && table.ply() < plies {
        let bot = &mut bots[table.turn().index()];
        let report = bot.think(table.as_ref(), Limits::nodes(400), &Stop::new(), &mut |_| {}).expect("its own game");
        table.play(&report.best().expect("a move").text).unwrap_or_else(|message| panic!("{game}: {message}"));
    }
    table.moves()
}

#[test]
fn every_level_plays_legal_moves_in_every_game_and_its_variants() {
    for name in [
        "byte",
        "byte:size=10,rules=merge-first",
        "byte:size=16",
        "havannah:size=3",
        "havannah:size=5,swap=on",
        "blockade:rows=7,cols=7,walls=3",
        "blockade:rows=5,cols=5,walls=2,turn=either,step=one",
        "blockade:rows=6,cols=8,walls=3,turn=optional,step=upto,goal=rank",
    ] {
        for level in LEVELS.step_by(3) {
            let bot = format!("potez:level={level},seed=5");
            assert!(!game(name, &bot, "potez:level=2,seed=6", 60).is_empty());
        }
    }
}

#[test]
fn a_seed_makes_a_level_play_the_same_game_again() {
    for name in ["byte", "havannah:size=4", "blockade:rows=7,cols=7,walls=3"] {
        let [first, second, other] = [(1, 2), (1, 2), (3, 4)]
            .map(|(x, o)| game(name, &format!("potez:level=3,seed={x}"), &format!("potez:level=1,seed={o}"), 40));
        assert_eq!(first, second, "{name}");
        assert_ne!(first, other, "{name}: another seed draws other lots");
    }
}

#[test]
fn from_the_second_level_on_a_win_with_the_next_move_is_taken() {
    let mut bridge = open("havannah:size=4", None).expect("a table");
    for mv in ["a1", "d4", "a2", "d5", "a3", "e5"] {
        bridge.play(mv).expect("legal");
    }
    let goal = open("blockade", Some("d9+h4 d6+h11 - - 9.9 9.9 x")).expect("a table");
    for level in LEVELS.skip(1) {
        for seed in 0..4 {
            let bot = format!("potez:level={level},seed={seed}");
            assert_eq!(best(bridge.as_ref(), &bot), "a4", "{bot}");
            assert_eq!(best(goal.as_ref(), &bot), "d9-d11", "{bot}");
        }
    }
}

#[test]
fn from_the_second_level_on_nothing_is_played_that_loses_at_once() {
    // O must take a4, or the bridge is closed.
    let mut table = open("havannah:size=4", None).expect("a table");
    for mv in ["a1", "d4", "a2", "d5", "a3"] {
        table.play(mv).expect("legal");
    }
    for level in LEVELS.skip(1) {
        for seed in 0..4 {
            assert_eq!(best(table.as_ref(), &format!("potez:level={level},seed={seed}")), "a4", "level {level}");
        }
    }
}

#[test]
fn from_the_second_level_on_a_pawn_before_its_goal_is_stopped() {
    let table = open("blockade", Some("d9+h4 f7+h11 - - 9.9 9.9 o")).expect("a table");
    for level in LEVELS.skip(1) {
        let mut after = table.fork();
        after.play(&best(table.as_ref(), &format!("potez:level={level},seed=3"))).expect("a legal move");
        let wins = |mv: &String| {
            let mut next = after.fork();
            next.play(mv).is_ok() && next.outcome().is_some()
        };
        assert!(!after.legal().iter().any(wins), "level {level}: {:?}", after.moves());
    }
}

#[test]
fn weak_levels_vary_their_play_and_the_last_is_the_full_player() {
    for name in ["byte", "havannah:size=5", "blockade"] {
        let table = open(name, None).expect("a table");
        let first: HashSet<String> =
            (0..12).map(|seed| best(table.as_ref(), &format!("potez:level=1,seed={seed}"))).collect();
        assert!(first.len() > 3, "{name}: {first:?}");
        assert_eq!(best(table.as_ref(), "potez:level=10,seed=1"), best(table.as_ref(), "potez:seed=1"), "{name}");
    }
}

#[test]
fn a_level_takes_the_other_parameters_too_and_wrong_ones_are_refused() {
    let table = open("byte", None).expect("a table");
    for text in ["potez:level=3,time=50ms", "potez:seed=1,level=9,nodes=50,threads=2,depth=2"] {
        assert!(table.legal().contains(&best(table.as_ref(), text)), "{text}");
    }
    for (text, expected) in [
        ("potez:level=0", "level is a number from 1 to 10"),
        ("potez:level=11", "level is a number from 1 to 10"),
        ("potez:level=easy", "level is a number from 1 to 10"),
        ("potez:levl=3", "it takes level, book, time"),
        ("random:level=3", "`random` has no parameter `level`"),
        ("potez:level=3,style=wild", "no parameter `style`"),
    ] {
        let error = table.bot(&spec(text)).err().unwrap_or_else(|| panic!("{text} was accepted")).english;
        assert!(error.contains(expected), "{text}: {error}");
    }
}

#[test]
fn a_level_reports_as_many_lines_as_it_is_asked_for_with_its_own_move_first() {
    let table = open("byte", None).expect("a table");
    for lines in [1, 3] {
        let spec = BotSpec { multipv: Some(lines), ..spec("potez:level=4,seed=2") };
        let mut bot = table.bot(&spec).expect("a bot");
        let report = bot.think(table.as_ref(), Limits::default(), &Stop::new(), &mut |_| {}).expect("its own game");
        assert_eq!(report.lines.len(), lines);
    }
}
