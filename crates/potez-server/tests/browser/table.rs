//! A game in the browser: its board, touched as a person would.

use serde_json::{Value, json};

use crate::driver::Browser;
use crate::server::TestServer;

/// How a person chooses things.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Hand {
    Click,
    Drag,
    Touch,
    Keys,
}

/// `WebDriver`'s names of keys.
pub(crate) const ENTER: char = '\u{E007}';
pub(crate) const TAB: char = '\u{E004}';
const ARROWS: [(char, i64, i64); 4] =
    [('\u{E013}', -1, 0), ('\u{E015}', 1, 0), ('\u{E012}', 0, -1), ('\u{E014}', 0, 1)];

/// The middle of a cell in the window; where checkers are stacked, a corner of it, so that no
/// checker is meant.
pub(crate) fn middle(browser: &Browser, cell: &str) -> (f64, f64) {
    let script =
        "const e = document.querySelector(`.stage [data-cell='${arguments[0]}'] .ground`); if (!e) return null;
        e.scrollIntoView({ block: 'nearest' });
        const r = e.getBoundingClientRect(); const share = e.closest('.stacked') ? 0.08 : 0.5;
        return [r.x + r.width * share, r.y + r.height * share]";
    let point = browser.wait(cell, script, &[json!(cell)]);
    (point[0].as_f64().expect("x"), point[1].as_f64().expect("y"))
}

/// A point at which the wall of this kind and top left cell is nearest.
pub(crate) fn wall_point(browser: &Browser, cell: &str, horizontal: bool) -> (f64, f64) {
    let script =
        "const e = document.querySelector(`.stage [data-cell='${arguments[0]}'] .ground`); if (!e) return null;
        const r = e.getBoundingClientRect(); const pitch = r.width / 0.86;
        const [x, y] = [r.x + r.width / 2 + pitch / 2, r.y + r.height / 2 + pitch / 2];
        return arguments[1] ? [x + pitch * 0.35, y] : [x, y + pitch * 0.35]";
    middle(browser, cell);
    let point = browser.wait(cell, script, &[json!(cell), json!(horizontal)]);
    (point[0].as_f64().expect("x"), point[1].as_f64().expect("y"))
}

/// The moves that the page lists.
pub(crate) fn moves(browser: &Browser) -> Vec<String> {
    let script = "return [...document.querySelectorAll('.move-list .move')].map((e) => e.textContent)";
    let list = browser.js(script, &[]);
    list.as_array().into_iter().flatten().filter_map(|text| text.as_str().map(str::to_string)).collect()
}

/// Whether the page says that the game is over.
pub(crate) fn is_over(browser: &Browser) -> bool {
    browser.js("return document.querySelector('.banner.result') !== null", &[]) == json!(true)
}

/// Waits until the page shows this many moves.
pub(crate) fn wait_for_ply(browser: &Browser, ply: usize) {
    let script = "return document.querySelectorAll('.move-list .move').length >= arguments[0]";
    browser.wait(&format!("move {ply}"), script, &[json!(ply)]);
}

/// One move: what the server offers is chosen at random and made by hand, part by part.
pub(crate) fn play_any(
    server: &TestServer,
    browser: &Browser,
    game: &str,
    hand: Hand,
    rng: &mut fastrand::Rng,
) -> String {
    let played = moves(browser);
    let position = server.ask("/api/position", &json!({ "game": game, "moves": played }));
    let mut parts: Vec<Value> = Vec::new();
    let mut last = None;
    let text = loop {
        let step = server.ask("/api/step", &json!({ "game": game, "moves": played, "parts": parts }));
        let choices = step["choices"].as_array().expect("choices");
        let choice = choices[rng.usize(..choices.len())].clone();
        let part = choice["part"].clone();
        // A level is chosen on the stack that was chosen before it.
        let cell = cell_name(&position, &part).or_else(|| last.clone());
        wait_for_step(browser, &part, cell.as_deref());
        let held = Held { cell: last.as_deref(), level: parts.last().and_then(|part| part["level"].as_u64()) };
        make(browser, &part, cell.as_deref().unwrap_or_default(), hand, held);
        last = cell;
        parts.push(part);
        if choice["isFinal"] == json!(true) {
            break choice["text"].as_str().expect("a text").to_string();
        }
    };
    wait_for_ply(browser, played.len() + 1);
    text
}

