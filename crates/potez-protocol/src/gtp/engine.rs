//! The state behind the commands, and the commands themselves.

use std::time::{Duration, Instant};

use potez_table::{
    BotSpec, DynBot, Ending, Ink, Kind, Limits, Message, Outcome, Player, Report, Shape, Stop, Style, Table, TableMove,
    games, spec_value,
};

use super::clocks::Clocks;
use super::command::Command;
use crate::thinker::think;
use crate::wording::{NAME, VERSION};

/// The time for a move where neither the client nor the command line has named any.
const MOVE_TIME: Duration = Duration::from_secs(1);

type Answer = Result<String, String>;
type Run = fn(&mut GtpEngine, &[String]) -> Answer;

/// Every command, in the order of `list_commands`.
const COMMANDS: [(&str, Run); 25] = [
    ("protocol_version", |_, _| Ok("2".into())),
    ("name", |_, _| Ok(NAME.into())),
    ("version", |_, _| Ok(VERSION.into())),
    ("known_command", |_, args| Ok(args.first().is_some_and(|name| find(name).is_some()).to_string())),
    ("list_commands", |_, _| Ok(COMMANDS.map(|(name, _)| name).join("\n"))),
    ("quit", |_, _| nothing()),
    ("boardsize", GtpEngine::board_size),
    ("clear_board", |engine, _| engine.set_up(engine.size, engine.swap, &[])),
    ("play", GtpEngine::play),
    ("genmove", |engine, args| engine.generate(args, true)),
    ("reg_genmove", |engine, args| engine.generate(args, false)),
    ("undo", |engine, _| if engine.table.undo() { nothing() } else { Err("cannot undo".into()) }),
    ("showboard", |engine, _| Ok(engine.picture())),
    ("time_settings", GtpEngine::time_settings),
    ("time_left", GtpEngine::time_left),
    ("final_score", |engine, _| engine.score()),
    ("winner", |engine, _| Ok(engine.winner().into())),
    ("havannah_winner", |engine, _| Ok(engine.winner().into())),
    ("all_legal", |engine, _| Ok(engine.legal())),
    ("swap", GtpEngine::swap_rule),
    ("coordinates", GtpEngine::coordinates),
    ("hguicoords", |engine, _| engine.choose_notation("canonical")),
    ("gridcoords", |engine, _| engine.choose_notation("little-golem")),
    ("position", |engine, _| Ok(engine.table.position())),
    ("bot", GtpEngine::choose_bot),
];

fn find(name: &str) -> Option<Run> {
    COMMANDS.iter().find(|(known, _)| *known == name).map(|(_, run)| *run)
}

#[expect(clippy::unnecessary_wraps, reason = "the answer of commands that only do something")]
fn nothing() -> Answer {
    Ok(String::new())
}

/// A game in progress, with the bot and the clocks.
pub(super) struct GtpEngine {
    table: Box<dyn Table>,
    /// The side length, the option `size` of the game.
    size: usize,
    swap: bool,
    /// How the client writes cells.
    notation: &'static str,
    clocks: Clocks,
    movetime: Option<Duration>,
    threads: usize,
    /// The bot as the client wrote it, and the bot itself once it has been asked for a move.
    spec: String,
    bot: Option<Box<dyn DynBot>>,
    leave: Stop,
}

impl GtpEngine {
    pub(super) fn new(
        table: Box<dyn Table>,
        threads: usize,
        movetime: Option<Duration>,
        leave: Stop,
    ) -> Result<Self, Message> {
        let game = table.game();
        if !table.description().gtp {
            let games = games().iter().filter(|game| game.description.gtp).map(|game| game.description.name);
            let games = games.collect::<Vec<_>>().join(", ");
            let english = format!("GTP is spoken for {games} only, and this is {game}");
            return Err(Message {
                kind: Kind::UnknownGame,
                code: "gtp-wrong-game",
                args: vec![("game", game), ("games", games)],
                english,
            });
        }
        let size = match table.view().shape {
            Shape::Hexagon { size } | Shape::Squares { rows: size, .. } => size,
        };
        Ok(Self {
            size,
            swap: spec_value(&game, "swap") == Some("on"),
            notation: "canonical",
            clocks: Clocks::default(),
            movetime,
            threads,
            spec: "potez".into(),
            bot: None,
            leave,
            table,
        })
    }

    pub(super) fn carry_out(&mut self, command: &Command) -> Answer {
        match (command.name.as_str(), find(&command.name)) {
            (_, Some(run)) => run(self, &command.args),
            ("", None) => Err("no command".into()),
            (name, None) => Err(format!("unknown command: {name}")),
        }
    }

