//! UGI, the Universal Game Interface: the shape of UCI for any game of two players.
//!
//! Commands that change the state are refused while a search is under way; `isready`, `query` and
//! `stop` are answered. A line that cannot be carried out is answered by `info string error …` and
//! changes nothing.

mod go;
mod info;
mod options;

use std::time::Duration;

use potez_table::{Outcome, Player, Table};

use crate::thinker::Thinker;
use crate::wording::{NAME, VERSION, one_line};
use crate::{Next, Sink};
use options::Options;

/// A conversation with one client.
pub struct Session {
    sink: Sink,
    table: Box<dyn Table>,
    options: Options,
    thinker: Thinker,
    movetime: Option<Duration>,
}

impl Session {
    /// A session that begins at this table and answers into `sink`. A bare `go` takes `movetime`,
    /// or goes on until stopped; bots use `threads` threads unless the client sets another number.
    pub fn new(sink: Sink, table: Box<dyn Table>, threads: usize, movetime: Option<Duration>) -> Self {
        Self { sink, table, options: Options::new(threads), thinker: Thinker::default(), movetime }
    }

    /// Takes one line. Blank lines are passed over.
    pub fn line(&mut self, line: &str) -> Next {
        let line = line.trim();
        let (word, rest) = first_word(line);
        let done = match word {
            "" => Ok(()),
            "quit" => {
                self.thinker.stop();
                return Next::Finish;
            }
            "ugi" => {
                self.introduce();
                Ok(())
            }
            "isready" => {
                self.say("readyok");
                Ok(())
            }
            "stop" => {
                // Nothing is under way: there is nothing to stop, and nothing wrong with asking.
                self.thinker.stop();
                Ok(())
            }
            "query" => self.query(rest),
            "setoption" => self.idle().and_then(|()| self.set_option(rest)),
            "uginewgame" => self.idle().and_then(|()| self.new_game()),
            "position" => self.idle().and_then(|()| self.set_position(rest)),
            "go" => self.idle().and_then(|()| self.go(rest)),
            _ => Err(format!("unknown command `{word}`")),
        };
        if let Err(error) = done {
            self.say(format!("info string error {}", one_line(&error)));
        }
        Next::Line
    }

    /// The client has said its last word: waits for a search with limits, stops one without, and
    /// hears the answer out.
    pub fn finish(mut self) {
        self.thinker.finish();
    }

    fn say(&self, line: impl Into<String>) {
        (self.sink)(line.into());
    }

    fn introduce(&self) {
        self.say(format!("id name {NAME} {VERSION}"));
        self.say("id author the Potez authors");
        for line in self.options.list(&self.table.game()) {
            self.say(line);
        }
        self.say("ugiok");
    }

    /// Fails while a search is under way.
    fn idle(&mut self) -> Result<(), String> {
        if self.thinker.is_thinking() { Err("a search is under way: send `stop` first".into()) } else { Ok(()) }
    }

    fn new_game(&mut self) -> Result<(), String> {
        self.table = potez_table::open(&self.table.game(), None).map_err(|message| message.english)?;
        self.thinker.forget();
        Ok(())
    }

    /// `position startpos|fen P [moves …]`; the position may hold blanks.
    fn set_position(&mut self, text: &str) -> Result<(), String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let split = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
        let (place, moves) = words.split_at(split);
        let position = match place {
            ["startpos"] => None,
            ["fen", position @ ..] if !position.is_empty() => Some(position.join(" ")),
            _ => return Err("expected `position startpos` or `position fen P`, then `moves …` or nothing".into()),
        };
        let mut table =
            potez_table::open(&self.table.game(), position.as_deref()).map_err(|message| message.english)?;
        for (index, mv) in moves.iter().skip(1).enumerate() {
            table.play(mv).map_err(|message| format!("move {} `{mv}`: {message}", index + 1))?;
        }
        self.table = table;
        Ok(())
    }

    fn query(&self, what: &str) -> Result<(), String> {
        let answer = match what {
            "gameover" => self.table.ending().is_some().to_string(),
            "p1turn" => (self.table.turn() == Player::X).to_string(),
            "result" => match self.table.outcome() {
                Some(Outcome::Win(Player::X)) => "p1win".into(),
                Some(Outcome::Win(Player::O)) => "p2win".into(),
                Some(Outcome::Draw) => "draw".into(),
                None => "none".into(),
            },
            "fen" => self.table.position(),
            "legal" => self.table.legal().join(" "),
            _ => return Err(format!("unknown query `{what}`: the queries are gameover, p1turn, result, fen, legal")),
        };
        self.say(format!("response {answer}").trim_end());
        Ok(())
    }

    fn set_option(&mut self, text: &str) -> Result<(), String> {
        let (name, value) = options::name_and_value(text)?;
        let mut options = self.options.clone();
        if name.eq_ignore_ascii_case("Game") {
            let table = potez_table::open(value, None).map_err(|message| message.english)?;
            options.check(table.as_ref())?;
            self.table = table;
        } else {
            options.set(name, value)?;
            options.check(self.table.as_ref())?;
            self.options = options;
        }
        // Clients set option after option: the bot is built when it is first asked.
        self.thinker.dismiss();
        Ok(())
    }

    fn go(&mut self, text: &str) -> Result<(), String> {
        let limits = go::limits(text, self.table.turn(), self.movetime)?;
        if self.table.ending().is_some() {
            self.say(info::NO_MOVE);
            return Ok(());
        }
        if !self.thinker.has_bot() {
            self.thinker.seat(self.options.bot(self.table.as_ref())?);
        }
        let (while_thinking, at_the_end) = (self.sink.clone(), self.sink.clone());
        self.thinker.begin(
            self.table.fork(),
            limits,
            move |report| info::say(&while_thinking, report),
            move |report| info::answer(&at_the_end, report.as_ref()),
        );
        Ok(())
    }
}

fn first_word(line: &str) -> (&str, &str) {
    line.split_once(char::is_whitespace).map_or((line, ""), |(word, rest)| (word, rest.trim()))
}