/// The name of the cell that a part lies on.
fn cell_name(position: &Value, part: &Value) -> Option<String> {
    let cells = position["view"]["cells"].as_array().expect("cells");
    let cell = cells.iter().find(|cell| cell["row"] == part["row"] && cell["col"] == part["col"])?;
    cell["name"].as_str().map(str::to_string)
}

/// The page must have heard from the server what can be chosen.
fn wait_for_step(browser: &Browser, part: &Value, cell: Option<&str>) {
    let script = "const [kind, cell, level] = arguments; const board = document.querySelector('.stage .board');
        if (kind === 'wall') return board.classList.contains('choosing-walls');
        if (kind === 'swap' || kind === 'pass') return document.querySelector('[data-word]') !== null;
        const shown = board.querySelector(`[data-cell='${cell}']`);
        if (kind === 'level') return shown.querySelector(`.liftable[data-level='${level}']`) !== null;
        return shown.classList.contains('target')";
    browser.wait(&part.to_string(), script, &[part["kind"].clone(), json!(cell), part["level"].clone()]);
}

/// What was chosen before: a cell, and of a stack the lowest checker that is lifted.
#[derive(Clone, Copy)]
struct Held<'a> {
    cell: Option<&'a str>,
    level: Option<u64>,
}

impl Held<'_> {
    /// Where it is taken hold of.
    fn point(self, browser: &Browser) -> Option<(f64, f64)> {
        let cell = self.cell?;
        Some(self.level.map_or_else(|| middle(browser, cell), |level| checker(browser, cell, level)))
    }
}

/// A point at which a checker of a stack can be seen.
pub(crate) fn checker(browser: &Browser, cell: &str, level: u64) -> (f64, f64) {
    let script = "const [cell, level] = arguments;
        const shown = document.querySelector(`.stage [data-cell='${cell}'] [data-level='${level}']`);
        const { left, right, top, bottom } = shown.getBoundingClientRect();
        const x = (left + right) / 2;
        for (let y = bottom - 1; y > top; y -= 0.5) {
            const over = document.elementFromPoint(x, y)?.closest('[data-level]');
            if (over === shown) return [x, y];
        }
        return null";
    let point = browser.wait(&format!("checker {level} of {cell}"), script, &[json!(cell), json!(level)]);
    (point[0].as_f64().expect("a number"), point[1].as_f64().expect("a number"))
}

fn make(browser: &Browser, part: &Value, cell: &str, hand: Hand, held: Held) {
    let horizontal = part["axis"] == json!("horizontal");
    match (part["kind"].as_str().expect("a kind"), hand) {
        (word @ ("swap" | "pass"), _) => browser.press_button(&format!("[data-word='{word}']")),
        ("level", Hand::Keys) => browser.keys(&part["level"].to_string()),
        ("level", _) => {
            // The stack is touched again where it is to be lifted: the large drawing beside the
            // board is for fingers.
            browser.press_button(&format!(".levels .level:nth-child({})", part["level"]));
        }
        ("wall", Hand::Keys) => {
            walk_to(browser, cell);
            browser.find(".wall.preview");
            if browser.js("return document.querySelector('.wall.preview').dataset.axis", &[]) != part["axis"] {
                browser.keys(" ");
            }
            browser.keys(&ENTER.to_string());
        }
        ("wall", Hand::Touch) => {
            // The first touch shows the wall, the second one places it.
            let point = wall_point(browser, cell, horizontal);
            browser.pointer(&[point], true);
            browser.find(".wall.preview");
            browser.pointer(&[wall_point(browser, cell, horizontal)], true);
        }
        ("wall", _) => {
            let point = wall_point(browser, cell, horizontal);
            browser.hover(point);
            browser.find(".wall.preview:not(.wrong)");
            browser.pointer(&[point], false);
        }
        (_, Hand::Keys) => {
            walk_to(browser, cell);
            browser.keys(&ENTER.to_string());
        }
        (_, Hand::Drag) => {
            if let Some(from) = held.point(browser).filter(|_| held.cell != Some(cell)) {
                let to = middle(browser, cell);
                browser.pointer(&[from, (f64::midpoint(from.0, to.0), f64::midpoint(from.1, to.1)), to], false);
            } else {
                browser.pointer(&[middle(browser, cell)], false);
            }
        }
        (_, Hand::Touch) => {
            browser.pointer(&[middle(browser, cell)], true);
            // Where cells are small, the second touch means what the first one has shown.
            if browser.js("return document.querySelector('.cell.touched') !== null", &[]) == json!(true) {
                browser.pointer(&[middle(browser, cell)], true);
            }
        }
        (_, _) => browser.pointer(&[middle(browser, cell)], false),
    }
}

