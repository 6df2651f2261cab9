//! What players stumbled over once, and must not again.

use serde_json::{Value, json};

use crate::driver::{Browser, DESKTOP};
use crate::looks::prefer;
use crate::network::Network;
use crate::server::TestServer;
use crate::table::{Hand, middle, moves, open_at_one_screen, open_with, play_any, tab_to, wait_for_ply, walk_to};
use crate::watch::assert_clean;

const GAME: &str = "havannah:size=5";

/// Whether the current move of a list is seen inside its box.
fn assert_current_seen(browser: &Browser, list: &str) {
    let script = "const list = document.querySelector(arguments[0]);
        const [box, item] = [list, list?.querySelector('[aria-current]')].map((e) => e?.getBoundingClientRect());
        const seen = item && item.height > 0 && item.top >= box.top - 1 && item.bottom <= box.bottom + 1;
        return seen && list.scrollHeight > list.clientHeight + 20";
    browser.wait(&format!("the current move of {list}"), script, &[json!(list)]);
}

/// The names of the messages that the page has sent over its WebSocket, signs of life aside.
fn messages_sent(browser: &Browser) -> Vec<String> {
    let name = |entry: Value| {
        let event: Value = serde_json::from_str(entry["message"].as_str()?).ok()?;
        let event = &event["message"];
        let frame = event["params"]["response"]["payloadData"].as_str()?;
        let message: Value = serde_json::from_str(frame).ok()?;
        let is_sent = event["method"] == json!("Network.webSocketFrameSent");
        message["t"].as_str().filter(|name| is_sent && *name != "ping").map(str::to_string)
    };
    browser.log("performance").into_iter().filter_map(name).collect()
}

/// A line of Havannah on a small board, row by row, that wins for nobody yet.
fn long_line() -> Vec<String> {
    let rows = [("a", 1..=5), ("c", 1..=7), ("e", 1..=9), ("g", 3..=9), ("i", 5..=9)];
    rows.into_iter().flat_map(|(row, cols)| cols.map(move |col| format!("{row}{col}"))).take(26).collect()
}

#[test]
fn a_network_that_swallows_everything_is_noticed_and_no_clock_runs_for_the_wrong_side() {
    let (server, browser) = (TestServer::start(), Browser::open(DESKTOP));
    let network = Network::to(&server);
    let clock = json!({ "kind": "fischer", "initialMs": 3_600_000, "incrementMs": 0 });
    let request = json!({ "game": GAME, "x": { "kind": "me" }, "o": { "kind": "friend" }, "clock": clock });
    let game = server.ask("/api/games", &request);
    let (id, token) = (game["id"].as_str().expect("a game"), game["token"].as_str().expect("a token"));
    let friend = game["friend"]["token"].as_str().expect("a token for the friend");
    let answer = |mv: &str, ply: usize| {
        let body = json!({ "move": mv, "ply": ply });
        let state = server.ask_as(friend, &format!("/api/games/{id}/move"), &body);
        assert_eq!(state["ply"], json!(ply + 1), "{state}");
    };
    let running = "return [...document.querySelectorAll('.clock.running')].map((e) => e.closest('.seat').className)";
    let click = |cell: &str| {
        browser.find(&format!(".cell.target[data-cell='{cell}']"));
        browser.pointer(&[middle(&browser, cell)], false);
    };
    // How long after the last word of the server the page says so, by its own clock; a busy machine may make it late.
    let clock = "globalThis.heard = { at: 0, late: 0 };
        globalThis.WebSocket = class extends WebSocket {
            constructor(...all) { super(...all); this.addEventListener('message', () => (heard.at = performance.now())); }
        };
        let last = performance.now();
        setInterval(() => {
            const now = performance.now();
            heard.late = Math.max(heard.late, now - last - 100);
            last = now;
        }, 100)";
    browser.devtools("Page.addScriptToEvaluateOnNewDocument", &json!({ "source": clock }));
    let gone = || {
        let noticed = "return document.querySelector('.connection').hidden ? null
            : performance.now() - heard.at - heard.late";
        let silence = browser.wait("word of it", noticed, &[]).as_f64().expect("a time");
        assert!(silence < 10_000.0, "reconnecting after {silence} ms");
    };
    browser.go(&network.page(&format!("#/game/{id}/{token}")));
    click("a1");
    wait_for_ply(&browser, 1);
    answer("a2", 1);
    wait_for_ply(&browser, 2);
    browser.wait("the clock of X", "return document.querySelector('.seat.x .clock.running') !== null", &[]);
    // A move on its way is lost, and nobody says so.
    network.swallow(true);
    click("b3");
    gone();
    assert_eq!(browser.js(running, &[]), json!([]), "nobody knows whose clock runs");
    network.swallow(false);
    wait_for_ply(&browser, 3);
    browser.wait("the connection", "return document.querySelector('.connection').hidden", &[]);
    browser.wait("the clock of O", "return document.querySelector('.seat.o .clock.running') !== null", &[]);
    // The answer of the other player is lost: the other clock must not go on as if nothing had come.
    network.swallow(true);
    answer("b5", 3);
    gone();
    assert_eq!(browser.js(running, &[]), json!([]), "nobody knows whose clock runs");
    // The server notices as well: whoever is silent is away.
    let is_away = |_| {
        std::thread::sleep(std::time::Duration::from_millis(200));
        server.read(&format!("/api/games/{id}"))["players"]["x"]["online"] == json!(false)
    };
    assert!((0..900).any(is_away), "the server never notices");
    network.swallow(false);
    wait_for_ply(&browser, 4);
    browser.wait("the clock of X", "return document.querySelector('.seat.x .clock.running') !== null", &[]);
    assert_eq!(browser.js(running, &[]).as_array().map(Vec::len), Some(1));
    assert_eq!(moves(&browser), ["a1", "a2", "b3", "b5"]);
}

