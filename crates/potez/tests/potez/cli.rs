//! The command line as a user runs it.

use crate::run::{fail, potez, succeed};

#[test]
fn games_lists_every_option_with_its_default() {
    let text = succeed(&["games"], "");
    for word in ["blockade", "havannah", "byte", "rows", "walls", "swap", "merge-first"] {
        assert!(text.contains(word), "{word} is missing in {text}");
    }
    let lines: Vec<serde_json::Value> = succeed(&["games", "--json"], "")
        .lines()
        .map(|line| serde_json::from_str(line).expect("a line of JSON"))
        .collect();
    assert_eq!(lines.len(), 3);
    assert!(lines.iter().all(|game| game["options"].as_array().is_some_and(|options| !options.is_empty())));
}

#[test]
fn help_of_every_command_has_an_example_that_is_this_program() {
    let help = succeed(&["--help"], "");
    let commands: Vec<&str> = help
        .lines()
        .skip_while(|line| !line.starts_with("Commands:"))
        .skip(1)
        .take_while(|line| line.starts_with("  "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|word| *word != "help")
        .collect();
    assert!(commands.len() >= 9, "{commands:?}");
    for command in commands {
        let text = succeed(&[command, "--help"], "");
        assert!(text.contains("Example") && text.contains(&format!("potez {command}")), "{command}: {text}");
    }
}

#[test]
fn analysis_says_what_the_moves_do_in_any_language() {
    let moves = ["--moves", "a1 c3 a2 d3", "--bot", "potez:nodes=2000"];
    let analyze = |more: &[&str]| succeed(&[&["analyze", "havannah:size=3"], &moves[..], more].concat(), "");
    let english = analyze(&["--lang", "en"]);
    assert!(english.contains("\n      completes a bridge between the corners a1, a3\n"), "{english}");
    assert!(analyze(&["--lang", "sr"]).contains("završava most između uglova a1, a3"));
    assert!(analyze(&["--lang", "sr-Cyrl"]).contains("завршава мост између углова a1, a3"));
    let json = analyze(&["--lang", "en", "--json"]);
    let line: serde_json::Value = serde_json::from_str(json.lines().next().expect("a line")).expect("JSON");
    let expected = serde_json::json!([{
        "code": "havannah-bridge",
        "args": { "corners": "a1, a3" },
        "text": "completes a bridge between the corners a1, a3",
    }]);
    assert_eq!(line["remarks"], expected);
}

#[test]
fn perft_counts_what_the_rules_pages_say() {
    for (game, depth, nodes) in [
        ("blockade", "2", 16_854_528_u64),
        ("blockade:turn=either", "2", 75_134),
        ("byte", "4", 864_299),
        ("byte:size=10", "3", 211_753),
        ("byte:size=16", "2", 37_308),
        ("havannah:size=4", "3", 37 * 36 * 35),
    ] {
        let text = succeed(&["perft", game, depth, "--json", "--threads", "2"], "");
        let last: serde_json::Value = serde_json::from_str(text.lines().last().expect("a line")).expect("JSON");
        assert_eq!(last["nodes"].as_u64(), Some(nodes), "{game}");
        assert_eq!(last["depth"].to_string(), depth);
        assert!(last["seconds"].is_f64());
    }
}

#[test]
fn perft_divided_adds_up() {
    let text = succeed(&["perft", "byte", "3", "--divide"], "");
    let (parts, total) = text.trim_end().rsplit_once('\n').expect("several lines");
    let sum: u64 = parts.lines().filter_map(|line| line.split(' ').nth(1)?.parse::<u64>().ok()).sum();
    assert_eq!(parts.lines().count(), 35);
    assert_eq!(total, format!("total {sum}"));
    assert_eq!(sum, 32_349);
    assert_eq!(succeed(&["perft", "byte", "0"], "").split(" in ").next(), Some("perft 0: 1"));
}

#[test]
fn moves_are_sorted_and_complete() {
    let text = succeed(&["moves", "blockade"], "");
    let moves: Vec<&str> = text.lines().collect();
    assert_eq!(moves.len(), 4160);
    assert!(moves.is_sorted());
    assert!(moves.contains(&"d4-d6/Bd7"));
    // Notations with blanks inside a move are separated by semicolons.
    let after = succeed(&["moves", "blockade", "--moves", "X 1 4 6 B 4 7; O 1 4 9 P 4 9"], "");
    assert!(after.lines().count() > 3000);
}

#[test]
fn boards_are_drawn_in_both_styles_and_ways_on_request() {
    let classic = succeed(&["show", "blockade", "--classic", "--moves", "d4-d6/Bd7 d11-d9/Gd9"], "");
    for glyph in ["ǁ", "═", "⎯", "|"] {
        assert!(classic.contains(glyph), "{glyph} is missing in\n{classic}");
    }
    let ways = succeed(&["show", "blockade", "--paths"], "");
    assert!(ways.contains("X1") && ways.contains("O2"), "{ways}");
    assert_eq!(ways.lines().filter(|line| line.contains(" moves")).count(), 8, "{ways}");
    let error = fail(&["show", "byte", "--paths"], "", 2);
    assert!(error.contains("--paths"), "{error}");
    for game in ["byte", "havannah", "byte:size=16", "havannah:size=15", "blockade:rows=22,cols=28"] {
        assert!(succeed(&["show", game], "").lines().count() >= 10);
        assert!(succeed(&["show", game, "--classic"], "").lines().count() >= 10);
    }
}

#[test]
fn moves_of_the_original_programs_with_blanks_are_split_by_the_game_itself() {
    let position = |game: &str, moves: &str| {
        let json = format!("{{\"id\":\"1\",\"query\":\"state\",\"game\":\"{game}\",\"moves\":[{moves}]}}");
        let answer: serde_json::Value =
            serde_json::from_str(&succeed(&["engine", "--protocol", "json"], &json)).expect("JSON");
        answer["position"].as_str().expect("a position").to_string()
    };
    for (game, moves, canonical) in [
        ("blockade", "[X 1] [4 6] [Z 4 9] [O 2] [8 9] [P 6 3]", "\"d4-d6/Gd9\",\"h11-h9/Bf3\""),
        ("blockade", "X 1 4 6 B 4 7 d11-d9/Gf8", "\"d4-d6/Bd7\",\"d11-d9/Gf8\""),
        ("blockade", "[Х 1] [4 6] [З 4 9] [О 2] [8 9] [П 6 3]", "\"d4-d6/Gd9\",\"h11-h9/Bf3\""),
        ("blockade:turn=either", "X 1 4 6 B 4 7 [G 2 2]", "\"d4-d6\",\"Bd7\",\"Gb2\""),
        ("blockade:turn=optional", "X 1 4 6 O 1 4 9 B 4 7", "\"d4-d6\",\"d11-d9/Bd7\""),
        ("havannah:size=6", "(e 1) (d 1) e5", "\"e2\",\"d2\",\"e5\""),
        ("havannah:size=6", "д4 е5", "\"d4\",\"e5\""),
        ("byte", "6 3 5 2 0 1 2 2 3 0", "\"d2-c3\",\"c7-d6\""),
        ("byte", "6 3 5 2 0; c7 d6", "\"d2-c3\",\"c7-d6\""),
    ] {
        let shown = succeed(&["states", game, "--moves", moves, "--json"], "");
        let first: serde_json::Value = serde_json::from_str(shown.lines().next().expect("a state")).expect("JSON");
        let mv = first["move"].as_str().expect("a move");
        assert_eq!(first["position"], position(game, &format!("{canonical},\"{mv}\"")), "{moves}");
    }
}

#[test]
fn no_colour_without_a_terminal() {
    assert!(!succeed(&["show", "byte", "--moves", "d2-c3"], "").contains('\u{1b}'));
}

#[test]
fn wrong_arguments_exit_with_2_and_say_what_would_be_right() {
    let cases: &[(&[&str], &str)] = &[
        (&["show", "chess"], "the games are blockade, havannah, byte"),
        (&["show", "byte:size=9"], "size is"),
        (&["show", "byte:colour=red"], "its keys are size, rules"),
        (&["show", "byte:size"], "expected `key=value`"),
        (&["show", "havannah:size=16"], "3 to 15"),
        (&["show", "blockade:rows=4"], "5 to 22"),
        (&["show", "blockade:walls=19"], "0 to 18"),
        (&["show", "blockade:x=d4+d4"], "four different squares"),
        (&["show", "blockade:x=d4+z4"], "z4"),
        (&["show", "blockade:turn=half"], "`full`, `either`, `optional`"),
        (&["moves", "byte", "--position", "nonsense"], "expected"),
        (&["moves", "byte", "--moves", "d2-c3 d2-c3"], "move 2, `d2-c3`"),
        (&["moves", "havannah", "--moves", "a1 a1"], "a1"),
        (&["moves", "havannah", "--moves", "swap"], "swap"),
        (&["perft", "byte", "many"], "invalid value 'many'"),
        (&["perft", "byte", "3", "--threads", "0"], "from 1 to 256"),
        (&["play", "byte", "--x", "grandmaster"], "the bots are random"),
        (&["play", "byte", "--x", "random:seed=x"], "seed is a whole number"),
        (&["play", "byte", "--x", "random:style=wild"], "it takes"),
        (&["analyze", "byte", "--time", "soon"], "expected a time"),
        (&["analyze", "byte", "--time", "5"], "a time with its unit, such as 500ms, 2s or 1m"),
        (&["solve", "byte", "--time", "5"], "a time with its unit, such as 500ms, 2s or 1m"),
        (&["play", "byte", "--time", "5"], "a time with its unit, such as 500ms, 2s or 1m"),
        (&["review", "game.txt", "--time", "5"], "a time with its unit, such as 500ms, 2s or 1m"),
        (&["engine", "--protocol", "ugi", "--movetime", "5"], "a time with its unit, such as 500ms, 2s or 1m"),
        (&["match", "byte", "--a", "random", "--b", "random", "--time", "5"], "a time with its unit"),
        (&["match", "byte", "--a", "random", "--b", "random", "--clock", "60+1"], "such as 60s+1s"),
        (&["play", "byte", "--x", "potez:time=5"], "time is a time with its unit, such as 500ms, 2s or 1m"),
        (&["show", "byte", "--classic", "--glyphs", "abc"], "no characters to choose"),
        (&["show", "blockade", "--classic", "--glyphs", "#="], "expected 3 characters for a green wall, a blue wall"),
        (&["show", "blockade", "--glyphs", "#=."], "--classic"),
        (&["show", "blockade", "--moves", "[X 1] [4 6] [Z 4 9] [O 3] [4 9] [Z 9 9]"], "move 2, `[O 3] [4 9] [Z 9 9]`"),
        (&["convert", "game.txt", "--to", "pdf"], "possible values"),
        (&["fly"], "unrecognized subcommand"),
    ];
    for (args, expected) in cases {
        let error = fail(args, "", 2);
        assert!(error.contains(expected), "{args:?}: {error}");
    }
}

#[test]
fn failures_that_are_no_usage_errors_exit_with_1() {
    let error = fail(&["replay", "no-such-file.txt"], "", 1);
    assert!(error.contains("cannot read no-such-file.txt"), "{error}");
    let error = fail(&["replay", "-"], "[Game \"byte\"] 1. d2-c3 2. z9-z9", 1);
    assert!(error.contains("move 2 `z9-z9`"), "{error}");
}

#[test]
fn a_record_survives_every_conversion() {
    let text = "[Game \"havannah:size=4\"]\n[X \"Ana\"]\n1. d4 {centre} a1 (a2 2. a3) 2. e5 *\n";
    let json = succeed(&["convert", "-", "--to", "json"], text);
    let sgf = succeed(&["convert", "-", "--to", "sgf"], &json);
    let lg = succeed(&["convert", "-", "--to", "lg"], &sgf);
    let back = succeed(&["convert", "-", "--to", "text"], &lg);
    let again = succeed(&["convert", "-", "--to", "text"], text);
    assert_eq!(back.lines().last(), again.lines().last());
    assert!(back.contains("{centre}") && back.contains("a3"), "{back}");
    let error = fail(&["convert", "-", "--to", "sgf"], "[Game \"byte\"] d2-c3", 1);
    assert!(error.contains("of Havannah only"), "{error}");
}

#[test]
fn replay_names_the_outcome_and_overrules_a_wrong_claim() {
    let record = "[Game \"blockade:rows=5,cols=5,walls=0\"] [Result \"o\"] a2 o";
    let error = fail(&["replay", "-"], record, 1);
    assert!(error.contains("move 1 `a2`"), "{error}");
    let game = "[Game \"havannah:size=3\"] [Result \"o\"] a1 c3 a2 c4 a3";
    let text = potez(&["replay", "-"], game).out;
    assert!(text.contains("result: x (bridge)") && text.contains("the record says o, which is wrong"), "{text}");
    let run = potez(&["replay", "-", "--json"], game);
    assert_eq!(run.code, 1, "a false result is a failure");
    let json: serde_json::Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!(json["outcome"], "x");
    assert_eq!(json["claimed"], "o");
    assert_eq!(json["plies"], 5);
}

#[test]
fn a_resigned_game_is_won_by_the_other() {
    let game = "[Game \"byte\"] [Result \"o\"] [Reason \"resign\"] d2-c3 o";
    assert!(succeed(&["replay", "-"], game).contains("result: o (resign)"));
}
