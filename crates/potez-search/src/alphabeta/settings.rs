//! How an alpha-beta search works, as data.

use crate::trace::Technique;

/// How an alpha-beta search works: its resources, and its techniques one by one.
#[derive(Clone, PartialEq, Debug)]
pub struct AlphaBetaSettings {
    /// Threads that search together; at least one.
    pub threads: usize,
    /// The most that the transposition table grows to in mebibytes, rounded down to a power of two;
    /// 0 makes a table of one slot. How large it is within that follows from the limits of the
    /// searches.
    pub table_mib: usize,
    /// Candidate moves to report with exact values.
    pub multipv: usize,
    /// The techniques.
    pub tuning: Tuning,
}

impl Default for AlphaBetaSettings {
    fn default() -> Self {
        Self { threads: 1, table_mib: 64, multipv: 1, tuning: Tuning::default() }
    }
}

/// Every technique as data, so that an ablation is a value and not another program.
#[expect(clippy::struct_excessive_bools, reason = "every technique is a switch of its own")]
#[derive(Clone, PartialEq, Debug)]
pub struct Tuning {
    /// Which entries of the transposition table cut off.
    pub table: TableUse,
    /// The least depth at which the table is probed and written: a cache miss costs more than a
    /// cheap evaluation or two.
    pub table_min_depth: u32,
    /// Principal variation search: null windows for all moves but the first.
    pub null_windows: bool,
    /// Half the width of the aspiration window around the score of the last iteration, in
    /// hundredths of the evaluator's scale.
    pub aspiration: Option<i32>,
    /// Moves are searched in the order of the game's knowledge, the table's move first. Without it
    /// they come as they are generated.
    pub ordering: bool,
    /// Killer moves: quiet moves that caused a cutoff at the same ply come first.
    pub killers: bool,
    /// The history heuristic: quiet moves that caused cutoffs anywhere come earlier, those that
    /// failed to come later.
    pub history: bool,
    /// Counter moves: the quiet move that refuted the same enemy move before comes early.
    pub counter_moves: bool,
    /// Late quiet moves are searched less deeply first.
    pub late_move_reductions: Option<LateMoveReductions>,
    /// Late move pruning: the most moves that a null-window node of depth 1, 2 and so on searches,
    /// unless all of them lose. Nodes of greater depths search all.
    pub late_move_pruning: Vec<u32>,
    /// Nodes with an open window but without a table move are searched a ply less deeply from this
    /// depth on.
    pub internal_iterative_reductions: Option<u32>,
    /// Noisy moves are searched below the last ply.
    pub quiescence: bool,
    /// The extensions of the move ordering apply.
    pub extensions: bool,
    /// When all moves of an incomplete ordering lose, all others are searched before the loss
    /// counts as proven. Without it such a loss is only an estimate.
    pub verify_losses: bool,
    /// The least nodes that the remaining moves of a node must be expected to take for threads to
    /// split them: a split costs about as much as ten nodes. Without it threads never split.
    pub min_split_nodes: Option<u32>,
}

impl Default for Tuning {
    fn default() -> Self {
        Self {
            table: TableUse::Full,
            table_min_depth: 1,
            null_windows: true,
            aspiration: Some(25),
            ordering: true,
            killers: true,
            history: true,
            counter_moves: true,
            late_move_reductions: Some(LateMoveReductions::default()),
            late_move_pruning: Vec::new(),
            internal_iterative_reductions: Some(4),
            quiescence: true,
            extensions: true,
            verify_losses: true,
            min_split_nodes: Some(200),
        }
    }
}

impl Tuning {
    /// Plain alpha-beta: nothing that can change the value at a given depth, and nothing that makes
    /// it faster.
    pub fn plain() -> Self {
        Self {
            table: TableUse::Off,
            table_min_depth: 1,
            null_windows: false,
            aspiration: None,
            ordering: true,
            killers: false,
            history: false,
            counter_moves: false,
            late_move_reductions: None,
            late_move_pruning: Vec::new(),
            internal_iterative_reductions: None,
            quiescence: false,
            extensions: false,
            verify_losses: true,
            min_split_nodes: None,
        }
    }
}

