//! The numbers of the evaluation.

use potez_blockade::Turn;

/// What the terms of the evaluation are worth, in points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Terms {
    /// A step of the shortest way.
    pub(super) shortest: i32,
    /// A step of the shortest way of the other pawn.
    pub(super) other_pawn: i32,
    /// A step of the shortest way to the other goal.
    pub(super) other_goal: i32,
    /// A wall that would make the shortest way longer.
    pub(super) cuts: i32,
    /// A step by which the worst such wall would do so.
    pub(super) detour: i32,
    /// The right to move.
    pub(super) tempo: i32,
    /// A wall more in stock than the enemy.
    pub(super) stock: i32,
}

impl Terms {
    /// Terms in the order of their declaration: ways, walls against them, tempo, stock.
    pub(super) const fn new(ways: [i32; 3], frailty: [i32; 2], tempo: i32, stock: i32) -> Self {
        let [shortest, other_pawn, other_goal] = ways;
        let [cuts, detour] = frailty;
        Self { shortest, other_pawn, other_goal, cuts, detour, tempo, stock }
    }

    /// The terms in the order of their declaration.
    pub(super) const fn array(&self) -> [i32; TERMS] {
        let Self { shortest, other_pawn, other_goal, cuts, detour, tempo, stock } = *self;
        [shortest, other_pawn, other_goal, cuts, detour, tempo, stock]
    }
}

/// The number of terms.
pub(super) const TERMS: usize = 7;

/// The terms by the walls that both players have left.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Weights {
    table: Vec<Terms>,
}

/// The stocks at which terms are given; in between they change evenly.
pub(super) const ANCHORS: [usize; 5] = [0, 3, 9, 19, 30];

/// The anchors on both sides of a stock, and how far it is on the way from the first to the second.
pub(super) fn between(walls: usize) -> (usize, usize, f64) {
    let upper = ANCHORS.iter().position(|&anchor| anchor >= walls).unwrap_or(ANCHORS.len() - 1);
    let lower = upper.saturating_sub(1);
    let span = (ANCHORS[upper] - ANCHORS[lower]).max(1);
    (lower, upper, (walls.min(ANCHORS[upper]) - ANCHORS[lower]) as f64 / span as f64)
}

impl Weights {
    /// Weights from terms at the anchors.
    pub(super) fn new(terms: &[Terms; ANCHORS.len()]) -> Self {
        let last = ANCHORS[ANCHORS.len() - 1];
        let table = (0..=last).map(|walls| {
            let (lower, upper, share) = between(walls);
            let (from, to) = (terms[lower].array(), terms[upper].array());
            let [shortest, other_pawn, other_goal, cuts, detour, tempo, stock] =
                std::array::from_fn(|term| from[term] + (f64::from(to[term] - from[term]) * share) as i32);
            Terms { shortest, other_pawn, other_goal, cuts, detour, tempo, stock }
        });
        Self { table: table.collect() }
    }

    /// The terms when both players together have so many walls.
    pub(super) fn terms(&self, walls: usize) -> &Terms {
        &self.table[walls.min(self.table.len() - 1)]
    }

    /// The weights for the rules with such turns.
    pub(super) fn of(_turn: Turn) -> Self {
        Self::best()
    }

    /// The weights in use.
    pub(super) fn best() -> Self {
        Self::new(&Self::anchors())
    }

    /// The terms at the anchors; where they come from is in `docs/strength/blockade.md`.
    pub(super) const fn anchors() -> [Terms; ANCHORS.len()] {
        [
            Terms::new([330, 10, 0], [0, 0], 300, 60),
            Terms::new([230, 8, 0], [80, 120], 270, 60),
            Terms::new([60, 3, 3], [38, 30], 47, 140),
            Terms::new([27, 7, 0], [6, 9], 15, 65),
            Terms::new([25, 6, 2], [3, 14], 0, 55),
        ]
    }
}
