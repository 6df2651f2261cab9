//! A game in lines of text: for two people, a person and a bot, or two bots.
//!
//! A view of the session: moves, clocks, takebacks and endings are decided there.

mod advice;
mod files;
pub(super) mod lines;
mod setup;

use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context;
use potez_session::{Effect, Event, GameClock, Policy, Refusal, Seat, Session, SessionState};
use potez_table::{BotSpec, DynBot, Ending, Player, Stop, Table};
use potez_words::{Arg, Words};

use super::board::{BoardPrinter, path_lines};
use super::progress::ThinkingLine;
use super::set_up;
use crate::cli::PlayArgs;
use crate::exit::UsageError;
use crate::screen;
use lines::{read, say};
use setup::Sides;

/// `potez play`
pub(super) fn run(play: &PlayArgs) -> anyhow::Result<()> {
    let words = Words::new(play.lang.map_or_else(screen::lang, Into::into));
    let table = if play.setup { setup::ask_for_game(&play.place.game, &words)? } else { Some(set_up(&play.place)?) };
    let Some(table) = table else { return Ok(()) };
    let printer = BoardPrinter::new(table.as_ref(), &play.board)?;
    printer.check_paths(table.as_ref())?;
    let named = [play.x.as_deref(), play.o.as_deref()];
    let asked = named == [None, None];
    let mut sides = Sides { seats: named.map(|name| seat(name.unwrap_or("human"))), pending: None };
    if asked {
        printer.print(&mut io::stdout().lock(), table.as_ref(), &words)?;
        let opponent = if play.setup { None } else { Some(Seat::bot("potez")) };
        let Some(answer) = setup::ask_for_sides(table.as_ref(), opponent, &words)? else { return Ok(()) };
        sides = answer;
    }
    let bots = [bot(table.as_ref(), &sides.seats[0])?, bot(table.as_ref(), &sides.seats[1])?];
    if !asked {
        printer.print(&mut io::stdout().lock(), table.as_ref(), &words)?;
    }
    // Moves that the arguments name can be taken back like any other.
    let mut state = SessionState { given: 0, judged: 0, ..SessionState::new(table.as_ref(), sides.seats) };
    (state.bot_time, state.clock) = (play.time, play.clock.map(GameClock::new));
    let session = Session::new(table, state, Policy::TERMINAL);
    let mut game = PlainGame {
        session,
        bots,
        began: Instant::now(),
        heard: Duration::ZERO,
        printer,
        words,
        saved: HashSet::new(),
        pending: sides.pending,
    };
    game.session.start(Duration::ZERO);
    game.play()
}

/// The seat of somebody by name.
fn seat(name: &str) -> Seat {
    if name.eq_ignore_ascii_case("human") { Seat::PERSON } else { Seat::bot(name) }
}

/// The bot that sits there, if one does.
fn bot(table: &dyn Table, seat: &Seat) -> Result<Option<Box<dyn DynBot>>, UsageError> {
    let Some(name) = &seat.bot else { return Ok(None) };
    let spec: BotSpec = name.parse().map_err(|error| UsageError(format!("{error}")))?;
    Ok(Some(table.bot(&spec)?))
}

/// A game in lines of text.
struct PlainGame {
    session: Session,
    /// The bots of X and O; they keep what they have learnt from move to move.
    bots: [Option<Box<dyn DynBot>>; 2],
    /// The session's time is counted from here.
    began: Instant,
    /// When the session last heard what time it is. The clocks are shown as they stood then: a turn
    /// begins with whole seconds, however long the board took to print.
    heard: Duration,
    printer: BoardPrinter,
    words: Words,
    /// Files this game has been saved to: they may be written again.
    saved: HashSet<PathBuf>,
    /// A move that was typed as the answer to another question.
    pending: Option<String>,
}

/// What follows a turn.
enum TurnEnd {
    Continue,
    Leave,
}

impl PlainGame {
    fn now(&self) -> Duration {
        self.began.elapsed()
    }

    fn table(&self) -> &dyn Table {
        self.session.table()
    }

    fn draw(&self) -> io::Result<()> {
        self.printer.print(&mut io::stdout().lock(), self.table(), &self.words)
    }

    /// Says a sentence of the user's language.
    fn tell(&self, key: &str, args: &[(&str, Arg)]) -> io::Result<()> {
        say(&self.words.say(key, args))
    }

    fn apply(&mut self, event: Event) -> Result<Vec<Effect>, Refusal> {
        self.heard = self.now();
        self.session.apply(event, self.heard)
    }

    fn play(&mut self) -> anyhow::Result<()> {
        loop {
            if let Some(ending) = self.session.ending() {
                self.tell_ending(&ending)?;
                if self.session.state().seats.iter().all(Seat::is_bot) {
                    return Ok(());
                }
            }
            let turn = self.session.turn();
            let is_bots = !self.session.is_over() && self.session.state().is_bot(turn);
            let next = if is_bots { self.bot_turn(turn)? } else { self.human_turn(turn)? };
            if let TurnEnd::Leave = next {
                return Ok(());
            }
        }
    }

