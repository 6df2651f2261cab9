//! Values for a shell to complete: game specs with their options, bots with their parameters.
//!
//! What a script knows of the command line is fixed when it is written. Which games and bots there
//! are, and what they take, is asked of the program each time.

use std::io::{self, Write};

use clap::{Arg, Command, CommandFactory};
use potez_table::{BotDescription, GameOption, LEVELS, Table, games};

use crate::cli::Cli;

/// The argument that names a game.
const GAME: &str = "game";
/// The arguments that name bots.
pub(super) const BOTS: [&str; 6] = ["x", "o", "bot", "a", "b", "bots"];
/// The arguments that may also name a person.
const SEATS: [&str; 2] = ["x", "o"];
/// The most numbers of a range that are worth listing.
const MOST_NUMBERS: usize = 30;

/// Prints what the last of these words can become, one per line; nothing where it is not a game or
/// a bot.
pub(super) fn run(words: &[String]) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    for candidate in candidates(words) {
        writeln!(out, "{candidate}")?;
    }
    Ok(())
}

/// The whole words that the last one can become.
fn candidates(words: &[String]) -> Vec<String> {
    let Some(asked) = Question::of(words) else { return Vec::new() };
    let values = match asked.argument.as_str() {
        GAME => game_candidates(&asked.word),
        name if BOTS.contains(&name) => {
            let mut bots = bot_candidates(&asked.word, asked.game.as_deref());
            bots.extend(SEATS.contains(&name).then(|| "human".to_string()));
            bots
        }
        _ => Vec::new(),
    };
    let fits = values.into_iter().filter(|value| value.starts_with(&asked.word) && *value != asked.word);
    fits.map(|value| format!("{}{value}", asked.prefix)).collect()
}

/// What is being typed: the value of which argument, and what is known of the game by then.
struct Question {
    argument: String,
    /// What stands before the value in the same word: `--x=`.
    prefix: String,
    word: String,
    game: Option<String>,
}

impl Question {
    fn of(words: &[String]) -> Option<Self> {
        let (last, before) = words.split_last()?;
        let (name, before) = before.split_first()?;
        let mut program = Cli::command();
        program.build();
        let command = program.find_subcommand(name)?;
        let mut positionals = command.get_positionals();
        let mut game = None;
        let mut open: Option<&Arg> = None;
        for word in before {
            if let Some(option) = word.strip_prefix("--") {
                open = option_of(command, option).filter(|arg| arg.get_action().takes_values());
            } else if let Some(arg) = open {
                // An option that takes several values goes on until the next option.
                open = Some(arg).filter(|arg| arg.get_num_args().is_some_and(|range| range.max_values() > 1));
            } else if !word.starts_with('-') {
                let is_game = positionals.next().is_some_and(|arg| arg.get_id() == GAME);
                game = if is_game { Some(word.clone()) } else { game };
            }
        }
        let question = |arg: &Arg, prefix: String, word: &str| {
            Some(Self { argument: arg.get_id().to_string(), prefix, word: word.into(), game: game.clone() })
        };
        if let Some(arg) = open.filter(|_| !last.starts_with("--")) {
            return question(arg, String::new(), last);
        }
        match last.strip_prefix("--").and_then(|option| option.split_once('=')) {
            Some((name, value)) => question(option_of(command, name)?, format!("--{name}="), value),
            None if last.starts_with('-') => None,
            None => question(positionals.next()?, String::new(), last),
        }
    }
}

/// The option of this long name; one that has its value in the same word is complete.
fn option_of<'a>(command: &'a Command, name: &str) -> Option<&'a Arg> {
    command.get_arguments().find(|arg| arg.get_long() == Some(name))
}

/// What a spec can become: `head` is all of it but the part being typed, `used` its keys.
struct SpecStart<'a> {
    name: &'a str,
    head: &'a str,
    /// The key whose value is being typed.
    key: Option<&'a str>,
    used: Vec<&'a str>,
}

impl<'a> SpecStart<'a> {
    /// The beginning of a spec that has got to its options.
    fn of(word: &'a str) -> Option<Self> {
        let (name, rest) = word.split_once(':')?;
        let (done, part) = rest.rsplit_once(',').unwrap_or(("", rest));
        let key = part.split_once('=').map(|(key, _)| key);
        let typed = key.map_or(part.len(), |key| part.len() - key.len() - 1);
        let used = done.split(',').filter_map(|pair| pair.split_once('=')).map(|(key, _)| key).collect();
        Some(Self { name, head: &word[..word.len() - typed], key, used })
    }

    /// The spec with each of these keys that it does not have yet.
    fn with_keys<'k>(&self, keys: impl IntoIterator<Item = &'k str>) -> Vec<String> {
        let free = keys.into_iter().filter(|key| !self.used.contains(key));
        free.map(|key| format!("{}{key}=", self.head)).collect()
    }

    fn with_values(&self, values: impl IntoIterator<Item = String>) -> Vec<String> {
        values.into_iter().map(|value| format!("{}{value}", self.head)).collect()
    }
}

