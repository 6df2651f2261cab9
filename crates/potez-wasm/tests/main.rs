//! The engine as a host uses it: JSON in, JSON out.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use potez_wasm::{Engine, Host, Silent};
use serde_json::{Value, json};

/// A host whose clock goes on by a millisecond whenever it is read, and who stops at a moment.
#[derive(Default)]
struct TestHost {
    now: AtomicU64,
    stops_at: u64,
    heard: Mutex<Vec<Value>>,
}

impl Host for TestHost {
    fn now(&self) -> Duration {
        Duration::from_millis(self.now.fetch_add(1, Ordering::Relaxed))
    }

    fn should_stop(&self) -> bool {
        self.now.load(Ordering::Relaxed) >= self.stops_at
    }

    fn tell(&self, answer: &str) {
        self.heard.lock().unwrap().push(serde_json::from_str(answer).unwrap());
    }
}

struct Asker(Engine);

impl Asker {
    fn new() -> Self {
        Self(Engine::new(Arc::new(Silent), 7))
    }

    fn raw(&mut self, question: &Value) -> Value {
        serde_json::from_str(&self.0.answer(&question.to_string())).unwrap()
    }

    fn ask(&mut self, question: &Value) -> Value {
        let answer = self.raw(question);
        assert!(answer["error"].is_null(), "{question}: {answer}");
        answer
    }

    fn code(&mut self, question: &Value) -> String {
        self.raw(question)["error"]["code"].as_str().unwrap_or_default().to_string()
    }
}

fn texts(moves: &Value) -> Vec<&str> {
    moves.as_array().unwrap().iter().filter_map(|mv| mv["text"].as_str()).collect()
}

#[test]
fn a_position_is_what_its_moves_make_it() {
    let mut engine = Asker::new();
    let state = engine.ask(&json!({ "query": "state", "game": "byte", "moves": ["d2-c3"], "id": "a" }));
    assert_eq!((&state["turn"], &state["ply"], &state["id"]), (&json!("o"), &json!(1), &json!("a")));
    assert_eq!(texts(&state["moves"]), ["d2-c3"]);
    assert!(state["legal"].as_array().unwrap().len() > 20 && state["outcome"].is_null());
    let games = engine.ask(&json!({ "query": "games", "lang": "sr" }));
    assert_eq!(games["games"].as_array().unwrap().len(), potez_table::games().len());
}

#[test]
fn what_is_wrong_is_said_with_its_code_and_in_the_language_asked_for() {
    let mut engine = Asker::new();
    assert_eq!(engine.code(&json!({ "query": "dance" })), "bad-request");
    assert_eq!(engine.code(&json!({ "query": "state", "game": "chess" })), "unknown-game");
    assert_eq!(engine.code(&json!({ "query": "state", "game": "byte", "lang": "tlh" })), "bad-request");
    assert_eq!(engine.code(&json!({ "query": "analyse", "game": "byte", "multipv": 0 })), "bad-request");
    assert_eq!(engine.code(&json!({ "query": "analyse", "game": "byte", "bot": "nobody" })), "bad-request");
    assert_eq!(engine.code(&json!({ "query": "act", "session": "none", "act": "undo" })), "bad-request");
    let twice =
        |lang: &str| json!({ "query": "state", "game": "havannah:size=4", "moves": ["d4", "d4"], "lang": lang });
    let [english, serbian] = ["en", "sr"].map(|lang| engine.raw(&twice(lang))["error"].clone());
    assert_eq!((&english["code"], &english["ply"]), (&json!("illegal-move"), &json!(2)));
    assert_ne!(english["message"], serbian["message"]);
    let broken: Value = serde_json::from_str(&engine.0.answer("{")).unwrap();
    assert_eq!(broken["error"]["code"], "bad-request");
}

#[test]
fn a_move_is_made_part_by_part() {
    let mut engine = Asker::new();
    let first = engine.ask(&json!({ "query": "step", "game": "blockade" }));
    let part = &first["choices"][0]["part"];
    let second = engine.ask(&json!({ "query": "step", "game": "blockade", "parts": [part] }));
    assert_eq!((first["text"].as_str(), second["chosen"].as_array().map(Vec::len)), (Some(""), Some(1)));
    let typed = engine.ask(&json!({ "query": "step", "game": "blockade", "typed": "d4-d6" }));
    assert_eq!(typed["chosen"].as_array().unwrap().len(), 2);
}

