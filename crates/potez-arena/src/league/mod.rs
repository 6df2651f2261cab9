//! A league of bots: who takes part, who meets whom, what came of it.
//!
//! A league is a fold over its [events](LeagueEvent): whoever keeps them in their order keeps the league, and an
//! event that does not fit how things stand (a result of a game that is over, for instance) changes nothing. So a
//! result that is told twice counts once.

mod event;
mod game;
mod pairings;
mod standings;
mod terms;

use std::collections::BTreeMap;

use potez_table::Player;

use crate::event::mix;

pub use event::{LeagueEvent, LeagueFault, LeagueUpload};
pub use game::{LeagueGame, LeagueGameState, LeagueResult};
pub use pairings::RoundPlan;
pub use standings::LeagueStanding;
pub use terms::{LeagueFormat, LeagueTerms, LeagueTermsError};

/// Somebody who takes part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Participant {
    /// The name.
    pub name: String,
    /// What its token opens.
    pub lock: String,
    /// What the token of whoever lets its program play opens.
    pub host_lock: Option<String>,
    /// Whether it is excluded.
    pub is_excluded: bool,
    /// Faults, the earliest first; of many only the last.
    pub faults: Vec<LeagueFault>,
    /// All its faults, also those that are not kept.
    pub fault_count: usize,
    /// The program that it has handed in last.
    pub upload: Option<LeagueUpload>,
}

/// Faults that are kept for each participant.
const FAULTS: usize = 50;

/// A league as it stands.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct League {
    terms: Option<LeagueTerms>,
    lock: String,
    created: u64,
    bots: Vec<Participant>,
    is_started: bool,
    rounds: usize,
    byes: Vec<Vec<usize>>,
    games: Vec<LeagueGame>,
    pairs: usize,
    owner: Option<u64>,
    /// Openings used by every two.
    meetings: BTreeMap<[usize; 2], usize>,
}