    /// Another table with these moves on it. If they cannot be played there, everything stays as it
    /// is.
    fn set_up(&mut self, size: usize, swap: bool, moves: &[String]) -> Answer {
        let description = self.table.description();
        let mut spec = format!("{}:size={size}", description.id);
        if description.options.iter().any(|option| option.key == "swap") {
            spec += if swap { ",swap=on" } else { ",swap=off" };
        }
        let mut table = potez_table::open(&spec, None).map_err(|message| message.english)?;
        for mv in moves {
            table.play(mv).map_err(|message| message.english)?;
        }
        if table.game() == self.table.game() {
            self.bot.iter_mut().for_each(|bot| bot.forget());
        } else {
            self.bot = None;
        }
        self.table = table;
        self.swap = swap;
        self.size = size;
        self.clocks.reset();
        nothing()
    }

    fn board_size(&mut self, args: &[String]) -> Answer {
        let [size] = args else { return Err("boardsize needs one number, the side length".into()) };
        let size = size.parse().map_err(|_| format!("boardsize needs a number, found `{size}`"))?;
        self.set_up(size, self.swap, &[]).map_err(|error| format!("unacceptable size: {error}"))
    }

    fn play(&mut self, args: &[String]) -> Answer {
        let [colour, mv] = args else { return Err("play needs a colour and a move".into()) };
        let player = player(colour)?;
        if mv.eq_ignore_ascii_case("resign") {
            self.table.check_running().map_err(|message| illegal(&message))?;
            self.table.end(Ending::Resignation(player));
            return nothing();
        }
        self.table.check_running().map_err(|message| illegal(&message))?;
        self.check_turn(player).map_err(|error| illegal(&error))?;
        let mv = self.table.read_in(self.notation, mv).map_err(|message| illegal(&message))?;
        self.table.play_parts(&mv.parts).map_err(|message| illegal(&message))?;
        nothing()
    }

    fn check_turn(&self, player: Player) -> Result<(), String> {
        let turn = self.table.turn();
        if player == turn { Ok(()) } else { Err(format!("{} is to move", colour(turn))) }
    }

    /// `genmove` plays what it answers, `reg_genmove` does not. A finished game has no move:
    /// `none`.
    fn generate(&mut self, args: &[String], plays: bool) -> Answer {
        let player = match args {
            [] => self.table.turn(),
            [colour] => player(colour)?,
            _ => return Err("genmove needs a colour".into()),
        };
        if self.table.ending().is_some() {
            return Ok("none".into());
        }
        self.check_turn(player)?;
        let started = Instant::now();
        let report = self.think(player)?;
        let mv = report.best().ok_or("the bot found no move")?;
        if plays {
            self.table.play_parts(&mv.parts).map_err(|message| format!("the bot wants `{mv}`: {message}"))?;
            self.clocks.spend(player, started.elapsed());
        }
        Ok(self.written(&mv))
    }

    fn think(&mut self, player: Player) -> Result<Report<TableMove>, String> {
        let clock = self.clocks.of(player);
        let time = self.movetime.or(if clock.is_none() { Some(MOVE_TIME) } else { None });
        let limits = Limits { time, clock, ..Limits::default() };
        let mut bot = match self.bot.take() {
            Some(bot) => bot,
            None => self.table.bot(&self.read_spec(&self.spec)?).map_err(|message| message.english)?,
        };
        let report = think(bot.as_mut(), self.table.as_ref(), limits, &self.leave, &mut |_| {});
        let report = report.ok_or("the bot failed")?;
        self.bot = Some(bot);
        Ok(report)
    }

    /// Reads a spec; the session's threads are for bots that say nothing.
    fn read_spec(&self, spec: &str) -> Result<BotSpec, String> {
        let mut spec: BotSpec = spec.parse().map_err(|error| format!("{error}"))?;
        spec.threads.get_or_insert(self.threads);
        Ok(spec)
    }

    fn choose_bot(&mut self, args: &[String]) -> Answer {
        if args.is_empty() {
            return Ok(self.spec.clone());
        }
        let spec = args.join(" ");
        self.table.check_bot(&self.read_spec(&spec)?).map_err(|message| message.english)?;
        (self.spec, self.bot) = (spec, None);
        nothing()
    }

    fn time_settings(&mut self, args: &[String]) -> Answer {
        let [main, period, stones] = args else {
            return Err("time_settings needs main time, period and stones of a period".into());
        };
        self.clocks = Clocks::set(seconds(main)?, seconds(period)?, count(stones)?);
        nothing()
    }

