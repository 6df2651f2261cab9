//! `potez serve` on a free port, with a database of its own.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::{Value, json};

/// A server that ends with the test.
pub(crate) struct TestServer {
    program: Child,
    folder: PathBuf,
    pub(crate) address: String,
}

static SERVERS: AtomicU32 = AtomicU32::new(0);

impl TestServer {
    pub(crate) fn start() -> Self {
        let number = SERVERS.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("potez-browser-{}-{number}", std::process::id()));
        std::fs::create_dir_all(folder.join("reports")).expect("a folder for the test");
        std::fs::write(folder.join("reports/byte.jsonl"), include_str!("match.jsonl")).expect("a report");
        let (program, address) = spawn(&folder, "127.0.0.1:0");
        Self { program, folder, address }
    }

    /// Kills the server without a word and starts it again at the same place.
    pub(crate) fn crash_and_return(&mut self) {
        self.program.kill().expect("a server to kill");
        self.program.wait().expect("its end");
        let place = self.address.trim_start_matches("http://").to_string();
        (self.program, self.address) = spawn(&self.folder, &place);
    }

    /// Ends the server for good.
    pub(crate) fn stop(&mut self) {
        self.program.kill().expect("a server to kill");
        self.program.wait().expect("its end");
    }

    /// The address of a page.
    pub(crate) fn page(&self, route: &str) -> String {
        format!("{}/{route}", self.address)
    }

    /// Asks the server directly, as the client would.
    pub(crate) fn ask(&self, path: &str, body: &Value) -> Value {
        self.ask_as("", path, body)
    }

    /// Reads what everybody may read.
    pub(crate) fn read(&self, path: &str) -> Value {
        let answer = reqwest::blocking::get(format!("{}{path}", self.address)).expect("an answer");
        answer.json().unwrap_or(json!(null))
    }

    /// Asks as whoever holds a token.
    pub(crate) fn ask_as(&self, token: &str, path: &str, body: &Value) -> Value {
        let request = reqwest::blocking::Client::new().post(format!("{}{path}", self.address)).json(body);
        let request = if token.is_empty() { request } else { request.bearer_auth(token) };
        request.send().expect("an answer").json().unwrap_or(json!(null))
    }
}

/// Starts the program and gives the address that it says it has.
fn spawn(folder: &Path, place: &str) -> (Child, String) {
    let program = std::env::current_exe().expect("the test program");
    let potez = program.ancestors().nth(2).expect("the target folder").join("potez");
    assert!(potez.exists(), "no {}: `cargo xtask browser` builds it", potez.display());
    let mut program = Command::new(potez)
        // A test is faster than a person: what bounds people must not stop it.
        .args(["serve", "--addr", place, "--threads", "1", "--client-rate", "2000", "--client-games", "500", "--db"])
        .arg(folder.join("games.db"))
        .arg("--reports")
        .arg(folder.join("reports"))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("potez serve");
    let mut lines = BufReader::new(program.stdout.take().expect("its output")).lines().map_while(Result::ok);
    let line = lines.find(|line| line.contains("http://")).expect("the address of the server");
    // The rest is read and forgotten, so that the pipe never fills.
    std::thread::spawn(move || lines.for_each(drop));
    let begin = line.find("http://").expect("an address");
    let address: String = line[begin..].chars().take_while(|c| !c.is_whitespace() && *c != '"').collect();
    (program, address.trim_end_matches('/').to_string())
}

impl Drop for TestServer {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
