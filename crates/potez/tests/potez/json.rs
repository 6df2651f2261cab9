//! The JSON protocol through the real binary.

use crate::run::succeed;
use serde_json::{Value, json};

fn ask(requests: &[Value]) -> Vec<Value> {
    let lines: Vec<String> = requests.iter().map(Value::to_string).collect();
    answers(&lines.join("\n"))
}

fn answers(input: &str) -> Vec<Value> {
    succeed(&["engine", "--protocol", "json"], input)
        .lines()
        .map(|line| serde_json::from_str(line).expect("each answer is a line of JSON"))
        .collect()
}

#[test]
fn a_state_query_tells_everything_about_a_position() {
    let request = json!({"id": "1", "query": "state", "game": "byte", "moves": ["d2-c3"], "trace": true});
    let [answer] = &ask(&[request])[..] else { panic!("one answer") };
    assert_eq!(answer["id"], "1");
    assert_eq!(answer["turn"], "o");
    assert_eq!(answer["ply"], 1);
    assert_eq!(answer["outcome"], Value::Null);
    assert_eq!(answer["reason"], Value::Null);
    assert_eq!(answer["position"], "-,-,-,-/o,o,o,o/x,x,x,x/o,o,o,o/x,x,x,x/o,ox,o,o/x,-,x,x/-,-,-,- o 0-0");
    let legal = answer["legal"].as_array().expect("a list");
    assert_eq!(answer["legalCounts"], json!([35, legal.len()]));
    assert!(legal.iter().map(|mv| mv.as_str().expect("a text")).is_sorted());
}

#[test]
fn outcomes_carry_their_reasons() {
    let won = json!({"id": 7, "query": "state", "game": "havannah:size=3", "moves": ["a1", "c3", "a2", "c4", "a3"]});
    let [answer] = &ask(&[won])[..] else { panic!("one answer") };
    assert_eq!((&answer["id"], &answer["outcome"], &answer["reason"]), (&json!(7), &json!("x"), &json!("bridge")));
    assert_eq!(answer["legal"], json!([]));
}

#[test]
fn lines_carry_remarks_on_their_first_moves() {
    let moves = json!(["a1", "c3", "a2", "d3"]);
    let request =
        json!({"id": 1, "query": "analyze", "game": "havannah:size=3", "moves": moves, "limits": {"nodes": 2000}});
    let [answer] = &ask(&[request])[..] else { panic!("one answer") };
    let remark = json!({
        "code": "havannah-bridge",
        "args": { "corners": "a1, a3" },
        "text": "completes a bridge between the corners a1, a3",
    });
    assert_eq!(answer["lines"][0]["remarks"], json!([remark]));
}

#[test]
fn every_kind_of_error_has_its_code_and_the_session_goes_on() {
    let state = |rest: Value| {
        let mut request = json!({"id": "e", "query": "state"});
        request.as_object_mut().expect("an object").extend(rest.as_object().expect("an object").clone());
        request
    };
    let cases = [
        (state(json!({"game": "chess"})), "unknown-game", None),
        (state(json!({"game": "byte:size=9"})), "unknown-game", None),
        (state(json!({"game": "byte", "position": "?"})), "bad-position", None),
        (state(json!({"game": "byte", "moves": ["d2-c3", "what"]})), "bad-move", Some(1)),
        (state(json!({"game": "byte", "moves": ["d2-d4"]})), "illegal-move", Some(0)),
        (
            state(json!({"game": "havannah:size=3", "moves": ["a1", "c3", "a2", "c4", "a3", "c5"]})),
            "game-over",
            Some(5),
        ),
        (state(json!({})), "bad-request", None),
        (json!({"id": "e", "query": "dance"}), "bad-request", None),
        (json!({"id": "e"}), "bad-request", None),
        (json!({"id": "e", "query": "stop", "target": "nothing"}), "bad-request", None),
        (json!({"id": "e", "query": "state", "game": "byte", "moves": "d2-c3"}), "bad-request", None),
    ];
    for (request, code, ply) in cases {
        let answers = ask(&[request.clone(), json!({"id": "after", "query": "state", "game": "byte"})]);
        assert_eq!(answers.len(), 2, "{request}");
        assert_eq!(answers[0]["id"], "e", "{request}");
        assert_eq!(answers[0]["error"]["code"], code, "{request}: {}", answers[0]);
        assert_eq!(answers[0]["error"].get("ply").and_then(Value::as_u64), ply, "{request}");
        assert!(answers[0]["error"]["message"].as_str().is_some_and(|message| !message.is_empty()));
        assert_eq!(answers[1]["id"], "after");
    }
    let junk = answers("{\n[1]\n\"text\"\n\u{0}\u{1}junk\n\n{\"id\":\"ok\",\"query\":\"state\",\"game\":\"byte\"}\n");
    assert_eq!(junk.len(), 5);
    assert!(junk[..4].iter().all(|answer| answer["error"]["code"] == "bad-request"));
    assert_eq!(junk[4]["ply"], 0);
}

#[test]
fn ten_thousand_lines_in_are_ten_thousand_lines_out() {
    let request = |id| json!({"id": id, "query": "state", "game": "havannah:size=3", "moves": ["b2"]});
    let answers = ask(&(0..10_000).map(request).collect::<Vec<_>>());
    assert_eq!(answers.len(), 10_000);
    assert!(answers.iter().enumerate().all(|(id, answer)| answer["id"] == id && answer["ply"] == 1));
}

#[test]
fn an_analysis_reports_while_it_thinks_and_can_be_stopped() {
    let requests = [
        json!({"id": "a", "query": "analyze", "game": "byte", "moves": [], "limits": {"nodes": 3000}, "multipv": 3}),
        json!({"id": "s", "query": "state", "game": "byte"}),
        json!({"id": "b", "query": "analyze", "game": "havannah:size=4", "limits": {"timeMs": 60_000}}),
        json!({"id": "c", "query": "stop", "target": "b"}),
        json!({"id": "d", "query": "analyze", "game": "havannah:size=4"}),
    ];
    let answers = ask(&requests);
    let of = |id: &str| answers.iter().find(|answer| answer["id"] == id && answer.get("partial").is_none());
    let first = of("a").expect("an answer");
    let lines = first["lines"].as_array().expect("lines");
    assert_eq!(lines.len(), 3);
    assert_eq!(first["best"], lines[0]["move"]);
    assert!(lines.iter().all(|line| {
        line["pv"][0] == line["move"] && line["winChance"].as_f64().is_some_and(|chance| (0.0..=1.0).contains(&chance))
    }));
    assert!(of("s").is_some() && of("b").is_some() && of("d").is_some());
    assert!(of("b").expect("stopped early")["best"].is_string());
}

#[test]
fn analyses_of_finished_games_and_odd_limits_are_refused() {
    let over = json!({"id": 1, "query": "analyze", "game": "havannah:size=3", "moves": ["a1", "c3", "a2", "c4", "a3"]});
    let none = json!({"id": 2, "query": "analyze", "game": "byte", "multipv": 0});
    let crowd = json!({"id": 3, "query": "analyze", "game": "byte", "threads": 100_000});
    let answers = ask(&[over, none, crowd]);
    assert_eq!(answers[0]["error"]["code"], "game-over");
    assert_eq!(answers[1]["error"]["code"], "bad-request");
    assert_eq!(answers[2]["error"]["code"], "bad-request");
}