    fn time_left(&mut self, args: &[String]) -> Answer {
        let [colour, left, stones] = args else { return Err("time_left needs a colour, a time and stones".into()) };
        self.clocks.correct(player(colour)?, seconds(left)?, count(stones)?);
        nothing()
    }

    /// `swap` says whether the rule is on, `swap on|off` changes it, in the middle of a game if
    /// need be.
    fn swap_rule(&mut self, args: &[String]) -> Answer {
        let on = match args.first().map(|word| word.to_ascii_lowercase()).as_deref() {
            None => return Ok(if self.swap { "on" } else { "off" }.into()),
            Some("on" | "1" | "true") => true,
            Some("off" | "0" | "false") => false,
            Some(word) => return Err(format!("swap is `on` or `off`, not `{word}`")),
        };
        if on == self.swap {
            return nothing();
        }
        self.table.check_running().map_err(|message| message.english)?;
        let clocks = self.clocks;
        self.set_up(self.size, on, &self.table.moves())?;
        self.clocks = clocks;
        nothing()
    }

    fn coordinates(&mut self, args: &[String]) -> Answer {
        match args.first() {
            None => Ok(self.notation.into()),
            Some(name) => self.choose_notation(name),
        }
    }

    fn choose_notation(&mut self, name: &str) -> Answer {
        let known = self.table.description().notations;
        let Some(notation) = known.iter().find(|known| known.eq_ignore_ascii_case(name)) else {
            return Err(format!("unknown coordinates `{name}`: there are {}", known.join(", ")));
        };
        self.notation = notation;
        nothing()
    }

    /// A move in the client's notation.
    fn written(&self, mv: &TableMove) -> String {
        self.table.write_in(self.notation, &mv.parts).unwrap_or_else(|_| mv.text.clone())
    }

    fn legal(&self) -> String {
        let moves = self.table.legal();
        let moves = moves.iter().filter_map(|mv| self.table.read_move(mv).ok()).map(|mv| self.written(&mv));
        moves.collect::<Vec<_>>().join(" ")
    }

    /// The board below the sign of the answer; a blank line would end it, so there is none.
    fn picture(&self) -> String {
        let picture = self.table.picture(Style::Modern, Ink::Plain);
        let lines = picture.lines().filter(|line| !line.trim().is_empty());
        lines.fold(String::new(), |text, line| text + "\n" + line.trim_end())
    }

    fn winner(&self) -> &'static str {
        match self.table.outcome() {
            Some(Outcome::Win(player)) => colour(player),
            Some(Outcome::Draw) => "draw",
            None => "none",
        }
    }

    /// `W+bridge`, `B+resign`, or `0` for a draw.
    fn score(&self) -> Answer {
        let reason = self.table.reason().unwrap_or_default();
        match self.table.outcome() {
            Some(Outcome::Win(Player::X)) => Ok(format!("W+{reason}")),
            Some(Outcome::Win(Player::O)) => Ok(format!("B+{reason}")),
            Some(Outcome::Draw) => Ok("0".into()),
            None => Err("cannot score: the game is not over".into()),
        }
    }
}

fn illegal(reason: &impl std::fmt::Display) -> String {
    format!("illegal move: {reason}")
}

fn player(text: &str) -> Result<Player, String> {
    match text.to_ascii_lowercase().as_str() {
        "w" | "white" => Ok(Player::X),
        "b" | "black" => Ok(Player::O),
        _ => Err(format!("a colour is `white` or `black`, not `{text}`")),
    }
}

const fn colour(player: Player) -> &'static str {
    match player {
        Player::X => "white",
        Player::O => "black",
    }
}

/// Seconds, with a fraction if the client knows it so well.
fn seconds(text: &str) -> Result<Duration, String> {
    const MOST: f64 = 1e7;
    let number = text.parse::<f64>().ok().filter(|number| (0.0..=MOST).contains(number));
    number.map(Duration::from_secs_f64).ok_or_else(|| format!("expected seconds from 0 to {MOST}, found `{text}`"))
}

fn count(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| format!("expected a number of stones, found `{text}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_threads_of_the_session_are_for_bots_that_say_nothing() {
        let table = potez_table::open("havannah", None).expect("a table");
        let engine = GtpEngine::new(table, 4, None, Stop::new()).unwrap_or_else(|message| panic!("{message}"));
        let threads = |spec| engine.read_spec(spec).expect("a spec").thread_count();
        assert_eq!((threads("potez"), threads("potez:threads=1"), threads("potez:threads=2")), (4, 1, 2));
    }
}
