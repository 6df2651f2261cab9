//! Analysis, editor, records, review, lessons.

use serde_json::{Value, json};

use crate::driver::{Browser, DESKTOP};
use crate::server::TestServer;
use crate::table::{Hand, middle, open_with, play_any, wait_for_ply, wall_point};
use crate::watch::assert_clean;

/// A record with a variation and a comment.
const RECORD: &str = "[Game \"havannah:size=4\"]\n\n1. d4 {the middle} c3 (e5 2. e4) 2. d5 *\n";

fn tree(browser: &Browser) -> Vec<String> {
    let list = browser
        .js("return [...document.querySelectorAll('.tree .move, .tree .comment')].map((e) => e.textContent)", &[]);
    list.as_array().into_iter().flatten().filter_map(|text| text.as_str().map(str::to_string)).collect()
}

fn wait_for_tree(browser: &Browser, wanted: &[&str]) {
    let script = "const parts = [...document.querySelectorAll('.tree .move, .tree .comment')];
        return JSON.stringify(parts.map((e) => e.textContent)) === arguments[0]";
    browser.wait(&format!("the tree {wanted:?}"), script, &[json!(json!(wanted).to_string())]);
}

fn import(browser: &Browser, text: &str) {
    browser.press_button("[data-id='import']");
    browser.find("dialog textarea");
    browser.js("document.querySelector('dialog textarea').value = arguments[0]", &[json!(text)]);
    browser.press_button("dialog [data-id='read']");
}

#[test]
fn the_engine_shows_candidates_and_stops_when_told() {
    let (server, browser) = (TestServer::start(), Browser::open(DESKTOP));
    browser.go(&server.page("#/analysis?game=byte"));
    browser.press_button("[data-id='engine']");
    browser.wait("three lines", "return document.querySelectorAll('.lines .line').length === 3", &[]);
    browser.find(".candidate");
    // However fast the engine is: sooner or later its best line has a second move.
    browser.find("[data-id='line-1-2']");
    browser.press_button("[data-id='engine'][aria-pressed='true']");
    browser.find("[data-id='engine'][aria-pressed='false']");
    let lines = "return document.querySelectorAll('.lines .line').length";
    assert_eq!(browser.js(lines, &[]), json!(3), "what was found stays");
    assert_eq!(browser.js("return document.querySelectorAll('.candidate').length > 0", &[]), json!(true));
    let best = browser.text(".lines .line .line-move");
    browser.js("document.activeElement.blur()", &[]);
    browser.keys("1");
    wait_for_tree(&browser, &["Start", &best]);
    // Whoever goes back finds what was found there. A later move of a line leads to its position, and
    // the engine that is at work goes on there: its candidates are on the board.
    browser.keys("[");
    browser.find("[data-id='line-1-2']");
    browser.press_button("[data-id='engine'][aria-pressed='false']");
    let choose = "const move = document.querySelector('[data-id=line-1-2]');
        move.dispatchEvent(new MouseEvent('mouseenter'));
        move.click();
        return move.textContent";
    let second = browser.js(choose, &[]);
    let there = "return document.querySelector('.tree [aria-current]')?.textContent === arguments[0]
        && document.querySelectorAll('.tree .move').length >= 3";
    browser.wait("the second move of the line", there, &[second]);
    browser.find(".stage .candidate");
    browser.press_button("[data-id='engine'][aria-pressed='true']");
    // The chances along the line are drawn on demand.
    browser.press_button("[data-id='evaluate']");
    browser.find(".line-graph .graph");
    assert_clean(&server, &browser);
}

#[test]
fn a_proven_win_looks_proven() {
    let (server, browser) = (TestServer::start(), Browser::open(DESKTOP));
    // X needs one stone for a bridge between two corners.
    browser.go(&server.page("#/analysis?game=havannah:size=3&moves=a1_c3_a2_c4"));
    browser.press_button("[data-id='engine']");
    browser.find(".eval-bar.proven");
    browser.find(".line.proven");
    assert_clean(&server, &browser);
}

#[test]
fn records_go_in_and_out_with_variations_and_comments() {
    let (server, browser) = (TestServer::start(), Browser::open(DESKTOP));
    browser.go(&server.page("#/analysis?game=byte"));
    import(&browser, RECORD);
    let whole = ["Start", "d4", "the middle", "c3", "e5", "e4", "d5"];
    wait_for_tree(&browser, &whole);
    // The address holds it all: another window shows the same.
    let address = browser.js("return location.href", &[]);
    browser.go("about:blank");
    browser.go(address.as_str().expect("an address"));
    wait_for_tree(&browser, &whole);
    for format in ["text", "json", "sgf", "lg"] {
        browser.press_button("[data-id='export']");
        browser.find("dialog textarea");
        browser.choose("dialog select[name='format']", format);
        let first = match format {
            "json" => "{",
            "text" => "[",
            _ => "(",
        };
        let script =
            "const t = document.querySelector('dialog textarea').value; return t.startsWith(arguments[0]) && t";
        let text = browser.wait(format, script, &[json!(first)]);
        browser.click(&browser.saying("Close"));
        browser.go(&server.page("#/analysis?game=byte"));
        wait_for_tree(&browser, &["Start"]);
        import(&browser, text.as_str().expect("a record"));
        wait_for_tree(&browser, &whole);
    }
    assert_clean(&server, &browser);
}

