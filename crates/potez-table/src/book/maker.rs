//! How a book is made: search by search, then game by game, each a line of text to go on from.

use std::collections::HashSet;
use std::sync::Arc;

use potez_core::{Explain, Kind, Message};
use potez_search::{Limits, Proof, Report, Stop};
use serde::{Deserialize, Serialize};

use super::by_key;
use super::graph::{BookGraph, SearchedMove, play_all};
use crate::{BotSpec, DynBot, Table, TableMove};

/// What a book is made by. Equal settings make equal books.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BookSettings {
    /// The game spec.
    pub book: String,
    /// Nodes of each search.
    pub nodes: u64,
    /// Moves of a position that are kept; at the start four times as many.
    pub width: usize,
    /// Nodes of each move in games.
    pub game_nodes: u64,
    /// The seed of everything.
    pub seed: u64,
    /// Positions that are searched beside each other, and games that are played so: none knows what another finds.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub batch: usize,
}

const fn one() -> usize {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
const fn is_one(batch: &usize) -> bool {
    *batch == 1
}

/// Whoever makes the bots that search and play: at the table, or on other machines.
pub type BookBots = Arc<dyn Fn(&dyn Table, &BotSpec) -> Result<Box<dyn DynBot>, Message> + Send + Sync>;

/// Makes a book.
pub struct BookMaker {
    settings: BookSettings,
    start: Box<dyn Table>,
    graph: BookGraph,
    games: u64,
    bots: BookBots,
}

/// A line of the file that a book is made in.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase", untagged)]
enum BookLine {
    Search {
        line: Vec<String>,
        nodes: u64,
        moves: Vec<JudgedMove>,
    },
    Game {
        game: u64,
        moves: Vec<String>,
    },
    /// What was found beside each other: half of it would be another book.
    Batch(Vec<Self>),
}

/// A move, its visits, its chance for whoever plays it, and the word of its proof.
type JudgedMove = (String, u64, f64, Option<String>);

/// A file of a book that cannot be gone on with.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not a line of a book: {what} in `{line}`")]
pub struct MakeError {
    /// What is wrong.
    pub what: String,
    /// The line.
    pub line: String,
}

impl Explain for MakeError {
    fn code(&self) -> &'static str {
        "book-bad-line"
    }

    fn args(&self) -> Vec<(&'static str, String)> {
        vec![("what", self.what.clone()), ("line", self.line.clone())]
    }
}

/// Lines with fewer visits than this share of a search say nothing.
const LEAST_SHARE: f64 = 0.005;
/// Lines that are asked for, for each that is kept: some are images of others.
const IMAGES: usize = 3;
/// Kinds of first moves that are searched one by one at most.
const MOST_KINDS: usize = 64;
/// How many times as many moves are kept at the start.
const START_WIDTH: usize = 4;
/// In games a move of the book that is this far behind the best is played e times more rarely.
const TEMPERATURE: f64 = 0.02;
/// Games of some bots go round in circles.
const MOST_PLIES: usize = 400;
/// Openings for fair games: how many plies, how far from even, how many of them.
const BALANCED_PLIES: std::ops::RangeInclusive<usize> = 2..=8;
const BALANCED_MARGIN: f64 = 0.05;
const BALANCED: usize = 300;

impl BookMaker {
    /// A book that knows nothing yet.
    pub fn new(mut settings: BookSettings) -> Result<Self, Message> {
        let start = crate::open(&settings.book, None)?;
        settings.book = start.game();
        settings.batch = settings.batch.max(1);
        let graph = BookGraph::new(start.as_ref());
        let bots: BookBots = Arc::new(|table: &dyn Table, spec: &BotSpec| table.bot(spec));
        Ok(Self { settings, start, graph, games: 0, bots })
    }

    /// The same with bots that somebody else makes. They must find what bots of the table find.
    #[must_use]
    pub fn with_bots(self, bots: BookBots) -> Self {
        Self { bots, ..self }
    }

    /// What it is made by, with the game's own spec.
    pub fn settings(&self) -> &BookSettings {
        &self.settings
    }

    /// Positions searched so far.
    pub fn positions(&self) -> usize {
        self.graph.searched()
    }

    /// Games played so far.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Takes back in what an earlier run has found.
    pub fn restore(&mut self, line: &str) -> Result<(), MakeError> {
        let wrong = |what: String| MakeError { what, line: line.chars().take(200).collect() };
        let read: BookLine = serde_json::from_str(line).map_err(|error| wrong(error.to_string()))?;
        self.take(&read).map_err(|message| wrong(message.english))
    }

