//! Games found by position, player, result, length and ending: the same as a scan of all games finds.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use potez_server::storage::{ExploredCount, ExploredGame, ExploredResult, GameFilter, Storage, StoredGame};
use potez_table::{BotSpec, Limits, Outcome, Player, Stop, Table, position_keys};
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::house::House;
use crate::storage::on_each;

/// A random game to its end.
fn random_game(game: &str, seed: u64) -> Box<dyn Table> {
    let mut table = potez_table::open(game, None).unwrap();
    let mut bot = table.bot(&BotSpec { seed: Some(seed), ..BotSpec::new("random") }).unwrap();
    while table.ending().is_none() {
        let mv = bot.think(table.as_ref(), Limits::default(), &Stop::new(), &mut |_| {}).unwrap().best().unwrap();
        table.play_parts(&mv.parts).unwrap();
    }
    table
}

/// Random games with everything that can be asked of them.
fn random_games() -> Vec<(ExploredGame, Box<dyn Table>)> {
    let of = |number: u64| {
        // Two boards, of which the second has some positions with the same keys of their own.
        let table = random_game(if number.is_multiple_of(4) { "havannah:size=4" } else { "havannah:size=3" }, number);
        let result = match table.outcome() {
            Some(Outcome::Win(Player::X)) => ExploredResult::X,
            Some(Outcome::Win(Player::O)) => ExploredResult::O,
            _ => ExploredResult::Draw,
        };
        let game = ExploredGame {
            id: format!("g{number:03}"),
            version: 1,
            spec: table.game(),
            result,
            reason: table.reason().unwrap_or_default(),
            plies: table.ply(),
            // Some end in the same moment.
            ended: 1000 + number / 2 * 2,
            players: [format!("Ana {}", number % 3), "Boro".into()],
            levels: [None, Some((number % 5) as u32)],
        };
        (game, table)
    };
    (0..40).map(of).collect()
}

/// Whether a game fits, written down without any database.
fn fits(game: &ExploredGame, filter: &GameFilter) -> bool {
    let is = |name: &str| game.players.iter().any(|player| player.eq_ignore_ascii_case(name.trim()));
    filter.spec.as_ref().is_none_or(|spec| *spec == game.spec)
        && filter.player.as_deref().is_none_or(is)
        && filter.level.is_none_or(|level| game.levels.contains(&Some(level)))
        && filter.result.is_none_or(|result| result == game.result)
        && filter.reason.as_ref().is_none_or(|reason| *reason == game.reason)
        && filter.least_plies.is_none_or(|least| game.plies >= least)
        && filter.most_plies.is_none_or(|most| game.plies <= most)
        && filter.before.as_ref().is_none_or(|(ended, id)| (game.ended, &game.id) < (*ended, id))
}

/// What all games that came through a position say, from their moves alone.
fn scan(games: &[(ExploredGame, Box<dyn Table>)], key: u64, filter: &GameFilter) -> Vec<ExploredCount> {
    let mut counts: BTreeMap<(u64, ExploredResult), u64> = BTreeMap::new();
    for (game, table) in games.iter().filter(|(game, _)| fits(game, filter)) {
        let keys = position_keys(table.as_ref());
        if let Some(at) = keys.iter().position(|&other| other == key) {
            let next = keys.get(at + 1).copied().unwrap_or(0);
            *counts.entry((next, game.result)).or_default() += 1;
        }
    }
    counts.into_iter().map(|((next, result), games)| ExploredCount { next, result, games }).collect()
}

fn filters() -> Vec<GameFilter> {
    let none = GameFilter::default;
    vec![
        none(),
        GameFilter { player: Some(" ana 1".into()), ..none() },
        GameFilter { level: Some(3), ..none() },
        GameFilter { result: Some(ExploredResult::O), ..none() },
        GameFilter { reason: Some("bridge".into()), least_plies: Some(9), ..none() },
        GameFilter { most_plies: Some(14), spec: Some("havannah:size=3".into()), ..none() },
        GameFilter { player: Some("nobody".into()), ..none() },
        GameFilter { before: Some((1020, "g020".into())), ..none() },
    ]
}

#[tokio::test]
async fn what_is_found_is_what_a_scan_finds() {
    on_each("explored", found_as_by_a_scan).await;
}

