//! Questions before a game: its options, the sides, the opponent. A wrong answer is explained and
//! asked for again.

use std::io;

use potez_session::Seat;
use potez_table::{BotSpec, GameOption, Message, Player, Table};
use potez_words::{Arg, Words};

use super::lines::{read, say};
use crate::exit::UsageError;

/// Who plays, and a move that was typed for an answer.
pub(super) struct Sides {
    pub(super) seats: [Seat; 2],
    pub(super) pending: Option<String>,
}

/// The answer to a question; `None` at the end of input, or if somebody wants to leave.
fn ask(prompt: &str) -> io::Result<Option<String>> {
    Ok(read(prompt)?.filter(|answer| !answer.eq_ignore_ascii_case("quit")))
}

/// Asks which side to take and, where no opponent is given, against whom; a move for an answer
/// means that people play both. Nothing at the end of input.
pub(super) fn ask_for_sides(table: &dyn Table, opponent: Option<Seat>, words: &Words) -> io::Result<Option<Sides>> {
    loop {
        let Some(answer) = ask(&words.say("play-sides", &[]))? else { return Ok(None) };
        let people = |pending| Some(Sides { seats: [Seat::PERSON, Seat::PERSON], pending });
        if let Ok(player) = answer.parse::<Player>() {
            let opponent = match opponent {
                Some(opponent) => Some(opponent),
                None => ask_for_bot(table, words)?,
            };
            let Some(opponent) = opponent else { return Ok(None) };
            let seats = if player == Player::X { [Seat::PERSON, opponent] } else { [opponent, Seat::PERSON] };
            return Ok(Some(Sides { seats, pending: None }));
        }
        if answer.eq_ignore_ascii_case("both") {
            return Ok(people(None));
        }
        match table.read_move(&answer) {
            Ok(_) => return Ok(people(Some(answer))),
            Err(message) => {
                let error = Arg::from(words.message(&message));
                say(&words.say("play-sides-expected", &[("error", error)]))?;
            }
        }
    }
}

/// Asks for the bot to play against. Nothing at the end of input.
fn ask_for_bot(table: &dyn Table, words: &Words) -> io::Result<Option<Seat>> {
    const USUAL: &str = "potez";
    let bots: Vec<&str> = table.bots().iter().map(|bot| bot.name).collect();
    let prompt = words.say("setup-bot", &[("bots", bots.join(", ").into()), ("usual", USUAL.into())]);
    loop {
        let Some(answer) = ask(&prompt)? else { return Ok(None) };
        let name = if answer.is_empty() { USUAL } else { &answer };
        let checked = name.parse::<BotSpec>().map_err(Message::from).and_then(|spec| table.check_bot(&spec));
        match checked {
            Ok(()) => return Ok(Some(Seat::bot(name))),
            Err(message) => say(&words.message(&message))?,
        }
    }
}

/// Asks for every option of a game; those of the spec are proposed. Nothing at the end of input.
pub(super) fn ask_for_game(spec: &str, words: &Words) -> anyhow::Result<Option<Box<dyn Table>>> {
    let table = potez_table::open(spec, None).map_err(UsageError::from)?;
    let mut questions = Questions::new(table, words);
    let name = words.game_name(questions.table.description());
    say(&words.say("setup-begin", &[("game", name.into())]))?;
    loop {
        for option in questions.table.description().options {
            if !questions.ask_for_option(option)? {
                return Ok(None);
            }
        }
        match questions.open() {
            Ok(table) => return Ok(Some(table)),
            // Every answer was good alone, but not with the others.
            Err(message) => {
                let error = Arg::from(words.message(&message));
                say(&words.say("setup-again", &[("error", error)]))?;
            }
        }
    }
}

/// The options of a game on the way to being chosen.
struct Questions<'a> {
    /// The game as it would be with the answers so far.
    table: Box<dyn Table>,
    /// What was chosen, by key.
    chosen: Vec<(&'static str, String)>,
    words: &'a Words,
}

impl<'a> Questions<'a> {
    fn new(table: Box<dyn Table>, words: &'a Words) -> Self {
        let spec = table.game();
        let given = |option: &GameOption| Some((option.key, potez_table::spec_value(&spec, option.key)?.to_string()));
        let chosen = table.description().options.iter().filter_map(given).collect();
        Self { table, chosen, words }
    }

    /// The table of everything chosen.
    fn open(&self) -> Result<Box<dyn Table>, Message> {
        let pairs: Vec<String> = self.chosen.iter().map(|(key, value)| format!("{key}={value}")).collect();
        potez_table::open(&format!("{}:{}", self.table.description().id, pairs.join(",")), None)
    }

    /// Asks for one option until the answer can be used; false at the end of input.
    fn ask_for_option(&mut self, option: &GameOption) -> io::Result<bool> {
        let about = self.words.option_about(self.table.description(), option);
        let before = self.chosen.clone();
        loop {
            let chosen = self.chosen.iter().find(|(key, _)| *key == option.key).map(|(_, value)| value.clone());
            let value = chosen.or_else(|| self.table.option_value(option.key)).unwrap_or_default();
            let args = [
                ("about", Arg::from(about.as_str())),
                ("key", option.key.into()),
                ("values", self.words.phrase(option.values).into()),
                ("value", value.into()),
            ];
            let Some(answer) = ask(&self.words.say("setup-option", &args))? else { return Ok(false) };
            if answer.is_empty() {
                return Ok(true);
            }
            // A comma would begin another option.
            if answer.contains([',', ':', '=']) {
                say(&self.words.say("setup-one-value", &[]))?;
                continue;
            }
            self.chosen.retain(|(key, _)| *key != option.key);
            self.chosen.push((option.key, answer));
            match self.open() {
                Ok(table) => {
                    self.table = table;
                    return Ok(true);
                }
                Err(message) if is_about(&message, option.key) => {
                    say(&self.words.message(&message))?;
                    self.chosen.clone_from(&before);
                }
                // The answers to come may still make it fit: starting squares change places.
                Err(_) => return Ok(true),
            }
        }
    }
}

/// Whether an error is about this option and no other.
fn is_about(message: &Message, key: &str) -> bool {
    message.args.iter().any(|(name, value)| *name == "key" && value == key)
}
