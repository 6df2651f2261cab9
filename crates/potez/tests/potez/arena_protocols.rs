//! A bot plays the same games whether it sits in the match's own process or behind a protocol.

use std::process::Command;

use serde_json::Value;

/// The moves of every game, in the order of the pairs.
fn games(game: &str, a: &str, b: &str) -> Vec<String> {
    let args = [
        "match",
        game,
        "--a",
        a,
        "--b",
        b,
        "--games",
        "4",
        "--openings",
        "2",
        "--nodes",
        "300",
        "--seed",
        "6",
        "--json",
    ];
    let output = Command::new(env!("CARGO_BIN_EXE_potez")).args(args).output().expect("the binary runs");
    assert!(output.status.success(), "{a}: {}", String::from_utf8_lossy(&output.stderr));
    let out = String::from_utf8(output.stdout).expect("text");
    let mut pairs: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let result = pairs.pop().expect("a result");
    assert_eq!(
        (&result["crashes"], &result["illegal"], &result["timeLosses"]),
        (&0.into(), &0.into(), &0.into()),
        "{a}"
    );
    pairs.sort_by_key(|pair| pair["pair"].as_u64());
    let moves = |game: &Value| {
        format!("{} {}", game["moves"].as_str().expect("moves"), game["reason"].as_str().expect("a reason"))
    };
    pairs
        .iter()
        .flat_map(|pair| pair["games"].as_array().expect("games").iter().map(moves).collect::<Vec<_>>())
        .collect()
}

fn ugi(lines: &str) -> String {
    format!("cmd:\"'{}' engine --protocol ugi\",{lines}", env!("CARGO_BIN_EXE_potez"))
}

fn gtp(lines: &str) -> String {
    format!("cmd:\"'{}' engine --protocol gtp\",proto=gtp,{lines}", env!("CARGO_BIN_EXE_potez"))
}

const GAMES: [&str; 3] = ["byte", "havannah:size=4", "blockade:rows=6,cols=7,walls=2"];

#[test]
fn the_random_player_is_the_same_over_ugi() {
    for game in GAMES {
        let over_ugi = ugi("seed=5,newgame=\"setoption name Bot value random:seed={seed}\"");
        assert_eq!(games(game, "random:seed=5", "random"), games(game, &over_ugi, "random"), "{game}");
    }
}

#[test]
fn the_classic_player_is_the_same_over_ugi() {
    for game in GAMES {
        let over_ugi = ugi("init=\"setoption name Bot value classic:depth=1\"");
        assert_eq!(games(game, "classic:depth=1", "random"), games(game, &over_ugi, "random"), "{game}");
    }
}

#[test]
fn both_are_the_same_over_gtp_in_every_notation() {
    let game = "havannah:size=4";
    let random = games(game, "random:seed=5", "random");
    let classic = games(game, "classic:depth=1", "random");
    for (name, ours) in [("canonical", "canonical"), ("transposed", "transposed"), ("little-golem", "littlegolem")] {
        let over_gtp =
            gtp(&format!("coords={ours},init=\"coordinates {name}\",seed=5,newgame=\"bot random:seed={{seed}}\""));
        assert_eq!(random, games(game, &over_gtp, "random"), "{name}");
        let over_gtp = gtp(&format!("coords={ours},init=\"coordinates {name};bot classic:depth=1\""));
        assert_eq!(classic, games(game, &over_gtp, "random"), "{name}");
    }
}
