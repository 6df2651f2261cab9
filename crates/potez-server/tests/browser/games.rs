//! Whole games, by every kind of hand.

use serde_json::json;

use crate::driver::{Browser, DESKTOP, PHONE};
use crate::server::TestServer;
use crate::table::{
    Hand, checker, is_over, middle, moves, open_at_one_screen, open_with, play_any, tab_to, wait_for_ply, wall_point,
};
use crate::watch::assert_clean;

/// Plays to the end and gives the sentence that names it.
fn play_out(server: &TestServer, browser: &Browser, game: &str, hands: &[Hand], seed: u64) -> String {
    let mut rng = fastrand::Rng::with_seed(seed);
    for turn in 0..400 {
        if is_over(browser) {
            break;
        }
        play_any(server, browser, game, hands[turn % hands.len()], &mut rng);
    }
    browser.find(".banner.result");
    browser.text(".banner.result")
}

#[test]
fn a_game_of_blockade_by_mouse() {
    let (server, browser) = (TestServer::start(), Browser::open(DESKTOP));
    let game = "blockade:rows=5,cols=6,walls=2";
    open_at_one_screen(&server, &browser, game);
    let ending = play_out(&server, &browser, game, &[Hand::Click, Hand::Drag], 1);
    assert!(ending.contains("wins") || ending.contains("draw"), "{ending}");
    if ending.contains("goal") {
        browser.find(".cell.winning");
    }
    assert_clean(&server, &browser);
}

#[test]
fn a_game_of_havannah_by_mouse_with_a_swap() {
    let (server, browser) = (TestServer::start(), Browser::open(DESKTOP));
    let game = "havannah:size=4,swap=on";
    open_at_one_screen(&server, &browser, game);
    play_any(&server, &browser, game, Hand::Click, &mut fastrand::Rng::with_seed(3));
    browser.press_button("[data-word='swap']");
    wait_for_ply(&browser, 2);
    assert_eq!(moves(&browser)[1], "swap");
    let ending = play_out(&server, &browser, game, &[Hand::Click], 5);
    assert!(ending.contains("wins"), "{ending}");
    browser.find(".cell.winning");
    assert_clean(&server, &browser);
}

#[test]
fn shortest_paths_are_shown_on_request_and_classic_plays_as_deep_as_it_is_told() {
    let (server, browser) = (TestServer::start(), Browser::open(DESKTOP));
    browser.go(&server.page("#/"));
    browser.find("select[name='bot']");
    browser.choose("select[name='bot']", "classic");
    browser.fill_in("input[name='bot-depth']", "1");
    browser.fill_in("input[name='bot-radius']", "1");
    browser.press_button("[data-id='begin']");
    browser.find(".stage [data-cell]");
    let script = "const id = location.hash.split('/')[2];
        return fetch(`/api/games/${id}`).then((answer) => answer.json()).then(({ players }) => players.o.bot)";
    assert_eq!(browser.wait("the bot", script, &[]), json!("classic:depth=1,radius=1"));
    let drawn =
        "return [document.querySelectorAll('.route').length, document.querySelectorAll('.path-list li').length]";
    assert_eq!(browser.js(drawn, &[]), json!([0, 0]));
    browser.press_button("input[name='paths']");
    browser.find(".path-list li");
    assert_eq!(browser.js(drawn, &[]), json!([8, 8]));
    assert!(browser.text(".path-list").contains("X1 to"), "{}", browser.text(".path-list"));
    browser.press_button("input[name='paths']");
    browser.wait("no path", "return document.querySelector('.route') === null", &[]);
    assert_clean(&server, &browser);
}