impl Tuning {
    /// The techniques that are in use, the most telling first.
    pub fn techniques(&self) -> Vec<Technique> {
        let in_use = |technique: &Technique| self.without(*technique) != *self;
        Technique::ALL.into_iter().filter(in_use).collect()
    }

    /// The same without a technique.
    #[must_use]
    pub fn without(&self, technique: Technique) -> Self {
        let mut tuning = self.clone();
        match technique {
            Technique::Table => tuning.table = TableUse::Off,
            Technique::Ordering => {
                (tuning.ordering, tuning.killers, tuning.history, tuning.counter_moves) = (false, false, false, false);
            }
            Technique::Killers => tuning.killers = false,
            Technique::History => tuning.history = false,
            Technique::CounterMoves => tuning.counter_moves = false,
            Technique::NullWindows => tuning.null_windows = false,
            Technique::Aspiration => tuning.aspiration = None,
            Technique::Reductions => tuning.late_move_reductions = None,
            Technique::Pruning => tuning.late_move_pruning.clear(),
            Technique::InternalReductions => tuning.internal_iterative_reductions = None,
            Technique::Quiescence => tuning.quiescence = false,
            Technique::Extensions => tuning.extensions = false,
            Technique::Cutoffs | Technique::Rave | Technique::Prior | Technique::Exploration | Technique::Epsilon => {}
        }
        tuning
    }
}

/// Which entries of the transposition table cut off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableUse {
    /// None: the table is neither probed nor written.
    Off,
    /// Only entries of exactly the depth that is asked for, so that values equal those of plain
    /// search.
    SameDepth,
    /// Entries at least as deep as asked for, and proven ones of any depth.
    Full,
}

/// How much less deeply late moves are searched: `base + ln depth · ln index / divisor` plies, in
/// hundredths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LateMoveReductions {
    /// The constant part, in hundredths of a ply.
    pub base: i32,
    /// The divisor of the product of logarithms, in hundredths.
    pub divisor: i32,
    /// The least depth at which moves are reduced.
    pub min_depth: u32,
    /// The moves at the head of the list that are never reduced.
    pub full_depth_moves: u32,
    /// The least depth a reduced move is left with; with 0 the static evaluation alone may refute
    /// it.
    pub min_remaining_depth: u32,
    /// Reductions are multiples of this: 2 suits evaluations that favour the player to move.
    pub step: u32,
}

/// Games at 100 ms per move against another search, docs/strength.md: reductions that begin a ply
/// sooner and may leave no ply did as well on Byte and Blockade and worse on Blockade with single
/// moves, and threads shared their work less well.
impl Default for LateMoveReductions {
    fn default() -> Self {
        Self { base: 100, divisor: 175, min_depth: 3, full_depth_moves: 3, min_remaining_depth: 1, step: 1 }
    }
}

impl LateMoveReductions {
    /// The reductions in plies of all moves at all depths below `limit`, depth by depth.
    pub(super) fn table(self, limit: usize) -> Vec<u8> {
        let logarithms: Vec<f64> = (0..limit).map(|number| (number.max(1) as f64).ln()).collect();
        let plies = |depth: usize, index: usize| {
            if depth < self.min_depth as usize || index < self.full_depth_moves as usize {
                return 0;
            }
            let product = logarithms[depth] * logarithms[index];
            let plies = f64::from(self.base) / 100.0 + product * 100.0 / f64::from(self.divisor.max(1));
            let step = self.step.max(1) as i32;
            // Rounded down: a fraction of a ply is no reduction.
            (plies as i32 / step * step).clamp(0, 255) as u8
        };
        (0..limit * limit).map(|at| plies(at / limit, at % limit)).collect()
    }
}
