//! The words behind `go`.

use std::time::Duration;

use potez_table::{Clock, Limits, Player};

/// The clocks of both players, as far as the client gave them.
#[derive(Default)]
struct Clocks {
    left: [Option<Duration>; 2],
    increment: [Duration; 2],
    moves_to_go: Option<u32>,
}

impl Clocks {
    fn of(self, player: Player) -> Result<Option<Clock>, String> {
        let given = self.left.iter().any(Option::is_some);
        match self.left[player.index()] {
            Some(left) => {
                let increment = self.increment[player.index()];
                Ok(Some(Clock { left, increment, moves_to_go: self.moves_to_go }))
            }
            None if given => Err(format!("`go` gives a clock, but not that of {player}, who is to move")),
            None => Ok(None),
        }
    }
}

/// The limits of a search for the player to move; `movetime` is for a `go` that names none.
pub(super) fn limits(text: &str, turn: Player, movetime: Option<Duration>) -> Result<Limits, String> {
    let (mut limits, mut clocks) = (Limits::default(), Clocks::default());
    let mut infinite = false;
    let mut words = text.split_whitespace();
    while let Some(word) = words.next() {
        if word == "infinite" {
            infinite = true;
            continue;
        }
        let mut number = || number(word, words.next());
        match word {
            "movetime" => limits.time = Some(milliseconds(number()?.max(1))),
            "nodes" => limits.nodes = Some(number()?.max(1)),
            "depth" => limits.depth = Some(number()?.clamp(1, 1000) as u32),
            "wtime" | "p1time" => clocks.left[0] = Some(milliseconds(number()?)),
            "btime" | "p2time" => clocks.left[1] = Some(milliseconds(number()?)),
            "winc" | "p1inc" => clocks.increment[0] = milliseconds(number()?),
            "binc" | "p2inc" => clocks.increment[1] = milliseconds(number()?),
            "movestogo" => clocks.moves_to_go = Some(number()?.clamp(1, 1000) as u32),
            _ => {
                return Err(format!(
                    "`go` does not know `{word}`: it takes movetime, nodes, depth, wtime, btime, winc, binc, \
                     movestogo, infinite"
                ));
            }
        }
    }
    limits.clock = clocks.of(turn)?;
    if infinite {
        // `infinite` means until stopped, whatever else is said.
        return Ok(Limits::default());
    }
    if limits == Limits::default() {
        limits.time = movetime;
    }
    Ok(limits)
}

/// The number behind a word. Clients send negative clocks when a flag has fallen: that is no time
/// left.
fn number(word: &str, text: Option<&str>) -> Result<u64, String> {
    let text = text.ok_or_else(|| format!("`{word}` needs a number"))?;
    let number: i64 = text.parse().map_err(|_| format!("`{word}` needs a whole number, found `{text}`"))?;
    Ok(number.max(0) as u64)
}

/// A duration that every sum of durations can hold.
fn milliseconds(number: u64) -> Duration {
    const MOST: u64 = 1000 * 60 * 60 * 24 * 365;
    Duration::from_millis(number.min(MOST))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Limits, String> {
        limits(text, Player::O, Some(Duration::from_millis(70)))
    }

    #[test]
    fn every_limit_is_read_and_the_first_to_be_reached_will_count() {
        let limits = read("movetime 500 nodes 1000 depth 7").unwrap();
        assert_eq!(limits.time, Some(Duration::from_millis(500)));
        assert_eq!((limits.nodes, limits.depth, limits.clock), (Some(1000), Some(7), None));
    }

    #[test]
    fn the_clock_is_that_of_the_player_to_move_under_either_name() {
        let clock = Clock { left: Duration::from_secs(2), increment: Duration::from_millis(10), moves_to_go: Some(5) };
        for text in ["wtime 9 btime 2000 winc 8 binc 10 movestogo 5", "p2time 2000 p2inc 10 movestogo 5"] {
            assert_eq!(read(text).unwrap().clock, Some(clock));
        }
        assert_eq!(read("btime -50").unwrap().clock.unwrap().left, Duration::ZERO);
        assert!(read("wtime 1000").unwrap_err().contains("not that of O"));
    }

    #[test]
    fn a_bare_go_takes_the_time_of_the_session_and_infinite_takes_none() {
        assert_eq!(read("").unwrap(), Limits::time(Duration::from_millis(70)));
        assert_eq!(read("infinite").unwrap(), Limits::default());
        assert_eq!(read("movetime 5 infinite").unwrap(), Limits::default());
    }

    #[test]
    fn enormous_numbers_do_no_harm() {
        let limits = read("movetime 9223372036854775807 nodes 9223372036854775807 depth 99999999").unwrap();
        assert_eq!(limits.depth, Some(1000));
        assert!(limits.time.unwrap().checked_mul(1000).is_some());
        assert!(read("movetime 99999999999999999999").is_err());
    }

    #[test]
    fn what_is_missing_or_unknown_is_named() {
        for (text, expected) in [
            ("movetime", "`movetime` needs a number"),
            ("movetime soon", "found `soon`"),
            ("ponder", "does not know `ponder`"),
        ] {
            assert!(read(text).unwrap_err().contains(expected), "{text}");
        }
    }
}
