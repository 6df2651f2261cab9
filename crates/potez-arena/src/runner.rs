//! Plays an event: several pairs at a time, every finished one on disk before the next begins.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::thread;

use potez_table::{Outcome, Player, Stop};

use crate::event::{EventError, Fixture};
use crate::match_player::{MatchPlayer, match_player};
use crate::referee::{self, GameReport, Side};
use crate::stats::{Pairs, Verdict};
use crate::{Entrant, Event, Journal, JournalError, Kind, Pair, Played, external};

/// How an event is played; none of it changes the games.
pub struct Options<'a> {
    /// Pairs at a time.
    pub concurrency: usize,
    /// Where finished pairs are kept.
    pub journal: Option<&'a mut Journal>,
    /// Pairs that were played before.
    pub done: Vec<Pair>,
    /// Whether the moves are wanted at the end; without them memory does not grow with the length
    /// of the games.
    pub keep_moves: bool,
    /// Raised from outside to call the event off: games under way are not finished.
    pub stop: Stop,
}

/// Why an event could not be played on.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The game cannot be opened, or somebody cannot play it.
    #[error(transparent)]
    Event(#[from] EventError),
    /// Programs cannot be started, or do not take the set-up of the game. No game was played.
    #[error("{}", who_cannot_play(.0))]
    Unfit(Vec<UnfitProgram>),
}

fn who_cannot_play(programs: &[UnfitProgram]) -> String {
    let sentences = programs.iter().map(|program| format!("{} cannot play: {}", program.name, program.message));
    sentences.collect::<Vec<_>>().join("; ")
}

/// A program that cannot take part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnfitProgram {
    /// The name of the entrant.
    pub name: String,
    /// What is wrong.
    pub message: String,
    /// The last lines to (`>`), from (`<`) and beside (`!`, standard error) it.
    pub io: Vec<String>,
}

/// What was played.
pub struct Results {
    /// The pairs that count, in the order of the schedule.
    pub pairs: Vec<Pair>,
    /// How the test ended, if there was one and it did.
    pub verdict: Option<Verdict>,
    /// Why the event could not be played on, if it could not: a finished pair could not be written.
    /// That pair does not count, those before it do.
    pub failure: Option<JournalError>,
}

/// Plays the event to its end and hands out each pair as it is finished.
///
/// A test looks at the pairs in the order of the schedule, whichever finished first: short games
/// must not be counted before long ones, and the same event must end at the same pair every time.
/// Pairs that were under way when it ended do not count.
pub fn run(event: &Event, options: Options, on_pair: &mut (dyn FnMut(&Pair) + Send)) -> Result<Results, RunError> {
    event.check()?;
    let pairings = event.pairings();
    let Options { concurrency, journal, done, keep_moves, stop } = options;
    let concurrency = concurrency.max(1);
    let mut scheduler = Scheduler {
        event,
        total: event.pairs(),
        finished: BTreeMap::new(),
        next: 0,
        counted: 0,
        counts: Pairs::default(),
        verdict: None,
        journal,
        keep_moves,
        on_pair,
        error: None,
    };
    scheduler.take_over(done);
    if scheduler.verdict.is_none() && scheduler.finished.len() < scheduler.total {
        check_programs(event, concurrency, &stop)?;
    }
    // Raised when nothing more is needed: a verdict, an error, or a call from outside.
    let over = stop.child();
    if scheduler.verdict.is_some() {
        over.raise();
    }
    let scheduler = Mutex::new(scheduler);
    thread::scope(|scope| {
        for _ in 0..concurrency {
            scope.spawn(|| {
                let mut seats = Seats::default();
                while !over.is_raised() {
                    let Some(pair) = scheduler.lock().unwrap_or_else(PoisonError::into_inner).take() else { return };
                    let fixture = event.fixture(&pairings, pair);
                    let Some(played) = play_pair(event, fixture, &mut seats, &over) else { return };
                    if scheduler.lock().unwrap_or_else(PoisonError::into_inner).hand_in(played) {
                        over.raise();
                    }
                }
            });
        }
    });
    let scheduler = scheduler.into_inner().unwrap_or_else(PoisonError::into_inner);
    let counted = if scheduler.verdict.is_some() { scheduler.counted } else { scheduler.total };
    let pairs = scheduler.finished.into_values().take_while(|pair| pair.pair < counted).collect();
    Ok(Results { pairs, verdict: scheduler.verdict, failure: scheduler.error })
}

/// Starts every program once, a few at a time, and sets it up for the game.
fn check_programs(event: &Event, at_a_time: usize, stop: &Stop) -> Result<(), RunError> {
    let check = |entrant: &Entrant| {
        let Kind::External(program) = &entrant.kind else { return None };
        // A table is not shared between threads.
        let table = potez_table::open(&event.game, None).ok()?;
        let (trouble, io) = external::check(program, table.as_ref(), &event.control, stop).err()?;
        Some(UnfitProgram { name: entrant.name.clone(), message: trouble.message, io })
    };
    let mut unfit = Vec::new();
    for entrants in event.entrants.chunks(at_a_time) {
        unfit.extend(thread::scope(|scope| {
            let checks: Vec<_> = entrants.iter().map(|entrant| scope.spawn(|| check(entrant))).collect();
            checks.into_iter().filter_map(|check| check.join().ok().flatten()).collect::<Vec<_>>()
        }));
    }
    // Whoever was not ready when the event was called off is not to blame.
    if unfit.is_empty() || stop.is_raised() { Ok(()) } else { Err(RunError::Unfit(unfit)) }
}