#[test]
fn a_checker_is_picked_by_one_click_and_dropped_by_the_next() {
    let (server, browser) = (TestServer::start(), Browser::open(DESKTOP));
    open_at_one_screen(&server, &browser, "byte");
    let played = |count| {
        wait_for_ply(&browser, count);
        moves(&browser).pop().expect("a move")
    };
    for (cell, target) in [("d2", "c3"), ("e5", "d4")] {
        browser.find(&format!(".cell.target[data-cell='{cell}']"));
        browser.pointer(&[checker(&browser, cell, 1)], false);
        browser.find(&format!(".cell.target[data-cell='{target}']"));
        browser.pointer(&[middle(&browser, target)], false);
        browser.find(".cell.last-to");
    }
    wait_for_ply(&browser, 2);
    // The upper checker of a stack is taken, and then another one instead.
    browser.find(".cell.target[data-cell='c3']");
    let lifted = "[data-cell='c3'] .checker.lifted[data-level='2']";
    for _ in 0..3 {
        // The board may still find its place under the pointer: what it missed is tried again.
        browser.pointer(&[checker(&browser, "c3", 2)], false);
        std::thread::sleep(std::time::Duration::from_millis(500));
        if browser.js("return document.querySelector(arguments[0]) !== null", &[json!(lifted)]) == json!(true) {
            break;
        }
    }
    browser.find(lifted);
    browser.pointer(&[checker(&browser, "b2", 1)], false);
    browser.find(".cell.chosen[data-cell='b2']");
    browser.pointer(&[middle(&browser, "c3")], false);
    assert_eq!(played(3), "b2-c3");
    // A stack is dragged by the checker from which it is lifted.
    browser.find(".cell.target[data-cell='d4']");
    let (from, to) = (checker(&browser, "d4", 2), middle(&browser, "c3"));
    browser.pointer(&[from, (f64::midpoint(from.0, to.0), f64::midpoint(from.1, to.1)), to], false);
    assert_eq!(played(4), "d4:2-c3");
    assert_clean(&server, &browser);
}

#[test]
fn a_game_of_byte_by_mouse() {
    let (server, browser) = (TestServer::start(), Browser::open(DESKTOP));
    open_at_one_screen(&server, &browser, "byte");
    let ending = play_out(&server, &browser, "byte", &[Hand::Click, Hand::Drag], 7);
    assert!(ending.contains("more than half of the stacks"), "{ending}");
    // The tower that has won is seen where it stood, and still is when the board is turned.
    browser.find(".cell.winning");
    let checkers = "return document.querySelectorAll('.victory .tower .checker').length";
    assert_eq!(browser.js(checkers, &[]), json!(8));
    browser.press_button("[data-id='flip']");
    assert_eq!(browser.js(checkers, &[]), json!(8));
    assert_clean(&server, &browser);
}

#[test]
fn a_game_by_keyboard_alone_from_the_start_page_on() {
    let (server, browser) = (TestServer::start(), Browser::open(DESKTOP));
    browser.go(&server.page(""));
    browser.find("[data-id='begin']");
    // What was chosen the last time is remembered: a small board, two people at one screen.
    let last = json!({ "game": "blockade", "spec-blockade": "blockade:rows=5,cols=5,walls=1", "opponent": "screen" });
    browser.js("localStorage.setItem('potez', JSON.stringify({ lang: 'en', last: arguments[0] }))", &[last]);
    browser.reload();
    tab_to(&browser, "[data-id='begin']");
    browser.keys("\u{E007}");
    browser.find(".stage [data-cell]");
    let ending = play_out(&server, &browser, "blockade:rows=5,cols=5,walls=1", &[Hand::Keys], 11);
    assert!(ending.contains("wins") || ending.contains("draw"), "{ending}");
    assert_clean(&server, &browser);
}

#[test]
fn a_game_by_touch_on_a_phone() {
    let (server, browser) = (TestServer::start(), Browser::open(PHONE));
    let game = "blockade:rows=5,cols=5,walls=1";
    open_at_one_screen(&server, &browser, game);
    let wide = "return document.documentElement.scrollWidth";
    assert_eq!(browser.js(wide, &[]), json!(360), "nothing sticks out sideways");
    play_out(&server, &browser, game, &[Hand::Touch], 13);
    assert_clean(&server, &browser);
}

#[test]
fn a_wall_that_may_not_be_placed_says_why() {
    let (server, browser) = (TestServer::start(), Browser::open(DESKTOP));
    let played = ["d4-d6/Bd7"];
    open_with(
        &server,
        &browser,
        &json!({ "game": "blockade", "moves": played, "x": { "kind": "me" }, "o": { "kind": "me" } }),
    );
    wait_for_ply(&browser, 1);
    let click = |cell: &str| browser.pointer(&[crate::table::middle(&browser, cell)], false);
    browser.find(".cell.target[data-cell='d11']");
    click("d11");
    browser.find(".cell.target[data-cell='d9']");
    click("d9");
    browser.find(".choosing-walls");
    browser.hover(wall_point(&browser, "d8", true));
    browser.find(".wall.preview.wrong");
    assert_eq!(browser.text(".help"), "wall Bd8 overlaps Bd7");
    browser.hover(wall_point(&browser, "f8", true));
    browser.find(".wall.preview:not(.wrong)");
    browser.pointer(&[wall_point(&browser, "f8", true)], false);
    wait_for_ply(&browser, 2);
    assert_eq!(moves(&browser)[1], "d11-d9/Bf8");
    assert_clean(&server, &browser);
}

