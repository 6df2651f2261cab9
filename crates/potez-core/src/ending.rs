//! How a game ended: by its rules, or by what a player, a clock or a referee did.

use crate::{Outcome, Player};

/// How a game ended.
///
/// Only [`Ending::Rules`] can be read off a position. Everything else is history: a
/// [`Record`](crate::Record) keeps it, records on file name it by its [code](Ending::code), and a
/// replay takes it from there.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// The rules ended it.
    Rules {
        /// The result.
        outcome: Outcome,
        /// The game's own reason, such as `bridge+ring`, or `repetition`.
        reason: String,
    },
    /// This player gave up.
    Resignation(Player),
    /// This player ran out of time.
    Time(Player),
    /// This player left and did not come back.
    Abandonment(Player),
    /// This player made a move that the rules forbid, where that costs the game.
    IllegalMove(Player),
    /// The program that played for this player failed.
    Crash(Player),
    /// The program that played for this player did not answer any more.
    Hang(Player),
    /// This player lost by a decision whose cause is not known: what other servers call a forfeit.
    Forfeit(Player),
    /// The players agreed to a draw.
    Agreement,
    /// A referee called it a draw for its length.
    Length,
    /// A referee ended it because the result is proven.
    Proof(Outcome),
    /// Called off without a result.
    Aborted,
}

/// An ending that this player has lost.
type Loss = fn(Player) -> Ending;

/// The endings that name a loser, by their codes.
const LOSSES: [(&str, Loss); 7] = [
    ("resign", Ending::Resignation),
    ("time", Ending::Time),
    ("abandoned", Ending::Abandonment),
    ("illegal-move", Ending::IllegalMove),
    ("crash", Ending::Crash),
    ("hang", Ending::Hang),
    ("forfeit", Ending::Forfeit),
];

/// The code of a game without a result, the only one that goes with no outcome.
const ABORTED: &str = "aborted";

impl Ending {
    /// The ending that an outcome and a code mean; the reverse of [`outcome`](Self::outcome) and
    /// [`code`](Self::code).
    ///
    /// A code that is none of the endings' own is a reason of the rules. `None` where the two
    /// contradict each other, such as a draw by resignation.
    ///
    /// ```
    /// # use potez_core::{Ending, Outcome, Player};
    /// let lost_on_time = Ending::Time(Player::O);
    /// assert_eq!(Ending::new(Some(Outcome::Win(Player::X)), "time"), Some(lost_on_time));
    /// assert_eq!(Ending::new(Some(Outcome::Draw), "time"), None);
    /// ```
    pub fn new(outcome: Option<Outcome>, code: &str) -> Option<Self> {
        let Some(outcome) = outcome else { return (code == ABORTED).then_some(Self::Aborted) };
        if let Some((_, loss)) = LOSSES.iter().find(|(known, _)| *known == code) {
            return outcome.winner().map(|winner| loss(!winner));
        }
        match (code, outcome) {
            ("agreement", Outcome::Draw) => Some(Self::Agreement),
            ("length", Outcome::Draw) => Some(Self::Length),
            ("proof", _) => Some(Self::Proof(outcome)),
            ("agreement" | "length" | ABORTED, _) => None,
            _ => Some(Self::Rules { outcome, reason: code.into() }),
        }
    }

    /// The result; a game that was called off has none.
    pub fn outcome(&self) -> Option<Outcome> {
        match self {
            Self::Rules { outcome, .. } | Self::Proof(outcome) => Some(*outcome),
            Self::Agreement | Self::Length => Some(Outcome::Draw),
            Self::Aborted => None,
            _ => self.culprit().map(|loser| Outcome::Win(!loser)),
        }
    }

    /// The stable name of the reason, as records, journals and protocols have it.
    pub fn code(&self) -> &str {
        match self {
            Self::Rules { reason, .. } => reason,
            Self::Resignation(_) => "resign",
            Self::Time(_) => "time",
            Self::Abandonment(_) => "abandoned",
            Self::IllegalMove(_) => "illegal-move",
            Self::Crash(_) => "crash",
            Self::Hang(_) => "hang",
            Self::Forfeit(_) => "forfeit",
            Self::Agreement => "agreement",
            Self::Length => "length",
            Self::Proof(_) => "proof",
            Self::Aborted => ABORTED,
        }
    }

    /// Whether the rules ended the game, so that a replay of the moves says the same.
    pub fn is_by_rules(&self) -> bool {
        matches!(self, Self::Rules { .. })
    }

    /// Who lost by giving up, being late or breaking a rule, and not on the board.
    pub fn culprit(&self) -> Option<Player> {
        match self {
            Self::Resignation(player)
            | Self::Time(player)
            | Self::Abandonment(player)
            | Self::IllegalMove(player)
            | Self::Crash(player)
            | Self::Hang(player)
            | Self::Forfeit(player) => Some(*player),
            Self::Rules { .. } | Self::Agreement | Self::Length | Self::Proof(_) | Self::Aborted => None,
        }
    }

    /// Every ending that the rules do not give: for tests that must miss none.
    pub fn all_beyond_the_rules() -> Vec<Self> {
        let mut all: Vec<Self> = LOSSES.iter().flat_map(|(_, loss)| Player::BOTH.map(loss)).collect();
        all.extend([Self::Agreement, Self::Length, Self::Aborted, Self::Proof(Outcome::Draw)]);
        all.extend(Player::BOTH.map(|player| Self::Proof(Outcome::Win(player))));
        all
    }
}

/// As `{"winner": "x", "reason": "resign"}`; without a winner it is a draw, or no result if it was
/// aborted.
#[cfg(feature = "serde")]
mod as_data {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::{ABORTED, Ending};
    use crate::{Outcome, Player};

    #[derive(Serialize, Deserialize)]
    struct Data<'a> {
        winner: Option<Player>,
        reason: std::borrow::Cow<'a, str>,
    }

    impl Serialize for Ending {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let winner = self.outcome().and_then(Outcome::winner);
            Data { winner, reason: self.code().into() }.serialize(serializer)
        }
    }

    impl<'de> Deserialize<'de> for Ending {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let Data { winner, reason } = Data::deserialize(deserializer)?;
            let outcome = match winner {
                Some(winner) => Some(Outcome::Win(winner)),
                None => (reason != ABORTED).then_some(Outcome::Draw),
            };
            Self::new(outcome, &reason).ok_or_else(|| D::Error::custom(format!("no game can end by `{reason}` so")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ending_is_known_by_its_outcome_and_code() {
        let by_rules = Ending::Rules { outcome: Outcome::Win(Player::X), reason: "bridge+ring".into() };
        for ending in Ending::all_beyond_the_rules().into_iter().chain([by_rules]) {
            assert_eq!(Ending::new(ending.outcome(), ending.code()), Some(ending));
        }
    }

    #[test]
    fn whoever_is_to_blame_has_lost() {
        for ending in Ending::all_beyond_the_rules() {
            if let Some(loser) = ending.culprit() {
                assert_eq!(ending.outcome(), Some(Outcome::Win(!loser)), "{ending:?}");
            }
        }
    }

    #[test]
    fn an_outcome_that_contradicts_its_code_is_no_ending() {
        for code in ["resign", "time", "crash"] {
            assert_eq!(Ending::new(Some(Outcome::Draw), code), None, "{code}");
            assert_eq!(Ending::new(None, code), None, "{code}");
        }
        for code in ["agreement", "length", "aborted"] {
            assert_eq!(Ending::new(Some(Outcome::Win(Player::O)), code), None, "{code}");
        }
    }
}
