//! Leagues as the wire has them.

use potez_arena::league::{League, LeagueGame, LeagueGameState, LeagueStanding, LeagueTerms, LeagueUpload};
use potez_session::TimeControl;
use potez_table::{Ending, Outcome};
use potez_wire::phrases::GameResult;
use potez_words::{Arg, Words};

use super::wire::{
    LeagueBotView, LeagueBrief, LeagueFaultView, LeagueGameView, LeagueRow, LeagueTermsView, LeagueUploadView,
    LeagueView,
};
use super::{Leagues, LiveLeague};
use crate::api::catalogue::clock_name;
use crate::error::ApiError;
use crate::wire::EndingView;

/// Games that ended last that are shown beside the table.
const ENDED: usize = 30;
/// Games of a participant that are shown.
const GAMES: usize = 500;

/// The time of a league in words.
fn time(control: TimeControl, words: &Words) -> String {
    match control {
        TimeControl::PerMove { time } if time.subsec_nanos() != 0 => {
            words.say("clock-move", &[("seconds", Arg::from(time.as_secs_f64().to_string()))])
        }
        control => clock_name(Some(control), words),
    }
}

impl From<LeagueTermsView> for LeagueTerms {
    fn from(view: LeagueTermsView) -> Self {
        let LeagueTermsView { name, game, time, format, rounds, games, openings, seed, at_once, .. } = view;
        let LeagueTermsView { grace_ms, forfeit_ms, uploads, .. } = view;
        Self { name, game, time, format, rounds, games, openings, seed, at_once, grace_ms, forfeit_ms, uploads }
    }
}

impl From<LeagueTerms> for LeagueTermsView {
    fn from(terms: LeagueTerms) -> Self {
        let LeagueTerms { name, game, time, format, rounds, games, openings, seed, at_once, .. } = terms;
        let LeagueTerms { grace_ms, forfeit_ms, uploads, .. } = terms;
        Self { name, game, time, format, rounds, games, openings, seed, at_once, grace_ms, forfeit_ms, uploads }
    }
}

pub(super) fn ending(ending: &Ending, words: &Words) -> EndingView {
    let winner = ending.outcome().and_then(Outcome::winner);
    GameResult { winner, reason: ending.code().into() }.ending(words)
}

impl LiveLeague {
    /// The league in a few words.
    pub(crate) fn brief(&self, words: &Words) -> LeagueBrief {
        self.read(|league| self.brief_of(league, words))
    }

    fn brief_of(&self, league: &League, words: &Words) -> LeagueBrief {
        let terms = league.terms();
        let counted = || league.games().iter().filter(|game| league.counts(game));
        let state = match () {
            () if league.is_over() => "over",
            () if league.is_started() => "running",
            () if league.rounds() > 0 => "paused",
            () => "new",
        };
        let description = potez_table::open(&terms.game, None).map(|table| table.description());
        LeagueBrief {
            id: self.id.clone(),
            name: terms.name.clone(),
            game: terms.game.clone(),
            game_name: description.map_or_else(|_| terms.game.clone(), |description| words.game_name(description)),
            time: time(terms.time, words),
            format: terms.format,
            state,
            bots: league.bots().len(),
            played: counted().filter(|game| game.ending().is_some()).count(),
            planned: counted().count(),
            created: league.created(),
        }
    }

    /// The league as it stands.
    pub(crate) fn view(&self, leagues: &Leagues, words: &Words) -> LeagueView {
        let version = *self.version.borrow();
        let (league, standings) = self.ranked();
        let league = &*league;
        let excluded = (0..league.bots().len()).filter(|&bot| league.bots()[bot].is_excluded);
        let mut rows: Vec<LeagueRow> = standings.iter().map(|row| self.row(league, row.bot, Some(row))).collect();
        rows.extend(excluded.map(|bot| self.row(league, bot, None)));
        let over = |game: &&(usize, &LeagueGame)| game.1.ending().is_some() && league.counts(game.1);
        let ended: Vec<(usize, &LeagueGame)> = league
            .games()
            .iter()
            .enumerate()
            .collect::<Vec<_>>()
            .into_iter()
            .rev()
            .filter(|game| over(&game))
            .take(ENDED)
            .collect();
        LeagueView {
            brief: self.brief_of(league, words),
            terms: league.terms().clone().into(),
            version,
            standings: rows,
            running: league.running().map(|(number, _)| game_view(leagues, league, number, words)).collect(),
            ended: ended.into_iter().map(|(number, _)| game_view(leagues, league, number, words)).collect(),
            rounds: league.rounds(),
        }
    }