#[test]
fn a_half_made_move_stays_while_spectators_come_and_go() {
    let (server, browser) = (TestServer::start(), Browser::open(DESKTOP));
    open_at_one_screen(&server, &browser, "blockade");
    for cell in ["d4", "d6"] {
        browser.find(&format!(".cell.target[data-cell='{cell}']"));
        browser.pointer(&[middle(&browser, cell)], false);
    }
    browser.find(".choosing-walls");
    let chosen = || {
        let script = "return [...document.querySelectorAll('.cell.chosen')].map((e) => e.dataset.cell).join()";
        browser.js(script, &[])
    };
    assert_eq!(chosen(), json!("d4,d6"));
    browser.js(
        "window.spectator = new WebSocket(`ws://${location.host}/api/ws`);
        spectator.onopen = () => spectator.send(JSON.stringify({ t: 'watch', game: location.hash.split('/')[2] }))",
        &[],
    );
    browser.wait("the spectator", "return document.querySelector('.watchers') !== null", &[]);
    assert_eq!(chosen(), json!("d4,d6"), "somebody has come");
    browser.js("spectator.close()", &[]);
    browser.wait("nobody", "return document.querySelector('.watchers') === null", &[]);
    assert_eq!(chosen(), json!("d4,d6"), "somebody has gone");
    browser.find(".choosing-walls");
    // One message a part: nothing on the way of a move is asked by a request of its own.
    let asked = "return performance.getEntriesByType('resource').map((e) => e.name)
        .filter((name) => /\\/(step|move)\\b/.test(name)).length";
    let before = browser.js(asked, &[]);
    browser.log("performance");
    browser.js("document.activeElement?.blur(); document.querySelector('.mover .tools .quiet').click()", &[]);
    browser.wait("another start", "return document.querySelector('.choosing-walls') === null", &[]);
    play_any(&server, &browser, "blockade", Hand::Click, &mut fastrand::Rng::with_seed(7));
    wait_for_ply(&browser, 1);
    assert_eq!(browser.js(asked, &[]), before);
    let sent = messages_sent(&browser);
    assert_eq!(sent, ["step", "step", "move"], "a pawn, its square, and the move with its wall");
    // Where the keys are is seen on one's own pawns as well.
    tab_to(&browser, "[data-cell]");
    walk_to(&browser, "d11");
    browser.find(".cell.target.held[data-cell='d11']");
    let style = "const { strokeWidth, strokeOpacity, strokeDasharray } =
        getComputedStyle(document.activeElement.querySelector('.ground'));
        return [document.activeElement.dataset.cell, strokeWidth, strokeOpacity, strokeDasharray]";
    assert_eq!(browser.js(style, &[]), json!(["d11", "9px", "1", "none"]));
    assert_clean(&server, &browser);
}

