//! `potez book`: shipped books, new ones, balanced openings and bots that play from the book.

use std::collections::HashSet;

use potez_table::book::Book;
use serde_json::Value;

use crate::run::{fail, succeed};

const GAMES: [&str; 3] = ["blockade", "havannah", "byte"];

fn objects(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn every_game_comes_with_two_thousand_searched_positions_and_a_small_file() {
    for game in GAMES {
        let table = potez_table::open(game, None).expect("a game");
        let bytes = table.shipped_book();
        let book = Book::read(bytes).expect("a book");
        book.check().expect("sorted entries");
        let searched = book.entries().filter(|(_, entry)| entry.is_searched).count();
        assert!(book.game() == game && searched >= 2000, "{game}: {searched}");
        assert!(bytes.len() <= 230_000, "{game}: {}", bytes.len());
        assert!(book.entries().any(|(_, entry)| entry.score.games >= 50), "{game}");
    }
}

#[test]
fn as_json_a_move_of_the_book_has_what_others_rely_on() {
    for game in GAMES {
        let first = objects(&succeed(&["book", game, "--json"], ""));
        assert!(first.len() >= 3, "{game}: {first:?}");
        let legal: HashSet<String> = succeed(&["moves", game], "").lines().map(String::from).collect();
        for mv in &first {
            assert!(mv["move"].as_str().is_some_and(|text| legal.contains(text)), "{mv}");
            assert!(mv["visits"].as_u64() > Some(0) && mv["games"].is_u64() && mv["proven"].is_null(), "{mv}");
            assert!(mv["winChance"].as_f64().is_some_and(|chance| (0.0..=1.0).contains(&chance)), "{mv}");
        }
        let chances: Vec<f64> = first.iter().filter_map(|mv| mv["winChance"].as_f64()).collect();
        assert!(chances.is_sorted_by(|a, b| a >= b), "{game}: {chances:?}");
        let best = first[0]["move"].as_str().expect("a move");
        let answers = objects(&succeed(&["book", game, "--moves", best, "--json"], ""));
        assert!(!answers.is_empty(), "{game}: {best}");
    }
    // Nothing is known of other boards, and that is not an error.
    assert_eq!(succeed(&["book", "havannah:size=3", "--json"], ""), "");
    assert!(succeed(&["book", "havannah:size=3", "--lang", "sr"], "").contains("Knjiga"));
    assert!(fail(&["book", "chess"], "", 2).contains("chess"));
    assert!(fail(&["book"], "", 2).contains("<GAME>"));
}

#[test]
fn a_book_is_made_gone_on_with_and_looked_into() {
    let folder = std::env::temp_dir().join(format!("potez-book-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = |name: &str| folder.join(name).display().to_string();
    let make = |work: &str, out: &str, positions: &str| {
        let (work, out) = (file(work), file(out));
        let common = ["--nodes", "40", "--games", "0", "--work", &work, "--out", &out, "--positions", positions];
        succeed(&[&["book", "make", "havannah:size=3"][..], &common].concat(), "")
    };
    make("whole", "whole.bin", "9");
    make("cut", "cut.bin", "4");
    // A line that was half written is done again.
    let torn = std::fs::read_to_string(file("cut")).expect("a work file") + "{\"line\":[";
    std::fs::write(file("cut"), torn).expect("a torn file");
    assert!(make("cut", "cut.bin", "9").starts_with("9 positions"));
    let read = |name: &str| std::fs::read(file(name)).expect("a file");
    assert!(read("whole") == read("cut") && read("whole.bin") == read("cut.bin"));
    let found = objects(&succeed(&["book", "havannah:size=3", "--file", &file("whole.bin"), "--json"], ""));
    assert!(!found.is_empty());
    assert!(fail(&["book", "byte", "--file", &file("whole.bin")], "", 2).contains("havannah:size=3"));
    assert!(fail(&["book", "byte", "--file", &file("whole")], "", 1).contains("not a book"));
    let other = ["book", "make", "havannah:size=3", "--work", &file("cut"), "--nodes", "41"];
    assert!(fail(&other, "", 2).contains("other options"));
    let _ = std::fs::remove_dir_all(&folder);
}

#[test]
fn matches_begin_with_balanced_openings_and_bots_with_the_book() {
    let fair = ["match", "byte", "--a", "random", "--b", "random", "--games", "4", "--openings", "balanced", "--json"];
    let report = succeed(&fair, "");
    let result: Value = serde_json::from_str(report.lines().last().expect("a result")).expect("JSON");
    assert_eq!(result["games"], 4);
    let small = ["match", "byte:size=10", "--a", "random", "--b", "random", "--openings", "balanced"];
    assert!(fail(&small, "", 2).contains("byte:size=10"));
    for game in GAMES {
        let openings = potez_table::open(game, None).expect("a game").balanced_openings();
        let count = openings.lines().filter(|line| !line.starts_with('#')).count();
        assert!(count >= 20, "{game}: {count}");
    }
    let known: HashSet<String> = objects(&succeed(&["book", "byte", "--json"], ""))
        .iter()
        .flat_map(|mv| {
            let images = mv["images"].as_array().into_iter().flatten();
            images.chain([&mv["move"]]).filter_map(|text| text.as_str().map(String::from)).collect::<Vec<_>>()
        })
        .collect();
    let think = ["analyze", "byte", "--bot", "potez:book=on,seed=3", "--time", "10m", "--json"];
    let line: Value = serde_json::from_str(succeed(&think, "").lines().next().expect("a line")).expect("JSON");
    // It answers at once: nobody waits ten minutes for a move that is known.
    assert!(line["move"].as_str().is_some_and(|mv| known.contains(mv)), "{line}");
    assert!(fail(&["analyze", "byte", "--bot", "potez:book=perhaps"], "", 2).contains("on or off"));
}
