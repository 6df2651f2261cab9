//! Plays an event: several pairs at a time, every finished one on disk before the next begins.

use std::thread;

use potez_table::Stop;

use crate::stats::Verdict;
use crate::{Entrant, Event, EventError, Journal, JournalError, Kind, Pair, PairPlayer, Receipt, Schedule, external};

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
    /// Why the event could not be played on, if it could not. Pairs from before that count.
    pub failure: Option<RunFailure>,
}

/// Why an event could not be played to its end.
#[derive(Debug, thiserror::Error)]
pub enum RunFailure {
    /// A finished pair could not be written; it does not count.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// Those who play the pairs could not go on.
    #[error("{0}")]
    Players(String),
}

/// Somebody who plays the pairs of a schedule: threads of this process, or other machines.
pub trait PairRunner {
    /// Looks at an event before its first pair.
    fn prepare(&mut self, _event: &Event, _stop: &Stop) -> Result<(), RunError> {
        Ok(())
    }

    /// Plays until the schedule is over or has nothing left to give, or the flag is raised. Pairs that
    /// are under way then do not count. Fails with a sentence when it cannot go on.
    fn play(&mut self, schedule: &Schedule<'_>, stop: &Stop) -> Result<(), String>;
}

/// Plays the event to its end on threads of this process and hands out each pair as it is finished.
pub fn run(event: &Event, options: Options, on_pair: &mut (dyn FnMut(&Pair) + Send)) -> Result<Results, RunError> {
    let threads = &mut Threads { count: options.concurrency.max(1) };
    run_by(threads, event, options, on_pair)
}

/// Plays the event to its end, whoever plays the pairs.
pub fn run_by(
    runner: &mut dyn PairRunner,
    event: &Event,
    options: Options,
    on_pair: &mut (dyn FnMut(&Pair) + Send),
) -> Result<Results, RunError> {
    event.check()?;
    let stop = options.stop.clone();
    let schedule = Schedule::new(event, options, on_pair);
    if schedule.is_over() {
        return Ok(schedule.finish());
    }
    runner.prepare(event, &stop)?;
    let played = runner.play(&schedule, &stop);
    let mut results = schedule.finish();
    if let Err(what) = played {
        results.failure = results.failure.or(Some(RunFailure::Players(what)));
    }
    Ok(results)
}

/// Threads of this process.
struct Threads {
    count: usize,
}

impl PairRunner for Threads {
    fn prepare(&mut self, event: &Event, stop: &Stop) -> Result<(), RunError> {
        check_programs(event, self.count, stop)
    }

    fn play(&mut self, schedule: &Schedule<'_>, stop: &Stop) -> Result<(), String> {
        let event = schedule.event();
        // Raised when nothing more is needed: what is under way is called off.
        let over = stop.child();
        thread::scope(|scope| {
            for _ in 0..self.count {
                scope.spawn(|| {
                    let mut player = PairPlayer::default();
                    while !over.is_raised() {
                        let Some(pair) = schedule.take() else { return };
                        let Some(played) = player.play(event, pair, &event.opening(pair), &over) else { return };
                        if schedule.hand_in(played) != Receipt::Counted || schedule.is_over() {
                            over.raise();
                        }
                    }
                });
            }
        });
        Ok(())
    }
}

/// Starts every program once, a few at a time, and sets it up for the game.
pub fn check_programs(event: &Event, at_a_time: usize, stop: &Stop) -> Result<(), RunError> {
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
