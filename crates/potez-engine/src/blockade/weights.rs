//! The weights of the evaluation, tapered by the walls that are left.

/// What the terms of the evaluation are worth, in points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct EvalTerms {
    /// A step of the shortest path.
    pub(super) shortest: i32,
    /// A step of the shortest path of the other pawn.
    pub(super) other_pawn: i32,
    /// A step of the shortest path to the other goal.
    pub(super) other_goal: i32,
    /// A wall that would make the shortest path longer.
    pub(super) cuts: i32,
    /// A step by which the worst such wall would do so.
    pub(super) detour: i32,
    /// The right to move.
    pub(super) tempo: i32,
    /// A wall more in stock than the enemy.
    pub(super) stock: i32,
}

impl EvalTerms {
    /// Terms in the order of [`Features::counts`](super::Features::counts).
    pub(super) const fn from_array(weights: [i32; TERMS]) -> Self {
        let [shortest, other_pawn, other_goal, cuts, detour, tempo, stock] = weights;
        Self { shortest, other_pawn, other_goal, cuts, detour, tempo, stock }
    }
}

/// The number of terms.
pub const TERMS: usize = 7;

/// The weights by the walls that both players have left.
///
/// With many walls a path says little about who arrives first, so its steps count less: as in
/// chess, the evaluation is *tapered* between phases of the game, here by the walls in stock.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct TaperedWeights {
    table: Vec<EvalTerms>,
}

/// The stocks at which weights are given; between them they are interpolated.
pub const ANCHORS: [usize; 5] = [0, 3, 9, 19, 30];

/// The weights at the anchors, in the order of [`Features::counts`](super::Features::counts); where
/// they come from is in `docs/notebook/blockade.md`.
pub const ANCHOR_WEIGHTS: [[i32; TERMS]; ANCHORS.len()] = [
    [330, 10, 0, 0, 0, 300, 60],
    [230, 8, 0, 80, 120, 270, 60],
    [60, 3, 3, 38, 30, 47, 140],
    [27, 7, 0, 6, 9, 15, 65],
    [25, 6, 2, 3, 14, 0, 55],
];

/// The anchors below and above a stock, and the weight of the one above in the interpolation.
pub fn interpolation(walls: usize) -> (usize, usize, f64) {
    let upper = ANCHORS.iter().position(|&anchor| anchor >= walls).unwrap_or(ANCHORS.len() - 1);
    // At the first anchor there is nothing below: both are the same, and so is what lies between.
    let lower = upper.saturating_sub(1);
    let span = (ANCHORS[upper] - ANCHORS[lower]).max(1);
    (lower, upper, (walls.min(ANCHORS[upper]) - ANCHORS[lower]) as f64 / span as f64)
}

impl TaperedWeights {
    /// The weights in use.
    pub(super) fn standard() -> Self {
        let last = ANCHORS[ANCHORS.len() - 1];
        let table = (0..=last).map(|walls| {
            let (lower, upper, share) = interpolation(walls);
            let (from, to) = (ANCHOR_WEIGHTS[lower], ANCHOR_WEIGHTS[upper]);
            EvalTerms::from_array(std::array::from_fn(|term| {
                from[term] + (f64::from(to[term] - from[term]) * share) as i32
            }))
        });
        Self { table: table.collect() }
    }

    /// The weights when both players together have this many walls.
    #[inline]
    pub(super) fn terms(&self, walls: usize) -> &EvalTerms {
        &self.table[walls.min(self.table.len() - 1)]
    }
}
