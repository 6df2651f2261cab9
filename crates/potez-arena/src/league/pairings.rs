//! Who meets whom next.

use std::collections::{BTreeMap, BTreeSet};

use super::{League, LeagueFormat, LeagueGameState};

/// A round that is to be played.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RoundPlan {
    /// Who meets whom.
    pub meetings: Vec<[usize; 2]>,
    /// Who has nobody to meet.
    pub byes: Vec<usize>,
}

impl League {
    /// The rounds that are to be planned now; `ready` are the participants that are here, `gone` those that have been
    /// away for too long to be waited for.
    pub fn due_rounds(&self, ready: &[usize], gone: &[usize]) -> Vec<RoundPlan> {
        let active = self.active();
        if active.len() < 2 {
            return Vec::new();
        }
        match self.terms().format {
            LeagueFormat::RoundRobin => self.missing(&circle(&active)),
            LeagueFormat::Gauntlet => {
                let first = active[0];
                self.missing(&active[1..].iter().map(|&other| vec![[first, other]]).collect::<Vec<_>>())
            }
            LeagueFormat::Swiss => self.swiss(gone).into_iter().collect(),
            LeagueFormat::Ladder => self.ladder(ready).into_iter().collect(),
        }
    }

    /// How often each two have met or will meet, by the numbers of the smaller and the larger.
    fn meetings_so_far(&self) -> BTreeMap<[usize; 2], u32> {
        let mut rounds: BTreeMap<[usize; 2], BTreeSet<usize>> = BTreeMap::new();
        for game in self.games.iter().filter(|game| game.state != LeagueGameState::Void) {
            rounds.entry(sorted(game.players)).or_default().insert(game.round);
        }
        rounds.into_iter().map(|(players, rounds)| (players, rounds.len() as u32)).collect()
    }

    /// The meetings of these rounds, each as often as the terms say, that are not planned yet: all of them at first,
    /// those of a newcomer later.
    fn missing(&self, rounds: &[Vec<[usize; 2]>]) -> Vec<RoundPlan> {
        let mut met = self.meetings_so_far();
        let mut due = Vec::new();
        for cycle in 1..=self.terms().rounds {
            for round in rounds {
                let mut plan = RoundPlan::default();
                for &players in round {
                    let count = met.entry(sorted(players)).or_default();
                    if *count < cycle {
                        *count += 1;
                        // Colours change from cycle to cycle.
                        let [a, b] = players;
                        plan.meetings.push(if cycle % 2 == 1 { [a, b] } else { [b, a] });
                    }
                }
                if !plan.meetings.is_empty() {
                    due.push(plan);
                }
            }
        }
        due
    }

    /// The next round of a Swiss league, when the last is over: neighbours in the table who have not met. Whoever is
    /// gone meets nobody: the points of a round should not be had for nothing.
    fn swiss(&self, gone: &[usize]) -> Option<RoundPlan> {
        let is_open = self.waiting().next().is_some() || self.running().next().is_some();
        if is_open || self.rounds >= self.terms().rounds as usize {
            return None;
        }
        let met = self.meetings_so_far();
        let mut order: Vec<usize> = self.standings().iter().map(|row| row.bot).collect();
        order.retain(|bot| !gone.contains(bot));
        if order.len() < 2 {
            return None;
        }
        let mut plan = RoundPlan::default();
        if order.len() % 2 == 1 {
            let byes = |bot: usize| self.byes.iter().flatten().filter(|&&each| each == bot).count();
            // The last of those who had the fewest.
            let fewest = order.iter().map(|&bot| byes(bot)).min()?;
            let place = order.iter().rposition(|&bot| byes(bot) == fewest)?;
            plan.byes.push(order.remove(place));
        }
        let mut steps = SWISS_STEPS;
        let meetings = |a: usize, b: usize| met.get(&sorted([a, b])).copied().unwrap_or(0);
        plan.meetings = pair_up(&order, &meetings, 0, &mut steps).unwrap_or_else(|| neighbours(&order, &meetings));
        for players in &mut plan.meetings {
            // Whoever has begun more often answers.
            if self.begun(players[0]) > self.begun(players[1]) {
                players.swap(0, 1);
            }
        }
        Some(plan)
    }

    /// How often somebody was X, against how often O.
    fn begun(&self, bot: usize) -> i64 {
        let sides = self.games.iter().filter(|game| self.counts(game)).filter_map(|game| game.side(bot));
        sides.map(|side| if side.index() == 0 { 1 } else { -1 }).sum()
    }

