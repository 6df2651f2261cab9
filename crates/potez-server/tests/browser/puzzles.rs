//! Puzzles on the page: a streak by mouse and by keyboard, a wrong move refuted, progress kept.

use serde_json::{Value, json};

use crate::driver::{Browser, DESKTOP};
use crate::server::TestServer;
use crate::table::{ENTER, middle, walk_to};
use crate::watch::assert_clean;

/// The puzzle on the page and the moves that solve it.
fn asked(server: &TestServer, browser: &Browser) -> (String, Vec<String>) {
    let script = "return document.querySelector('.puzzle-about')?.textContent.match(/[a-z][0-9a-f]{8}/)?.[0] ?? null";
    let id = browser.wait("a puzzle", script, &[]).as_str().expect("an id").to_string();
    let list = server.read("/api/puzzles/havannah");
    let puzzle = list["puzzles"].as_array().expect("puzzles").iter().find(|puzzle| puzzle["id"] == id.as_str());
    let asked = puzzle.and_then(|puzzle| puzzle["asked"].as_u64()).expect("moves to find") as usize;
    let solution = server.read(&format!("/api/puzzle/{id}"));
    let texts = solution["line"].as_array().expect("a line").iter().map(|mv| mv["text"].as_str().expect("a text"));
    (id, texts.step_by(2).take(asked).map(String::from).collect())
}

/// Waits until as many moves are left to find.
fn wait_for_task(browser: &Browser, left: usize) {
    let script = "return document.querySelector('[data-id=task]').textContent.includes(arguments[0])
        && document.querySelector('.stage .cell.target') !== null";
    browser.wait("the task", script, &[json!(format!("{left} move"))]);
}

/// How a cell is chosen.
#[derive(Clone, Copy)]
pub(crate) enum By {
    Mouse,
    /// Its name is typed.
    Name,
    /// The arrow keys lead there.
    Arrows,
}

/// Chooses a cell of Havannah.
pub(crate) fn make(browser: &Browser, mv: &str, by: By) {
    match by {
        By::Mouse => return browser.pointer(&[middle(browser, mv)], false),
        By::Name => browser.fill_in(".typed input", mv),
        By::Arrows => walk_to(browser, mv),
    }
    browser.keys(&ENTER.to_string());
}

#[test]
fn a_streak_is_solved_by_mouse_and_by_keyboard() {
    let (server, browser) = (TestServer::start(), Browser::open(DESKTOP));
    browser.go(&server.page("#/puzzles/havannah"));
    for (number, by) in [(1, By::Mouse), (2, By::Name), (3, By::Arrows)] {
        let (id, moves) = asked(&server, &browser);
        for (found, mv) in moves.iter().enumerate() {
            wait_for_task(&browser, moves.len() - found);
            make(&browser, mv, by);
        }
        let solved = "return document.querySelector('[data-id=score]').textContent.includes(arguments[0])";
        browser.wait("the streak", solved, &[json!(format!("streak {number}"))]);
        browser.find("[data-id='puzzle-next']");
        let kept = "return JSON.parse(localStorage.getItem('potez-puzzles')).entries[arguments[0]][0]";
        assert_eq!(browser.js(kept, &[json!(id)]), json!(1));
        browser.js("document.activeElement.blur()", &[]);
        browser.keys("n");
        let other = "return !document.querySelector('.puzzle-about').textContent.includes(arguments[0])";
        browser.wait("another puzzle", other, &[json!(id)]);
    }
    let (id, moves) = asked(&server, &browser);
    wait_for_task(&browser, moves.len());
    let others = "return [...document.querySelectorAll('.stage .cell.target')].map((e) => e.dataset.cell)";
    let cells: Value = browser.js(others, &[]);
    let wrong = cells.as_array().into_iter().flatten().filter_map(Value::as_str).find(|cell| *cell != moves[0]);
    make(&browser, wrong.expect("another cell"), By::Mouse);
    browser.find(".verdict.bad");
    // The refutation is played on the board; one key leads back, and the puzzle comes again another day.
    browser.find("[data-id='puzzle-back']");
    browser.js("document.activeElement.blur()", &[]);
    browser.keys("b");
    wait_for_task(&browser, moves.len());
    let failed = "const kept = JSON.parse(localStorage.getItem('potez-puzzles'));
        return [kept.entries[arguments[0]][0], kept.streak, kept.best]";
    assert_eq!(browser.js(failed, &[json!(id)]), json!([0, 0, 3]));
    browser.picture(&crate::driver::pictures().join("puzzles.png"));
    assert_clean(&server, &browser);
}
