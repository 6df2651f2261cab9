//! Time: main time, then periods of a number of moves each.

use std::time::Duration;

use potez_table::{Clock, Player};

/// The clocks of both players; `None` is no clock.
#[derive(Clone, Copy, Default)]
pub(super) struct Clocks {
    settings: Settings,
    sides: [Option<Side>; 2],
}

#[derive(Clone, Copy, Default)]
struct Settings {
    main: Option<Duration>,
    period: Duration,
    stones: u32,
}

/// What one player has left: main time with 0 stones, or the rest of a period with the stones still
/// to be placed in it.
#[derive(Clone, Copy)]
struct Side {
    left: Duration,
    stones: u32,
}

impl Clocks {
    /// `time_settings`: main time, the length of a period, and its stones. A period without stones
    /// means no limit.
    pub(super) fn set(main: Duration, period: Duration, stones: u32) -> Self {
        if stones == 0 && !period.is_zero() {
            return Self::default();
        }
        let mut clocks = Self { settings: Settings { main: Some(main), period, stones }, sides: [None; 2] };
        clocks.reset();
        clocks
    }

    /// Both clocks as at the start of a game.
    pub(super) fn reset(&mut self) {
        let Settings { main, stones, .. } = self.settings;
        let fresh =
            main.map(|main| if main.is_zero() && stones > 0 { self.period() } else { Side { left: main, stones: 0 } });
        self.sides = [fresh; 2];
    }

    /// `time_left`: what the referee's clock says.
    pub(super) fn correct(&mut self, player: Player, left: Duration, stones: u32) {
        self.sides[player.index()] = Some(Side { left, stones });
    }

    /// The clock to think by, if there is one.
    pub(super) fn of(&self, player: Player) -> Option<Clock> {
        let Side { left, stones } = self.sides[player.index()]?;
        if stones > 0 {
            return Some(Clock { left, increment: Duration::ZERO, moves_to_go: Some(stones) });
        }
        // Once the main time is gone, every move still has its share of a period.
        let increment = self.settings.period.checked_div(self.settings.stones).unwrap_or_default();
        Some(Clock { left, increment, moves_to_go: None })
    }

    /// A move took this long: for controllers that set the time once and then say nothing more.
    pub(super) fn spend(&mut self, player: Player, time: Duration) {
        let periods = self.settings.stones > 0;
        let fresh = self.period();
        let Some(side) = &mut self.sides[player.index()] else { return };
        if side.stones == 0 {
            if time >= side.left && periods {
                let into = time.saturating_sub(side.left);
                *side = Side { left: fresh.left.saturating_sub(into), stones: fresh.stones };
            } else {
                side.left = side.left.saturating_sub(time);
            }
        } else if side.stones == 1 && periods {
            *side = fresh;
        } else {
            *side = Side { left: side.left.saturating_sub(time), stones: side.stones - 1 };
        }
    }

    fn period(&self) -> Side {
        Side { left: self.settings.period, stones: self.settings.stones }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn of(clocks: &Clocks, player: Player) -> (u64, Option<u32>) {
        let clock = clocks.of(player).unwrap();
        (clock.left.as_secs(), clock.moves_to_go)
    }

    #[test]
    fn main_time_runs_into_periods_and_a_finished_period_begins_anew() {
        let mut clocks = Clocks::set(seconds(10), seconds(6), 2);
        assert_eq!(clocks.of(Player::X).unwrap().increment, seconds(3));
        clocks.spend(Player::X, seconds(8));
        assert_eq!(of(&clocks, Player::X), (2, None));
        clocks.spend(Player::X, seconds(3));
        assert_eq!(of(&clocks, Player::X), (5, Some(2)));
        clocks.spend(Player::X, seconds(4));
        assert_eq!(of(&clocks, Player::X), (1, Some(1)));
        clocks.spend(Player::X, seconds(1));
        assert_eq!(of(&clocks, Player::X), (6, Some(2)));
        assert_eq!(of(&clocks, Player::O), (10, None));
        clocks.reset();
        assert_eq!(of(&clocks, Player::X), (10, None));
    }

    #[test]
    fn without_main_time_the_first_period_begins_at_once() {
        let clocks = Clocks::set(Duration::ZERO, seconds(30), 10);
        assert_eq!(of(&clocks, Player::O), (30, Some(10)));
    }

    #[test]
    fn a_period_without_stones_means_no_limit() {
        assert!(Clocks::set(seconds(5), seconds(5), 0).of(Player::X).is_none());
        assert!(Clocks::default().of(Player::X).is_none());
    }

    #[test]
    fn the_referee_knows_better_and_overdrawn_clocks_stay_at_nothing() {
        let mut clocks = Clocks::default();
        clocks.correct(Player::O, seconds(4), 1);
        assert_eq!(of(&clocks, Player::O), (4, Some(1)));
        clocks.spend(Player::O, seconds(9));
        assert_eq!(of(&clocks, Player::O), (0, None));
        let mut absolute = Clocks::set(seconds(3), Duration::ZERO, 0);
        absolute.spend(Player::X, seconds(9));
        assert_eq!(of(&absolute, Player::X), (0, None));
    }
}