#[test]
fn one_game_of_a_file_with_several_is_chosen() {
    let (server, browser) = (TestServer::start(), Browser::open(DESKTOP));
    browser.go(&server.page("#/analysis?game=byte"));
    import(&browser, "[Game \"byte\"]\n\n1. d2-c3 *\n\n[Game \"havannah:size=4\"]\n\n1. d4 c3 *\n");
    browser.find("select[name='which']");
    browser.choose("select[name='which']", "2");
    wait_for_tree(&browser, &["Start", "d4", "c3"]);
    assert_clean(&server, &browser);
}

#[test]
fn variations_grow_are_promoted_and_deleted() {
    let (server, browser) = (TestServer::start(), Browser::open(DESKTOP));
    browser.go(&server.page("#/analysis?game=havannah:size=4"));
    browser.find(".cell.target");
    let click = |cell: &str| browser.pointer(&[middle(&browser, cell)], false);
    click("d4");
    wait_for_tree(&browser, &["Start", "d4"]);
    browser.fill_in("textarea[name='comment']", "good");
    browser.press_button("[aria-label='To the start']");
    let empty = "return document.querySelector('.tree .move').getAttribute('aria-current')
        && document.querySelector('.stage .held') === null";
    browser.wait("the start", empty, &[]);
    browser.find(".cell.target");
    click("c3");
    wait_for_tree(&browser, &["Start", "d4", "good", "c3"]);
    browser.press_button("[aria-label='Make this the main line']");
    wait_for_tree(&browser, &["Start", "c3", "d4", "good"]);
    browser.press_button("[aria-label='Delete from here']");
    wait_for_tree(&browser, &["Start", "d4", "good"]);
    assert_eq!(tree(&browser).len(), 3);
    assert_clean(&server, &browser);
}

#[test]
fn the_editor_asks_the_rules_and_hands_the_position_on() {
    let (server, browser) = (TestServer::start(), Browser::open(DESKTOP));
    browser.go(&server.page("#/editor?game=byte"));
    browser.press_button("[data-id='clear']");
    browser.find(".verdict.bad");
    browser.press_button("[data-id='start']");
    browser.find(".verdict:not(.bad)");
    browser.go(&server.page("#/editor?game=havannah:size=4"));
    browser.find(".stage [data-cell='d4']");
    browser.wait("a verdict", "return document.querySelector('.verdict')?.textContent ?? null", &[]);
    browser.pointer(&[middle(&browser, "d4")], false);
    browser.press_button(".segment input[value='o']");
    browser.pointer(&[middle(&browser, "c3")], false);
    let both = "const [board] = document.querySelector('[name=position]').value.split(' ');
        return board.includes('x') && board.includes('o')";
    browser.wait("a position with both stones", both, &[]);
    browser.press_button("[data-id='analyse']");
    browser.wait("the analysis board", "return document.querySelectorAll('.analysis .held').length === 2", &[]);
    assert_clean(&server, &browser);
}

#[test]
fn a_wall_of_the_editor_comes_out_of_a_stock_and_goes_back() {
    let (server, browser) = (TestServer::start(), Browser::open(DESKTOP));
    browser.go(&server.page("#/editor?game=blockade"));
    browser.press_button(".segment input[value='blue']");
    let position = |wanted: &str| {
        let script = "return document.querySelector('[name=position]').value === arguments[0]";
        browser.wait(wanted, script, &[json!(wanted)]);
    };
    position("d4+h4 d11+h11 - - 9.9 9.9 x");
    browser.pointer(&[wall_point(&browser, "d7", true)], false);
    position("d4+h4 d11+h11 d7 - 8.9 9.9 x");
    browser.pointer(&[wall_point(&browser, "d7", true)], false);
    position("d4+h4 d11+h11 - - 9.9 9.9 x");
    assert_clean(&server, &browser);
}

/// X and O are each a stone short of a bridge, and X is to move.
const RACE: [&str; 6] = ["a1", "g4", "a2", "g5", "a3", "g6"];