#[test]
fn one_click_begins_a_game_against_the_engine_which_answers_and_takes_back() {
    let (server, browser) = (TestServer::start(), Browser::open(DESKTOP));
    browser.go(&server.page(""));
    browser.press_button("[data-id='play-byte']");
    browser.find(".stage [data-cell]");
    play_any(&server, &browser, "byte", Hand::Click, &mut fastrand::Rng::with_seed(17));
    wait_for_ply(&browser, 2);
    let live = browser.text("#live");
    assert!(!live.is_empty(), "the live region says the move");
    browser.press_button("[data-id='hint']:not(:disabled)");
    browser.find(".cell.hint");
    let place = browser.text(".advice");
    browser.press_button("[data-id='hint']");
    let told = "const advice = document.querySelector('.advice');
        return advice.textContent !== arguments[0] && !advice.querySelector('.busy')";
    browser.wait("the second step of the hint", told, &[json!(place)]);
    browser.press_button("[data-id='undo']");
    browser.wait("an empty list", "return document.querySelectorAll('.move-list .move').length === 0", &[]);
    browser.press_button("[data-id='resign']");
    browser.press_button("dialog [data-id='yes']");
    browser.find(".banner.result");
    browser.press_button("[data-id='rematch']");
    browser.wait(
        "another game",
        "return !document.querySelector('.banner.result') && document.querySelector('.stage [data-cell]') !== null",
        &[],
    );
    assert_clean(&server, &browser);
}

#[test]
fn a_typed_move_is_read_in_any_notation_and_a_wrong_one_explained() {
    let (server, browser) = (TestServer::start(), Browser::open(DESKTOP));
    open_at_one_screen(&server, &browser, "blockade");
    browser.fill_in(".typed input", "d4-d8");
    browser.press_button(".typed button");
    browser.wait("the reason", "return document.querySelector('.typed .field-error').textContent", &[]);
    browser.fill_in(".typed input", "X 1 4 6 B 4 7");
    browser.press_button(".typed button");
    wait_for_ply(&browser, 1);
    assert_eq!(moves(&browser), ["d4-d6/Bd7"]);
}

#[test]
fn pieces_glide_and_walls_snap_unless_the_reader_wants_calm_and_the_switch_of_sounds_says_its_state() {
    let (server, browser) = (TestServer::start(), Browser::open(DESKTOP));
    open_at_one_screen(&server, &browser, "blockade");
    let count = "globalThis.moved = new Set();
        const animate = Element.prototype.animate;
        Element.prototype.animate = function (...how) {
            moved.add(this.matches('.wall') ? 'wall' : this.closest('.pieces') ? 'piece' : 'other');
            return animate.apply(this, how);
        }";
    browser.js(count, &[]);
    let play = |mv: &str, ply: usize| {
        browser.fill_in(".typed input", mv);
        browser.press_button(".typed button");
        wait_for_ply(&browser, ply);
        let moved = browser.js("const all = [...moved].sort(); moved.clear(); return all", &[]);
        moved.as_array().into_iter().flatten().filter_map(|what| what.as_str().map(str::to_string)).collect::<Vec<_>>()
    };
    assert_eq!(play("d4-d6/Bd7", 1), ["piece", "wall"]);
    let calm = json!({ "features": [{ "name": "prefers-reduced-motion", "value": "reduce" }] });
    browser.devtools("Emulation.setEmulatedMedia", &calm);
    assert_eq!(play("d11-d9/Bf8", 2), [""; 0]);
    let sounds = "const e = document.querySelector('[data-id=sound]');
        return [e.getAttribute('role'), e.getAttribute('aria-checked'), e.textContent]";
    assert_eq!(browser.js(sounds, &[]), json!(["switch", "false", "Sounds: off"]));
    browser.press_button("[data-id='sound']");
    assert_eq!(browser.js(sounds, &[]), json!(["switch", "true", "Sounds: on"]));
    assert_clean(&server, &browser);
}
