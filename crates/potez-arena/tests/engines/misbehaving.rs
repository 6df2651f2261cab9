//! An engine for the tests of matches: it speaks UGI, or GTP in the modes that say so, knows the
//! rules, and misbehaves as its argument says.

use std::io::{self, Write};
use std::thread;
use std::time::Duration;

use potez_table::Table;

fn main() {
    let mode = std::env::args().nth(1).unwrap_or_default();
    if mode == "crash-at-start" {
        eprintln!("cannot find my weights");
        std::process::exit(3);
    }
    if mode == "silent" {
        thread::sleep(Duration::from_secs(3600));
    }
    if mode.starts_with("gtp-") {
        return gtp(&mode);
    }
    let mut engine = Engine { mode, table: None, game: "byte".into(), asked: 0 };
    while let Some(line) = hear() {
        if line == "quit" {
            return;
        }
        engine.take(&line);
    }
}

/// The next line; `None` at the end.
fn hear() -> Option<String> {
    let mut line = String::new();
    let count = io::stdin().read_line(&mut line).ok()?;
    (count > 0).then(|| line.trim_end().to_string())
}

fn say(line: &str) {
    let mut out = io::stdout().lock();
    if writeln!(out, "{line}").and_then(|()| out.flush()).is_err() {
        std::process::exit(0);
    }
}

struct Engine {
    mode: String,
    table: Option<Box<dyn Table>>,
    game: String,
    asked: u32,
}

impl Engine {
    fn take(&mut self, line: &str) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "ugi" => {
                say("id name misbehaving");
                say("ugiok");
            }
            "isready" => say("readyok"),
            "setoption" => {
                if let Some(game) = rest.strip_prefix("name Game value ") {
                    self.game = game.into();
                    if self.mode == "knows-no-game" {
                        say(&format!("info string error unknown game `{game}`"));
                    }
                }
            }
            "position" => self.set_position(rest),
            "go" => self.go(),
            _ => {}
        }
    }

    fn set_position(&mut self, text: &str) {
        let mut table = potez_table::open(&self.game, None).expect("the match names a game that exists");
        for mv in text.split_whitespace().skip_while(|&word| word != "moves").skip(1) {
            table.play(mv).expect("the match sends legal moves");
        }
        self.table = Some(table);
    }

    /// The first legal move.
    fn honest(&self) {
        let table = self.table.as_ref().expect("a position comes before `go`");
        say(&format!("bestmove {}", table.legal()[0]));
    }

    fn go(&mut self) {
        self.asked += 1;
        let is_late = self.asked > 2;
        match self.mode.as_str() {
            "illegal" if is_late => say("bestmove zz99"),
            "nonsense" if is_late => say("bestmove \u{1b}[31m\0\u{fffd}"),
            "wordless" if is_late => say("bestmove"),
            "repeats-a-move" if is_late => {
                // Legal once, but not again.
                let played = self.table.as_ref().expect("a position comes before `go`").moves();
                say(&format!("bestmove {}", played[0]));
            }
            "claims-the-end" if is_late => {
                say("info string the game is over, I have won");
                say("result p1win");
                say("bestmove none");
            }
            "resigns" if is_late => say("bestmove resign"),
            "crash" if is_late => panic!("index out of bounds in my evaluation"),
            "closes-its-output" if is_late => {
                // Leaving without a word, with a good conscience.
                std::process::exit(0);
            }
            "hang" if is_late => thread::sleep(Duration::from_secs(3600)),
            "late" if is_late => {
                // It thinks and does not listen meanwhile, as simple engines do.
                thread::sleep(Duration::from_millis(1200));
                self.honest();
            }
            "slow" if is_late => wait_for_stop(|| self.honest()),
            "chatty" => {
                let pv = "d4 ".repeat(300);
                for depth in 0..2000 {
                    say(&format!("info depth {depth} pv {pv}"));
                }
                self.honest();
            }
            "floods" if is_late => loop {
                say(&"all work and no play ".repeat(50));
            },
            "endless-line" if is_late => {
                let mut out = io::stdout().lock();
                while out.write_all(&[b'x'; 4096]).is_ok() {}
            }
            "answers-twice" => {
                self.honest();
                say("bestmove zz99");
            }
            _ => self.honest(),
        }
    }
}

/// Thinks until it is told to stop, which is too late.
fn wait_for_stop(answer: impl FnOnce()) {
    while let Some(line) = hear() {
        if line == "stop" {
            return answer();
        }
    }
}

/// A GTP engine that knows boards of side 4 and no swap, and may think too long.
fn gtp(mode: &str) {
    let mut table = potez_table::open("havannah:size=4", None).expect("a game");
    while let Some(line) = hear() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let answer = match words.as_slice() {
            ["quit"] => return,
            ["boardsize", size] if *size != "4" => "? unacceptable size".to_string(),
            ["clear_board"] => {
                table = potez_table::open("havannah:size=4", None).expect("a game");
                "=".into()
            }
            ["play", _, mv] => table.play(mv).map_or_else(|error| format!("? {error}"), |_| "=".into()),
            ["genmove", _] => {
                if mode == "gtp-late" {
                    thread::sleep(Duration::from_millis(900));
                }
                let mv = table.legal()[0].clone();
                table.play(&mv).expect("a legal move");
                format!("= {mv}")
            }
            _ => "=".into(),
        };
        say(&format!("{answer}\n"));
    }
}