#[test]
fn a_review_finds_the_mistake_and_lets_it_be_tried_again() {
    let (server, browser) = (TestServer::start(), Browser::open(DESKTOP));
    let moves = [&RACE[..], &["d4"]].concat();
    open_with(
        &server,
        &browser,
        &json!({ "game": "havannah:size=4", "moves": moves, "x": { "kind": "me" }, "o": { "kind": "me" } }),
    );
    browser.find(".cell.target[data-cell='g7']");
    browser.pointer(&[middle(&browser, "g7")], false);
    browser.find(".banner.result");
    browser.press_button("[data-id='review']");
    browser.find(".graph");
    let blunder = || {
        let script = "const worst = [...document.querySelectorAll('.worst-list button')];
            return worst.find((e) => e.textContent.includes('7. d4')) ?? null";
        browser.click(&browser.element("the blunder", script));
        // The board may still show an earlier try: only the question says that this one has begun.
        let asked = "return /What would have been better/.test(document.querySelector('.judged').textContent)";
        browser.wait("the question", asked, &[]);
        browser.find(".cell.target[data-cell='a4']");
    };
    blunder();
    let card = browser.text(".judged");
    assert!(!card.contains("Better was"), "the answer is not given away: {card}");
    browser.press_button("[data-id='answer']");
    browser.wait("the answer", "return /Better was a4/.test(document.querySelector('.judged').textContent)", &[]);
    // The answer that punishes is played through on the board, by click and by key.
    let card = browser.text(".judged");
    assert!(card.contains("O wins at once with a bridge at g7"), "{card}");
    assert!(card.contains("wins by force in 1 ply"), "{card}");
    let stones = |wanted: usize| {
        let script = "return document.querySelectorAll('.stage .board .piece').length === arguments[0]";
        browser.wait("the stones of the line", script, &[json!(wanted)]);
    };
    browser.press_button(".punished .line-steps [data-id='line-next']");
    stones(8);
    browser.press_button(".punished .line-steps [data-id='line-back']");
    stones(7);
    browser.press_button(".better .line-steps button.move");
    stones(7);
    browser.find(".better button.move[aria-current]");
    browser.find(".move-list [data-id='ply-7'][data-sign='??']");
    blunder();
    browser.pointer(&[middle(&browser, "a4")], false);
    browser.wait("praise", "return /a4 is the best move/.test(document.querySelector('.judged').textContent)", &[]);
    assert_clean(&server, &browser);
}

#[test]
fn a_sentence_of_a_review_shows_the_position_in_which_it_is_true() {
    let (server, browser) = (TestServer::start(), Browser::open(DESKTOP));
    // Stones that have little to do with each other.
    let moves = ["e5", "a1", "b3", "h7", "g4", "c2", "f8", "d6", "a4", "i6", "e2", "g9", "c6", "h4"];
    let record = json!({ "game": "havannah:size=5", "position": null, "moves": moves });
    let review = server.ask("/api/reviews", &json!({ "record": record, "timeMs": 50 }));
    let id = review["id"].as_str().expect("a review");
    browser.go(&server.page(&format!("#/review/{id}")));
    browser.find(".graph");
    let result = &server.read(&format!("/api/reviews/{id}"))["result"];
    let bad = |judged: &&Value| ["inaccuracy", "mistake", "blunder"].iter().any(|grade| judged["grade"] == *grade);
    let judged = result["moves"].as_array().expect("moves").iter().filter(bad);
    let of_a_position = |judged: &Value| {
        let plies = judged["remarks"].as_array()?.iter().find_map(|remark| remark["plies"].as_u64())?;
        Some((judged["ply"].as_u64()?, plies))
    };
    let (ply, plies) = judged.filter_map(of_a_position).max_by_key(|(_, plies)| *plies).expect("a sentence");
    browser.press_button(&format!(".move-list [data-id='ply-{ply}']"));
    browser.press_button(".judged .reasons button");
    // The criticised move is on the board already, and counts as the first of the line.
    let script = "return document.querySelectorAll('.stage .board .piece').length === arguments[0]";
    browser.wait("the stones of the line", script, &[json!(ply + plies - 1)]);
    browser.find(&format!(".punished .line-steps button.move:nth-of-type({})[aria-current]", plies + 1));
    assert_clean(&server, &browser);
}

#[test]
fn rules_have_boards_to_play_on() {
    let (server, browser) = (TestServer::start(), Browser::open(DESKTOP));
    for game in ["blockade", "havannah", "byte"] {
        browser.go(&server.page(&format!("#/learn/{game}")));
        browser.wait("a diagram", "return document.querySelector('.diagram .board .cell') !== null", &[]);
        browser.wait("something to choose", "return document.querySelector('.diagram .cell.target') !== null", &[]);
    }
    assert_clean(&server, &browser);
}

