//! The fourth game on the command line.

use serde_json::Value;

use crate::Test;
use crate::run::{fail, succeed};

pub(crate) const TESTS: &[Test] = &[
    ("the_game_is_listed_shown_and_counted", the_game_is_listed_shown_and_counted),
    ("the_game_is_played_in_plain_text", the_game_is_played_in_plain_text),
    ("the_game_is_analysed_and_solved", the_game_is_analysed_and_solved),
    ("a_match_is_played_and_its_games_are_reviewed", a_match_is_played_and_its_games_are_reviewed),
    ("the_speed_of_the_game_is_measured", the_speed_of_the_game_is_measured),
];

fn the_game_is_listed_shown_and_counted() {
    let games = succeed(&["games", "--json"], "");
    let mut games = games.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let hex = games.find(|game| game["id"] == "hex").expect("hex is listed");
    assert_eq!(hex["options"][0]["key"], "size");
    assert!(succeed(&["games"], "").contains("hex"));
    assert!(succeed(&["show", "hex", "--moves", "b2 c3"], "").contains("b . X . ."));
    assert_eq!(succeed(&["moves", "hex"], "").lines().count(), 16);
    assert!(succeed(&["perft", "hex", "2"], "").contains("240"));
    assert!(fail(&["show", "hex:size=9"], "", 2).contains("a number from 3 to 6"));
    assert!(fail(&["show", "hex", "--moves", "z9"], "", 2).contains("z9"));
}

fn the_game_is_played_in_plain_text() {
    let game =
        succeed(&["play", "hex:size=3", "--x", "human", "--o", "human", "--plain"], "b2\na1\nhint\na2\nc1\nc2\nquit\n");
    assert!(game.contains("X wins: joined"), "{game}");
    let against = succeed(&["play", "hex", "--x", "random:seed=1", "--o", "potez:nodes=200", "--plain"], "");
    assert!(against.contains("wins: joined"), "{against}");
}

fn the_game_is_analysed_and_solved() {
    let analysis = succeed(&["analyze", "hex:size=3", "--time", "200ms", "--multipv", "2", "--json"], "");
    let lines = analysis.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    assert_eq!(lines.filter(|line| line["move"].is_string()).count(), 2, "{analysis}");
    assert!(succeed(&["solve", "hex:size=3", "--moves", "b2"], "").contains("O loses in 4 plies"));
}

fn a_match_is_played_and_its_games_are_reviewed() {
    let folder = std::env::temp_dir().join(format!("potez-fourth-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let records = folder.join("games.txt");
    let records = records.to_str().expect("a path");
    let report = folder.join("report.html");
    let report = report.to_str().expect("a path");
    let args = ["match", "hex", "--a", "potez:nodes=300", "--b", "random", "--games", "4", "--seed", "1", "--json"];
    let out = succeed(&[&args[..], &["--records", records, "--report", report]].concat(), "");
    let result: Value = serde_json::from_str(out.lines().last().expect("a line")).expect("JSON");
    assert_eq!((result["games"].as_u64(), result["illegal"].as_u64()), (Some(4), Some(0)), "{result}");
    assert!(std::fs::read_to_string(report).expect("a report").contains("hex"));
    let all = std::fs::read_to_string(records).expect("the records");
    let one = folder.join("one.txt");
    let end = all[1..].find("[Game").map_or(all.len(), |at| at + 1);
    std::fs::write(&one, &all[..end]).expect("one record");
    let one = one.to_str().expect("a path");
    assert!(succeed(&["replay", one], "").contains("(joined)"));
    let page = folder.join("review.html");
    let review = succeed(&["review", one, "--time", "20ms", "--html", page.to_str().expect("a path")], "");
    assert!(review.contains("hex"), "{review}");
    assert!(std::fs::read_to_string(page).expect("a page").contains("<svg"));
    let json = succeed(&["convert", one, "--to", "json"], "");
    assert!(json.contains("\"game\": \"hex\""), "{json}");
    let tournament = ["tournament", "hex", "--bots", "random:seed=1", "random:seed=2", "potez:nodes=50"];
    assert!(succeed(&[&tournament[..], &["--games", "2"]].concat(), "").contains("potez:nodes=50"));
    // What is left in the folder of temporary files is not worth a failure.
    let _ = std::fs::remove_dir_all(folder);
}

fn the_speed_of_the_game_is_measured() {
    let out = succeed(&["bench", "hex", "--json"], "");
    assert!(out.lines().any(|line| line.contains("signature")), "{out}");
}