#[test]
fn the_current_move_is_always_seen_in_its_list() {
    let (server, browser) = (TestServer::start(), Browser::open(DESKTOP));
    let line = long_line();
    let me = json!({ "kind": "me" });
    open_with(&server, &browser, &json!({ "game": GAME, "moves": line, "x": me, "o": me }));
    wait_for_ply(&browser, 26);
    assert_current_seen(&browser, ".move-list");
    play_any(&server, &browser, GAME, Hand::Click, &mut fastrand::Rng::with_seed(3));
    wait_for_ply(&browser, 27);
    browser.js("window.scrollTo(0, 0)", &[]);
    for key in ["first", "next", "last", "back"] {
        let label = json!({ "first": "To the start", "next": "One move on", "last": "To the end",
            "back": "One move back" })[key]
            .clone();
        browser.press_button(&format!(".browse [aria-label='{}']", label.as_str().expect("a label")));
        if key != "first" {
            assert_current_seen(&browser, ".move-list");
        }
    }
    browser.go(&server.page(&format!("#/analysis?game={GAME}&moves={}&at=m26", line.join("_"))));
    browser.wait("the tree", "return document.querySelectorAll('.tree .move').length === 27", &[]);
    browser.js("for (const e of document.querySelectorAll('.tree')) e.style.maxHeight = '5rem'", &[]);
    assert_current_seen(&browser, ".tree");
    assert_clean(&server, &browser);
}

#[test]
fn the_start_page_keeps_its_word() {
    let (server, browser) = (TestServer::start(), Browser::open(DESKTOP));
    browser.go(&server.page(""));
    browser.find("input[name='level']");
    // "Play now" plays the level that is chosen, not the one that was when the page came.
    let level = "const e = document.querySelector('input[name=level]');
        e.value = '2'; e.dispatchEvent(new Event('input', { bubbles: true }))";
    browser.js(level, &[]);
    browser.press_button("[data-id='play-byte']");
    browser.find(".stage [data-cell]");
    browser.wait("the level", "return document.querySelector('.seat.o .name')?.textContent === 'Engine, level 2'", &[]);
    // Whoever changes sides has the own bar below the board again.
    let below = "return document.querySelector('.stage > .seat:last-child').classList.contains(arguments[0])";
    assert_eq!(browser.js(below, &[json!("x")]), json!(true));
    browser.press_button("[data-id='sides']:not(:disabled)");
    browser.wait("the other side", below, &[json!("o")]);
    browser.wait("the engine's move", "return document.querySelectorAll('.move-list .move').length === 1", &[]);
    browser.go(&server.page("#/"));
    browser.find(".recent-game");
    let recent = browser.text(".recent-game");
    assert!(recent.contains("Engine, level 2") && !recent.contains("potez:"), "{recent}");
    // Every value of every option has a name in the reader's language.
    prefer(&browser, "#language", "sr");
    browser.wait("Serbian", "return document.querySelector('header nav a')?.textContent === 'Igraj'", &[]);
    let bare =
        "return [...document.querySelectorAll('.setup .options option')].filter((e) => e.textContent === e.value)
        .map((e) => e.value)";
    browser.wait("the options", "return document.querySelector('.setup .options option') !== null", &[]);
    assert_eq!(browser.js(bare, &[]), json!([]));
    // An address that was spoilt on its way is a page, and one that stays.
    browser.js("document.documentElement.dataset.here = 'yes'", &[]);
    for route in ["#/game/%zz", "#/%E0%A4%A", "#/constructor", "#/analysis?game=havannah&moves=a1!%zz", "nowhere"] {
        browser.go("about:blank");
        browser.go(&server.page(route));
        browser.wait(route, "return document.querySelector('main h1') !== null", &[]);
    }
    let complaints: Vec<Value> = browser.log("browser").into_iter().filter(|e| e["level"] == json!("SEVERE")).collect();
    let expected = |entry: &&Value| entry["message"].as_str().is_some_and(|text| text.contains("404"));
    assert_eq!(complaints.iter().filter(|entry| !expected(entry)).count(), 0, "{complaints:?}");
}

