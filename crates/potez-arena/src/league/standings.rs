//! How the participants of a league stand: points, Elo with error bars.

use crate::stats::{Rating, Ratings};

use super::League;

/// How one participant stands.
#[derive(Clone, PartialEq, Debug)]
pub struct LeagueStanding {
    /// Who.
    pub bot: usize,
    /// The place, from 1; participants with equal points and Elo still have different ones.
    pub place: usize,
    /// Games that count.
    pub games: u32,
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// Half-points, those of byes included.
    pub half_points: u32,
    /// Games that were not played because this participant was absent; they are among the losses.
    pub forfeits: u32,
    /// The strength relative to the mean of the field, once a game was played.
    pub elo: Option<Rating>,
}

impl League {
    /// The table, the best first. Whoever is excluded is not in it.
    pub fn standings(&self) -> Vec<LeagueStanding> {
        let active = self.active();
        let mut rows: Vec<LeagueStanding> = active.iter().map(|&bot| self.counted(bot)).collect();
        let ratings = self.ratings(&active).solve();
        for (number, row) in rows.iter_mut().enumerate() {
            row.elo = self.has_played(row.bot).then(|| ratings.rating(number));
        }
        let strength = |row: &LeagueStanding| row.elo.map_or(f64::NEG_INFINITY, |rating| rating.elo);
        // A league without end has no points to compare: who plays longer has more of them.
        let points = |row: &LeagueStanding| if self.is_endless() { 0 } else { row.half_points };
        rows.sort_by(|a, b| {
            points(b).cmp(&points(a)).then(strength(b).total_cmp(&strength(a))).then(a.bot.cmp(&b.bot))
        });
        for (place, row) in (1..).zip(&mut rows) {
            row.place = place;
        }
        rows
    }

    fn is_endless(&self) -> bool {
        self.terms().format == super::LeagueFormat::Ladder
    }

    fn has_played(&self, bot: usize) -> bool {
        let mut games = self.games.iter().filter(|game| self.counts(game) && game.result().is_some());
        games.any(|game| game.players.contains(&bot))
    }

    fn counted(&self, bot: usize) -> LeagueStanding {
        let (games, wins, draws, losses) = (0, 0, 0, 0);
        let mut row =
            LeagueStanding { bot, place: 0, games, wins, draws, losses, half_points: 0, forfeits: 0, elo: None };
        for game in self.games.iter().filter(|game| self.counts(game)) {
            let Some(points) = game.half_points(bot) else { continue };
            row.games += 1;
            row.forfeits += u32::from(points == 0 && game.result().is_none());
            row.half_points += points;
            match points {
                0 => row.losses += 1,
                1 => row.draws += 1,
                _ => row.wins += 1,
            }
        }
        let byes = self.byes.iter().flatten().filter(|&&each| each == bot).count() as u32;
        // As if every game of the round were won.
        row.half_points += byes * 2 * self.terms().games;
        row
    }

    fn ratings(&self, active: &[usize]) -> Ratings {
        let mut ratings = Ratings::new(active.len());
        let place = |bot: usize| active.binary_search(&bot).ok();
        let mut pairs: std::collections::BTreeMap<usize, (usize, usize, u32, u32)> = std::collections::BTreeMap::new();
        // Who was not there shows nothing of anybody's strength.
        for game in self.games.iter().filter(|game| self.counts(game) && game.result().is_some()) {
            let (first, second) = (game.players[0].min(game.players[1]), game.players[0].max(game.players[1]));
            let (Some(points), Some(a), Some(b)) = (game.half_points(first), place(first), place(second)) else {
                continue;
            };
            ratings.add(a, b, f64::from(points) / 2.0);
            let pair = pairs.entry(game.pair).or_insert((a, b, 0, 0));
            *pair = (a, b, pair.2 + points, pair.3 + 1);
        }
        for (a, b, points, games) in pairs.into_values() {
            if games == 2 {
                ratings.pair(a, b, points);
            }
        }
        ratings
    }
}
