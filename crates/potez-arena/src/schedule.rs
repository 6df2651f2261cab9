//! The pairs of an event: given out, handed in, counted.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::audit::Auditor;
use crate::runner::{Options, Results, RunFailure};
use crate::stats::{Pairs, Verdict};
use crate::{Event, Journal, Pair};

/// Where pairs are given out and handed in; whoever plays them shares it.
///
/// A test looks at the pairs in the order of the schedule, whichever finished first: short games
/// must not be counted before long ones, and the same event must end at the same pair every time.
pub struct Schedule<'a> {
    event: &'a Event,
    state: Mutex<State<'a>>,
}

/// What became of a pair that was handed in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Receipt {
    /// It is on disk and counts.
    Counted,
    /// This pair was handed in before, or the event is over: nothing changed.
    Known,
    /// It contradicts the event or the rules, and does not count.
    Untrue(String),
    /// It could not be written and does not count; the event is over.
    NotWritten,
}

struct State<'a> {
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
    failure: Option<RunFailure>,
}

impl<'a> Schedule<'a> {
    /// The schedule of an event of which these pairs were played before.
    pub(crate) fn new(event: &'a Event, options: Options<'a>, on_pair: &'a mut (dyn FnMut(&Pair) + Send)) -> Self {
        let mut state = State {
            total: event.pairs(),
            finished: BTreeMap::new(),
            next: 0,
            counted: 0,
            counts: Pairs::default(),
            verdict: None,
            journal: options.journal,
            keep_moves: options.keep_moves,
            on_pair,
            failure: None,
        };
        state.take_over(event, options.done);
        Self { event, state: Mutex::new(state) }
    }

    /// The event.
    pub fn event(&self) -> &'a Event {
        self.event
    }

    /// The next pair that nobody has played or taken.
    pub fn take(&self) -> Option<usize> {
        self.lock().take()
    }

    /// Pairs that nobody has handed in.
    pub fn remaining(&self) -> usize {
        let state = self.lock();
        state.total - state.finished.len()
    }

    /// Nothing more is needed: everything is played, the test has ended, or a pair could not be
    /// written.
    pub fn is_over(&self) -> bool {
        let state = self.lock();
        state.is_settled() || state.finished.len() == state.total
    }

    /// Takes in a finished pair that was played in this process.
    pub fn hand_in(&self, pair: Pair) -> Receipt {
        self.lock().hand_in(self.event, pair)
    }

    /// Takes in a pair that somebody else has played: it is played through again first, and counts
    /// only if the rules say what it says.
    pub fn hand_in_checked(&self, pair: Pair) -> Receipt {
        let event = self.event;
        if pair.pair >= event.pairs() {
            return Receipt::Untrue(format!("there is no pair {}", pair.pair + 1));
        }
        if pair.games.len() != event.fixture(&event.pairings(), pair.pair).games {
            return Receipt::Untrue(format!("pair {}: another number of games", pair.pair + 1));
        }
        match Auditor::new(event).check(&pair) {
            Ok(()) => self.hand_in(pair),
            Err(what) => Receipt::Untrue(what),
        }
    }

    /// What was played.
    pub(crate) fn finish(self) -> Results {
        let state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        let counted = if state.verdict.is_some() { state.counted } else { state.total };
        let pairs = state.finished.into_values().take_while(|pair| pair.pair < counted).collect();
        Results { pairs, verdict: state.verdict, failure: state.failure }
    }

    fn lock(&self) -> MutexGuard<'_, State<'a>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State<'_> {
    /// Pairs of an earlier run. Half a pair, the last of an odd number, is played again when the
    /// event has grown.
    fn take_over(&mut self, event: &Event, done: Vec<Pair>) {
        let pairings = event.pairings();
        for pair in done {
            if pair.pair < self.total && pair.games.len() == event.fixture(&pairings, pair.pair).games {
                let pair = self.trimmed(pair);
                self.finished.insert(pair.pair, pair);
            }
        }
        self.count(event);
    }

    fn take(&mut self) -> Option<usize> {
        while self.finished.contains_key(&self.next) {
            self.next += 1;
        }
        self.next += 1;
        Some(self.next - 1).filter(|&pair| pair < self.total)
    }

    fn is_settled(&self) -> bool {
        self.verdict.is_some() || self.failure.is_some()
    }

    fn hand_in(&mut self, event: &Event, pair: Pair) -> Receipt {
        if self.is_settled() || self.finished.contains_key(&pair.pair) {
            return Receipt::Known;
        }
        if let Some(journal) = &mut self.journal
            && let Err(error) = journal.append(&pair)
        {
            self.failure = Some(error.into());
            return Receipt::NotWritten;
        }
        (self.on_pair)(&pair);
        let pair = self.trimmed(pair);
        self.finished.insert(pair.pair, pair);
        self.count(event);
        Receipt::Counted
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
    fn count(&mut self, event: &Event) {
        let Some(sprt) = event.sprt else { return };
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
