//! A site without a server: files from a host, and after the first visit not even that.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

use serde_json::json;

use crate::driver::{Browser, DESKTOP};
use crate::table::{is_over, moves, wait_for_ply};
use crate::watch::assert_quiet;

/// Games that are over soon, one of each kind.
const GAMES: [&str; 3] = ["havannah:size=4", "blockade:rows=5,cols=6,walls=2", "byte"];

/// A host of files that knows nothing of the program, below a path of its own.
struct FileHost {
    address: String,
    is_open: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl FileHost {
    fn start(folder: PathBuf) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = format!("http://{}", listener.local_addr().expect("an address"));
        let is_open = Arc::new(AtomicBool::new(true));
        let open = is_open.clone();
        let thread = std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if !open.load(Ordering::Relaxed) {
                    return;
                }
                // Browsers open connections ahead of their requests: each has a thread.
                let folder = folder.clone();
                std::thread::spawn(move || drop(answer(stream, &folder)));
            }
        });
        Self { address, is_open, thread: Some(thread) }
    }

    fn page(&self, route: &str) -> String {
        format!("{}/some/where/{route}", self.address)
    }

    /// Nothing is answered any more.
    fn stop(&mut self) {
        self.is_open.store(false, Ordering::Relaxed);
        let _ = TcpStream::connect(self.address.trim_start_matches("http://"));
        if let Some(thread) = self.thread.take() {
            thread.join().expect("the host");
        }
    }
}

impl Drop for FileHost {
    fn drop(&mut self) {
        self.stop();
    }
}

fn answer(mut stream: TcpStream, folder: &Path) -> std::io::Result<()> {
    let mut line = String::new();
    BufReader::new(&stream).read_line(&mut line)?;
    let path = line.split(' ').nth(1).unwrap_or_default().trim_start_matches("/some/where/");
    let path = if path.is_empty() { "index.html" } else { path };
    let kind = match path.rsplit('.').next() {
        Some("html") => "text/html",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("svg") => "image/svg+xml",
        Some("wasm") => "application/wasm",
        _ => "application/json",
    };
    let body = std::fs::read(folder.join(path)).unwrap_or_default();
    let status = if body.is_empty() { "404 Not Found" } else { "200 OK" };
    let head = format!("HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n", body.len());
    stream.write_all(format!("{head}Connection: close\r\n\r\n").as_bytes())?;
    stream.write_all(&body)
}

/// The folder of the site; none where the engine was not built.
fn folder() -> Option<PathBuf> {
    let folder = std::env::var_os("POTEZ_SITE").map(PathBuf::from);
    if folder.is_none() {
        eprintln!("left out: POTEZ_SITE names no site; `cargo xtask site --test` makes one");
    }
    folder
}

/// Visits the site for the first time, and waits until everything is kept.
fn visit(host: &FileHost, browser: &Browser) {
    browser.go(&host.page(""));
    browser.wait("the cards", "return document.querySelectorAll('.card-picture .board').length === 3", &[]);
    let kept = "const name = (await caches.keys()).find((each) => each.startsWith('potez-site-'));
        const kept = name ? await (await caches.open(name)).keys() : [];
        return kept.some(({ url }) => url.endsWith('.wasm'))";
    browser.wait("everything that is kept", &format!("return (async () => {{ {kept} }})()"), &[]);
}

/// Plays a whole game by typing, at random, and gives the sentence that names its end.
fn play_out(browser: &Browser, game: &str, seed: u64) -> String {
    let mut rng = fastrand::Rng::with_seed(seed);
    for _ in 0..400 {
        let mut table = potez_table::open(game, None).expect("a game");
        let played = moves(browser);
        for mv in &played {
            table.play(mv).expect("a legal move");
        }
        if table.outcome().is_some() || is_over(browser) {
            break;
        }
        let may = "const field = document.querySelector(\"input[name='move']\");
            return (!field.disabled && document.querySelectorAll('.move-list .move').length === arguments[0])
                || document.querySelectorAll('.move-list .move').length > arguments[0]
                || document.querySelector('.banner.result') !== null";
        browser.wait("one's turn", may, &[json!(played.len())]);
        if moves(browser).len() > played.len() || is_over(browser) {
            continue;
        }
        let mv = rng.choice(table.legal()).expect("a move");
        let enter = "const field = document.querySelector(\"input[name='move']\");
            field.value = arguments[0]; field.form.requestSubmit()";
        browser.js(enter, &[json!(mv)]);
        wait_for_ply(browser, played.len() + 1);
    }
    browser.find(".banner.result");
    browser.text(".banner.result")
}

#[test]
fn whole_games_and_an_analysis_need_no_server_and_no_network() {
    let Some(folder) = folder() else { return };
    let (mut host, browser) = (FileHost::start(folder), Browser::open(DESKTOP));
    visit(&host, &browser);
    host.stop();
    let levels = std::env::var("POTEZ_SITE_LEVELS").unwrap_or_else(|_| "1".into());
    for (seed, level) in (1..).zip(levels.split(',')) {
        for game in GAMES {
            browser.go("about:blank");
            browser.go(&host.page("#/"));
            browser.find("[data-id='begin']");
            let name = game.split(':').next().unwrap_or_default();
            let choose = "const kept = JSON.parse(localStorage.potez ?? '{}');
                const [game, spec, level] = arguments;
                kept.last = { ...kept.last, game, [`spec-${game}`]: spec, level, opponent: 'engine', side: 'x' };
                localStorage.potez = JSON.stringify(kept)";
            browser.js(choose, &[json!(name), json!(game), json!(level)]);
            browser.reload();
            browser.press_button("[data-id='begin']");
            browser.find(".stage [data-cell]");
            let bot = browser.text(".stage");
            assert!(bot.contains(&format!("level {level}")), "{bot}");
            let ending = play_out(&browser, game, seed);
            eprintln!("{game} against level {level}: {ending}");
        }
    }
    browser.go("about:blank");
    browser.go(&host.page("#/analysis?game=blockade"));
    browser.press_button("[data-id='engine']");
    browser.wait("three lines", "return document.querySelectorAll('.lines .line').length === 3", &[]);
    browser.press_button("[data-id='engine']");
    for (route, ready) in
        [("#/", ".recent-game"), ("#/learn/blockade", ".diagram .board .cell"), ("#/editor?game=byte", ".board .cell")]
    {
        browser.go("about:blank");
        browser.go(&host.page(route));
        browser.find(ready);
    }
    assert_quiet(&browser);
}
