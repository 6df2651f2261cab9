//! The parts that the player is made of, as data: tuned together, and each can be left out.

use potez_search::mcts::{Selection, Settings, Urgency};

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
    /// Whether a net judges the leaves instead of all that; the look ahead stays.
    pub(super) net: bool,
    /// Whether the net's shares of the moves count.
    pub(super) shares: bool,
    /// Whether what the net said is remembered.
    pub(super) memory: bool,
}

/// All-moves-as-first leads; no exploration besides.
const RAVE: Selection =
    Selection { exploration: 0.0, rave: 500.0, puct: 0.0, bias: 1.0, urgency: Urgency::Fixed(1.0), widening: None };

/// The shares that a net gives the moves lead.
const SHARES: Selection = Selection {
    exploration: 0.0,
    rave: 0.0,
    puct: 1.0,
    bias: 0.0,
    urgency: Urgency::BelowParent(0.15),
    widening: None,
};

impl Strength {
    /// All-moves-as-first and random playouts, nothing more: what speeds are compared with.
    pub(super) const PLAIN: Self = Self {
        selection: RAVE,
        insight: Insight::NONE,
        stones: Stones::PLAIN,
        net: false,
        shares: false,
        memory: false,
    };

    /// Everything that has proven its worth, see docs/strength/havannah.md.
    ///
    /// On small boards chance closes rings all over, on large ones the search must see the ring that is being built:
    /// 3 beats 2 by 66 : 34 at size 5 and 33 : 27 at size 6, 1 beats 3 by 39 : 21 at size 8 and 14 : 6 at size 10.
    pub(super) const fn of(size: usize) -> Self {
        let ring = if size <= 6 { 3 } else { 1 };
        let stones = Stones { saves: true, ring };
        Self { selection: RAVE, insight: Insight::TUNED, stones, net: true, shares: true, memory: true }
    }

    /// How a tree is searched whose leaves a net judges: every leaf gets children at once, and the net's share of a
    /// move decides how soon it is looked at.
    pub(super) fn judged(settings: &Settings) -> Settings {
        Settings { selection: SHARES, grain: 64, expand_at: 0, ..settings.clone() }
    }

    /// The parts that `without=…` can name, joined by `+`.
    const PARTS: &str =
        "net, look-ahead, prior or memory, or net together with look-ahead, rave, prior, saves or rings, joined by `+`";

    /// The same without the parts that a bot spec names.
    pub(super) fn without(mut self, spec: &BotSpec) -> Result<Self, BotError> {
        spec.expect_keys(&["without"])?;
        let parts: Vec<&str> = spec.extra.iter().flat_map(|(_, value)| value.split('+')).collect();
        self.net = !parts.contains(&"net");
        for part in parts {
            match part {
                "net" => {}
                "look-ahead" => self.insight.look_ahead = false,
                "prior" => {
                    self.selection.bias = 0.0;
                    self.shares = false;
                }
                "memory" if self.net => self.memory = false,
                "rave" if !self.net => {
                    self.selection.rave = 0.0;
                    self.selection.exploration = 0.7;
                }
                "saves" if !self.net => self.stones.saves = false,
                "rings" if !self.net => self.stones.ring = 0,
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
