//! A site without a server: files from a host, and after the first visit not even that.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::json;

use crate::driver::{Browser, DESKTOP, PHONE, pictures};
use crate::looks::prefer;
use crate::puzzles::{By, make};
use crate::table::{is_over, middle, moves, wait_for_ply};
use crate::watch::assert_quiet;

/// Games that are over soon, one of each kind.
const GAMES: [&str; 3] = ["havannah:size=4", "blockade:rows=5,cols=6,walls=2", "byte"];

/// What the first visit may cost before the engine comes, as a server's may.
const REQUESTS: usize = 12;
const BYTES: usize = 120_000;

/// What was sent: the path, and its bytes as gzip, which every host of files can do.
type Sent = Arc<Mutex<Vec<(String, usize)>>>;

/// A host of files that knows nothing of the program, below a path of its own.
struct FileHost {
    address: String,
    sent: Sent,
    is_open: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl FileHost {
    fn start(folder: PathBuf) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = format!("http://{}", listener.local_addr().expect("an address"));
        let is_open = Arc::new(AtomicBool::new(true));
        let (open, sent) = (is_open.clone(), Sent::default());
        let counted = sent.clone();
        let thread = std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if !open.load(Ordering::Relaxed) {
                    return;
                }
                // Browsers open connections ahead of their requests: each has a thread.
                let (folder, counted) = (folder.clone(), counted.clone());
                std::thread::spawn(move || drop(answer(stream, &folder, &counted)));
            }
        });
        Self { address, sent, is_open, thread: Some(thread) }
    }

    fn page(&self, route: &str) -> String {
        format!("{}/some/where/{route}", self.address)
    }

    fn sent(&self) -> Vec<(String, usize)> {
        self.sent.lock().expect("what was sent").clone()
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

fn gzip_bytes(body: &[u8]) -> std::io::Result<usize> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(body)?;
    Ok(encoder.finish()?.len())
}

