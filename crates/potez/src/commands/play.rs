//! A game in lines of text: for two people, a person and a bot, or two bots.

use std::collections::HashSet;
use std::fs;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use potez_engine::records::{self, Format};
use potez_engine::{Bot, BotSpec, Ink, Limits, Outcome, Player, Stop, Style, Table};

use super::analyze::Progress;
use super::set_up;
use crate::cli::Play;
use crate::failure::Usage;
use crate::screen;

const HELP: &str = "\
Type a move, or one of these:
  moves        list the legal moves
  board        draw the board again
  ways         the shortest ways to the goals, where the game has them
  hint         ask the engine for a move
  undo, redo   take back, play again
  save FILE    write the record (.json and .sgf by name, text otherwise)
  resign       give up
  quit         leave";

/// `potez play`
pub(super) fn run(play: &Play) -> anyhow::Result<()> {
    let table = set_up(&play.place)?;
    let style = if play.classic { Style::Classic } else { Style::Modern };
    let mut room = Room {
        table,
        seats: [Seat::Human, Seat::Human],
        style,
        ink: screen::ink(),
        time: play.time,
        saved: HashSet::new(),
        pending: None,
    };
    let chosen = [play.x.as_deref(), play.o.as_deref()];
    if chosen == [None, None] {
        room.draw()?;
        if !room.ask_for_sides()? {
            return Ok(());
        }
    } else {
        for (player, name) in Player::BOTH.into_iter().zip(chosen) {
            room.seats[player.index()] = room.seat(name.unwrap_or("human"))?;
        }
        room.draw()?;
    }
    room.play()
}

enum Seat {
    Human,
    Bot { name: String, bot: Box<dyn Bot> },
}

/// Where one game is played.
struct Room {
    table: Box<dyn Table>,
    seats: [Seat; 2],
    style: Style,
    ink: Ink,
    /// Time for bots without limits of their own.
    time: Duration,
    /// Files this game has been saved to: they may be written again.
    saved: HashSet<PathBuf>,
    /// A move that was typed as the answer to another question.
    pending: Option<String>,
}

enum Next {
    GoOn,
    Leave,
}

impl Room {
    fn seat(&self, name: &str) -> Result<Seat, Usage> {
        if name.eq_ignore_ascii_case("human") {
            return Ok(Seat::Human);
        }
        let spec: BotSpec = name.parse().map_err(|error| Usage(format!("{error}")))?;
        Ok(Seat::Bot { name: name.into(), bot: self.table.bot(&spec)? })
    }

    /// Asks which side to take; a move for an answer means that people play both. False at the end of input.
    fn ask_for_sides(&mut self) -> anyhow::Result<bool> {
        loop {
            let Some(answer) = read("X/O? (X begins; `both` for two people) ")? else { return Ok(false) };
            match answer.to_ascii_lowercase().as_str() {
                "x" => self.seats[Player::O.index()] = self.seat("potez")?,
                "o" => self.seats[Player::X.index()] = self.seat("potez")?,
                "both" => {}
                "quit" => return Ok(false),
                _ => match self.table.fork().play(&answer) {
                    Ok(_) => self.pending = Some(answer),
                    Err(message) => {
                        say(&format!("expected X, O or both; as a move: {message}"))?;
                        continue;
                    }
                },
            }
            return Ok(true);
        }
    }

    fn play(&mut self) -> anyhow::Result<()> {
        loop {
            if let Some(outcome) = self.table.outcome() {
                self.announce(outcome)?;
                if !self.has_human() {
                    return Ok(());
                }
            }
            let turn = self.table.turn();
            let next = match &self.seats[turn.index()] {
                Seat::Bot { .. } if self.table.outcome().is_none() => self.bot_turn(turn)?,
                _ => self.human_turn(turn)?,
            };
            if let Next::Leave = next {
                return Ok(());
            }
        }
    }

    fn has_human(&self) -> bool {
        self.seats.iter().any(|seat| matches!(seat, Seat::Human))
    }

    fn draw(&self) -> io::Result<()> {
        say(self.table.picture(self.style, self.ink).trim_end())
    }

    fn announce(&self, outcome: Outcome) -> io::Result<()> {
        let reason = self.table.reason().unwrap_or_default();
        match outcome {
            Outcome::Win(player) => say(&format!("{player} wins: {reason}")),
            Outcome::Draw => say(&format!("a draw: {reason}")),
        }
    }

    fn bot_turn(&mut self, turn: Player) -> anyhow::Result<Next> {
        let Seat::Bot { name, bot } = &mut self.seats[turn.index()] else { return Ok(Next::GoOn) };
        let mut progress = Progress::new();
        let limits = Limits::time(self.time);
        let report = bot.think(self.table.as_ref(), limits, &Stop::new(), &mut |report| progress.show(report));
        progress.clear();
        let mv = report.best().with_context(|| format!("{name} found no move"))?;
        self.table.play(&mv).with_context(|| format!("{name} played an illegal move"))?;
        say(&format!("{turn} ({name}) plays {mv}"))?;
        self.draw()?;
        Ok(Next::GoOn)
    }

