//! Games of self-play as jobs, written to their file in the order of their numbers.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

use potez_engine::havannah::self_play::SelfPlayGame;
use potez_fleet::{Job, JobSource, NextJob, Origin, SelfPlayTerms, UnitReceipt, UnitResult};

/// The games of a run.
///
/// The file is all that is kept: a game that waits for one before it is played again if the process ends meanwhile.
pub(super) struct GameSource<'a> {
    terms: SelfPlayTerms,
    net: Option<Vec<u8>>,
    end: u64,
    state: Mutex<SourceState<'a>>,
}

struct SourceState<'a> {
    /// The next game to give out.
    next: u64,
    /// The next game to write.
    written: u64,
    /// Games that are played and wait for those before them.
    waiting: BTreeMap<u64, String>,
    write: &'a mut (dyn FnMut(&str) -> anyhow::Result<()> + Send),
    error: Option<anyhow::Error>,
}

impl<'a> GameSource<'a> {
    pub(super) fn new(
        terms: SelfPlayTerms,
        net: Option<Vec<u8>>,
        numbers: Range<u64>,
        write: &'a mut (dyn FnMut(&str) -> anyhow::Result<()> + Send),
    ) -> Self {
        let (next, written) = (numbers.start, numbers.start);
        let state = Mutex::new(SourceState { next, written, waiting: BTreeMap::new(), write, error: None });
        Self { terms, net, end: numbers.end, state }
    }

    /// What went wrong at the file, if anything did.
    pub(super) fn finish(self) -> anyhow::Result<()> {
        self.state.into_inner().unwrap_or_else(PoisonError::into_inner).error.map_or(Ok(()), Err)
    }

    fn lock(&self) -> MutexGuard<'_, SourceState<'a>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is wrong with a game that somebody else has played, as far as its line can tell.
    fn fault(&self, unit: u64, line: &str) -> Option<String> {
        let wrong = |what: &str| Some(format!("game {unit}: {what}"));
        let Ok(game) = line.parse::<SelfPlayGame>() else { return wrong("not a game of self-play") };
        if !self.terms.game(unit).contains(&format!("size={}", game.size)) {
            return wrong("a board of another size");
        }
        let cells: BTreeSet<String> = game.plies.iter().map(|ply| format!("{:?}", ply.cell)).collect();
        if cells.len() < game.plies.len() { wrong("two stones on one cell") } else { None }
    }
}

impl JobSource for GameSource<'_> {
    fn take(&self, most: usize) -> NextJob {
        let mut state = self.lock();
        let games: Vec<u64> = (state.next..self.end).take(most.max(1)).collect();
        let Some(last) = games.last() else { return NextJob::Nothing };
        state.next = last + 1;
        NextJob::Job(Job::SelfPlay { terms: self.terms.clone(), games })
    }

    fn hand_in(&self, result: UnitResult, origin: Origin) -> UnitReceipt {
        let UnitResult::SelfPlay(played) = result else { return UnitReceipt::Untrue("not a game of self-play".into()) };
        if origin == Origin::Elsewhere
            && let Some(why) = self.fault(played.unit, &played.line)
        {
            return UnitReceipt::Untrue(why);
        }
        let mut state = self.lock();
        if played.unit < state.written || state.waiting.contains_key(&played.unit) {
            return UnitReceipt::Known;
        }
        state.waiting.insert(played.unit, played.line);
        let SourceState { written, waiting, write, error, .. } = &mut *state;
        while let Some(line) = waiting.remove(written) {
            if let Err(failed) = write(&line) {
                error.get_or_insert(failed);
                return UnitReceipt::NotKept;
            }
            *written += 1;
        }
        UnitReceipt::Counted
    }

    fn is_over(&self) -> bool {
        let state = self.lock();
        state.error.is_some() || state.written >= self.end
    }

    fn remaining(&self) -> usize {
        let state = self.lock();
        (self.end - state.written.min(self.end)) as usize - state.waiting.len()
    }

    fn describe(&self) -> String {
        format!("self-play: {}", self.terms.games.join(", "))
    }

    fn file(&self, _digest: &str) -> Option<Vec<u8>> {
        self.net.clone()
    }
}
