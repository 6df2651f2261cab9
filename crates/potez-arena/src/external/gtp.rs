//! GTP, from the side of the match, as Havannah engines speak it.

use std::time::{Duration, Instant};

use potez_table::{Player, Shape, Table};

use super::process::{Process, Silence};
use super::{LAST_WORD, Language, too_late, trouble};
use crate::Program;
use crate::fault::Trouble;
use crate::match_player::{Answer, Question};

pub(super) struct Gtp {
    program: Program,
    knows_time_settings: bool,
    knows_time_left: bool,
    /// What the engine was told of the present game.
    told: Vec<String>,
    /// The limits it was told last.
    settings: Option<String>,
}

impl Gtp {
    pub(super) fn new(program: &Program) -> Self {
        let program = program.clone();
        Self { program, knows_time_settings: false, knows_time_left: false, told: Vec::new(), settings: None }
    }

    fn colour(&self, player: Player) -> &'static str {
        match player {
            Player::X => self.program.first.word(),
            Player::O => self.program.first.other().word(),
        }
    }

    /// Tells the limits where they have changed.
    fn tell_time(
        &mut self,
        process: &Process,
        turn: Player,
        question: &Question,
        deadline: Instant,
    ) -> Result<(), Trouble> {
        if !self.program.clock {
            return Ok(());
        }
        let limits = &question.limits;
        let settings = match (limits.clock, limits.time) {
            (Some(clock), _) => format!("time_settings {} {} 1", seconds(clock.left), seconds(clock.increment)),
            (None, Some(time)) => format!("time_settings 0 {} 1", seconds(time)),
            (None, None) => return Ok(()),
        };
        // With a clock the settings are those of the start; later only what is left is told.
        let is_told =
            if limits.clock.is_some() { self.settings.is_some() } else { self.settings.as_ref() == Some(&settings) };
        if self.knows_time_settings && !is_told {
            command(process, &settings, deadline)?;
        }
        self.settings = Some(settings);
        if let Some(clock) = limits.clock.filter(|_| self.knows_time_left) {
            command(process, &format!("time_left {} {} 0", self.colour(turn), seconds(clock.left)), deadline)?;
        }
        Ok(())
    }
}

impl Language for Gtp {
    fn greet(&mut self, process: &Process, _game: &dyn Table, deadline: Instant) -> Result<(), Trouble> {
        let known = command(process, "list_commands", deadline)?;
        let knows = |name: &str| known.lines().any(|line| line.trim() == name);
        self.knows_time_settings = knows("time_settings");
        self.knows_time_left = knows("time_left");
        for line in &self.program.init {
            command(process, line, deadline)?;
        }
        Ok(())
    }

    fn begin(&mut self, process: &Process, table: &dyn Table, seed: u64, deadline: Instant) -> Result<(), Trouble> {
        command(process, &format!("boardsize {}", size(table)?), deadline)?;
        command(process, "clear_board", deadline)?;
        for line in &self.program.new_game {
            command(process, &line.replace("{seed}", &seed.to_string()), deadline)?;
        }
        self.told.clear();
        self.settings = None;
        Ok(())
    }

    fn show(&mut self, process: &Process, table: &dyn Table, deadline: Instant) -> Result<(), Trouble> {
        let moves = table.played();
        // Moves alternate in this game, `swap` included.
        let players = Player::BOTH.into_iter().cycle();
        for (mv, player) in moves.iter().zip(players).skip(self.told.len()) {
            let text = table.write_in(&self.program.notation, &mv.parts).unwrap_or_else(|_| mv.text.clone());
            command(process, &format!("play {} {text}", self.colour(player)), deadline)?;
            self.told.push(mv.text.clone());
        }
        Ok(())
    }