    fn human_turn(&mut self, turn: Player) -> anyhow::Result<Next> {
        let over = self.table.outcome().is_some();
        let prompt = if over { "undo, save FILE or quit> ".into() } else { format!("{turn} to move> ") };
        let line = match self.pending.take() {
            Some(line) => line,
            None => match read(&prompt)? {
                Some(line) => line,
                None => return Ok(Next::Leave),
            },
        };
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
        match word.to_ascii_lowercase().as_str() {
            "" => {}
            "help" | "?" => say(HELP)?,
            "quit" | "exit" => return Ok(Next::Leave),
            "board" => self.draw()?,
            "moves" => say(&self.table.legal().join("\n"))?,
            "ways" => match self.table.ways() {
                Some(ways) => say(&ways.join("\n"))?,
                None => say("this game has no ways")?,
            },
            "hint" => self.hint()?,
            "undo" => self.undo()?,
            "redo" => self.redo()?,
            "save" => self.save(Path::new(rest.trim()))?,
            "resign" => self.table.resign(turn),
            _ => match self.table.play(&line) {
                Ok(_) => self.draw()?,
                Err(message) => say(&message.english)?,
            },
        }
        Ok(Next::GoOn)
    }

    fn hint(&self) -> anyhow::Result<()> {
        let mut bot = self.table.bot(&BotSpec::new("potez"))?;
        let mut progress = Progress::new();
        let limits = Limits::time(self.time);
        let report = bot.think(self.table.as_ref(), limits, &Stop::new(), &mut |report| progress.show(report));
        progress.clear();
        say(&report.best().map_or("no move: the game is over".into(), |mv| format!("try {mv}")))?;
        Ok(())
    }

    /// Takes back to where a person is to move.
    fn undo(&mut self) -> anyhow::Result<()> {
        if !self.table.undo() {
            say("nothing to take back")?;
            return Ok(());
        }
        while matches!(self.seats[self.table.turn().index()], Seat::Bot { .. }) && self.table.undo() {}
        self.draw()?;
        Ok(())
    }

    /// Plays again what was taken back, up to a person's turn.
    fn redo(&mut self) -> anyhow::Result<()> {
        if !self.table.redo() {
            say("nothing to play again")?;
            return Ok(());
        }
        while matches!(self.seats[self.table.turn().index()], Seat::Bot { .. }) && self.table.redo() {}
        self.draw()?;
        Ok(())
    }

    fn save(&mut self, file: &Path) -> anyhow::Result<()> {
        if file.as_os_str().is_empty() {
            say("save needs the name of a file")?;
            return Ok(());
        }
        match self.try_save(file) {
            Ok(()) => {
                self.saved.insert(file.to_path_buf());
                say(&format!("saved to {}", file.display()))?;
            }
            // The game must not end because a disk is full: say it and go on.
            Err(error) => say(&format!("not saved: {error:#}"))?,
        }
        Ok(())
    }

    fn try_save(&self, file: &Path) -> anyhow::Result<()> {
        if !self.saved.contains(file) && file.exists() {
            anyhow::bail!("{} exists already", file.display());
        }
        let name = |seat: &Seat| match seat {
            Seat::Human => "human".to_string(),
            Seat::Bot { name, .. } => name.clone(),
        };
        let tags = vec![("X".into(), name(&self.seats[0])), ("O".into(), name(&self.seats[1]))];
        let format = match file.extension().and_then(|extension| extension.to_str()) {
            Some("json") => Format::Json,
            Some("sgf" | "hgf") => Format::Sgf,
            _ => Format::Text,
        };
        let text = records::write(&records::transcript(self.table.as_ref(), tags), format)?;
        fs::write(file, text).with_context(|| format!("cannot write {}", file.display()))
    }
}

fn say(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{text}")?;
    out.flush()
}

/// Asks for a line; `None` at the end of input.
fn read(prompt: &str) -> io::Result<Option<String>> {
    let mut out = io::stdout().lock();
    write!(out, "{prompt}")?;
    out.flush()?;
    let mut bytes = Vec::new();
    let mut input = io::stdin().lock();
    let count = input.read_until(b'\n', &mut bytes)?;
    // What was typed is not on the screen when it comes from a pipe: end the prompt's line.
    if count == 0 || !input_is_terminal() {
        writeln!(out)?;
    }
    Ok((count > 0).then(|| String::from_utf8_lossy(&bytes).trim().to_string()))
}

fn input_is_terminal() -> bool {
    io::stdin().is_terminal()
}