/// Where pairs are given out and handed in.
struct Scheduler<'a> {
    event: &'a Event,
    total: usize,
    finished: BTreeMap<usize, Pair>,
    next: usize,
    /// Pairs from the first one on, without a gap, that the test has seen.
    counted: usize,
    counts: Pairs,
    verdict: Option<Verdict>,
    journal: Option<&'a mut Journal>,
    keep_moves: bool,
    on_pair: &'a mut (dyn FnMut(&Pair) + Send),
    error: Option<JournalError>,
}

impl Scheduler<'_> {
    /// Pairs of an earlier run. Half a pair, the last of an odd number, is played again when the
    /// event has grown.
    fn take_over(&mut self, done: Vec<Pair>) {
        let pairings = self.event.pairings();
        for pair in done {
            if pair.pair < self.total && pair.games.len() == self.event.fixture(&pairings, pair.pair).games {
                let pair = self.trimmed(pair);
                self.finished.insert(pair.pair, pair);
            }
        }
        self.count();
    }

    /// The next pair that nobody has played.
    fn take(&mut self) -> Option<usize> {
        while self.finished.contains_key(&self.next) {
            self.next += 1;
        }
        self.next += 1;
        Some(self.next - 1).filter(|&pair| pair < self.total)
    }

    /// Takes a finished pair in; true when the event is over.
    fn hand_in(&mut self, pair: Pair) -> bool {
        if self.verdict.is_some() || self.error.is_some() {
            return true;
        }
        if let Some(journal) = &mut self.journal
            && let Err(error) = journal.append(&pair)
        {
            self.error = Some(error);
            return true;
        }
        (self.on_pair)(&pair);
        let pair = self.trimmed(pair);
        self.finished.insert(pair.pair, pair);
        self.count();
        self.verdict.is_some()
    }

    fn trimmed(&self, mut pair: Pair) -> Pair {
        if !self.keep_moves {
            for game in &mut pair.games {
                game.moves = String::new();
            }
        }
        pair
    }

    /// Shows the test what has become complete, one pair after the other.
    fn count(&mut self) {
        let Some(sprt) = self.event.sprt else { return };
        while self.verdict.is_none()
            && let Some(pair) = self.finished.get(&self.counted)
        {
            if let Some(points) = pair.half_points() {
                self.counts.add(points);
                self.verdict = sprt.verdict(&self.counts);
            }
            self.counted += 1;
        }
    }
}

/// The players that a thread keeps between games: those of the pairing it is at.
#[derive(Default)]
struct Seats {
    players: [usize; 2],
    seats: Option<[Box<dyn MatchPlayer>; 2]>,
}

impl Seats {
    fn of(&mut self, event: &Event, players: [usize; 2], stop: &Stop) -> &mut [Box<dyn MatchPlayer>; 2] {
        if self.players != players {
            self.seats = None;
        }
        self.players = players;
        self.seats.get_or_insert_with(|| players.map(|player| match_player(&event.entrants[player], stop)))
    }
}

fn play_pair(event: &Event, fixture: Fixture, seats: &mut Seats, stop: &Stop) -> Option<Pair> {
    let opening = event.openings.nth(fixture.opening);
    let mut games = Vec::new();
    for game in 0..fixture.games {
        let mut table = potez_table::open(&event.game, None).ok()?;
        for mv in &opening {
            table.play(mv).ok()?;
        }
        let [first, second] = seats.of(event, fixture.players, stop);
        let side = |seat, player: usize| Side {
            seat,
            limits: event.entrants[player].limits(),
            seed: event.game_seed(fixture.pair, game, player),
        };
        let [a, b] = fixture.players;
        // Colours are swapped in the second game.
        let (players, sides) = if game == 0 {
            ([a, b], [side(first.as_mut(), a), side(second.as_mut(), b)])
        } else {
            ([b, a], [side(second.as_mut(), b), side(first.as_mut(), a)])
        };
        let report = referee::play(table, sides, &event.control, stop)?;
        games.push(record(players, report));
    }
    Some(Pair { pair: fixture.pair, players: fixture.players, opening: fixture.opening, plies: opening.len(), games })
}

fn record(players: [usize; 2], report: GameReport) -> Played {
    let milliseconds = |time: std::time::Duration| time.as_millis() as u64;
    Played {
        x: players[Player::X.index()],
        o: players[Player::O.index()],
        result: report.ending.outcome().unwrap_or(Outcome::Draw).to_string(),
        reason: report.ending.code().into(),
        length: report.moves.len(),
        moves: report.moves.join(" "),
        fault: report.fault,
        time_ms: report.times.map(|times| milliseconds(times.total)),
        longest_ms: report.times.map(|times| milliseconds(times.longest)),
        thinks: report.times.map(|times| times.thinks),
    }
}