async fn found_as_by_a_scan(storage: Arc<dyn Storage>) {
    let games = random_games();
    for (game, table) in &games {
        let metadata = "{}".into();
        let stored = StoredGame { id: game.id.clone(), version: 1, metadata, ..StoredGame::default() };
        storage.create(stored).await.unwrap();
        storage.explore(game.clone(), position_keys(table.as_ref())).await.unwrap();
    }
    assert_eq!(storage.unexplored("", 100).await.unwrap(), Vec::<String>::new());
    let mut compared = 0;
    for filter in filters() {
        for (_, table) in games.iter().step_by(19) {
            for key in position_keys(table.as_ref()).into_iter().step_by(2) {
                let mut counts = storage.position_counts(key, filter.clone()).await.unwrap();
                counts.sort_by_key(|count| (count.next, count.result));
                assert_eq!(counts, scan(&games, key, &filter), "{filter:?}");
                let found = storage.explored_games(Some(key), filter.clone(), 100).await.unwrap();
                let mut wanted: Vec<ExploredGame> = Vec::new();
                for (game, table) in games.iter().rev().filter(|(game, _)| fits(game, &filter)) {
                    if position_keys(table.as_ref()).contains(&key) {
                        wanted.push(game.clone());
                    }
                }
                assert_eq!(found, wanted, "{filter:?}");
                compared += usize::from(!counts.is_empty());
            }
        }
        let wanted: Vec<_> = games.iter().rev().map(|(game, _)| game).filter(|game| fits(game, &filter)).collect();
        let found = storage.explored_games(None, filter.clone(), 10).await.unwrap();
        assert_eq!(found.iter().collect::<Vec<_>>(), wanted[..wanted.len().min(10)], "{filter:?}");
    }
    assert!(compared > 30, "{compared}");
    // A game that is deleted is no longer found, one that changes has to be put there anew.
    let key = position_keys(games[1].1.as_ref())[0];
    let all = |counts: Vec<ExploredCount>| counts.iter().map(|count| count.games).sum::<u64>();
    let before = all(storage.position_counts(key, GameFilter::default()).await.unwrap());
    storage.delete(vec![games[1].0.id.clone()], 1000).await.unwrap();
    assert_eq!(all(storage.position_counts(key, GameFilter::default()).await.unwrap()), before - 1);
    let unfinished = ExploredGame { result: ExploredResult::Unfinished, ..games[2].0.clone() };
    storage.explore(unfinished, Vec::new()).await.unwrap();
    assert_eq!(all(storage.position_counts(key, GameFilter::default()).await.unwrap()), before - 2);
    // One that has gone meanwhile leaves nothing behind.
    storage.explore(games[1].0.clone(), vec![key]).await.unwrap();
    assert_eq!(all(storage.position_counts(key, GameFilter::default()).await.unwrap()), before - 2);
}

