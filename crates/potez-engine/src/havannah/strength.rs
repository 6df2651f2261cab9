//! The parts that the player is made of, as data: tuned together, and each can be left out.

use potez_search::mcts::{Selection, Urgency};

use super::insight::Insight;
use super::playout::Stones;
use crate::BotSpec;
use crate::bots::BotError;

/// How a tree is searched.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Strength {
    pub(super) selection: Selection,
    pub(super) insight: Insight,
    pub(super) stones: Stones,
}

/// All-moves-as-first leads; no exploration besides.
const RAVE: Selection =
    Selection { exploration: 0.0, rave: 500.0, puct: 0.0, bias: 1.0, urgency: Urgency::Fixed(1.0), widening: None };

impl Strength {
    /// All-moves-as-first and random playouts, nothing more: what speeds are compared with.
    pub(super) const PLAIN: Self = Self { selection: RAVE, insight: Insight::NONE, stones: Stones::PLAIN };

    /// Everything that has proven its worth, see docs/strength/havannah.md.
    pub(super) const fn of(_size: usize) -> Self {
        Self { selection: RAVE, insight: Insight::TUNED, stones: Stones { saves: true, ring: 3 } }
    }

    /// The parts that `without=…` can name, joined by `+`.
    const PARTS: &str = "rave, look-ahead, prior, saves or rings, several joined by `+`";

    /// The same without the parts that a bot spec names.
    pub(super) fn without(mut self, spec: &BotSpec) -> Result<Self, BotError> {
        spec.expect_keys(&["without"])?;
        let parts = spec.extra.iter().flat_map(|(_, value)| value.split('+'));
        for part in parts {
            match part {
                "rave" => {
                    self.selection.rave = 0.0;
                    self.selection.exploration = 0.7;
                }
                "look-ahead" => self.insight.look_ahead = false,
                "prior" => self.selection.bias = 0.0,
                "saves" => self.stones.saves = false,
                "rings" => self.stones.ring = 0,
                _ => {
                    return Err(BotError::BadValue {
                        name: spec.name.clone(),
                        key: "without".into(),
                        value: part.into(),
                        allowed: Self::PARTS.into(),
                    });
                }
            }
        }
        Ok(self)
    }
}