    fn ask(&mut self, process: &Process, table: &dyn Table, question: &Question) -> Result<Answer, Trouble> {
        process.forget_lines();
        let deadline = Instant::now() + question.timeout;
        self.show(process, table, deadline)?;
        let turn = table.turn();
        self.tell_time(process, turn, question, deadline)?;
        let genmove = format!("genmove {}", self.colour(turn));
        process.send(&genmove);
        let answer = match receive(process, deadline) {
            // GTP knows no `stop`: all that can be done is to wait whether the move is only late.
            Err(Silence::Timeout) => {
                let late = receive(process, Instant::now() + LAST_WORD).map(|_| ());
                return Err(too_late(process, question.timeout, late));
            }
            answer => answered(process, &genmove, answer)?,
        };
        let answer = answer.trim().to_ascii_lowercase();
        if answer == "resign" {
            return Ok(Answer::Resign);
        }
        // What is not a legal move stays as it is, for the rules to judge.
        let mv = table.read_in(&self.program.notation, &answer).map_or(answer, |mv| mv.text);
        // The engine has played it on its own board; if the rules say otherwise, it is started
        // again.
        self.told.push(mv.clone());
        Ok(Answer::Move(mv.into()))
    }
}

/// The side length of a board that GTP can describe.
fn size(table: &dyn Table) -> Result<usize, Trouble> {
    if !table.description().gtp {
        return Err(Trouble::crash(format!("GTP is not spoken over {}", table.game())));
    }
    match table.view().shape {
        Shape::Hexagon { size } | Shape::Squares { rows: size, .. } => Ok(size),
    }
}

/// Sends a command and waits for its answer.
fn command(process: &Process, command: &str, deadline: Instant) -> Result<String, Trouble> {
    process.send(command);
    answered(process, command, receive(process, deadline))
}

/// The answer to a command, or the trouble that stands in its place.
fn answered(process: &Process, command: &str, answer: Result<Refusable, Silence>) -> Result<String, Trouble> {
    let name = command.split_whitespace().next().unwrap_or_default();
    match answer {
        Ok(Ok(answer)) => Ok(answer),
        Ok(Err(refusal)) => Err(Trouble::crash(format!("answered `{command}` with an error: {refusal}"))),
        Err(silence) => Err(trouble(process, silence, &format!("the answer to `{name}`"))),
    }
}

/// What a program answers, or the error it names instead.
type Refusable = Result<String, String>;

/// The next answer, which ends with an empty line.
fn receive(process: &Process, deadline: Instant) -> Result<Refusable, Silence> {
    loop {
        let line = process.receive(deadline)?;
        if let Some(rest) = line.strip_prefix('=') {
            let mut answer = rest.trim().to_string();
            loop {
                let line = process.receive(deadline)?;
                if line.trim().is_empty() {
                    return Ok(Ok(answer));
                }
                answer.push('\n');
                answer.push_str(&line);
            }
        }
        if let Some(rest) = line.strip_prefix('?') {
            return Ok(Err(rest.trim().into()));
        }
    }
}

/// Seconds, whole where they are: the standard knows no others, but most engines do.
fn seconds(time: Duration) -> String {
    let text = format!("{:.3}", time.as_secs_f64());
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_of_writing_comes_back_to_the_canonical_one() {
        let table = potez_table::open("havannah:size=5", None).unwrap();
        for (notation, lowest) in [("canonical", "i5"), ("transposed", "e9"), ("littlegolem", "i1")] {
            let written = |mv: &str| table.write_in(notation, &table.read_move(mv).unwrap().parts).unwrap();
            assert_eq!(written("i5"), lowest);
            assert!(table.read_in(notation, "zz99").is_err());
            for mv in table.legal() {
                assert_eq!(table.read_in(notation, &written(&mv)).unwrap().text, mv);
            }
        }
        assert!(size(potez_table::open("byte", None).unwrap().as_ref()).is_err());
    }

    #[test]
    fn seconds_are_whole_where_they_can_be() {
        assert_eq!(seconds(Duration::from_secs(30)), "30");
        assert_eq!(seconds(Duration::from_millis(500)), "0.5");
        assert_eq!(seconds(Duration::ZERO), "0");
    }
}
