//! What the player is made of, as data: tuned together, and each part can be omitted.

use potez_search::mcts::{FirstPlayUrgency, MctsSettings, Selection};

use super::playout::StonePlayout;
use super::prior::PatternPrior;
use crate::{BotError, BotSpec};

/// The parameter of a spec that omits parts of the player.
pub(super) const WITHOUT: &str = "without";

/// The parts of the player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct PlayerConfig {
    /// How children are selected in a tree with playouts.
    pub(super) selection: Selection,
    /// The patterns that give moves their priors in a tree with playouts, and the look ahead of
    /// every tree.
    pub(super) prior: PatternPrior,
    pub(super) playout: StonePlayout,
    /// Whether a net evaluates the leaves instead of playouts; the look ahead stays.
    pub(super) net: bool,
    /// Whether the net's policy gives moves their priors.
    pub(super) policy: bool,
    /// Whether the net's evaluations are cached.
    pub(super) eval_cache: bool,
}

/// RAVE: all-moves-as-first statistics guide the tree. No exploration term besides: they vary
/// enough by themselves.
const RAVE: Selection = Selection {
    exploration: 0.0,
    rave: 500.0,
    puct: 0.0,
    progressive_bias: 1.0,
    first_play_urgency: FirstPlayUrgency::Fixed(1.0),
    widening: None,
};

/// PUCT: the net's policy guides the tree.
const PUCT: Selection = Selection {
    exploration: 0.0,
    rave: 0.0,
    puct: 1.0,
    progressive_bias: 0.0,
    first_play_urgency: FirstPlayUrgency::BelowParent(0.15),
    widening: None,
};

/// The settings of a tree whose leaves a net evaluates. Every leaf gets children at once, since its
/// policy was computed with its value; and values between won and lost need points finer than two a
/// visit.
pub(super) fn net_settings(settings: &MctsSettings) -> MctsSettings {
    MctsSettings { selection: PUCT, points_per_visit: 64, expansion_visits: 0, ..settings.clone() }
}

impl PlayerConfig {
    /// RAVE and uniform playouts, nothing more: what speeds are compared with.
    pub(super) const PLAIN: Self = Self {
        selection: RAVE,
        prior: PatternPrior::NONE,
        playout: StonePlayout::UNIFORM,
        net: false,
        policy: false,
        eval_cache: false,
    };

    /// Everything that has gained in matches, see docs/notebook/havannah.md.
    ///
    /// On small boards random stones close rings all over, on large ones the search must see the
    /// ring that is being built: 3 beats 2 by 66 : 34 at size 5 and 33 : 27 at size 6, 1 beats 3 by
    /// 39 : 21 at size 8 and 14 : 6 at size 10.
    pub(super) const fn of(size: usize) -> Self {
        let min_ring_stones = if size <= 6 { 3 } else { 1 };
        let playout = StonePlayout { saves: true, min_ring_stones };
        Self { selection: RAVE, prior: PatternPrior::TUNED, playout, net: true, policy: true, eval_cache: true }
    }

    /// The parts that `without=…` can name, joined by `+`.
    const PARTS: &str =
        "net, look-ahead, prior or memory, or net together with look-ahead, rave, prior, saves or rings, joined by `+`";

    /// The same without the parts that a bot spec names.
    pub(super) fn without(mut self, spec: &BotSpec) -> Result<Self, BotError> {
        let named = spec.extra.iter().filter(|(key, _)| key == WITHOUT);
        let parts: Vec<&str> = named.flat_map(|(_, value)| value.split('+')).collect();
        // First of all: it decides which other parts there are to omit.
        self.net = !parts.contains(&"net");
        for part in parts {
            match part {
                "net" => {}
                "look-ahead" => self.prior.look_ahead = false,
                "prior" => {
                    self.selection.progressive_bias = 0.0;
                    self.policy = false;
                }
                "memory" if self.net => self.eval_cache = false,
                "rave" if !self.net => {
                    // Plain UCT, which needs its exploration term.
                    self.selection.rave = 0.0;
                    self.selection.exploration = 0.7;
                }
                "saves" if !self.net => self.playout.saves = false,
                "rings" if !self.net => self.playout.min_ring_stones = 0,
                _ => {
                    return Err(BotError::BadValue {
                        name: spec.name.clone(),
                        key: WITHOUT.into(),
                        value: part.into(),
                        allowed: Self::PARTS.into(),
                    });
                }
            }
        }
        Ok(self)
    }
}
