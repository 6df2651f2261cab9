//! `potez puzzles`: lists, proofs, mining that goes on where it was, and puzzles solved in lines.

use serde_json::Value;

use crate::run::{fail, succeed};

/// A folder of one test.
struct Folder(std::path::PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("potez-puzzles-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn first(game: &str) -> Value {
    let text = succeed(&["puzzles", game, "--json"], "");
    serde_json::from_str(text.lines().next().expect("a puzzle")).expect("JSON")
}

#[test]
fn as_json_a_puzzle_has_what_others_rely_on() {
    for game in ["blockade", "havannah", "byte"] {
        let text = succeed(&["puzzles", game, "--json"], "");
        assert!(text.lines().count() >= 300, "{game}");
        for line in text.lines() {
            let puzzle: Value = serde_json::from_str(line).expect("JSON");
            let solution = puzzle["solution"].as_array().expect("a solution");
            assert_eq!(puzzle["plies"], solution.len(), "{line}");
            assert!(puzzle["id"].is_string() && puzzle["position"].is_string() && puzzle["difficulty"].is_u64());
            assert!(puzzle["themes"].is_array() && puzzle["game"].as_str().is_some_and(|spec| spec.starts_with(game)));
        }
    }
}

#[test]
fn lists_are_chosen_by_board_and_theme_in_either_language() {
    let all = succeed(&["puzzles", "havannah", "--theme", "fork", "--lang", "en"], "");
    assert!(all.lines().count() > 3 && all.lines().all(|line| line.contains("fork")), "{all}");
    let serbian = succeed(&["puzzles", "havannah", "--theme", "fork", "--lang", "sr"], "");
    assert!(serbian.lines().all(|line| line.contains("vila")), "{serbian}");
    let small = succeed(&["puzzles", "havannah:size=4", "--json"], "");
    assert!(!small.is_empty() && small.lines().all(|line| line.contains("\"havannah:size=4\"")));
    let error = fail(&["puzzles", "havannah", "--theme", "pin"], "", 2);
    assert!(error.contains("`pin`") && error.contains("double-threat"), "{error}");
    fail(&["puzzles"], "", 2);
    fail(&["puzzles", "chess"], "", 2);
    fail(&["puzzles", "byte", "--check", "0"], "", 2);
}

#[test]
fn a_puzzle_that_is_false_fails_the_check() {
    let folder = Folder::new("check");
    let file = folder.0.join("puzzles.txt");
    let path = file.to_str().expect("a path");
    let puzzle = first("havannah:size=4");
    let field = |name: &str| puzzle[name].as_str().expect("a text").to_string();
    let mv = puzzle["solution"][0].as_str().expect("a move");
    let data = |mv: &str| {
        format!("{}\t{}\t{}\t{}\t1\t{mv}\t\t3\t\n", field("id"), field("game"), field("position"), field("goal"))
    };
    std::fs::write(&file, data(mv)).expect("a file");
    assert!(succeed(&["puzzles", "havannah", "--file", path, "--check", "all"], "").contains("1 puzzles proven"));
    let moves = succeed(&["moves", "havannah:size=4", "--position", &field("position")], "");
    let other = moves.lines().find(|other| *other != mv).expect("another move");
    std::fs::write(&file, data(other)).expect("a file");
    let error = fail(&["puzzles", "havannah", "--file", path, "--check", "all"], "", 1);
    assert!(error.contains(&field("id")) && error.contains(other), "{error}");
    std::fs::write(&file, "nonsense\n").expect("a file");
    assert!(fail(&["puzzles", "havannah", "--file", path], "", 1).contains("nonsense"));
}

#[test]
fn mining_goes_on_where_it_was() {
    let folder = Folder::new("make");
    let (whole, parts) = (folder.0.join("whole.txt"), folder.0.join("parts.txt"));
    let make = |file: &std::path::Path, games: &str| {
        let path = file.to_str().expect("a path");
        succeed(&["puzzles", "make", "havannah:size=3", "--games", games, "--nodes", "500", "--out", path], "")
    };
    make(&whole, "4");
    make(&parts, "2");
    // A run that was killed has left half a line.
    let mut text = std::fs::read_to_string(&parts).expect("a file");
    text += "h0000\thavannah:si";
    std::fs::write(&parts, text).expect("a file");
    make(&parts, "4");
    let read = |file| std::fs::read_to_string(file).expect("a file");
    assert_eq!(read(&parts), read(&whole));
    assert!(make(&parts, "4").contains("0 puzzles more"));
    // A file of somebody else is left alone.
    std::fs::write(&parts, "my notes\n").expect("a file");
    let path = parts.to_str().expect("a path");
    fail(&["puzzles", "make", "havannah:size=3", "--games", "1", "--out", path], "", 1);
    assert_eq!(read(&parts), "my notes\n");
}

#[test]
fn a_puzzle_is_solved_in_lines_of_text() {
    let puzzle = first("havannah:size=4");
    let id = puzzle["id"].as_str().expect("an id");
    let solution: Vec<&str> = puzzle["solution"].as_array().expect("moves").iter().filter_map(Value::as_str).collect();
    let asked = puzzle["asked"].as_u64().expect("a number") as usize;
    let input = solution.iter().step_by(2).take(asked).copied().collect::<Vec<_>>().join("\n") + "\n";
    let solve = ["puzzles", "solve", "havannah", "--id", id, "--lang", "en"];
    let text = succeed(&solve, &input);
    assert!(text.contains("Solved") && text.contains("streak 1"), "{text}");
    let moves = succeed(&["moves", "havannah:size=4", "--position", puzzle["position"].as_str().expect("one")], "");
    let wrong = moves.lines().find(|mv| *mv != solution[0]).expect("another move");
    let text = succeed(&solve, &format!("zz\n{wrong}\n{input}"));
    assert!(text.contains(&format!("{wrong} loses")) && text.contains("streak 0"), "{text}");
    assert!(fail(&["puzzles", "solve", "havannah", "--id", "h0"], "", 2).contains("`h0`"));
}
