//! How time is given out to a player.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use potez_core::Explain;
use potez_table::duration;
use serde::{Deserialize, Serialize};

use crate::millis;

/// How much time a player has.
///
/// As text it is `5+3` (minutes, and seconds a move), `90s+500ms` (the same with units), `10s a
/// move`, or `3d a move` for games by correspondence.
///
/// ```
/// use potez_session::TimeControl;
/// let control: TimeControl = "5+3".parse().unwrap();
/// assert_eq!(control.initial().as_secs(), 300);
/// assert_eq!(control.to_string(), "5+3");
/// assert!("soon".parse::<TimeControl>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", deny_unknown_fields)]
pub enum TimeControl {
    /// A stock for the whole game, and something more after every move.
    Fischer {
        /// Time at the start.
        #[serde(rename = "initialMs", with = "millis")]
        initial: Duration,
        /// Time added after a move.
        #[serde(rename = "incrementMs", with = "millis")]
        increment: Duration,
    },
    /// The same time for each move; what is not used is lost.
    #[serde(rename = "move")]
    PerMove {
        /// Time for a move.
        #[serde(rename = "moveMs", with = "millis")]
        time: Duration,
    },
}

/// A text that is no time control, or times that nobody should play by.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{0}` is not a clock such as 5+3 (minutes, and seconds a move), 90s+1s, 10s a move or 3d a move")]
pub struct TimeControlError(pub String);

impl Explain for TimeControlError {
    fn code(&self) -> &'static str {
        "bad-clock"
    }

    fn args(&self) -> Vec<(&'static str, String)> {
        vec![("text", self.0.clone())]
    }
}

impl TimeControl {
    /// The shortest stock or time a move that people can play by.
    pub const LEAST: Duration = Duration::from_secs(1);
    /// A day, the longest stock or increment. Who has it for each move plays by correspondence.
    pub const DAY: Duration = Duration::from_secs(86_400);
    /// The longest time for a move: thirty days.
    pub const MOST_A_MOVE: Duration = Duration::from_secs(30 * 86_400);

    /// Whether people can play by it: at least a second; at most a day, or thirty for each move.
    ///
    /// Programs can play by less, so that reading a text does not ask for this.
    pub fn is_sound(self) -> bool {
        let most = if matches!(self, Self::PerMove { .. }) { Self::MOST_A_MOVE } else { Self::DAY };
        (Self::LEAST..=most).contains(&self.initial()) && self.increment() <= Self::DAY
    }

    /// Whether players are not expected to wait for each other: a day or more for each move.
    pub fn is_correspondence(self) -> bool {
        matches!(self, Self::PerMove { time } if time >= Self::DAY)
    }

    /// What a player has at the start.
    pub const fn initial(self) -> Duration {
        match self {
            Self::Fischer { initial, .. } => initial,
            Self::PerMove { time } => time,
        }
    }

    /// What a move adds to the stock.
    pub const fn increment(self) -> Duration {
        match self {
            Self::Fischer { increment, .. } => increment,
            Self::PerMove { .. } => Duration::ZERO,
        }
    }

    /// What a player has after a move that left this much.
    pub(crate) fn after_move(self, left: Duration) -> Duration {
        match self {
            Self::Fischer { increment, .. } => left.saturating_add(increment),
            Self::PerMove { time } => time,
        }
    }

    /// Reads a stock with an increment, both with units, such as `60s+1s` or `500ms`.
    pub fn read_durations(text: &str) -> Result<Self, TimeControlError> {
        let (initial, increment) = text.split_once('+').unwrap_or((text, "0"));
        match (duration(initial.trim()), increment_of(increment.trim())) {
            (Some(initial), Some(increment)) => Ok(Self::Fischer { initial, increment }),
            _ => Err(TimeControlError(text.into())),
        }
    }

    /// Minutes and seconds without units, as chess players write them.
    fn read_minutes(text: &str) -> Option<Self> {
        let (minutes, seconds) = text.split_once('+')?;
        let minutes: u32 = minutes.trim().parse().ok().filter(|&minutes| minutes > 0)?;
        let seconds: u32 = seconds.trim().parse().ok()?;
        let initial = Duration::from_secs(60 * u64::from(minutes));
        Some(Self::Fischer { initial, increment: Duration::from_secs(seconds.into()) })
    }
}

/// Whole days, such as `3d`.
fn days(text: &str) -> Option<Duration> {
    let count: u32 = text.strip_suffix('d')?.trim_end().parse().ok().filter(|&days| days > 0)?;
    Some(TimeControl::DAY * count)
}

fn increment_of(text: &str) -> Option<Duration> {
    if matches!(text, "" | "0" | "0s" | "0ms" | "0ns") { Some(Duration::ZERO) } else { duration(text) }
}

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        let wrong = || TimeControlError(text.into());
        let text = text.trim();
        if let Some(time) = text.strip_suffix("a move").or_else(|| text.strip_suffix("/move")) {
            let time = time.trim();
            return days(time).or_else(|| duration(time)).map(|time| Self::PerMove { time }).ok_or_else(wrong);
        }
        match Self::read_minutes(text) {
            Some(control) => Ok(control),
            None => Self::read_durations(text).map_err(|_| wrong()),
        }
    }
}

/// `5+3` where that says everything, otherwise with units; both read back.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::PerMove { time } if self.is_correspondence() && time.as_nanos() % Self::DAY.as_nanos() == 0 => {
                write!(f, "{}d a move", time.as_secs() / Self::DAY.as_secs())
            }
            Self::PerMove { time } => write!(f, "{time:?} a move"),
            Self::Fischer { initial, increment } => {
                let whole = initial.as_nanos().is_multiple_of(60_000_000_000) && increment.subsec_nanos() == 0;
                if whole && !initial.is_zero() {
                    write!(f, "{}+{}", initial.as_secs() / 60, increment.as_secs())
                } else {
                    write!(f, "{initial:?}+{increment:?}")
                }
            }
        }
    }
}
