//! UGI, from the side of the match.

use std::fmt::Write;
use std::time::{Duration, Instant};

use potez_table::{Player, Table};

use super::process::{Process, Silence};
use super::{LAST_WORD, Language, too_late, trouble};
use crate::Program;
use crate::fault::Trouble;
use crate::match_player::{Answer, Question};

pub(super) struct Ugi {
    init: Vec<String>,
    new_game: Vec<String>,
    threads: usize,
    /// The game that it was told last.
    game: String,
}

impl Ugi {
    pub(super) fn new(program: &Program) -> Self {
        let (init, new_game) = (program.init.clone(), program.new_game.clone());
        Self { init, new_game, threads: program.threads, game: String::new() }
    }

    fn tell_game(&mut self, process: &Process, table: &dyn Table) {
        self.game = table.game();
        process.send(&format!("setoption name Game value {}", self.game));
    }
}

impl Language for Ugi {
    fn greet(&mut self, process: &Process, game: &dyn Table, deadline: Instant) -> Result<(), Trouble> {
        process.send("ugi");
        let mut has_threads = false;
        loop {
            let line = process.receive(deadline).map_err(|silence| trouble(process, silence, "ugiok"))?;
            let line = line.trim();
            if line == "ugiok" {
                break;
            }
            has_threads |= line.to_ascii_lowercase().starts_with("option name threads ");
        }
        self.tell_game(process, game);
        if has_threads && self.threads > 1 {
            process.send(&format!("setoption name Threads value {}", self.threads));
        }
        for line in &self.init {
            process.send(line);
        }
        content(process, deadline)
    }

    fn begin(&mut self, process: &Process, table: &dyn Table, seed: u64, deadline: Instant) -> Result<(), Trouble> {
        // A league may go on with another board, or with another game.
        if self.game != table.game() {
            self.tell_game(process, table);
            content(process, deadline)?;
        }
        process.send("uginewgame");
        for line in &self.new_game {
            process.send(&line.replace("{seed}", &seed.to_string()));
        }
        ready(process, deadline)
    }

    fn show(&mut self, process: &Process, table: &dyn Table, deadline: Instant) -> Result<(), Trouble> {
        process.send(&position(table));
        content(process, deadline)
    }

    fn ask(&mut self, process: &Process, table: &dyn Table, question: &Question) -> Result<Answer, Trouble> {
        let deadline = Instant::now() + question.timeout;
        // Whatever was said before `readyok` was said before the question: a second answer to the
        // last one, for instance.
        ready(process, deadline)?;
        process.send(&position(table));
        process.send(&go(question));
        match best_move(process, deadline) {
            Ok(text) if text == "resign" => Ok(Answer::Resign),
            Ok(text) => Ok(Answer::Move(text.into())),
            Err(Silence::Timeout) => {
                process.send("stop");
                let late = best_move(process, Instant::now() + LAST_WORD).map(|_| ());
                Err(too_late(process, question.timeout, late))
            }
            Err(silence) => Err(trouble(process, silence, "bestmove")),
        }
    }
}

/// Waits until the program is ready; an error that it writes until then means that it does not take
/// what it was told.
fn content(process: &Process, deadline: Instant) -> Result<(), Trouble> {
    let mut complaint = None;
    wait_ready(process, deadline, &mut |line| {
        let words = line.strip_prefix("info string ").unwrap_or(line).trim_start();
        if words.to_ascii_lowercase().starts_with("error") {
            complaint.get_or_insert_with(|| line.to_string());
        }
    })?;
    complaint.map_or(Ok(()), |line| Err(Trouble::crash(format!("refuses the set-up: `{line}`"))))
}

fn ready(process: &Process, deadline: Instant) -> Result<(), Trouble> {
    wait_ready(process, deadline, &mut |_| {})
}

/// Waits for `readyok` and hands out what is said before it.
fn wait_ready(process: &Process, deadline: Instant, heard: &mut dyn FnMut(&str)) -> Result<(), Trouble> {
    process.send("isready");
    loop {
        let line = process.receive(deadline).map_err(|silence| trouble(process, silence, "readyok"))?;
        if line.trim() == "readyok" {
            return Ok(());
        }
        heard(line.trim());
    }
}

/// The word behind `bestmove`; empty if there is none.
fn best_move(process: &Process, deadline: Instant) -> Result<String, Silence> {
    loop {
        let line = process.receive(deadline)?;
        let mut words = line.split_whitespace();
        if words.next() == Some("bestmove") {
            return Ok(words.next().unwrap_or_default().to_string());
        }
    }
}

fn position(table: &dyn Table) -> String {
    let start = table.start().map_or("startpos".into(), |start| format!("fen {start}"));
    let moves = table.moves();
    if moves.is_empty() { format!("position {start}") } else { format!("position {start} moves {}", moves.join(" ")) }
}

fn go(question: &Question) -> String {
    let mut line = "go".to_string();
    let mut word = |name: &str, value: u64| {
        let _ = write!(line, " {name} {value}");
    };
    let milliseconds = |time: Duration| time.as_millis() as u64;
    let limits = &question.limits;
    if limits.clock.is_some() {
        for (player, time, increment) in [(Player::X, "wtime", "winc"), (Player::O, "btime", "binc")] {
            // A player without a clock of its own is shown the other's.
            if let Some(clock) = question.clocks[player.index()].or(limits.clock) {
                word(time, milliseconds(clock.left));
                word(increment, milliseconds(clock.increment));
            }
        }
    }
    if let Some(time) = limits.time {
        word("movetime", milliseconds(time).max(1));
    }
    if let Some(nodes) = limits.nodes {
        word("nodes", nodes);
    }
    if let Some(depth) = limits.depth {
        word("depth", depth.into());
    }
    line
}