/// Goes to a cell of the board by arrow keys.
pub(crate) fn walk_to(browser: &Browser, cell: &str) {
    let focused = "return document.activeElement?.getAttribute('data-cell') ?? null";
    if browser.js(focused, &[]).is_null() {
        tab_to(browser, "[data-cell]");
    }
    let place = "const board = document.activeElement.closest('svg');
        const at = (name) => board.querySelector(`[data-cell='${name}'] .ground`).getBoundingClientRect();
        const [a, b] = [at(document.activeElement.getAttribute('data-cell')), at(arguments[0])];
        return [Math.round((b.y - a.y) / (a.height * 0.7)), Math.round((b.x - a.x) / (a.width * 0.45))]";
    for _ in 0..80 {
        if browser.js(focused, &[]) == json!(cell) {
            return;
        }
        let away = browser.js(place, &[json!(cell)]);
        let (down, right) = (away[0].as_i64().expect("rows"), away[1].as_i64().expect("columns"));
        // Rows first: in a hexagon going down also goes sideways.
        let wanted = if down == 0 { (0, right.signum()) } else { (down.signum(), 0) };
        let key = ARROWS.iter().find(|&&(_, d, r)| (d, r) == wanted).map_or(ENTER, |arrow| arrow.0);
        browser.keys(&key.to_string());
    }
    panic!("no way to {cell} by arrow keys");
}

/// Presses Tab until the focus is on what the selector means.
pub(crate) fn tab_to(browser: &Browser, selector: &str) {
    browser.find(selector);
    for _ in 0..120 {
        if browser.js("return document.activeElement?.matches(arguments[0]) ?? false", &[json!(selector)])
            == json!(true)
        {
            return;
        }
        browser.keys(&TAB.to_string());
    }
    panic!("Tab never comes to {selector}");
}

/// Opens a game for two people at one screen, by the server's own interface, and goes to it.
pub(crate) fn open_at_one_screen(server: &TestServer, browser: &Browser, game: &str) {
    open_with(server, browser, &json!({ "game": game, "x": { "kind": "me" }, "o": { "kind": "me" }, "clock": null }));
}

/// Opens a game that the request describes and goes to it.
pub(crate) fn open_with(server: &TestServer, browser: &Browser, request: &Value) {
    let game = server.ask("/api/games", request);
    let id = game["id"].as_str().unwrap_or_else(|| panic!("no game: {game}"));
    let token = game["token"].as_str().expect("a token");
    // The board of an earlier game would be taken for this one's.
    browser.go("about:blank");
    browser.go(&server.page(&format!("#/game/{id}/{token}")));
    browser.find(".stage [data-cell]");
}

/// Goes to an address and waits until something is there.
pub(crate) fn open_at(browser: &Browser, address: &str, ready: &str) {
    browser.go(address);
    browser.find(ready);
}
