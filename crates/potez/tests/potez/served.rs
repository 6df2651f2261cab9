//! `potez serve` on a free port, and requests to it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::Value;

/// A server that ends with the test.
pub(crate) struct Served {
    child: Child,
    pub(crate) addr: String,
}

impl Served {
    /// Starts on a free port with this database.
    pub(crate) fn start(db: &Path) -> Self {
        Self::start_at(db, "127.0.0.1:0")
    }

    /// Starts at this address.
    pub(crate) fn start_at(db: &Path, addr: &str) -> Self {
        let program = crate::program();
        let mut child = Command::new(&program[0])
            .args(&program[1..])
            .args(["serve", "--addr", addr, "--threads", "1", "--client-rate", "10000", "--db"])
            .arg(db)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let addr = line.split("http://").nth(1).and_then(|rest| rest.split_whitespace().next());
        let addr = addr.unwrap_or_else(|| panic!("no address in `{line}`")).to_string();
        Self { child, addr }
    }

    /// The system asks the server to end, and it does so in order.
    pub(crate) fn end(mut self) {
        let asked = Command::new("kill").arg(self.child.id().to_string()).status().unwrap();
        assert!(asked.success() && self.child.wait().unwrap().success());
    }

    /// No farewell, no flush: the process is gone.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // Already dead after `kill`; a failed test leaves nothing behind.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// One request on a connection of its own; nothing when the server is gone before it has answered
/// in full.
pub(crate) fn ask(addr: &str, method: &str, path: &str, token: &str, body: &Value) -> Option<(u16, Value)> {
    let mut stream = TcpStream::connect(addr).ok()?;
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let token = if token.is_empty() { String::new() } else { format!("Authorization: Bearer {token}\r\n") };
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: {addr}\r\nConnection: close\r\n{token}\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    let (head, body) = answer.split_once("\r\n\r\n")?;
    let status = head.split_whitespace().nth(1)?.parse().ok()?;
    Some((status, serde_json::from_str(body).ok()?))
}