#[test]
fn a_lesson_takes_a_bad_move_back_and_says_why() {
    let (server, browser) = (TestServer::start(), Browser::open(DESKTOP));
    let engine = json!({ "kind": "engine", "bot": "potez:level=2" });
    let request =
        json!({ "game": "havannah:size=4", "moves": RACE, "x": { "kind": "me" }, "o": engine, "teaching": true });
    open_with(&server, &browser, &request);
    browser.find(".cell.target[data-cell='d4']");
    browser.pointer(&[middle(&browser, "d4")], false);
    browser.find(".banner.lesson");
    assert!(browser.text(".banner.lesson").contains("d4"));
    assert!(browser.text(".banner.lesson").contains("O wins at once with a bridge at g7"));
    browser.press_button("[data-id='lesson-answer']");
    browser.find(".line-window .line-steps button.move[aria-current]");
    browser.press_button("dialog .dialog-head button");
    browser.find(".cell.target[data-cell='a4']");
    browser.pointer(&[middle(&browser, "a4")], false);
    browser.find(".banner.result.won");
    assert_clean(&server, &browser);
}

#[test]
fn reports_of_matches_can_be_read_and_their_games_opened() {
    let (server, browser) = (TestServer::start(), Browser::open(DESKTOP));
    browser.go(&server.page("#/arena"));
    browser.press_button(".report");
    browser.find(".arena table");
    browser.press_button(".arena td a");
    browser.find(".analysis .stage [data-cell]");
    assert_clean(&server, &browser);
}

#[test]
fn a_game_goes_on_from_an_analysed_position() {
    let (server, browser) = (TestServer::start(), Browser::open(DESKTOP));
    browser.go(&server.page("#/analysis?game=havannah:size=4&moves=d4_c3&at=m2"));
    browser.press_button("[data-id='play-from']");
    browser.find(".table .seat");
    wait_for_ply(&browser, 2);
    play_any(&server, &browser, "havannah:size=4", Hand::Click, &mut fastrand::Rng::with_seed(41));
    wait_for_ply(&browser, 4);
}

#[test]
fn a_recorded_search_is_stepped_through() {
    let (server, browser) = (TestServer::start(), Browser::open(DESKTOP));
    let explain = |query: &str| server.page(&format!("explain?{query}"));
    browser.go(&explain("game=byte&nodes=400&lang=en"));
    browser.find(".explain .outline .node");
    let step = "return document.querySelector('.explain .card h2').textContent";
    let first = browser.js(step, &[]);
    browser.js("document.activeElement.blur()", &[]);
    browser.keys("n");
    browser.wait("a cut-off", "return /^Cut-off at/.test(document.querySelector('.said').textContent)", &[]);
    assert_ne!(browser.js(step, &[]), first);
    let moves = "return document.querySelector('.explain .line').textContent";
    assert!(browser.js(moves, &[]).as_str().is_some_and(|line| line.contains('-')), "the board is another one");
    browser.js("[...document.querySelectorAll('.outline .node')].at(-1).click()", &[]);
    browser.find(".outline .node[aria-current]");
    // Without ordering beside it: the numbers of both stand in one table.
    browser.js("document.querySelectorAll('.comparison button')[1].click()", &[]);
    browser.wait("the other search", "return document.querySelectorAll('.plies .fill.base').length > 0", &[]);
    // Two searches beside each other step together, and a node of one is looked for in the other.
    browser.js("document.querySelectorAll('.comparison tbody tr')[0].querySelectorAll('button')[1].click()", &[]);
    browser.wait("two boards", "return document.querySelectorAll('.panes.two .pane .board-svg').length === 2", &[]);
    browser.js("document.activeElement.blur()", &[]);
    browser.keys("\u{e014}");
    let both = "const steps = [...document.querySelectorAll('.pane .card h2')].map((each) => each.textContent);
        return steps.length === 2 && steps.every((step) => step.startsWith('Step 2 '))";
    browser.wait("the second step of both", both, &[]);
    assert!(browser.text(".pane .beside").contains("visits"), "{}", browser.text(".pane .beside"));
    browser.picture(&crate::driver::pictures().join("explain-beside.png"));
    let barriers = "return [...document.querySelectorAll('button, input:not([type=hidden]), select')].filter((each) =>
        !each.textContent.trim() && !each.getAttribute('aria-label') && !each.closest('label')).length";
    assert_eq!(browser.js(barriers, &[]), json!(0));
    browser.picture(&crate::driver::pictures().join("explain-alphabeta.png"));
    for (query, said) in [
        ("game=havannah:size=4&bot=potez:without=net&nodes=200&lang=sr", "Simulacija"),
        ("game=havannah:size=3&bot=pns&nodes=200&lang=en", "proof"),
    ] {
        browser.go(&explain(query));
        browser.find(".explain .outline .node");
        browser.js("document.querySelector('.transport input[type=range]').focus()", &[]);
        let text = browser.text(".explain .card");
        assert!(text.contains(said), "{text}");
    }
    browser.go(&explain("game=chess&lang=en"));
    assert!(browser.text(".wrong").contains("chess"));
    assert_clean(&server, &browser);
}
