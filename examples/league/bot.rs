//! A bot for a league, with nothing but Rust's standard library: it asks for its next move, chooses one, and sends it.
//!
//!     cargo run --example league_bot -- http://127.0.0.1:8080 TOKEN
//!
//! Put your own thinking into `choose`. docs/league.md describes what a turn holds. A bot of your own would read JSON
//! with `serde_json`; the few fields that are needed here are found by their names.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// The move for a turn, out of those that are legal.
fn choose<'a>(legal: &[&'a str], seed: usize, ply: usize) -> &'a str {
    legal[(seed + ply) % legal.len()]
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [server, token] = &args[..] else { panic!("usage: league_bot http://HOST:PORT TOKEN") };
    let host = server.trim_start_matches("http://").trim_end_matches('/');
    loop {
        if let Err(error) = play(host, token) {
            eprintln!("{error}; trying again");
            std::thread::sleep(Duration::from_millis(500));
        }
    }
}

fn play(host: &str, token: &str) -> io::Result<()> {
    let turn = post(host, token, "/api/league/next", r#"{"legal":true}"#)?;
    let text = |key: &str| part(&turn, key, "\"", "\"");
    let number = |key: &str| part(&turn, key, "", ",").parse().unwrap_or(0);
    if text("t") == "over" {
        println!("{}: {} ({})", text("game"), text("result"), text("reason"));
    } else if text("t") == "turn" {
        let legal: Vec<&str> = part(&turn, "legal", "[\"", "\"]").split("\",\"").collect();
        let (game, ply) = (text("game"), number("ply"));
        let mv = choose(&legal, number("seed"), ply);
        post(host, token, "/api/league/move", &format!(r#"{{"game":"{game}","ply":{ply},"move":"{mv}"}}"#))?;
    }
    Ok(())
}

/// What stands behind a key, between two marks.
fn part<'a>(json: &'a str, key: &str, from: &str, to: &str) -> &'a str {
    let begin = format!("\"{key}\":{from}");
    let rest = json.split_once(&begin).map_or("", |(_, rest)| rest);
    rest.split_once(to).map_or(rest, |(found, _)| found)
}

/// One request on a connection of its own.
fn post(host: &str, token: &str, path: &str, body: &str) -> io::Result<String> {
    let mut stream = TcpStream::connect(host)?;
    stream.set_read_timeout(Some(Duration::from_mins(1)))?;
    let head = format!("POST {path} HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\nConnection: close");
    let length = body.len();
    write!(stream, "{head}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}")?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    match head.split(' ').nth(1) {
        Some("200" | "204") => Ok(body.to_string()),
        Some("403") => panic!("the server does not know this token"),
        status => Err(io::Error::other(format!("the server says {}: {body}", status.unwrap_or("nothing")))),
    }
}