    fn row(&self, league: &League, bot: usize, standing: Option<&LeagueStanding>) -> LeagueRow {
        let participant = &league.bots()[bot];
        LeagueRow {
            bot,
            place: standing.map(|row| row.place),
            name: participant.name.clone(),
            here: self.line(bot).is_some_and(|line| line.is_here()),
            games: standing.map_or(0, |row| row.games),
            wins: standing.map_or(0, |row| row.wins),
            draws: standing.map_or(0, |row| row.draws),
            losses: standing.map_or(0, |row| row.losses),
            points: standing.map_or(0.0, |row| f64::from(row.half_points) / 2.0),
            elo: standing.and_then(|row| row.elo).map(|rating| rating.elo),
            error: standing.and_then(|row| row.elo).map(|rating| rating.error),
            faults: participant.fault_count,
            upload: participant.upload.as_ref().map(upload_view),
        }
    }

    /// The page of a participant.
    pub(crate) fn bot_view(&self, leagues: &Leagues, bot: usize, words: &Words) -> Result<LeagueBotView, ApiError> {
        let (league, standings) = self.ranked();
        let league = &*league;
        let participant = league.bots().get(bot).ok_or_else(ApiError::not_found)?;
        let mine: Vec<usize> = (0..league.games().len())
            .rev()
            .filter(|&number| league.games()[number].players.contains(&bot))
            .filter(|&number| league.games()[number].ending().is_some())
            .take(GAMES)
            .collect();
        let is_lost = |number: &&usize| league.games()[**number].half_points(bot) == Some(0);
        let name = |number: &usize| league.games()[*number].result().map(|result| result.id.clone());
        let faults = participant.faults.iter().rev().map(|fault| LeagueFaultView {
            kind: fault.kind.clone(),
            game: fault.id.clone(),
            ply: fault.ply,
            sent: fault.sent.clone(),
            expected: fault.expected.clone(),
            io: fault.io.clone(),
            at: fault.at,
        });
        Ok(LeagueBotView {
            league: self.brief_of(league, words),
            row: self.row(league, bot, standings.iter().find(|row| row.bot == bot)),
            faults: faults.collect(),
            lost: mine.iter().filter(is_lost).filter_map(name).collect(),
            games: mine.iter().map(|&number| game_view(leagues, league, number, words)).collect(),
            uploads: league.terms().uploads,
        })
    }
}

pub(crate) fn upload_view(upload: &LeagueUpload) -> LeagueUploadView {
    let LeagueUpload { file, bytes, digest, at, .. } = upload.clone();
    LeagueUploadView { file, bytes, digest, at }
}

fn game_view(leagues: &Leagues, league: &League, number: usize, words: &Words) -> LeagueGameView {
    let game = &league.games()[number];
    let [x, o] = game.players.map(|bot| league.bots()[bot].name.clone());
    let (id, plies, outcome) = match &game.state {
        LeagueGameState::Running(id) => {
            let plies = leagues.games.known(id).map_or(0, |live| live.snapshot().game.position.moves.len());
            (Some(id.clone()), plies, None)
        }
        LeagueGameState::Over(result) => (Some(result.id.clone()), result.plies, game.ending()),
        LeagueGameState::Waiting | LeagueGameState::Forfeited(_) | LeagueGameState::Void => (None, 0, game.ending()),
    };
    let outcome = outcome.map(|outcome| ending(&outcome, words));
    LeagueGameView { number, round: game.round + 1, id, x, o, plies, outcome }
}