    fn take(&mut self, line: &BookLine) -> Result<(), Message> {
        let mut table = self.start.fork();
        match line {
            BookLine::Search { line, nodes, moves } => {
                play_all(table.as_mut(), line)?;
                let mut searched = Vec::new();
                for (mv, visits, chance, proof) in moves {
                    let mut after = table.fork();
                    after.play(mv)?;
                    let proofs = [Proof::Win, Proof::Loss, Proof::Draw];
                    let proof = proofs.into_iter().find(|known| proof.as_deref() == Some(known.word()));
                    searched.push(SearchedMove { after, visits: *visits, chance: *chance, proof });
                }
                self.graph.add_search(table.as_ref(), *nodes, &searched);
            }
            BookLine::Game { game, moves } => {
                let mut keys = HashSet::from([table.canonical_key()]);
                for mv in moves {
                    table.play(mv)?;
                    keys.insert(table.canonical_key());
                }
                if let Some(outcome) = table.outcome() {
                    self.graph.add_game(&keys, outcome);
                }
                self.games = self.games.max(game + 1);
            }
            BookLine::Batch(lines) => lines.iter().try_for_each(|line| self.take(line))?,
        }
        Ok(())
    }

    /// Searches the next positions, as many as belong together, at most `most`; the line to keep of them.
    /// `None` if nothing is left or the search was stopped.
    pub fn search(&mut self, most: usize, stop: &Stop) -> Result<Option<String>, Message> {
        let next = self.graph.next(self.settings.batch.min(most));
        let found = beside(next, |line| self.searched(line, stop))?;
        self.keep(found, stop)
    }

    /// Takes what was found together; the line to keep of it.
    fn keep(&mut self, mut found: Vec<BookLine>, stop: &Stop) -> Result<Option<String>, Message> {
        let found = match found.len() {
            0 => return Ok(None),
            _ if stop.is_raised() => return Ok(None),
            1 => found.remove(0),
            _ => BookLine::Batch(found),
        };
        self.take(&found)?;
        Ok(Some(written(&found)))
    }

    /// What a search says of the position after these moves.
    fn searched(&self, line: Vec<String>, stop: &Stop) -> Result<BookLine, Message> {
        let mut table = self.start.fork();
        play_all(table.as_mut(), &line)?;
        let width = self.settings.width * if line.is_empty() { START_WIDTH } else { 1 };
        let report = self.think(table.as_ref(), self.settings.nodes, IMAGES * width, stop)?;
        let least = (report.nodes as f64 * LEAST_SHARE) as u64;
        let (mut moves, mut seen) = (Vec::new(), HashSet::new());
        for line in &report.lines {
            // Images of one move are one move; the best of them counts.
            let counts = moves.is_empty() || line.visits >= least && moves.len() < width;
            if counts && seen.insert(key_after(table.as_ref(), &line.mv())?) {
                let proof = line.proof.map(|proof| proof.word().to_string());
                moves.push((line.mv().text, line.visits, rounded(line.win_chance), proof));
            }
        }
        if line.is_empty() {
            moves.extend(self.other_first_moves(table.as_ref(), &seen, stop)?);
        }
        Ok(BookLine::Search { line, nodes: report.nodes, moves })
    }

    /// What a search of its own says of every kind of first move that is not among those seen, where there are not
    /// too many: everybody asks for the first move, and a tree looks at few of them.
    fn other_first_moves(
        &self,
        start: &dyn Table,
        seen: &HashSet<u64>,
        stop: &Stop,
    ) -> Result<Vec<JudgedMove>, Message> {
        let kinds = by_key(start.moves_to(&|key| !seen.contains(&key)));
        let mut found = Vec::new();
        for (_, same) in kinds.iter().filter(|_| kinds.len() <= MOST_KINDS) {
            let mut after = start.fork();
            after.play_parts(&same[0].parts)?;
            let report = self.think(after.as_ref(), self.settings.nodes, 1, stop)?;
            let Some(best) = report.lines.first() else { continue };
            let is_turn = after.turn() == start.turn();
            let chance = if is_turn { best.win_chance } else { 1.0 - best.win_chance };
            let proof = best.proof.map(|proof| if is_turn { proof } else { proof.reversed() });
            found.push((same[0].text.clone(), report.nodes, rounded(chance), proof.map(|proof| proof.word().into())));
        }
        Ok(found)
    }

    /// Thinks about a position, with a bot of its own, so that what is found does not depend on what was searched
    /// before.
    fn think(&self, table: &dyn Table, nodes: u64, lines: usize, stop: &Stop) -> Result<Report<TableMove>, Message> {
        let seed = mix(self.settings.seed ^ table.canonical_key());
        let spec = BotSpec { multipv: Some(lines), seed: Some(seed), ..BotSpec::new("potez") };
        let mut bot = (self.bots)(table, &spec)?;
        bot.think(table, Limits::nodes(nodes), stop, &mut |_| {})
    }

