/// How an alpha-beta search works: its resources, and its techniques one by one.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// Threads that search together; at least one.
    pub threads: usize,
    /// Size of the transposition table in mebibytes, rounded down to a power of two; 0 makes a table of one slot.
    pub table_mib: usize,
    /// Candidate moves to report with exact values.
    pub multipv: usize,
    /// The techniques.
    pub tuning: Tuning,
}

impl Default for Settings {
    fn default() -> Self {
        Self { threads: 1, table_mib: 64, multipv: 1, tuning: Tuning::default() }
    }
}

/// Every technique as data, so that an ablation is a value and not another program.
#[expect(clippy::struct_excessive_bools, reason = "every technique is a switch of its own")]
#[derive(Clone, PartialEq, Debug)]
pub struct Tuning {
    /// What results of the table are good for.
    pub table: TableUse,
    /// The least depth at which the table is asked and told: a look at it costs more than a cheap evaluation or two.
    pub table_from: u32,
    /// Null windows around the expected value for all moves but the first.
    pub null_windows: bool,
    /// Half the width of the window around the value of the last iteration, in hundredths of the evaluator's scale.
    pub aspiration: Option<i32>,
    /// Quiet moves that cut off at the same ply come first.
    pub killers: bool,
    /// Quiet moves that cut off anywhere come earlier, those that were tried in vain later.
    pub history: bool,
    /// The quiet move that refuted the same enemy move before comes early.
    pub counters: bool,
    /// Late quiet moves are searched less deeply first.
    pub reductions: Option<Reductions>,
    /// Nodes of depth 1, 2 and so on with a null window try so many moves at most unless all of them lose; those of other
    /// depths try all.
    pub widths: Vec<u32>,
    /// Nodes with an open window but without a table move are searched a ply less deeply from this depth on.
    pub internal_reduction: Option<u32>,
    /// The guide's noisy moves are followed below the last ply.
    pub quiescence: bool,
    /// The guide's extensions are heeded.
    pub extensions: bool,
    /// When all moves of an incomplete guide lose, all others are tried before the loss is believed. Without it such
    /// a loss is only an estimate.
    pub verify_losses: bool,
    /// Threads share the moves that are left of a node if they will take so many nodes: sharing costs about as much as ten.
    pub sharing: Option<u32>,
}

impl Default for Tuning {
    fn default() -> Self {
        Self {
            table: TableUse::Full,
            table_from: 1,
            null_windows: true,
            aspiration: Some(25),
            killers: true,
            history: true,
            counters: true,
            reductions: Some(Reductions::default()),
            widths: Vec::new(),
            internal_reduction: Some(4),
            quiescence: true,
            extensions: true,
            verify_losses: true,
            sharing: Some(200),
        }
    }
}

impl Tuning {
    /// Plain alpha-beta: nothing that can change the value at a given depth, and nothing that makes it faster.
    pub fn plain() -> Self {
        Self {
            table: TableUse::Off,
            table_from: 1,
            null_windows: false,
            aspiration: None,
            killers: false,
            history: false,
            counters: false,
            reductions: None,
            widths: Vec::new(),
            internal_reduction: None,
            quiescence: false,
            extensions: false,
            verify_losses: true,
            sharing: None,
        }
    }
}

/// What results of the transposition table are good for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableUse {
    /// Nothing: the table is not looked at.
    Off,
    /// Only results of exactly the depth that is asked for are used, so that values equal those of plain search.
    SameDepth,
    /// Results at least as deep as asked for are used, certain ones at any depth.
    Full,
}

/// How much less deeply late moves are searched: `base + ln depth · ln index / divisor` plies, in hundredths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reductions {
    /// The constant part, in hundredths of a ply.
    pub base: i32,
    /// What the product of logarithms is divided by, in hundredths.
    pub divisor: i32,
    /// The least depth at which moves are reduced.
    pub from_depth: u32,
    /// The moves at the head of the list that are never reduced.
    pub spared: u32,
    /// The least depth a reduced move is left with; with 0 the evaluation alone may dismiss it.
    pub least: u32,
    /// Reductions are multiples of this: 2 suits evaluations that favour the player to move.
    pub step: u32,
}

/// Games at 100 ms a move against another search, docs/strength.md: reductions that begin a ply sooner and may leave no ply
/// did as well on Byte and Blockade and worse on Blockade with single moves, and threads shared their work less well.
impl Default for Reductions {
    fn default() -> Self {
        Self { base: 100, divisor: 175, from_depth: 3, spared: 3, least: 1, step: 1 }
    }
}

impl Reductions {
    /// The reductions in plies of all moves at all depths below `limit`, depth by depth.
    pub(super) fn table(self, limit: usize) -> Vec<u8> {
        let logarithms: Vec<f64> = (0..limit).map(|number| (number.max(1) as f64).ln()).collect();
        let plies = |depth: usize, index: usize| {
            if depth < self.from_depth as usize || index < self.spared as usize {
                return 0;
            }
            let product = logarithms[depth] * logarithms[index];
            let plies = f64::from(self.base) / 100.0 + product * 100.0 / f64::from(self.divisor.max(1));
            let step = self.step.max(1) as i32;
            (plies as i32 / step * step).clamp(0, 255) as u8
        };
        (0..limit * limit).map(|at| plies(at / limit, at % limit)).collect()
    }
}
