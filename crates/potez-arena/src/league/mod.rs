//! A league of bots: who takes part, who meets whom, what came of it.
//!
//! A league is a fold over its [events](LeagueEvent): whoever keeps them in their order keeps the league, and an
//! event that does not fit how things stand (a result of a game that is over, for instance) changes nothing. So a
//! result that is told twice counts once.

mod pairings;
mod standings;
mod terms;

use std::collections::BTreeMap;

use potez_table::{Ending, Outcome, Player};
use serde::{Deserialize, Serialize};

use crate::event::mix;

pub use pairings::RoundPlan;
pub use standings::LeagueStanding;
pub use terms::{LeagueFormat, LeagueTerms, LeagueTermsError};

/// Something that happened in a league, one line of its journal.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum LeagueEvent {
    /// The league is made, or its terms change: rounds that are planned from now on go by them.
    Terms {
        /// The terms.
        terms: LeagueTerms,
        /// What the key of whoever runs the league opens; the first one stays.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        lock: Option<String>,
        /// When, in milliseconds since 1970.
        at: u64,
    },
    /// Somebody takes part; participants are numbered as they come.
    Joined {
        /// The name.
        name: String,
        /// What the participant's token opens.
        lock: String,
        /// When.
        at: u64,
    },
    /// A participant has a new token; the old one is good for nothing.
    Locked {
        /// Who.
        bot: usize,
        /// What the new token opens.
        lock: String,
        /// Whether it is that of whoever lets the participant's program play, beside the participant's own.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        hosted: bool,
    },
    /// A participant is excluded: its games no longer count, for nobody.
    Excluded {
        /// Who.
        bot: usize,
    },
    /// A participant that was excluded takes part again.
    Readmitted {
        /// Who.
        bot: usize,
    },
    /// Games are begun from now on.
    Started,
    /// No game is begun from now on; those under way go on.
    Paused,
    /// A round is planned.
    Round {
        /// Who meets whom.
        meetings: Vec<[usize; 2]>,
        /// Who has nobody to meet, and is given the points of the round.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        byes: Vec<usize>,
    },
    /// The games of a round no longer count and are played again.
    Repeated {
        /// The round, from 0.
        round: usize,
    },
    /// A game has begun.
    Began {
        /// Its number.
        game: usize,
        /// Its name on the server.
        id: String,
    },
    /// A game was broken off through nobody's play, and is played again.
    CalledOff {
        /// Its number.
        game: usize,
        /// Its name on the server.
        id: String,
        /// Whose connection was lost, if it was one's.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bot: Option<usize>,
        /// Why: `connection`, `server`.
        why: String,
    },
    /// A game is over.
    Ended {
        /// Its number.
        game: usize,
        /// Its name on the server.
        id: String,
        /// How.
        ending: Ending,
        /// Its length.
        plies: usize,
    },
    /// A game is not played because somebody did not come.
    Forfeited {
        /// Its number.
        game: usize,
        /// Whether X and O were absent.
        absent: [bool; 2],
    },
    /// A participant has handed in a program.
    Uploaded(LeagueUpload),
    /// Of several servers on one database this one plays the league, for as long as it is alive.
    Claimed {
        /// The number of the server's run.
        run: u64,
    },
    /// A participant did something wrong.
    Fault(LeagueFault),
}

/// A program that a participant has handed in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LeagueUpload {
    /// Who.
    pub bot: usize,
    /// How many it had handed in before.
    pub number: u64,
    /// The name of the file.
    pub file: String,
    /// Its bytes.
    pub bytes: usize,
    /// The SHA-256 of its contents, in hexadecimal digits.
    pub digest: String,
    /// When.
    pub at: u64,
}

/// What a participant did wrong.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LeagueFault {
    /// Who.
    pub bot: usize,
    /// The game on the server, if it was in one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// How many moves had been made.
    #[serde(default)]
    pub ply: usize,
    /// Which kind: `illegal-move`, `time`, `crash`, `abandoned`, `absent`, or one that costs nothing: `bad-message`,
    /// `out-of-turn`.
    pub kind: String,
    /// What was sent.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub sent: String,
    /// What was expected.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub expected: String,
    /// What an adapter has seen: the last lines of the program, its traceback.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub io: Vec<String>,
    /// When.
    #[serde(default)]
    pub at: u64,
}

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

/// One game of the schedule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeagueGame {
    /// The round, from 0.
    pub round: usize,
    /// Who plays X and O.
    pub players: [usize; 2],
    /// The number of its opening.
    pub opening: usize,
    /// The number of its pair, the same opening with colours swapped.
    pub pair: usize,
    /// The game spec.
    pub spec: String,
    /// How it stands.
    pub state: LeagueGameState,
    /// How often it was broken off by a lost connection of X and of O.
    pub lost: [u32; 2],
    /// The names of the attempts that were broken off.
    pub attempts: Vec<String>,
}

/// How a game of the schedule stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LeagueGameState {
    /// It has not begun.
    Waiting,
    /// It is played under this name.
    Running(String),
    /// It is over.
    Over(LeagueResult),
    /// It was not played because these of X and O were absent.
    Forfeited([bool; 2]),
    /// Its round was repeated.
    Void,
}

/// What came of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeagueResult {
    /// Its name on the server.
    pub id: String,
    /// How it ended.
    pub ending: Ending,
    /// Its length.
    pub plies: usize,
}

impl LeagueGame {
    /// The side of a participant.
    pub fn side(&self, bot: usize) -> Option<Player> {
        Player::BOTH.into_iter().find(|side| self.players[side.index()] == bot)
    }

    /// What came of it, if it was played to its end.
    pub fn result(&self) -> Option<&LeagueResult> {
        if let LeagueGameState::Over(result) = &self.state { Some(result) } else { None }
    }

    /// How it ended, if it is over: played or not.
    pub fn ending(&self) -> Option<Ending> {
        match &self.state {
            LeagueGameState::Over(result) => Some(result.ending.clone()),
            LeagueGameState::Forfeited([true, true]) => Some(Ending::Aborted),
            LeagueGameState::Forfeited([x, _]) => Some(Ending::Forfeit(if *x { Player::X } else { Player::O })),
            LeagueGameState::Waiting | LeagueGameState::Running(_) | LeagueGameState::Void => None,
        }
    }

    /// The half-points of a participant.
    pub fn half_points(&self, bot: usize) -> Option<u32> {
        let side = self.side(bot)?;
        match &self.state {
            LeagueGameState::Forfeited(absent) => Some(if absent[side.index()] { 0 } else { 2 }),
            _ => Some(match self.result()?.ending.outcome().and_then(Outcome::winner) {
                None => 1,
                Some(winner) => u32::from(winner == side) * 2,
            }),
        }
    }
}

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
