//! An event counted.

use std::collections::BTreeMap;

use crate::stats::{FieldRatings, Interval, Pairs, Ratings};
use crate::{Event, FaultKind, Pair, Played};

/// Games counted from one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Score {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Score {
    /// Adds a game by the half-points made in it: 2, 1 or 0.
    pub fn add(&mut self, half_points: u32) {
        match half_points {
            2 => self.wins += 1,
            1 => self.draws += 1,
            _ => self.losses += 1,
        }
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points a game, 0 to 1; one half where nothing was played.
    pub fn share(&self) -> f64 {
        let games = self.games();
        if games == 0 { 0.5 } else { (self.wins as f64 + self.draws as f64 / 2.0) / games as f64 }
    }
}

/// What one entrant did in an event.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Standing {
    /// All games.
    pub score: Score,
    /// Games as X and as O.
    pub colours: [Score; 2],
    /// Pairs by the points made in them.
    pub pairs: Pairs,
    /// Games lost by an illegal move.
    pub illegal: u64,
    /// Games lost by a crash.
    pub crashes: u64,
    /// Games lost by time, hung engines included.
    pub time_losses: u64,
    /// Milliseconds thought in all.
    pub time_ms: u64,
    /// The longest think in milliseconds.
    pub longest_ms: u64,
    /// Moves thought about.
    pub thinks: u64,
}

impl Standing {
    /// Elo against the opponents met, as if they were one, with its error bars.
    pub fn elo(&self) -> Interval {
        let (score, games) = (self.score.share(), self.score.games());
        // A game without its partner is half a pair.
        let pairs = games as f64 / 2.0;
        let observations = if self.pairs.total() == 0 { games as f64 } else { pairs / self.pairs.design_effect() };
        Interval::new(score, observations, games)
    }

    fn add(&mut self, game: &Played, entrant: usize) {
        let points = game.half_points(entrant);
        let colour = usize::from(game.o == entrant);
        self.score.add(points);
        self.colours[colour].add(points);
        self.time_ms += game.time_ms[colour];
        self.longest_ms = self.longest_ms.max(game.longest_ms[colour]);
        self.thinks += u64::from(game.thinks[colour]);
        if game.culprit() == Some(entrant) {
            match game.fault.as_ref().map(|fault| fault.kind) {
                Some(FaultKind::IllegalMove) => self.illegal += 1,
                Some(FaultKind::Crash) => self.crashes += 1,
                Some(FaultKind::Time | FaultKind::Hang) => self.time_losses += 1,
                None => {}
            }
        }
    }
}

/// An event counted: by entrant, by pairing, by opening, by reason.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    /// What each entrant did.
    pub standings: Vec<Standing>,
    /// Scores of the first against the second of two entrants that met.
    pub meetings: BTreeMap<(usize, usize), Score>,
    /// Scores of X by opening.
    pub openings: BTreeMap<usize, Score>,
    /// Scores of the first entrant by opening.
    pub first_by_opening: BTreeMap<usize, Score>,
    /// Scores of X in all games.
    pub first_player: Score,
    /// Games by the reason they ended for.
    pub reasons: BTreeMap<String, u64>,
    ratings: Ratings,
}

impl Summary {
    /// Nothing played yet.
    pub fn new(entrants: usize) -> Self {
        Self {
            standings: vec![Standing::default(); entrants],
            meetings: BTreeMap::new(),
            openings: BTreeMap::new(),
            first_by_opening: BTreeMap::new(),
            first_player: Score::default(),
            reasons: BTreeMap::new(),
            ratings: Ratings::new(entrants),
        }
    }

    /// The summary of these pairs.
    pub fn of(event: &Event, pairs: &[Pair]) -> Self {
        Self::of_entrants(event.entrants.len(), pairs)
    }

    /// The summary of these pairs of entrants with numbers below a bound.
    pub fn of_entrants(entrants: usize, pairs: &[Pair]) -> Self {
        let mut summary = Self::new(entrants);
        for pair in pairs {
            summary.add(pair);
        }
        summary
    }

    /// Counts a pair.
    pub fn add(&mut self, pair: &Pair) {
        let [a, b] = pair.players;
        if let Some(points) = pair.half_points() {
            self.standings[a].pairs.add(points);
            self.standings[b].pairs.add(4 - points);
            self.ratings.pair(a, b, points);
        }
        for game in &pair.games {
            let points = game.half_points(a);
            self.standings[a].add(game, a);
            self.standings[b].add(game, b);
            self.meetings.entry((a, b)).or_default().add(points);
            self.meetings.entry((b, a)).or_default().add(2 - points);
            self.ratings.add(a, b, f64::from(points) / 2.0);
            self.openings.entry(pair.opening).or_default().add(game.half_points(game.x));
            self.first_player.add(game.half_points(game.x));
            if game.x == 0 || game.o == 0 {
                self.first_by_opening.entry(pair.opening).or_default().add(game.half_points(0));
            }
            *self.reasons.entry(game.reason.clone()).or_default() += 1;
        }
    }

    /// Games counted.
    pub fn games(&self) -> u64 {
        self.first_player.games()
    }

    /// The ratings of the field, by the numbers of the entrants.
    pub fn ratings(&self) -> FieldRatings {
        self.ratings.solve()
    }
}