    /// The next meetings of a league without end: those who are here and have nothing to do, each with somebody of
    /// about the same strength whom they have not met too often.
    fn ladder(&self, ready: &[usize]) -> Option<RoundPlan> {
        let busy: BTreeSet<usize> = self
            .waiting()
            .chain(self.running().map(|(game, _)| game))
            .flat_map(|game| self.games[game].players)
            .collect();
        let met = self.meetings_so_far();
        let rows = self.standings();
        let mut free: Vec<(usize, u32, f64)> = rows
            .iter()
            .filter(|row| ready.contains(&row.bot) && !busy.contains(&row.bot))
            .map(|row| (row.bot, row.games, row.elo.map_or(0.0, |rating| rating.elo)))
            .collect();
        // Whoever has played least is served first.
        free.sort_by_key(|&(bot, games, _)| (games, bot));
        let mut plan = RoundPlan::default();
        while free.len() > 1 {
            let (bot, _, elo) = free.remove(0);
            let cost = |&(other, _, others): &(usize, u32, f64)| {
                let count = met.get(&sorted([bot, other])).copied().unwrap_or(0);
                (elo - others).abs() + LADDER_AGAIN * f64::from(count)
            };
            let place = (0..free.len()).min_by(|&a, &b| cost(&free[a]).total_cmp(&cost(&free[b])))?;
            let (other, ..) = free.remove(place);
            plan.meetings.push(if self.begun(bot) > self.begun(other) { [other, bot] } else { [bot, other] });
        }
        (!plan.meetings.is_empty()).then_some(plan)
    }
}

/// Steps of the search for a round without second meetings.
const SWISS_STEPS: u32 = 20_000;
/// What another meeting of the same two counts, in Elo.
const LADDER_AGAIN: f64 = 60.0;

fn sorted([a, b]: [usize; 2]) -> [usize; 2] {
    [a.min(b), a.max(b)]
}

/// Pairs the first with the nearest whom it has met at most `most` times, and so on; one more time where that cannot
/// be done for all.
fn pair_up(
    order: &[usize],
    meetings: &dyn Fn(usize, usize) -> u32,
    most: u32,
    steps: &mut u32,
) -> Option<Vec<[usize; 2]>> {
    fn search(
        left: &[usize],
        may_meet: &dyn Fn(usize, usize) -> bool,
        found: &mut Vec<[usize; 2]>,
        steps: &mut u32,
    ) -> bool {
        let Some((&first, rest)) = left.split_first() else { return true };
        for (place, &other) in rest.iter().enumerate() {
            *steps = steps.saturating_sub(1);
            if *steps == 0 {
                return false;
            }
            if !may_meet(first, other) {
                continue;
            }
            let mut others = rest.to_vec();
            others.remove(place);
            found.push([first, other]);
            if search(&others, may_meet, found, steps) {
                return true;
            }
            found.pop();
        }
        false
    }
    for most in most..most + 3 {
        let mut found = Vec::new();
        if search(order, &|a, b| meetings(a, b) <= most, &mut found, steps) {
            return Some(found);
        }
    }
    None
}

/// Pairs each with whom it has met least, where nothing better is found in time.
fn neighbours(order: &[usize], meetings: &dyn Fn(usize, usize) -> u32) -> Vec<[usize; 2]> {
    let mut left = order.to_vec();
    let mut found = Vec::new();
    while left.len() > 1 {
        let first = left.remove(0);
        let Some(place) = (0..left.len()).min_by_key(|&place| meetings(first, left[place])) else { break };
        found.push([first, left.remove(place)]);
    }
    found
}

/// The rounds in which everybody meets everybody once: the first stays, the others go round.
fn circle(bots: &[usize]) -> Vec<Vec<[usize; 2]>> {
    let mut ring: Vec<Option<usize>> = bots.iter().copied().map(Some).collect();
    if ring.len() % 2 == 1 {
        ring.push(None);
    }
    let half = ring.len() / 2;
    let mut rounds = Vec::new();
    for round in 0..ring.len().saturating_sub(1) {
        let pairs = (0..half).filter_map(|place| Some([ring[place]?, ring[ring.len() - 1 - place]?]));
        // The one who stays would always begin.
        let swaps = |place: usize| place == 0 && round % 2 == 1;
        rounds.push(pairs.enumerate().map(|(at, [a, b])| if swaps(at) { [b, a] } else { [a, b] }).collect());
        ring[1..].rotate_right(1);
    }
    rounds
}