#[test]
fn the_same_nodes_give_the_same_analysis_as_the_table() {
    let mut engine = Asker::new();
    for game in ["blockade:rows=5,cols=5", "havannah:size=4", "byte"] {
        let limits = json!({ "nodes": 3000 });
        let bot = "potez:seed=3,multipv=2";
        let found = engine.ask(&json!({ "query": "analyse", "game": game, "limits": limits, "bot": bot }));
        let table = potez_table::open(game, None).unwrap();
        let mut bot = table.bot(&bot.parse().unwrap()).unwrap();
        let limits = potez_table::Limits::nodes(3000);
        let report = bot.think(table.as_ref(), limits, &potez_table::Stop::new(), &mut |_| {}).unwrap();
        assert_eq!(found["nodes"], json!(report.nodes), "{game}");
        let pvs: Vec<Vec<&str>> = found["lines"].as_array().unwrap().iter().map(|line| texts(&line["pv"])).collect();
        let wanted: Vec<Vec<&str>> =
            report.lines.iter().map(|line| line.pv.iter().map(|mv| mv.text.as_str()).collect()).collect();
        assert_eq!(pvs, wanted, "{game}");
    }
}

#[test]
fn an_analysis_tells_what_it_has_and_ends_when_the_host_says_so() {
    let host = Arc::new(TestHost { stops_at: 3000, ..TestHost::default() });
    let mut engine = Asker(Engine::new(host.clone(), 1));
    let question = json!({ "query": "analyse", "game": "byte", "id": 9, "reportEveryMs": 1 });
    let found = engine.ask(&question);
    let heard = host.heard.lock().unwrap();
    assert!(!heard.is_empty());
    assert!(heard.iter().all(|partial| partial["partial"] == true && partial["id"] == 9));
    assert!(found["partial"].is_null() && !found["lines"].as_array().unwrap().is_empty());
    // The flag was seen soon after the moment; without it the search would have an hour.
    assert!(host.now.load(Ordering::Relaxed) < 10_000);
}

#[test]
fn a_win_is_proven() {
    let moves = ["a1", "c3", "a2", "d3"];
    let question =
        json!({ "query": "solve", "game": "havannah:size=3", "moves": moves, "limits": { "nodes": 10_000 } });
    let solved = Asker::new().ask(&question);
    assert_eq!((&solved["proven"], &solved["pv"][0]["text"]), (&json!("win"), &json!("a3")));
}

#[test]
fn a_game_against_a_bot_is_played_taken_back_saved_and_gone_on_with() {
    let mut engine = Asker::new();
    let open =
        json!({ "query": "open", "session": "g", "game": "havannah:size=4", "o": "potez:level=1,nodes=200,seed=1" });
    let first = engine.ask(&open);
    assert_eq!((&first["awaits"], &first["x"]), (&json!("person"), &json!("human")));
    let moved = engine.ask(&json!({ "query": "act", "session": "g", "act": "move", "move": "d4" }));
    assert_eq!(moved["awaits"], "bot");
    // A person cannot move for the bot.
    assert_eq!(engine.code(&json!({ "query": "act", "session": "g", "act": "move", "move": "a1" })), "bad-request");
    let replied = engine.ask(&json!({ "query": "reply", "session": "g" }));
    assert_eq!((&replied["ply"], &replied["awaits"]), (&json!(2), &json!("person")));
    assert_eq!(engine.code(&json!({ "query": "reply", "session": "g" })), "bad-request");
    let saved = engine.ask(&json!({ "query": "save", "session": "g" }));
    let back = engine.ask(&json!({ "query": "act", "session": "g", "act": "undo" }));
    assert_eq!(back["ply"], 0);
    let again = engine.ask(&json!({ "query": "open", "session": "h", "record": saved["text"] }));
    assert_eq!((&again["moves"], &again["o"]), (&replied["moves"], &replied["o"]));
    let over = engine.ask(&json!({ "query": "act", "session": "h", "act": "resign" }));
    assert_eq!((&over["outcome"], &over["reason"], &over["awaits"]), (&json!("o"), &json!("resign"), &Value::Null));
    engine.ask(&json!({ "query": "close", "session": "h" }));
    assert_eq!(engine.code(&json!({ "query": "look", "session": "h" })), "bad-request");
}

#[test]
fn of_many_sessions_those_used_last_are_kept() {
    let mut engine = Asker::new();
    for name in 0..12 {
        engine.ask(&json!({ "query": "open", "session": name.to_string(), "game": "byte" }));
        engine.ask(&json!({ "query": "look", "session": "0" }));
    }
    engine.ask(&json!({ "query": "look", "session": "11" }));
    assert_eq!(engine.code(&json!({ "query": "look", "session": "1" })), "bad-request");
}