fn answer(mut stream: TcpStream, folder: &Path, sent: &Sent) -> std::io::Result<()> {
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
    let bytes = if kind == "application/wasm" { body.len() } else { gzip_bytes(&body)? };
    sent.lock().expect("what was sent").push((path.to_string(), bytes));
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

/// Visits the site for the first time, and waits until everything is kept. Gives what was sent until the page
/// was there.
fn visit(host: &FileHost, browser: &Browser) -> Vec<(String, usize)> {
    browser.go(&host.page(""));
    browser.wait("the cards", "return document.querySelectorAll('.card-picture .board').length === 3", &[]);
    // What its worker fetches for later is not waited for.
    let first = host.sent().into_iter().take_while(|(path, _)| path != "sw.js").collect();
    let kept = "const name = (await caches.keys()).find((each) => each.startsWith('potez-site-'));
        const kept = name ? await (await caches.open(name)).keys() : [];
        return kept.some(({ url }) => url.endsWith('.wasm'))";
    browser.wait("everything that is kept", &format!("return (async () => {{ {kept} }})()"), &[]);
    first
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

/// Opens a page of the site that is open already.
fn open(host: &FileHost, browser: &Browser, route: &str, ready: &str) {
    browser.go("about:blank");
    browser.go(&host.page(route));
    browser.find(ready);
}

/// Begins a game against a level on the start page.
fn begin(host: &FileHost, browser: &Browser, game: &str, level: &str) {
    open(host, browser, "#/", "[data-id='begin']");
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
}

#[test]
fn whole_games_and_an_analysis_need_no_server_and_no_network() {
    let Some(folder) = folder() else { return };
    let (mut host, browser) = (FileHost::start(folder), Browser::open(DESKTOP));
    let first = visit(&host, &browser);
    let bytes: usize = first.iter().map(|(_, bytes)| bytes).sum();
    eprintln!("the first visit: {} requests, {bytes} bytes as gzip", first.len());
    assert!(first.len() <= REQUESTS && bytes <= BYTES, "{first:#?}");
    host.stop();
    let named = |name: &str, usual: &str| std::env::var(name).unwrap_or_else(|_| usual.into());
    let (levels, games) = (named("POTEZ_SITE_LEVELS", "1"), named("POTEZ_SITE_GAMES", &GAMES.join(" ")));
    for (seed, level) in (1..).zip(levels.split(',')) {
        for game in games.split(' ') {
            begin(&host, &browser, game, level);
            let ending = play_out(&browser, game, seed);
            eprintln!("{game} against level {level}: {ending}");
        }
    }
    open(&host, &browser, "#/analysis?game=blockade", "[data-id='engine']");
    browser.press_button("[data-id='engine']");
    browser.wait("three lines", "return document.querySelectorAll('.engine > .lines .line').length === 3", &[]);
    browser.press_button("[data-id='engine']");
    for (route, ready) in
        [("#/", ".recent-game"), ("#/learn/blockade", ".diagram .board .cell"), ("#/editor?game=byte", ".board .cell")]
    {
        open(&host, &browser, route, ready);
    }
    assert_quiet(&browser);
}

#[test]
fn puzzles_and_proofs_need_no_server_and_no_network() {
    let Some(folder) = folder() else { return };
    let (mut host, browser) = (FileHost::start(folder), Browser::open(DESKTOP));
    visit(&host, &browser);
    host.stop();
    let all = potez_table::puzzles::of("havannah").expect("puzzles");
    let puzzle = all.iter().find(|puzzle| puzzle.asked == 2).expect("a puzzle of two moves");
    open(&host, &browser, &format!("#/puzzles/havannah?id={}", puzzle.id), ".stage .cell.target");
    let line = puzzle.line().expect("a line");
    let wrong = puzzle.table().expect("a table").legal().into_iter().find(|mv| *mv != line[0].text);
    make(&browser, &wrong.expect("another move"), By::Mouse);
    browser.find(".verdict.bad");
    browser.press_button("[data-id='puzzle-back']");
    for found in 0..2 {
        let ready = "return document.querySelectorAll('.stage .board .piece').length === arguments[0]
            && document.querySelector('.stage .cell.target') !== null";
        let stones =
            puzzle.table().expect("a table").view().cells.iter().filter(|cell| !cell.pieces.is_empty()).count();
        browser.wait("the position", ready, &[json!(stones + 2 * found)]);
        make(&browser, &line[2 * found].text, By::Mouse);
    }
    browser.find("[data-id='puzzle-next']");
    browser.picture(&pictures().join("site-puzzle.png"));
    open(&host, &browser, "#/analysis?game=havannah:size=3", "[data-id='proofs']");
    browser.press_button("[data-id='proofs'] summary");
    // Corners win, and nothing else on this board does.
    let decided = "return document.querySelectorAll('.proven-moves .line').length === 19
        && document.querySelectorAll('.proven-moves .line.best').length === 6";
    browser.wait("every opening", decided, &[]);
    browser.picture(&pictures().join("site-proofs.png"));
    browser.press_button("[data-id='proofs'] .line .line-head");
    // The list follows the board: the answer to a corner cannot help.
    let followed = "return document.querySelectorAll('.proven-moves .line.bad').length === 18";
    browser.wait("every answer", followed, &[]);
    assert_quiet(&browser);
}

#[test]
fn own_games_leave_as_a_file_and_come_back_in_another_browser() {
    let Some(folder) = folder() else { return };
    let (host, first) = (FileHost::start(folder), Browser::open(DESKTOP));
    visit(&host, &first);
    begin(&host, &first, "havannah:size=4", "1");
    first.pointer(&[middle(&first, "d4")], false);
    wait_for_ply(&first, 2);
    let played = moves(&first);
    let downloads = std::env::temp_dir().join(format!("potez-site-{}", std::process::id()));
    std::fs::create_dir_all(&downloads).expect("a folder");
    first.download_to(&downloads);
    open(&host, &first, "#/", ".recent-game");
    first.press_button("[data-id='own-save']");
    let file = downloads.join("potez-games.json");
    for _ in 0..1200 {
        if file.exists() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    drop(first);
    let second = Browser::open(PHONE);
    visit(&host, &second);
    second.choose_file(".own-files input", &file);
    second.find(".recent-game");
    second.press_button(".recent-game");
    wait_for_ply(&second, 2);
    assert_eq!(moves(&second), played);
    // What is not such a file is refused, and changes nothing.
    std::fs::write(&file, "[1, 2]").expect("a file");
    open(&host, &second, "#/", ".recent-game");
    second.choose_file(".own-files input", &file);
    second.wait("a refusal", "return document.body.innerText.includes('potez-games.json')", &[]);
    assert_eq!(second.js("return document.querySelectorAll('.recent-game').length", &[]), json!(1));
    std::fs::remove_dir_all(&downloads).expect("the folder");
    assert_quiet(&second);
}

#[test]
fn the_site_speaks_three_languages_and_wears_all_themes_without_a_network() {
    let Some(folder) = folder() else { return };
    let (mut host, browser) = (FileHost::start(folder), Browser::open(DESKTOP));
    visit(&host, &browser);
    host.stop();
    for (lang, play, theme) in [("sr", "Igraj", "dark"), ("sr-Cyrl", "Играј", "contrast"), ("en", "Play", "light")]
    {
        open(&host, &browser, "#/", "[data-id='begin']");
        prefer(&browser, "#language", lang);
        let spoken = "return document.querySelector('header nav a')?.textContent === arguments[0]";
        browser.wait(play, spoken, &[json!(play)]);
        prefer(&browser, "#theme", theme);
        for (route, ready) in
            [("#/", ".card-picture .cell"), ("#/guide/byte", ".lessons li"), ("#/puzzles/byte", ".stage .cell")]
        {
            open(&host, &browser, route, ready);
            browser.wait(play, spoken, &[json!(play)]);
            let missing =
                browser.js("return document.body.innerText.match(/\\b(web|puzzle)-[a-z-]+/)?.[0] ?? null", &[]);
            assert_eq!(missing, json!(null), "a sentence is missing");
            let name = route.trim_matches(['#', '/']).replace('/', "-");
            browser.picture(&pictures().join(format!("site-{theme}-{lang}-{name}.png")));
        }
    }
    // It can be installed: the manifest is kept, and names what begins it and how it looks.
    let manifest = "const { href } = document.querySelector('link[rel=manifest]');
        return fetch(href).then((answer) => answer.json())
          .then(({ start_url, display, icons }) => [start_url, display, icons.length > 0])";
    assert_eq!(browser.js(manifest, &[]), json!(["./", "standalone", true]));
    let faults = browser.devtools("Page.getInstallabilityErrors", &json!({}));
    assert_eq!(faults["installabilityErrors"], json!([]), "{faults}");
    assert_quiet(&browser);
}
