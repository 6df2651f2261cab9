//! The state behind the commands, and the commands themselves.

use std::time::{Duration, Instant};

use potez_engine::{
    Bot, BotSpec, Coordinates, Ink, Kind, Limits, Message, Outcome, Player, Report, Shape, Stop, Style, Table,
};

use super::cells::{Cells, FORMS};
use super::clocks::Clocks;
use super::command::Command;
use crate::thinker::think;
use crate::wording::{NAME, VERSION};

/// The time for a move where neither the client nor the command line has named any.
const MOVE_TIME: Duration = Duration::from_secs(1);

type Answer = Result<String, String>;
type Run = fn(&mut Desk, &[String]) -> Answer;

/// Every command, in the order of `list_commands`.
const COMMANDS: [(&str, Run); 25] = [
    ("protocol_version", |_, _| Ok("2".into())),
    ("name", |_, _| Ok(NAME.into())),
    ("version", |_, _| Ok(VERSION.into())),
    ("known_command", |_, args| Ok(args.first().is_some_and(|name| find(name).is_some()).to_string())),
    ("list_commands", |_, _| Ok(COMMANDS.map(|(name, _)| name).join("\n"))),
    ("quit", |_, _| nothing()),
    ("boardsize", Desk::board_size),
    ("clear_board", |desk, _| desk.set_up(desk.cells.size, desk.swap, &[])),
    ("play", Desk::play),
    ("genmove", |desk, args| desk.generate(args, true)),
    ("reg_genmove", |desk, args| desk.generate(args, false)),
    ("undo", |desk, _| if desk.table.undo() { nothing() } else { Err("cannot undo".into()) }),
    ("showboard", |desk, _| Ok(desk.picture())),
    ("time_settings", Desk::time_settings),
    ("time_left", Desk::time_left),
    ("final_score", |desk, _| desk.score()),
    ("winner", |desk, _| Ok(desk.winner().into())),
    ("havannah_winner", |desk, _| Ok(desk.winner().into())),
    ("all_legal", |desk, _| Ok(desk.legal())),
    ("swap", Desk::swap_rule),
    ("coordinates", Desk::coordinates),
    ("hguicoords", |desk, _| desk.write_cells(Coordinates::Canonical)),
    ("gridcoords", |desk, _| desk.write_cells(Coordinates::LittleGolem)),
    ("position", |desk, _| Ok(desk.table.position())),
    ("bot", Desk::choose_bot),
];

fn find(name: &str) -> Option<Run> {
    COMMANDS.iter().find(|(known, _)| *known == name).map(|(_, run)| *run)
}

#[expect(clippy::unnecessary_wraps, reason = "the answer of commands that only do something")]
fn nothing() -> Answer {
    Ok(String::new())
}

/// A game of Havannah in progress, with the bot and the clocks.
pub(super) struct Desk {
    table: Box<dyn Table>,
    swap: bool,
    cells: Cells,
    clocks: Clocks,
    movetime: Option<Duration>,
    threads: usize,
    /// The bot as the client wrote it, and the bot itself once it has been asked for a move.
    spec: String,
    bot: Option<Box<dyn Bot>>,
    leave: Stop,
}

impl Desk {
    pub(super) fn new(
        table: Box<dyn Table>,
        threads: usize,
        movetime: Option<Duration>,
        leave: Stop,
    ) -> Result<Self, Message> {
        let game = table.game();
        let Shape::Hexagon { size } = table.view().shape else {
            let english = format!("GTP is spoken for Havannah only, and this is {game}");
            return Err(Message {
                kind: Kind::UnknownGame,
                code: "gtp-wrong-game",
                args: vec![("game", game)],
                english,
            });
        };
        Ok(Self {
            swap: game.contains("swap=on"),
            cells: Cells { size, form: Coordinates::Canonical },
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

    /// Another table with these moves on it. If they cannot be played there, everything stays as it is.
    fn set_up(&mut self, size: usize, swap: bool, moves: &[String]) -> Answer {
        let swap_word = if swap { "on" } else { "off" };
        let spec = format!("havannah:size={size},swap={swap_word}");
        let mut table = potez_engine::open(&spec, None).map_err(|message| message.english)?;
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
        self.cells.size = size;
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
            self.table.resign(player);
            return nothing();
        }
        self.table.check_running().map_err(|message| illegal(&message))?;
        self.check_turn(player).map_err(|error| illegal(&error))?;
        let canonical = self.cells.read(mv).map_err(|error| illegal(&error))?;
        self.table.play(&canonical).map_err(|message| illegal(&message))?;
        nothing()
    }

    fn check_turn(&self, player: Player) -> Result<(), String> {
        let turn = self.table.turn();
        if player == turn { Ok(()) } else { Err(format!("{} is to move", colour(turn))) }
    }

    /// `genmove` plays what it answers, `reg_genmove` does not. A finished game has no move: `none`.
    fn generate(&mut self, args: &[String], plays: bool) -> Answer {
        let player = match args {
            [] => self.table.turn(),
            [colour] => player(colour)?,
            _ => return Err("genmove needs a colour".into()),
        };
        if self.table.outcome().is_some() {
            return Ok("none".into());
        }
        self.check_turn(player)?;
        let started = Instant::now();
        let report = self.think(player)?;
        let mv = report.best().ok_or("the bot found no move")?;
        if plays {
            self.table.play(&mv).map_err(|message| format!("the bot wants `{mv}`: {message}"))?;
            self.clocks.spend(player, started.elapsed());
        }
        Ok(self.cells.write(&mv))
    }

    fn think(&mut self, player: Player) -> Result<Report<String>, String> {
        let clock = self.clocks.of(player);
        let time = self.movetime.or(if clock.is_none() { Some(MOVE_TIME) } else { None });
        let limits = Limits { time, clock, ..Limits::default() };
        let mut bot = match self.bot.take() {
            Some(bot) => bot,
            None => self.make_bot(&self.spec)?,
        };
        let report = think(bot.as_mut(), self.table.as_ref(), limits, &self.leave, &mut |_| {});
        let report = report.ok_or("the bot failed")?;
        self.bot = Some(bot);
        Ok(report)
    }

    fn make_bot(&self, spec: &str) -> Result<Box<dyn Bot>, String> {
        let mut spec: BotSpec = spec.parse().map_err(|error| format!("{error}"))?;
        if spec.threads == 1 {
            spec.threads = self.threads;
        }
        self.table.bot(&spec).map_err(|message| message.english)
    }

    fn choose_bot(&mut self, args: &[String]) -> Answer {
        if args.is_empty() {
            return Ok(self.spec.clone());
        }
        let spec = args.join(" ");
        self.bot = Some(self.make_bot(&spec)?);
        self.spec = spec;
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

    /// `swap` says whether the rule is on, `swap on|off` changes it, in the middle of a game if need be.
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
        self.set_up(self.cells.size, on, &self.table.moves())?;
        self.clocks = clocks;
        nothing()
    }

    fn coordinates(&mut self, args: &[String]) -> Answer {
        let Some(name) = args.first() else { return Ok(self.cells.name().into()) };
        let Some((_, form)) = FORMS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)) else {
            let names = FORMS.map(|(name, _)| name).join(", ");
            return Err(format!("unknown coordinates `{name}`: there are {names}"));
        };
        self.write_cells(*form)
    }

    fn write_cells(&mut self, form: Coordinates) -> Answer {
        self.cells.form = form;
        nothing()
    }

    fn legal(&self) -> String {
        self.table.legal().iter().map(|mv| self.cells.write(mv)).collect::<Vec<_>>().join(" ")
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