/// Asks until games are found, which takes a moment after they end.
async fn explore_until(house: &House, request: &Value, games: u64) -> Value {
    for _ in 0..600 {
        let (status, answer) = house.post("/api/explore", request).await;
        assert_eq!(status, StatusCode::OK, "{answer}");
        let total = ["x", "o", "draws"].map(|key| answer["total"][key].as_u64().unwrap()).iter().sum::<u64>();
        if total >= games {
            return answer;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    panic!("no games at {request}");
}

#[tokio::test]
async fn a_game_that_ends_is_found_by_its_positions_up_to_symmetry() {
    let house = House::open().await;
    let (id, x, o) = house.game_of_two("havannah:size=4", &json!({})).await;
    for (ply, (token, mv)) in [(&x, "a1"), (&o, "d4"), (&x, "a2")].into_iter().enumerate() {
        assert_eq!(house.play(&id, token, mv, ply).await.0, StatusCode::OK);
    }
    let mut request = json!({ "game": "havannah:size=4", "moves": ["a4"] });
    let (_, nothing) = house.post("/api/explore", &request).await;
    assert_eq!(nothing["total"], json!({ "x": 0, "o": 0, "draws": 0 }));
    assert_eq!(house.act(&id, &o, "resign").await.0, StatusCode::OK);
    // Another corner: an image of the game's first stone.
    let answer = explore_until(&house, &request, 1).await;
    assert_eq!((&answer["games"][0]["id"], &answer["total"]["x"]), (&json!(id), &json!(1)), "{answer}");
    assert_eq!(answer["moves"][0]["move"]["text"], "d4");
    assert_eq!((&answer["games"][0]["ending"]["reason"], &answer["games"][0]["plies"]), (&json!("resign"), &json!(3)));
    for (filter, found) in [
        (json!({ "result": "x", "reason": "resign", "mostPlies": 3 }), 1),
        (json!({ "result": "o" }), 0),
        (json!({ "level": 4 }), 0),
        (json!({ "leastPlies": 4 }), 0),
    ] {
        request["filter"] = filter;
        let (_, answer) = house.post("/api/explore", &request).await;
        assert_eq!(answer["games"].as_array().unwrap().len(), found, "{request}");
        request["everywhere"] = json!(true);
        let (_, answer) = house.post("/api/explore", &request).await;
        assert_eq!(answer["games"].as_array().unwrap().len(), found, "{request}");
        request["everywhere"] = json!(false);
    }
    request["filter"] = json!({ "result": "somebody" });
    assert_eq!(house.post("/api/explore", &request).await.0, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn games_of_ones_own_are_looked_up_by_keys_and_the_book_speaks_of_the_first_moves() {
    let house = House::open().await;
    let records = "{\"game\":\"havannah:size=3\",\"moves\":[\"a1\",\"c3\"],\"result\":\"x\"}\n\
        {\"game\":\"havannah:size=3\",\"moves\":[\"a1\",\"z9\"],\"result\":\"x\"}";
    let (status, archive) = house.post("/api/archive", &json!({ "text": records })).await;
    assert_eq!((status, &archive["skipped"]), (StatusCode::OK, &json!(1)), "{archive}");
    let keys = archive["games"][0]["keys"].as_array().unwrap();
    let request = json!({ "game": "havannah:size=3", "moves": ["e5"], "keys": [keys[2]] });
    let (_, answer) = house.post("/api/explore", &request).await;
    assert_eq!((&answer["key"], &answer["keyed"][0]["key"]), (&keys[1], &keys[2]), "{answer}");
    assert_eq!(answer["keyed"][0]["move"]["text"], "c3");
    let (_, start) = house.post("/api/explore", &json!({ "game": "byte" })).await;
    let book = start["book"].as_array().unwrap();
    assert!(book.len() >= 3, "{start}");
    assert!(book.iter().all(|mv| (0.0..=1.0).contains(&mv["winChance"].as_f64().unwrap())));
    let many = json!({ "game": "byte", "keys": vec!["1"; 1001] });
    assert_eq!(house.post("/api/explore", &many).await.0, StatusCode::PAYLOAD_TOO_LARGE);
}

#[tokio::test]
async fn games_are_found_by_a_pattern_in_its_place_or_anywhere() {
    let house = House::open().await;
    let mut ids = Vec::new();
    for moves in [["c3", "a1", "e4"], ["c3", "a1", "c4"]] {
        let (id, x, o) = house.game_of_two("havannah:size=4", &json!({})).await;
        for (ply, (token, mv)) in [&x, &o, &x].into_iter().zip(moves).enumerate() {
            assert_eq!(house.play(&id, token, mv, ply).await.0, StatusCode::OK);
        }
        assert_eq!(house.act(&id, &o, "resign").await.0, StatusCode::OK);
        ids.push(id);
    }
    explore_until(&house, &json!({ "game": "havannah:size=4" }), 2).await;
    let found = async |cells: &[&str], anywhere: bool, moves: &[&str]| {
        let request = json!({ "game": "havannah:size=4", "moves": moves, "cells": cells, "anywhere": anywhere });
        let (status, answer) = house.post("/api/pattern", &request).await;
        assert_eq!(
            (status, &answer["scanned"], &answer["older"]),
            (StatusCode::OK, &json!(2), &Value::Null),
            "{answer}"
        );
        let games = answer["games"].as_array().unwrap().iter();
        let place = |game: &Value| (game["id"].as_str().unwrap().to_string(), game["ply"].as_u64().unwrap());
        games.map(place).collect::<BTreeSet<_>>()
    };
    // Two stones with two empty cells between them; the first game has them elsewhere and turned.
    let bridge = ["d4", "e5", "d5", "e6"];
    assert_eq!(found(&bridge, true, &["d4", "a1", "e6"]).await, BTreeSet::from([(ids[0].clone(), 3)]));
    assert_eq!(found(&bridge, false, &["d4", "a1", "e6"]).await, BTreeSet::new());
    // A corner with O's stone is in both games, whatever corner is asked for.
    let both = ids.iter().map(|id| (id.clone(), 2)).collect();
    assert_eq!(found(&["d7"], false, &["c3", "d7"]).await, both);
    let none = json!({ "game": "havannah:size=4", "cells": [] });
    assert_eq!(house.post("/api/pattern", &none).await.0, StatusCode::UNPROCESSABLE_ENTITY);
    let unknown = json!({ "game": "havannah:size=4", "cells": ["z9"] });
    let (status, answer) = house.post("/api/pattern", &unknown).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(answer["error"]["message"].as_str().unwrap().contains("`z9`"), "{answer}");
}
