//! How good a move was, by the chance to win that it lost.

use serde::Serialize;

/// How good a move was.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Judgement {
    /// What the engine would have played, or as good.
    Best,
    /// Nothing to complain about.
    Good,
    /// A little was given away.
    Inaccuracy,
    /// Much was given away.
    Mistake,
    /// The game, or a great part of it, was given away.
    Blunder,
}

impl Judgement {
    /// Every judgement, the best first.
    pub const ALL: [Self; 5] = [Self::Best, Self::Good, Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// Its name, the same in protocols and texts.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::Good => "good",
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }

    /// The mark behind a move, as in chess books; empty for moves that need none.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Best | Self::Good => "",
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }
}

/// The loss of win chance, 0 to 1, from which on a move deserves its name.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Thresholds {
    /// Below this a move is as good as the best.
    pub good: f64,
    /// From this on it is an inaccuracy.
    pub inaccuracy: f64,
    /// From this on it is a mistake.
    pub mistake: f64,
    /// From this on it is a blunder.
    pub blunder: f64,
}

impl Thresholds {
    /// A search of a few tenths of a second tells no smaller differences apart from its own doubts.
    pub const USUAL: Self = Self { good: 0.01, inaccuracy: 0.08, mistake: 0.16, blunder: 0.30 };

    /// The judgement of a move that lost so much.
    pub fn judge(&self, loss: f64) -> Judgement {
        if loss >= self.blunder {
            Judgement::Blunder
        } else if loss >= self.mistake {
            Judgement::Mistake
        } else if loss >= self.inaccuracy {
            Judgement::Inaccuracy
        } else if loss >= self.good {
            Judgement::Good
        } else {
            Judgement::Best
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_more_a_move_loses_the_worse_it_is() {
        let judged: Vec<Judgement> =
            [0.0, 0.02, 0.1, 0.2, 1.0].map(|loss| Thresholds::USUAL.judge(loss)).into_iter().collect();
        assert_eq!(judged, Judgement::ALL);
        assert!(Judgement::ALL.is_sorted());
    }
}