    fn tell_ending(&self, ending: &Ending) -> io::Result<()> {
        match ending {
            Ending::Time(player) => self.tell("tui-out-of-time", &[("player", player.to_string().into())]),
            _ => say(&self.words.ending(ending.outcome(), ending.code())),
        }
    }

    /// Looks at the clock; true if that ended the game.
    fn is_out_of_time(&mut self) -> bool {
        // Looking at the clock is never refused.
        let was_over = self.session.is_over();
        let _ = self.apply(Event::Tick);
        !was_over && self.session.is_over()
    }

    fn bot_turn(&mut self, turn: Player) -> anyhow::Result<TurnEnd> {
        let name = self.session.state().seat(turn).bot.clone().unwrap_or_default();
        let limits = self.session.limits(turn, self.now());
        let bot = self.bots[turn.index()].as_mut().with_context(|| format!("{name} is not there"))?;
        let progress = ThinkingLine::new(self.session.table(), &self.words);
        let report = bot.think(self.session.table(), limits, &Stop::new(), &mut |report| progress.show(report));
        progress.clear();
        if self.is_out_of_time() {
            return Ok(TurnEnd::Continue);
        }
        let report = report?;
        let mv = report.best().with_context(|| format!("{name} found no move"))?;
        let (ply, text) = (self.table().ply(), mv.text.clone());
        self.apply(Event::BotMove { ply, mv: mv.into(), thought: report.time })
            .with_context(|| format!("{name} played an illegal move"))?;
        let args = [("player", turn.to_string().into()), ("bot", name.into()), ("move", text.into())];
        self.tell("play-bot-plays", &args)?;
        self.draw()?;
        Ok(TurnEnd::Continue)
    }

    fn human_turn(&mut self, turn: Player) -> anyhow::Result<TurnEnd> {
        let over = self.session.is_over();
        let key = if over { "play-prompt-over" } else { "play-prompt" };
        let prompt = self.words.say(key, &[("player", turn.to_string().into())]);
        if let Some(clock) = self.session.clock().filter(|_| !over) {
            let [x, o] = Player::BOTH.map(|player| Arg::from(clock.face(player, self.heard)));
            self.tell("play-clocks", &[("x", x), ("o", o)])?;
        }
        let line = match self.pending.take() {
            Some(line) => line,
            None => match read(&prompt)? {
                Some(line) => line,
                None => return Ok(TurnEnd::Leave),
            },
        };
        // What was typed too late is not heard any more.
        if self.is_out_of_time() { Ok(TurnEnd::Continue) } else { self.carry_out(&line) }
    }

    /// Carries out what was typed: a command or a move.
    fn carry_out(&mut self, line: &str) -> anyhow::Result<TurnEnd> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word.to_ascii_lowercase().as_str() {
            "" => {}
            "help" | "?" => self.tell("play-help", &[])?,
            "quit" | "exit" => return Ok(TurnEnd::Leave),
            "board" => self.draw()?,
            "moves" => say(&self.table().legal().join("\n"))?,
            "ways" => match self.table().paths() {
                Some(paths) => say(&path_lines(&paths, &self.words).join("\n"))?,
                None => self.tell("play-no-ways", &[])?,
            },
            "hint" => self.hint()?,
            "analysis" => self.analyse()?,
            "record" => say(&self.record())?,
            "undo" => self.take_back()?,
            "redo" => self.play_again()?,
            "sides" => self.swap_sides(),
            "new" => self.begin_anew(rest.trim())?,
            "load" => self.load(Path::new(rest.trim()))?,
            "save" => self.save(Path::new(rest.trim()))?,
            "resign" => self.resign(),
            _ => self.make_move(line)?,
        }
        Ok(TurnEnd::Continue)
    }

    fn make_move(&mut self, text: &str) -> io::Result<()> {
        let by = self.session.people();
        match self.apply(Event::Move { by, ply: None, mv: text.into() }) {
            Ok(_) => self.draw(),
            Err(refusal) => say(&self.words.message(&refusal.into())),
        }
    }

    /// Takes back to where a person is to move.
    fn take_back(&mut self) -> io::Result<()> {
        match self.apply(Event::Undo(self.session.people())) {
            Ok(_) => self.draw(),
            Err(_) => self.tell("play-nothing-to-undo", &[]),
        }
    }

    /// Plays again what was taken back, up to a person's turn.
    fn play_again(&mut self) -> io::Result<()> {
        match self.apply(Event::Redo(self.session.people())) {
            Ok(_) => self.draw(),
            Err(_) => self.tell("play-nothing-to-redo", &[]),
        }
    }

    fn swap_sides(&mut self) {
        if self.apply(Event::SwapSides).is_ok() {
            self.bots.swap(0, 1);
        }
    }

    fn resign(&mut self) {
        if let Some(player) = self.session.resigner() {
            // Whoever may resign is not refused.
            let _ = self.apply(Event::Resign(player));
        }
    }

    /// The moves so far, two per line.
    fn record(&self) -> String {
        let moves = self.table().moves();
        let pair = |(number, pair): (usize, &[String])| format!("{:>3}. {}", number + 1, pair.join(" "));
        moves.chunks(2).enumerate().map(pair).collect::<Vec<_>>().join("\n")
    }
}
