//! The guide: lessons with tasks, and the level that is offered after a few games.

use serde_json::{Value, json};

use crate::driver::{Browser, DESKTOP};
use crate::server::TestServer;
use crate::table::{ENTER, middle, open_with, tab_to, walk_to};
use crate::watch::assert_clean;

/// The middle of a cell of the first board on the page.
fn cell_of_diagram(browser: &Browser, cell: &str) -> (f64, f64) {
    let script = "const e = document.querySelector(`.diagram [data-cell='${arguments[0]}'].target .ground`);
        if (!e) return null;
        e.scrollIntoView({ block: 'center' });
        const r = e.getBoundingClientRect();
        return [r.x + r.width / 2, r.y + r.height / 2]";
    let point = browser.wait(cell, script, &[json!(cell)]);
    (point[0].as_f64().expect("x"), point[1].as_f64().expect("y"))
}

fn stored(browser: &Browser, key: &str) -> Value {
    browser.js("return JSON.parse(localStorage.getItem('potez') ?? '{}')[arguments[0]] ?? null", &[json!(key)])
}

#[test]
fn a_task_says_why_a_wrong_move_fails_and_the_way_leads_on() {
    let (server, browser) = (TestServer::start(), Browser::open(DESKTOP));
    browser.go(&server.page("#/learn/havannah"));
    browser.press_button("[data-id='to-guide']");
    browser.find(".lessons li");
    browser.go(&server.page("#/guide/havannah/double"));
    browser.pointer(&[cell_of_diagram(&browser, "a2")], false);
    // The engine says what the move gives away, and shows the answer to it.
    browser.wait("a reason", "return document.querySelector('.diagram .why li, .diagram .why button') !== null", &[]);
    assert!(browser.text(".diagram .task").contains("a2"));
    assert!(stored(&browser, "lessons").get("havannah").is_none(), "a wrong answer solves nothing");
    browser.pointer(&[cell_of_diagram(&browser, "g4")], false);
    browser.find(".diagram .task.solved");
    assert_eq!(stored(&browser, "lessons"), json!({ "havannah": ["double"] }));
    browser.press_button("[data-id='next-lesson']");
    browser.wait("the next lesson", "return location.hash === '#/guide/havannah/order'", &[]);
    assert_clean(&server, &browser);
}

#[test]
fn a_task_is_solved_and_the_way_gone_on_by_keys_alone() {
    let (server, browser) = (TestServer::start(), Browser::open(DESKTOP));
    browser.go(&server.page("#/guide/havannah/double"));
    browser.find(".diagram .cell.target");
    walk_to(&browser, "a2");
    browser.keys(&ENTER.to_string());
    browser.wait("a reason", "return document.querySelector('.diagram .why li, .diagram .why button') !== null", &[]);
    walk_to(&browser, "g4");
    browser.keys(&ENTER.to_string());
    browser.find(".diagram .task.solved");
    tab_to(&browser, "[data-id='next-lesson']");
    browser.keys(&ENTER.to_string());
    browser.wait("the next lesson", "return location.hash === '#/guide/havannah/order'", &[]);
    // Puzzles are a step of the way to games.
    browser.go(&server.page("#/guide/havannah"));
    tab_to(&browser, "[data-id='path-puzzles']");
    browser.keys(&ENTER.to_string());
    browser.find("[data-id='puzzle-hint']");
    assert_clean(&server, &browser);
}

#[test]
fn after_a_few_games_another_level_is_offered_and_may_be_declined() {
    let (server, browser) = (TestServer::start(), Browser::open(DESKTOP));
    browser.go(&server.page("#/guide/havannah"));
    browser.find("[data-id='path-play']");
    assert!(browser.text("[data-id='path-play']").contains('2'), "a newcomer begins at level 2");
    let won = |id: &str| json!({ "id": id, "level": 4, "points": 1 });
    let script = "const kept = JSON.parse(localStorage.getItem('potez') ?? '{}');
        localStorage.setItem('potez', JSON.stringify({ ...kept, results: { havannah: arguments[0] } }))";
    browser.js(script, &[json!([won("a"), won("b")])]);
    browser.go("about:blank");
    let engine = json!({ "kind": "engine", "bot": "potez:level=4" });
    let moves = ["a1", "g4", "a2", "g5", "a3", "g6"];
    let request = json!({ "game": "havannah:size=4", "moves": moves, "x": { "kind": "me" }, "o": engine });
    open_with(&server, &browser, &request);
    browser.find(".cell.target[data-cell='a4']");
    browser.pointer(&[middle(&browser, "a4")], false);
    browser.find("[data-id='ladder']");
    let words = browser.text("[data-id='ladder']");
    assert!(words.contains('5') && words.contains("69 %"), "{words}");
    browser.find("[data-id='ladder-play']");
    browser.press_button("[data-id='ladder-no']");
    browser.wait("no offer", "return document.querySelector('[data-id=ladder]') === null", &[]);
    browser.reload();
    browser.find("[data-id='result']");
    assert_eq!(browser.js("return document.querySelector('[data-id=ladder]')", &[]), json!(null), "not asked again");
    assert_clean(&server, &browser);
}