#[test]
fn an_imported_game_keeps_names_result_and_resignation() {
    let (server, browser) = (TestServer::start(), Browser::open(DESKTOP));
    browser.go(&server.page("#/analysis?game=havannah:size=4"));
    let import = |text: &str| {
        browser.press_button("[data-id='import']");
        browser.find("dialog textarea");
        browser.js("document.querySelector('dialog textarea').value = arguments[0]", &[json!(text)]);
        browser.press_button("dialog [data-id='read']");
        browser.wait("the end of the dialog", "return document.querySelector('dialog') === null", &[]);
    };
    let tree = |wanted: &[&str]| {
        let script = "return JSON.stringify([...document.querySelectorAll('.tree .move')].map((e) => e.textContent))
            === arguments[0]";
        browser.wait(&format!("{wanted:?}"), script, &[json!(json!(wanted).to_string())]);
    };
    // Bare moves are moves of the game on the board.
    import("d4, c3 d5");
    tree(&["Start", "d4", "c3", "d5"]);
    import(
        "[Game \"havannah:size=4\"]\n[X \"Ana \\\"A\\\" & co\"]\n[O \"Bora\"]\n[Reason \"resign\"]\n\n1. d4 c3 2. d5 x\n",
    );
    let line = "X wins: O has resigned";
    let played = "const e = document.querySelector('.played'); return e && !e.hidden && e.textContent";
    browser.wait("who played", "return document.querySelector('.played')?.textContent.includes('Bora')", &[]);
    assert_eq!(browser.js(played, &[]), json!(format!("Ana \"A\" & co – Bora · {line}")));
    // The address holds all of it.
    browser.reload();
    browser.wait("who played", "return document.querySelector('.played')?.textContent.includes('Bora')", &[]);
    assert_eq!(browser.js(played, &[]), json!(format!("Ana \"A\" & co – Bora · {line}")));
    for (format, parts) in [("text", ["[O \"Bora\"]", "resign"]), ("sgf", ["PB[Bora]", "W+R"])] {
        browser.press_button("[data-id='export']");
        browser.find("dialog textarea");
        browser.choose("dialog select[name='format']", format);
        let script = "const t = document.querySelector('dialog textarea').value; return t.includes(arguments[0]) && t";
        let text = browser.wait(format, script, &[json!(parts[0])]);
        assert!(text.as_str().is_some_and(|text| text.to_lowercase().contains(&parts[1].to_lowercase())), "{text}");
        browser.click(&browser.saying("Close"));
    }
    // Another main line is another game: nobody has resigned that one.
    browser.find(".cell.target[data-cell='e5']");
    browser.pointer(&[middle(&browser, "e5")], false);
    tree(&["Start", "d4", "c3", "d5", "e5"]);
    assert_eq!(browser.js(played, &[]), json!("Ana \"A\" & co – Bora"));
    // More than one move goes only after a question.
    browser.click(&browser.saying("c3"));
    browser.wait("c3", "return document.querySelector('.tree [aria-current]')?.textContent === 'c3'", &[]);
    browser.press_button("[aria-label='Delete from here']");
    browser.press_button("dialog [data-id='no']");
    tree(&["Start", "d4", "c3", "d5", "e5"]);
    browser.press_button("[aria-label='Delete from here']");
    assert!(browser.text("dialog").contains("3 moves"), "{}", browser.text("dialog"));
    browser.press_button("dialog [data-id='yes']");
    tree(&["Start", "d4"]);
    assert_clean(&server, &browser);
}