fn game_candidates(word: &str) -> Vec<String> {
    let Some(start) = SpecStart::of(word) else {
        let ids = games().iter().map(|game| game.description.id.to_string());
        // A name that is whole can still be given options.
        let whole = potez_table::find(word).is_some_and(|game| !game.description.options.is_empty());
        return ids.chain(whole.then(|| format!("{word}:"))).collect();
    };
    let Some(game) = potez_table::find(start.name) else { return Vec::new() };
    let options = game.description.options;
    match start.key {
        None => start.with_keys(options.iter().map(|option| option.key)),
        Some(key) => {
            let option = options.iter().find(|option| option.key == key);
            start.with_values(option.map(option_values).unwrap_or_default())
        }
    }
}

/// The values of an option: its choices or its numbers, else the default.
fn option_values(option: &GameOption) -> Vec<String> {
    if option.values.contains('|') {
        return option.values.split('|').map(String::from).collect();
    }
    let range = option.values.split_once("..=").and_then(|(from, to)| Some((from.parse().ok()?, to.parse().ok()?)));
    match range {
        Some((from, to)) => (from..=to).take(MOST_NUMBERS).map(|number: usize| number.to_string()).collect(),
        None => vec![option.default.to_string()],
    }
}

fn bot_candidates(word: &str, game: Option<&str>) -> Vec<String> {
    let bots = bots_of(game);
    let Some(start) = SpecStart::of(word) else {
        let with_options = format!("{word}:");
        let names = bots.iter().map(|bot| bot.name.to_string());
        let whole = bots.iter().any(|bot| bot.name == word).then_some(with_options);
        return names.chain(whole).collect();
    };
    let Some(bot) = bots.iter().find(|bot| bot.name == start.name) else { return Vec::new() };
    match start.key {
        None => start.with_keys(bot.keys.iter().copied()),
        Some("level") => start.with_values(LEVELS.map(|level| level.to_string())),
        Some("time") => start.with_values(["100ms", "500ms", "1s", "5s"].map(String::from)),
        Some("depth" | "threads" | "multipv") => start.with_values((1..=4).map(|number| number.to_string())),
        Some(_) => Vec::new(),
    }
}

/// The bots of a game, or of every game where none is named yet.
fn bots_of(game: Option<&str>) -> Vec<BotDescription> {
    let open = |spec: &str| potez_table::open(spec, None).ok();
    let tables: Vec<Box<dyn Table>> = match game.and_then(open) {
        Some(table) => vec![table],
        None => games().iter().filter_map(|game| open(game.description.id)).collect(),
    };
    let mut bots: Vec<BotDescription> = Vec::new();
    for bot in tables.iter().flat_map(|table| table.bots()) {
        match bots.iter_mut().find(|known| known.name == bot.name) {
            Some(known) => {
                let more: Vec<&str> = bot.keys.into_iter().filter(|key| !known.keys.contains(key)).collect();
                known.keys.extend(more);
            }
            None => bots.push(bot),
        }
    }
    bots
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complete(line: &str) -> Vec<String> {
        let words: Vec<String> = line.split(' ').map(String::from).collect();
        candidates(&words)
    }

    #[test]
    fn games_are_completed_with_their_options_and_values() {
        assert_eq!(complete("show h"), ["havannah"]);
        assert_eq!(complete("show havannah"), ["havannah:"]);
        assert_eq!(complete("show havannah:"), ["havannah:size=", "havannah:swap="]);
        assert_eq!(complete("show havannah:swap=on,"), ["havannah:swap=on,size="]);
        assert_eq!(complete("show havannah:swap=o"), ["havannah:swap=on", "havannah:swap=off"]);
        assert_eq!(complete("perft byte:size="), ["byte:size=8", "byte:size=10", "byte:size=16"]);
        assert_eq!(complete("moves blockade:rows=7,walls=1").len(), 9, "10 to 18");
    }

    #[test]
    fn bots_are_those_of_the_game_and_know_their_parameters() {
        assert_eq!(complete("tournament byte --bots random cl"), ["classic"]);
        assert_eq!(complete("play byte --o cl"), ["classic"]);
        assert_eq!(complete("play byte --o classic"), ["classic:"]);
        assert_eq!(complete("play byte --x hu"), ["human"]);
        assert!(complete("play blockade --x=classic:").contains(&"--x=classic:radius=".to_string()));
        assert_eq!(complete("match byte --a mob"), ["mobility"]);
        assert!(complete("match blockade --a mob").is_empty());
        assert_eq!(complete("analyze byte --bot potez:level=1"), ["potez:level=10"]);
        assert_eq!(complete("analyze byte --bot potez:time=5,d"), ["potez:time=5,depth="]);
    }

    #[test]
    fn what_is_neither_a_game_nor_a_bot_is_left_to_the_shell() {
        for line in ["pla", "play byte --la", "play byte --lang s", "replay game", "fly byte", "completions ba", ""] {
            assert!(complete(line).is_empty(), "{line}");
        }
    }
}