#[test]
fn a_clock_runs_by_the_time_of_the_host() {
    let host = Arc::new(TestHost { stops_at: u64::MAX, ..TestHost::default() });
    let mut engine = Asker(Engine::new(host.clone(), 1));
    engine.ask(&json!({ "query": "open", "session": "g", "game": "byte", "clock": "1+0" }));
    engine.ask(&json!({ "query": "act", "session": "g", "act": "move", "move": "d2-c3" }));
    host.now.fetch_add(10_000, Ordering::Relaxed);
    let state = engine.ask(&json!({ "query": "look", "session": "g" }));
    let left = state["clock"]["oMs"].as_u64().unwrap();
    assert!((49_900..=50_000).contains(&left), "{left}");
    host.now.fetch_add(60_000, Ordering::Relaxed);
    let over = engine.ask(&json!({ "query": "act", "session": "g", "act": "tick" }));
    assert_eq!((&over["outcome"], &over["reason"]), (&json!("x"), &json!("time")));
}

#[test]
fn every_move_of_a_game_is_judged_and_a_record_is_read_in_any_format() {
    let mut engine = Asker::new();
    let moves = ["a1", "c3", "a2", "d3", "a3"];
    let limits = json!({ "nodes": 300 });
    let judged = engine.ask(&json!({ "query": "review", "game": "havannah:size=3", "moves": moves, "limits": limits }));
    assert_eq!((&judged["whole"], judged["review"]["moves"].as_array().unwrap().len()), (&json!(true), 5));
    let text = r#"{"game":"havannah:size=3","moves":["a1","c3","a2","d3","a3"]}"#;
    let record = engine.ask(&json!({ "query": "record", "text": text, "to": "sgf" }));
    assert_eq!((&record["format"], &record["state"]["outcome"]), (&json!("sgf"), &json!("x")));
    let perft = engine.ask(&json!({ "query": "perft", "game": "byte", "depth": 2, "divide": true }));
    assert_eq!((&perft["nodes"], perft["moves"].as_array().unwrap().len()), (&json!(1116), 35));
}

#[test]
fn puzzles_are_asked_and_judged_without_a_server() {
    let mut asker = Asker::new();
    let list = asker.ask(&json!({ "query": "puzzles", "game": "havannah", "now": 3 * 86_400_000_u64 }));
    let puzzles = list["puzzles"].as_array().unwrap();
    let small = puzzles.iter().find(|puzzle| puzzle["game"] == "havannah:size=4" && puzzle["asked"] == 2).unwrap();
    let whole = asker.ask(&json!({ "query": "puzzle", "puzzle": small["id"] }));
    let line: Vec<&str> = whole["line"].as_array().unwrap().iter().map(|mv| mv["text"].as_str().unwrap()).collect();
    let right = asker.ask(&json!({ "query": "puzzle", "puzzle": small["id"], "found": 0, "move": line[0] }));
    assert_eq!((&right["verdict"], &right["line"][0]["text"]), (&json!("right"), &json!(line[1])));
    let second = asker.ask(&json!({ "query": "puzzle", "puzzle": small["id"], "found": 1, "move": line[2] }));
    assert_eq!(second["verdict"], "solved");
    let early = json!({ "query": "puzzle", "puzzle": small["id"], "move": line[2], "lang": "sr" });
    let wrong = asker.ask(&early);
    assert_eq!(wrong["verdict"], "wrong", "{wrong}");
    assert_eq!(asker.code(&json!({ "query": "puzzle", "puzzle": "h0" })), "not-found");
}

#[test]
fn every_move_that_can_be_decided_is_listed_with_its_value() {
    let mut asker = Asker::new();
    let found = asker.ask(&json!({ "query": "proofs", "game": "havannah:size=3" }));
    let moves = found["moves"].as_array().unwrap();
    let wins: Vec<&str> = moves
        .iter()
        .filter(|decided| decided["proven"] == "win")
        .filter_map(|decided| decided["move"]["text"].as_str())
        .collect();
    assert_eq!((&found["proven"], moves.len(), wins.len()), (&json!("win"), 19, 6));
    assert!(wins.contains(&"a1"), "{wins:?}");
    let lost = asker.ask(&json!({ "query": "proofs", "game": "havannah:size=3", "moves": ["a1"] }));
    assert_eq!((&lost["proven"], lost["moves"].as_array().unwrap().len()), (&json!("loss"), 18));
    let over = json!({ "query": "proofs", "game": "havannah:size=3", "moves": ["a1", "c3", "a2", "d3", "a3"] });
    assert_eq!(asker.code(&over), "game-over");
}
