//! Plays pairs, one after the other; the same here and on any other machine.

use std::time::Duration;

use potez_table::{Outcome, Player, Stop};

use crate::match_player::{MatchPlayer, match_player};
use crate::referee::{self, GameReport, Side};
use crate::{Event, Pair, Played};

/// The players that a thread keeps between games: those of the pairing it is at.
#[derive(Default)]
pub struct PairPlayer {
    players: [usize; 2],
    seats: Option<[Box<dyn MatchPlayer>; 2]>,
}

impl PairPlayer {
    /// Plays a pair of the schedule from this opening; `None` when it is called off.
    ///
    /// Whoever turns to another event, or to another flag, begins with another `PairPlayer`.
    pub fn play(&mut self, event: &Event, pair: usize, opening: &[String], stop: &Stop) -> Option<Pair> {
        let fixture = event.fixture(&event.pairings(), pair);
        let mut games = Vec::new();
        for game in 0..fixture.games {
            let mut table = potez_table::open(&event.game, None).ok()?;
            for mv in opening {
                table.play(mv).ok()?;
            }
            let [first, second] = self.seated(event, fixture.players, stop);
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
        let plies = opening.len();
        Some(Pair { pair: fixture.pair, players: fixture.players, opening: fixture.opening, plies, games })
    }

    fn seated(&mut self, event: &Event, players: [usize; 2], stop: &Stop) -> &mut [Box<dyn MatchPlayer>; 2] {
        if self.players != players {
            self.seats = None;
        }
        self.players = players;
        self.seats.get_or_insert_with(|| players.map(|player| match_player(&event.entrants[player], stop, None)))
    }
}

fn record(players: [usize; 2], report: GameReport) -> Played {
    let milliseconds = |time: Duration| time.as_millis() as u64;
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
