//! A game in lines of text: for two people, a person and a bot, or two bots.

use std::collections::HashSet;
use std::fs;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context;
use potez_engine::{Bot, BotSpec, Ink, Limits, Player, Report, Stop, Style, Table};
use potez_tui::Clocks;
use potez_tui::keep::{self, Kept, Terms};
use potez_words::{Arg, Words};

use super::analyze::{Progress, line_text};
use super::set_up;
use crate::cli::Play;
use crate::failure::Usage;
use crate::screen;

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
        clocks: play.clock.map(Clocks::new),
        flag: None,
        since: Instant::now(),
        words: Words::new(play.lang.map_or_else(screen::lang, Into::into)),
        saved: HashSet::new(),
        pending: None,
        hint: None,
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

impl Seat {
    /// The name of a bot.
    fn name(&self) -> Option<&str> {
        match self {
            Self::Human => None,
            Self::Bot { name, .. } => Some(name),
        }
    }
}

/// Where one game is played.
struct Room {
    table: Box<dyn Table>,
    seats: [Seat; 2],
    style: Style,
    ink: Ink,
    /// Time for bots without limits of their own.
    time: Duration,
    /// The clocks, if it is played by clocks.
    clocks: Option<Clocks>,
    /// Who has run out of time.
    flag: Option<Player>,
    /// Since when time has not been counted.
    since: Instant,
    words: Words,
    /// Files this game has been saved to: they may be written again.
    saved: HashSet<PathBuf>,
    /// A move that was typed as the answer to another question.
    pending: Option<String>,
    /// The move that was hinted at, and the ply it was meant for.
    hint: Option<(usize, String)>,
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
            let Some(answer) = read(&self.words.say("play-sides", &[]))? else { return Ok(false) };
            match answer.to_ascii_lowercase().as_str() {
                "x" => self.seats[Player::O.index()] = self.seat("potez")?,
                "o" => self.seats[Player::X.index()] = self.seat("potez")?,
                "both" => {}
                "quit" => return Ok(false),
                _ => match self.table.fork().play(&answer) {
                    Ok(_) => self.pending = Some(answer),
                    Err(message) => {
                        let error = Arg::from(self.words.message(&message));
                        self.tell("play-sides-expected", &[("error", error)])?;
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
                if let Some(player) = self.flag {
                    self.tell("tui-out-of-time", &[("player", player.to_string().into())])?;
                } else {
                    say(&self.words.ending(outcome, &self.table.reason().unwrap_or_default()))?;
                }
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

    /// Says a sentence of the user's language.
    fn tell(&self, key: &str, args: &[(&str, Arg)]) -> io::Result<()> {
        say(&self.words.say(key, args))
    }

    /// Counts the time of the player to move; true if none is left. The clocks start with the first move.
    fn is_out_of_time(&mut self, turn: Player) -> bool {
        let passed = std::mem::replace(&mut self.since, Instant::now()).elapsed();
        let Some(clocks) = &mut self.clocks else { return false };
        if self.table.outcome().is_some() || self.table.ply() == 0 || !clocks.pass(turn, passed) {
            return false;
        }
        self.flag = Some(turn);
        self.table.resign(turn);
        true
    }

    /// A player has moved.
    fn press(&mut self, mover: Player) {
        if let Some(clocks) = &mut self.clocks {
            clocks.press(mover, self.table.ply());
        }
    }

    /// The clocks stand as they did when this ply began.
    fn set_clocks(&mut self) {
        (self.flag, self.since) = (None, Instant::now());
        if let Some(clocks) = &mut self.clocks {
            clocks.go_to(self.table.ply());
        }
    }

    fn bot_turn(&mut self, turn: Player) -> anyhow::Result<Next> {
        let Seat::Bot { name, bot } = &mut self.seats[turn.index()] else { return Ok(Next::GoOn) };
        let mut progress = Progress::new();
        let limits = match &self.clocks {
            Some(clocks) => Limits { clock: Some(clocks.clock(turn)), ..Limits::default() },
            None => Limits::time(self.time),
        };
        let report = bot.think(self.table.as_ref(), limits, &Stop::new(), &mut |report| progress.show(report));
        progress.clear();
        let name = name.clone();
        if self.is_out_of_time(turn) {
            return Ok(Next::GoOn);
        }
        let mv = report.best().with_context(|| format!("{name} found no move"))?;
        self.table.play(&mv).with_context(|| format!("{name} played an illegal move"))?;
        self.press(turn);
        let args = [("player", turn.to_string().into()), ("bot", name.into()), ("move", mv.into())];
        self.tell("play-bot-plays", &args)?;
        self.draw()?;
        Ok(Next::GoOn)
    }

    fn human_turn(&mut self, turn: Player) -> anyhow::Result<Next> {
        let over = self.table.outcome().is_some();
        let key = if over { "play-prompt-over" } else { "play-prompt" };
        let prompt = self.words.say(key, &[("player", turn.to_string().into())]);
        if let Some(clocks) = self.clocks.as_ref().filter(|_| !over) {
            let [x, o] = Player::BOTH.map(|player| Arg::from(clocks.face(player)));
            self.tell("play-clocks", &[("x", x), ("o", o)])?;
        }
        let line = match self.pending.take() {
            Some(line) => line,
            None => match read(&prompt)? {
                Some(line) => line,
                None => return Ok(Next::Leave),
            },
        };
        if self.is_out_of_time(turn) {
            return Ok(Next::GoOn);
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
        match word.to_ascii_lowercase().as_str() {
            "" => {}
            "help" | "?" => self.tell("play-help", &[])?,
            "quit" | "exit" => return Ok(Next::Leave),
            "board" => self.draw()?,
            "moves" => say(&self.table.legal().join("\n"))?,
            "ways" => match self.table.ways() {
                Some(ways) => say(&ways.join("\n"))?,
                None => self.tell("play-no-ways", &[])?,
            },
            "hint" => self.hint()?,
            "analysis" => self.analyse()?,
            "record" => say(&self.record())?,
            "undo" => self.undo()?,
            "redo" => self.redo()?,
            "sides" => self.seats.swap(0, 1),
            "new" => self.begin_anew(rest.trim())?,
            "load" => self.load(Path::new(rest.trim()))?,
            "save" => self.save(Path::new(rest.trim()))?,
            "resign" => self.table.resign(turn),
            _ => match self.table.play(&line) {
                Ok(_) => {
                    self.press(turn);
                    self.draw()?;
                }
                Err(message) => say(&self.words.message(&message))?,
            },
        }
        Ok(Next::GoOn)
    }

    /// Thinks about the position with as many lines as wanted.
    fn ask(&self, lines: usize) -> anyhow::Result<Report<String>> {
        let mut bot = self.table.bot(&BotSpec { multipv: lines, ..BotSpec::new("potez") })?;
        let mut progress = Progress::new();
        let limits = Limits::time(self.time);
        let report = bot.think(self.table.as_ref(), limits, &Stop::new(), &mut |report| progress.show(report));
        progress.clear();
        Ok(report)
    }

    /// First where, then what.
    fn hint(&mut self) -> anyhow::Result<()> {
        let ply = self.table.ply();
        if let Some((_, mv)) = self.hint.take_if(|(asked, _)| *asked == ply) {
            self.tell("play-try", &[("move", mv.into())])?;
            return Ok(());
        }
        let Some(mv) = self.ask(1)?.best() else {
            self.tell("play-no-hint", &[])?;
            return Ok(());
        };
        let place = mv.split(|letter: char| !letter.is_alphanumeric()).next().unwrap_or(&mv).to_string();
        self.hint = Some((ply, mv));
        self.tell("play-look", &[("place", place.into())])?;
        Ok(())
    }

    /// The candidates with their chances.
    fn analyse(&self) -> anyhow::Result<()> {
        const LINES: usize = 5;
        let report = self.ask(LINES)?;
        if report.lines.is_empty() {
            self.tell("play-no-hint", &[])?;
        }
        for (rank, line) in report.lines.iter().enumerate() {
            say(&format!("{:>2}. {}", rank + 1, line_text(line)))?;
        }
        Ok(())
    }

    /// The moves so far, two a line.
    fn record(&self) -> String {
        let moves = self.table.moves();
        let pair = |(number, pair): (usize, &[String])| format!("{:>3}. {}", number + 1, pair.join(" "));
        moves.chunks(2).enumerate().map(pair).collect::<Vec<_>>().join("\n")
    }

    /// Begins another game, or the same one again where none is named; the players stay.
    fn begin_anew(&mut self, game: &str) -> anyhow::Result<()> {
        let game = if game.is_empty() { self.table.game() } else { game.to_string() };
        match potez_engine::open(&game, None) {
            Ok(table) => {
                let clocks = self.clocks.as_ref().map(|clocks| Clocks::new(clocks.pace));
                self.sit_down(table, clocks, None)
            }
            Err(message) => Ok(say(&self.words.message(&message))?),
        }
    }

    fn load(&mut self, file: &Path) -> anyhow::Result<()> {
        let text = fs::read_to_string(file).map_err(|error| error.to_string());
        match text.and_then(|text| keep::read(&text)) {
            Ok(Kept { table, terms }) => {
                let pace = self.clocks.as_ref().map(|clocks| clocks.pace);
                let fresh = pace.map(|pace| Clocks::at(pace, [pace.start; 2], table.ply()));
                self.sit_down(table, terms.clocks.or(fresh), terms.flag)
            }
            Err(error) => {
                let args = [("file", Arg::from(file.display().to_string())), ("error", Arg::from(error))];
                Ok(self.tell("tui-not-loaded", &args)?)
            }
        }
    }

    /// The same players sit down at another table; bots that do not play its game keep the old one.
    fn sit_down(&mut self, table: Box<dyn Table>, clocks: Option<Clocks>, flag: Option<Player>) -> anyhow::Result<()> {
        let before = std::mem::replace(&mut self.table, table);
        let [x, o] = self.seats.each_ref().map(|seat| seat.name().unwrap_or("human"));
        match (self.seat(x), self.seat(o)) {
            (Ok(x), Ok(o)) => {
                (self.seats, self.hint) = ([x, o], None);
                (self.clocks, self.flag, self.since) = (clocks, flag, Instant::now());
            }
            (Err(error), _) | (_, Err(error)) => {
                self.table = before;
                say(&error.to_string())?;
            }
        }
        self.draw()?;
        Ok(())
    }

    /// Takes back to where a person is to move.
    fn undo(&mut self) -> anyhow::Result<()> {
        if !self.table.undo() {
            self.tell("play-nothing-to-undo", &[])?;
            return Ok(());
        }
        while matches!(self.seats[self.table.turn().index()], Seat::Bot { .. }) && self.table.undo() {}
        self.set_clocks();
        self.draw()?;
        Ok(())
    }

    /// Plays again what was taken back, up to a person's turn.
    fn redo(&mut self) -> anyhow::Result<()> {
        if !self.table.redo() {
            self.tell("play-nothing-to-redo", &[])?;
            return Ok(());
        }
        while matches!(self.seats[self.table.turn().index()], Seat::Bot { .. }) && self.table.redo() {}
        self.set_clocks();
        self.draw()?;
        Ok(())
    }

    fn save(&mut self, file: &Path) -> anyhow::Result<()> {
        if file.as_os_str().is_empty() {
            self.tell("play-save-needs-name", &[])?;
            return Ok(());
        }
        match self.try_save(file) {
            Ok(()) => {
                self.saved.insert(file.to_path_buf());
                self.tell("play-saved", &[("file", file.display().to_string().into())])?;
            }
            // The game must not end because a disk is full: say it and go on.
            Err(error) => self.tell("play-not-saved", &[("error", format!("{error:#}").into())])?,
        }
        Ok(())
    }

    fn try_save(&self, file: &Path) -> anyhow::Result<()> {
        if !self.saved.contains(file) && file.exists() {
            anyhow::bail!("{} exists already", file.display());
        }
        let terms = Terms {
            seats: self.seats.each_ref().map(|seat| seat.name().map(String::from)),
            time: self.time,
            clocks: self.clocks.clone(),
            flag: self.flag,
        };
        let format = keep::format_of(&file.to_string_lossy());
        let text = keep::write(self.table.as_ref(), &terms, format).map_err(anyhow::Error::msg)?;
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