impl League {
    /// The league of these events; `None` where the first of them does not make one.
    pub fn of<'a>(events: impl IntoIterator<Item = &'a LeagueEvent>) -> Option<Self> {
        let mut league = Self::default();
        for event in events {
            league.apply(event);
        }
        league.terms.is_some().then_some(league)
    }

    /// Takes in what happened.
    pub fn apply(&mut self, event: &LeagueEvent) {
        match event {
            LeagueEvent::Terms { terms, lock, at } => {
                if self.terms.is_none() {
                    (self.lock, self.created) = (lock.clone().unwrap_or_default(), *at);
                }
                self.terms = Some(terms.clone());
            }
            LeagueEvent::Joined { name, lock, .. } => self.bots.push(Participant {
                name: name.clone(),
                lock: lock.clone(),
                host_lock: None,
                is_excluded: false,
                faults: Vec::new(),
                fault_count: 0,
                upload: None,
            }),
            LeagueEvent::Locked { bot, lock, hosted: false } => self.change(*bot, |each| each.lock.clone_from(lock)),
            LeagueEvent::Locked { bot, lock, hosted: true } => {
                self.change(*bot, |each| each.host_lock = Some(lock.clone()));
            }
            LeagueEvent::Excluded { bot } => self.change(*bot, |each| each.is_excluded = true),
            LeagueEvent::Readmitted { bot } => self.change(*bot, |each| each.is_excluded = false),
            LeagueEvent::Started => self.is_started = true,
            LeagueEvent::Paused => self.is_started = false,
            LeagueEvent::Round { meetings, byes } => self.plan(meetings, byes),
            LeagueEvent::Repeated { round } => self.repeat(*round),
            LeagueEvent::Began { game, id } => self.advance(*game, None, LeagueGameState::Running(id.clone())),
            LeagueEvent::CalledOff { game, id, bot, .. } => self.call_off(*game, id, *bot),
            LeagueEvent::Ended { game, id, ending, plies } => {
                let over = LeagueResult { id: id.clone(), ending: ending.clone(), plies: *plies };
                self.advance(*game, Some(id), LeagueGameState::Over(over));
            }
            LeagueEvent::Forfeited { game, absent } => {
                self.advance(*game, None, LeagueGameState::Forfeited(*absent));
            }
            LeagueEvent::Claimed { run } => self.owner = Some(*run),
            LeagueEvent::Uploaded(upload) => self.change(upload.bot, |each| each.upload = Some(upload.clone())),
            LeagueEvent::Fault(fault) => self.change(fault.bot, |each| {
                each.fault_count += 1;
                each.faults.push(fault.clone());
                if each.faults.len() > FAULTS {
                    each.faults.remove(0);
                }
            }),
        }
    }

    fn change(&mut self, bot: usize, change: impl FnOnce(&mut Participant)) {
        if let Some(bot) = self.bots.get_mut(bot) {
            change(bot);
        }
    }

    /// Brings a game from waiting to running, or from running under this name to its end.
    fn advance(&mut self, game: usize, running: Option<&str>, next: LeagueGameState) {
        let Some(game) = self.games.get_mut(game) else { return };
        let fits = match (&game.state, running) {
            (LeagueGameState::Waiting, None) => true,
            (LeagueGameState::Running(id), Some(running)) => id == running,
            _ => false,
        };
        if fits {
            game.state = next;
        }
    }

    fn call_off(&mut self, number: usize, id: &str, bot: Option<usize>) {
        self.advance(number, Some(id), LeagueGameState::Waiting);
        let Some(game) = self.games.get_mut(number).filter(|game| game.state == LeagueGameState::Waiting) else {
            return;
        };
        if game.attempts.iter().any(|attempt| attempt == id) {
            return;
        }
        game.attempts.push(id.into());
        if let Some(side) = bot.and_then(|bot| game.side(bot)) {
            game.lost[side.index()] += 1;
        }
    }

    fn plan(&mut self, meetings: &[[usize; 2]], byes: &[usize]) {
        let round = self.rounds;
        self.rounds += 1;
        self.byes.push(byes.to_vec());
        for &players in meetings {
            self.add_games(round, players);
        }
    }

    /// Adds the games of two who meet: openings that they have not had, each with colours swapped.
    fn add_games(&mut self, round: usize, [a, b]: [usize; 2]) {
        let Some(terms) = &self.terms else { return };
        if a == b || a.max(b) >= self.bots.len() {
            return;
        }
        let (games, spec) = (terms.games as usize, terms.game.clone());
        let openings = self.meetings.entry([a.min(b), a.max(b)]).or_default();
        for game in 0..games {
            if game % 2 == 0 {
                self.pairs += 1;
            }
            // Who begins changes from meeting to meeting where they play one game only.
            let swaps = (game + if games == 1 { *openings } else { 0 }) % 2 == 1;
            self.games.push(LeagueGame {
                round,
                players: if swaps { [b, a] } else { [a, b] },
                opening: *openings + game / 2,
                pair: self.pairs - 1,
                spec: spec.clone(),
                state: LeagueGameState::Waiting,
                lost: [0; 2],
                attempts: Vec::new(),
            });
        }
        *openings += games.div_ceil(2);
    }

    fn repeat(&mut self, round: usize) {
        let of_round = |game: &&mut LeagueGame| game.round == round && game.state != LeagueGameState::Void;
        let mut again: Vec<LeagueGame> = Vec::new();
        let mut pairs: BTreeMap<usize, usize> = BTreeMap::new();
        for game in self.games.iter_mut().filter(of_round) {
            let next = self.pairs + pairs.len();
            let pair = *pairs.entry(game.pair).or_insert(next);
            again.push(LeagueGame {
                pair,
                state: LeagueGameState::Waiting,
                lost: [0; 2],
                attempts: Vec::new(),
                ..game.clone()
            });
            game.state = LeagueGameState::Void;
        }
        self.pairs += pairs.len();
        self.games.extend(again);
    }

    /// The terms.
    pub fn terms(&self) -> &LeagueTerms {
        self.terms.as_ref().unwrap_or(&terms::NONE)
    }

    /// What the key of whoever runs it opens.
    pub fn lock(&self) -> &str {
        &self.lock
    }

    /// The run of the server that plays it, where several could.
    pub fn owner(&self) -> Option<u64> {
        self.owner
    }

    /// When it was made, in milliseconds since 1970.
    pub fn created(&self) -> u64 {
        self.created
    }

    /// The participants.
    pub fn bots(&self) -> &[Participant] {
        &self.bots
    }

    /// Whether games are begun.
    pub fn is_started(&self) -> bool {
        self.is_started
    }

    /// The number of rounds planned so far.
    pub fn rounds(&self) -> usize {
        self.rounds
    }

    /// The schedule so far.
    pub fn games(&self) -> &[LeagueGame] {
        &self.games
    }

    /// Whether a game counts, or will when it is over.
    pub fn counts(&self, game: &LeagueGame) -> bool {
        game.state != LeagueGameState::Void && game.players.iter().all(|&bot| !self.bots[bot].is_excluded)
    }

    /// The numbers of the games that are to be played still, in the order of the schedule.
    pub fn waiting(&self) -> impl Iterator<Item = usize> + '_ {
        let waits = |game: &LeagueGame| game.state == LeagueGameState::Waiting && self.counts(game);
        (0..self.games.len()).filter(move |&game| waits(&self.games[game]))
    }

    /// The numbers of the games under way with their names on the server.
    pub fn running(&self) -> impl Iterator<Item = (usize, &str)> + '_ {
        self.games.iter().enumerate().filter_map(|(number, game)| match &game.state {
            LeagueGameState::Running(id) => Some((number, id.as_str())),
            _ => None,
        })
    }

    /// The participants that are not excluded.
    pub fn active(&self) -> Vec<usize> {
        (0..self.bots.len()).filter(|&bot| !self.bots[bot].is_excluded).collect()
    }

    /// Whether everything that was planned is played, and nothing more will be by itself.
    pub fn is_over(&self) -> bool {
        self.is_started
            && self.rounds > 0
            && self.terms().format != LeagueFormat::Ladder
            && self.waiting().next().is_none()
            && self.running().next().is_none()
            && self.due_rounds(&self.active(), &[]).is_empty()
    }
}

/// The seed of a player in a game of the schedule.
pub fn seed(league: u64, game: usize, player: Player) -> u64 {
    // Any language reads 32 bits exactly.
    mix(league ^ mix(2 * game as u64 + player.index() as u64)) >> 32
}

#[cfg(test)]
mod tests;
