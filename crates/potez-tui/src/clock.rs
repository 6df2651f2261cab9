//! Clocks of the players.

use std::time::Duration;

use potez_engine::{Clock, Player};

/// How much time the players have for the game: so much at the start and so much more a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pace {
    /// Time at the start.
    pub start: Duration,
    /// Time added after each move.
    pub increment: Duration,
}

impl Pace {
    /// A pace such as `5+3`: minutes, and seconds a move.
    ///
    /// ```
    /// let pace = potez_tui::Pace::read("5+3").unwrap();
    /// assert_eq!((pace.start.as_secs(), pace.increment.as_secs()), (300, 3));
    /// assert_eq!(potez_tui::Pace::read("soon"), None);
    /// ```
    pub fn read(text: &str) -> Option<Self> {
        let (minutes, seconds) = text.split_once('+')?;
        let minutes: u64 = minutes.trim().parse().ok().filter(|minutes| (1..=600).contains(minutes))?;
        let seconds = seconds.trim().parse().ok().filter(|seconds| *seconds <= 3600)?;
        Some(Self { start: Duration::from_secs(60 * minutes), increment: Duration::from_secs(seconds) })
    }
}

/// `5+3`.
impl std::fmt::Display for Pace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}+{}", self.start.as_secs() / 60, self.increment.as_secs())
    }
}

/// The clocks of a game under way.
#[derive(Clone, Debug)]
pub struct Clocks {
    /// How much time the players have.
    pub pace: Pace,
    left: [Duration; 2],
    /// What was left when each ply began, so that a move that is taken back gives its time back too.
    began: Vec<[Duration; 2]>,
}

/// Below this the tenths of a second are shown.
const SHORT: Duration = Duration::from_secs(20);

impl Clocks {
    /// Clocks of a game that begins.
    pub fn new(pace: Pace) -> Self {
        Self::at(pace, [pace.start; 2], 0)
    }

    /// Clocks of a game that goes on at this ply with so much left.
    pub fn at(pace: Pace, left: [Duration; 2], ply: usize) -> Self {
        Self { pace, left, began: vec![left; ply + 1] }
    }

    /// Time passes for a player; true when none is left.
    pub fn pass(&mut self, player: Player, time: Duration) -> bool {
        let left = &mut self.left[player.index()];
        *left = left.saturating_sub(time);
        left.is_zero()
    }

    /// A player has moved, and this ply begins.
    pub fn press(&mut self, player: Player, ply: usize) {
        self.left[player.index()] += self.pace.increment;
        self.began.truncate(ply);
        self.began.push(self.left);
    }

    /// The game has gone back or on to this ply: the clocks stand as they did when it began.
    pub fn go_to(&mut self, ply: usize) {
        if let Some(&left) = self.began.get(ply) {
            self.left = left;
        }
    }

    /// What is left to a player.
    pub fn left(&self, player: Player) -> Duration {
        self.left[player.index()]
    }

    /// The clock of a player as a search understands it.
    pub fn clock(&self, player: Player) -> Clock {
        Clock { left: self.left(player), increment: self.pace.increment, moves_to_go: None }
    }

    /// Minutes and seconds left, in the last seconds with their tenths.
    pub fn face(&self, player: Player) -> String {
        let left = self.left(player);
        let seconds = left.as_secs();
        if left < SHORT {
            format!("0:{seconds:02}.{}", left.subsec_millis() / 100)
        } else {
            format!("{}:{:02}", seconds / 60, seconds % 60)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn taking_back_gives_back_the_time() {
        let mut clocks = Clocks::new(Pace::read("1+2").expect("a pace"));
        clocks.pass(Player::X, Duration::from_secs(10));
        clocks.press(Player::X, 1);
        assert_eq!(clocks.face(Player::X), "0:52");
        clocks.pass(Player::O, Duration::from_secs(30));
        clocks.press(Player::O, 2);
        clocks.go_to(0);
        assert_eq!((clocks.face(Player::X), clocks.face(Player::O)), ("1:00".into(), "1:00".into()));
        clocks.go_to(2);
        assert_eq!((clocks.face(Player::X), clocks.face(Player::O)), ("0:52".into(), "0:32".into()));
        clocks.go_to(1);
        clocks.pass(Player::O, Duration::from_millis(44_500));
        assert_eq!(clocks.face(Player::O), "0:15.5");
        assert!(clocks.pass(Player::O, Duration::from_secs(16)));
    }
}