#[test]
fn boards_show_what_is_said_of_them_and_numbers_beside_them_are_possible() {
    let (server, browser) = (TestServer::start(), Browser::open(DESKTOP));
    browser.go(&server.page("#/learn/blockade"));
    browser.find(".diagram .cell");
    let homes = "return document.querySelector('.diagram').querySelectorAll('.home').length";
    assert_eq!(browser.js(homes, &[]), json!(4), "the marked squares are marked");
    browser.go(&server.page("#/editor?game=blockade"));
    browser.fill_in("input[name='blue-0']", "99");
    browser.keys("\u{E004}");
    browser.wait("a number that can be", "return document.querySelector('input[name=blue-0]').value === '9'", &[]);
    browser.press_button(".segment input[value='erase']");
    browser.pointer(&[middle(&browser, "d4")], false);
    browser.find(".verdict.bad");
    assert_eq!(browser.text(".verdict"), "Not a position of this game: X has two pawns, not 1.");
    // No disc of a candidate hides another.
    browser.go(&server.page("#/analysis?game=blockade&moves=d4-d6/Bd7"));
    browser.choose("select[name='multipv']", "9");
    browser.press_button("[data-id='engine']");
    browser.wait("nine candidates", "return document.querySelectorAll('.candidate .disc').length === 9", &[]);
    browser.press_button("[data-id='engine'][aria-pressed='true']");
    let nearest = "const discs = [...document.querySelectorAll('.candidate .disc')].map((e) =>
            [e.cx.baseVal.value, e.cy.baseVal.value, e.r.baseVal.value]);
        const gaps = discs.flatMap(([x, y, r], i) =>
            discs.slice(i + 1).map(([a, b, s]) => Math.hypot(a - x, b - y) - r - s));
        return Math.min(...gaps)";
    let gap = browser.js(nearest, &[]).as_f64().expect("a distance");
    assert!(gap >= 0.0, "{gap}");
    assert_clean(&server, &browser);
}

#[test]
fn nobody_is_left_in_the_dark_about_the_other_player() {
    let (server, ana, bora) = (TestServer::start(), Browser::open(DESKTOP), Browser::open(DESKTOP));
    let request = json!({ "game": GAME, "x": { "kind": "friend" }, "o": { "kind": "me" } });
    let game = server.ask("/api/games", &request);
    let [id, token] = ["id", "token"].map(|key| game[key].as_str().expect("a game").to_string());
    ana.go(&server.page(&format!("#/game/{id}/{token}")));
    ana.find(".stage [data-cell]");
    assert_eq!(ana.text(".mover .help"), "Waiting for your friend to come.");
    let friend = game["friend"]["token"].as_str().expect("a token for the friend");
    bora.go(&server.page(&format!("#/game/{id}/{friend}")));
    let mut rng = fastrand::Rng::with_seed(29);
    bora.find(".cell.target");
    play_any(&server, &bora, GAME, Hand::Click, &mut rng);
    wait_for_ply(&ana, 1);
    bora.press_button("[data-id='takeback']");
    ana.click(&ana.saying("Decline"));
    let told = "return document.querySelector('.note')?.textContent ?? null";
    assert_eq!(bora.wait("the answer", told, &[]), json!("The other player does not take the move back."));
    // Withdrawn by oneself is not declined.
    bora.js("for (const e of document.querySelectorAll('.note')) e.remove()", &[]);
    // The buttons are drawn anew with every change: each is pressed in the moment in which it is found.
    let press = |id: &str| {
        let script = "const e = document.querySelector(`[data-id='${arguments[0]}']`); e?.click(); return e !== null";
        bora.wait(id, script, &[json!(id)]);
    };
    press("draw");
    press("draw-cancel");
    bora.find("[data-id='draw']");
    assert_eq!(bora.js(told, &[]), json!(null));
    press("resign");
    bora.press_button("dialog [data-id='yes']");
    for (browser, words) in [(&ana, "You won: Guest has resigned"), (&bora, "You lost: you resigned")] {
        let script = "return document.querySelector('.banner.result')?.textContent.includes(arguments[0]) ?? false";
        browser.wait(words, script, &[json!(words)]);
    }
    assert_clean(&server, &ana);
    assert_clean(&server, &bora);
}