    /// Plays the next games, as many as belong together, at most `most`; the line to keep of them. `None` if
    /// they were stopped.
    pub fn play(&mut self, most: u64, stop: &Stop) -> Result<Option<String>, Message> {
        let values = self.graph.values();
        let next = (self.games..self.games + most.min(self.settings.batch as u64)).collect();
        let found = beside(next, |game| self.played(game, &values, stop))?;
        self.keep(found, stop)
    }

    /// A game that begins with moves of the book.
    fn played(&self, game: u64, values: &[f64], stop: &Stop) -> Result<BookLine, Message> {
        let mut rng = fastrand::Rng::with_seed(mix(self.settings.seed ^ mix(game)));
        let mut table = self.start.fork();
        while let Some(mv) = self.sample(table.as_ref(), values, &mut rng) {
            table.play_parts(&mv.parts)?;
        }
        let mut bots = Vec::new();
        for _ in 0..2 {
            bots.push((self.bots)(table.as_ref(), &BotSpec { seed: Some(rng.u64(..)), ..BotSpec::new("potez") })?);
        }
        while table.ending().is_none() && table.ply() < MOST_PLIES {
            let bot = &mut bots[table.turn().index()];
            let report = bot.think(table.as_ref(), Limits::nodes(self.settings.game_nodes), stop, &mut |_| {})?;
            if stop.is_raised() {
                break;
            }
            let Some(mv) = report.best() else { break };
            table.play_parts(&mv.parts)?;
        }
        Ok(BookLine::Game { game, moves: table.moves() })
    }

    /// A move of the book, sampled by how good it is; `None` where the book ends.
    fn sample(&self, table: &dyn Table, values: &[f64], rng: &mut fastrand::Rng) -> Option<TableMove> {
        if table.ending().is_some() {
            return None;
        }
        let known = self.graph.continuations(table.canonical_key(), values);
        let best = known.iter().map(|&(_, chance)| chance).reduce(f64::max)?;
        let weights: Vec<f64> = known.iter().map(|&(_, chance)| ((chance - best) / TEMPERATURE).exp()).collect();
        let mut left = rng.f64() * weights.iter().sum::<f64>();
        let at = weights.iter().position(|weight| {
            left -= weight;
            left < 0.0
        });
        let key = known[at.unwrap_or(0)].0;
        let mut moves = table.moves_to(&|other| other == key);
        moves.sort_by(|(a, _), (b, _)| a.text.cmp(&b.text));
        moves.into_iter().next().map(|(mv, _)| mv)
    }

    /// The book as it is shipped.
    pub fn pack(&self) -> Vec<u8> {
        self.graph.pack(&self.settings.book)
    }

    /// Openings after which neither player is ahead, one per line, as matches read them.
    pub fn balanced(&self) -> String {
        let BookSettings { book, nodes, width, seed, .. } = &self.settings;
        let head = format!("# balanced openings of {book}, from a book with nodes {nodes}, width {width}, seed {seed}");
        let even = self.graph.balanced(BALANCED_PLIES, BALANCED_MARGIN);
        let lines = even.into_iter().take(BALANCED);
        let lines = lines.map(|(line, chance)| format!("{} # X {:.0} %", line.join(" "), 100.0 * chance));
        [head].into_iter().chain(lines).map(|line| line + "\n").collect()
    }
}

impl From<MakeError> for Message {
    fn from(error: MakeError) -> Self {
        Self::new(Kind::BadRequest, &error)
    }
}

/// Does some things beside each other, one thread each; what they give, in their order.
fn beside<T: Send, R: Send>(things: Vec<T>, work: impl Fn(T) -> Result<R, Message> + Sync) -> Result<Vec<R>, Message> {
    let mut things = things.into_iter();
    let Some(first) = things.next() else { return Ok(Vec::new()) };
    std::thread::scope(|scope| {
        let work = &work;
        let others: Vec<_> = things.map(|thing| scope.spawn(move || work(thing))).collect();
        let mut found = vec![work(first)?];
        for other in others {
            found.push(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?);
        }
        Ok(found)
    })
}

fn rounded(chance: f64) -> f64 {
    (chance * 10_000.0).round() / 10_000.0
}

/// The canonical key of the position after a move.
fn key_after(table: &dyn Table, mv: &TableMove) -> Result<u64, Message> {
    let mut after = table.fork();
    after.play_parts(&mv.parts)?;
    Ok(after.canonical_key())
}

fn written(line: &BookLine) -> String {
    // Strings and finite numbers are always written.
    serde_json::to_string(line).unwrap_or_default()
}

/// Spreads the bits of a number (the finaliser of `SplitMix64`).
fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
