//! What follows a stone, as facts: wins, double threats, cuts, ladders, and how far the structures
//! are.

use potez_core::{Outcome, Player, Position as _, Remark};
use potez_havannah::{Board, Cell, Class, Geometry, Move, Position};

use super::distances::{PathCosts, StructureDistances, edge};
use super::remarks::{joined, kind};
use super::threats::wins;
use crate::contrast::{Contrast, Fact, Voice, Walk, told_apart};
use crate::remarks::{count, list, remark};

/// Stones of each player along an edge that make a ladder.
const LADDER: usize = 3;

/// Tells the line of a stone from the line of a better one.
pub(super) fn contrast<C: Class>(pos: &Position<C>, played: &[Move], better: &[Move]) -> Contrast {
    let mover = pos.turn();
    let [played, better] = [played, better].map(|line| Walk::of(pos, line));
    let mut facts = [&played, &better].map(|walk| events(walk, mover));
    let wanted = cell_at(&played, 1).filter(|&cell| cell_at(&better, 0) == Some(cell));
    facts[1].extend(wanted.map(|cell| ChainFact::TakesFirst { mover, cell }));
    let mut told = told_apart([&played, &better], &facts, states);
    // Where nothing else tells them apart, at least this is against the stone.
    if let (true, Some(cell)) = (told.punished.is_empty(), wanted) {
        told.punished.push(remark!(
            "havannah-why-taken",
            "{player} takes {cell}, the better cell, with the answer",
            player = !mover,
            cell = cell
        ));
    }
    if let (true, Some(cell)) = (told.punished.is_empty(), cell_at(&played, 0))
        && is_idle(&played)
        && !is_idle(&better)
    {
        told.punished.push(remark!(
            "havannah-why-idle",
            "{cell} brings {player} no nearer to a bridge, a fork or a ring, and leaves {enemy} as near as before",
            cell = cell,
            player = mover,
            enemy = !mover
        ));
    }
    told
}

/// Whether the first stone of a line changes no player's distance to any structure.
fn is_idle<C: Class>(walk: &Walk<Position<C>>) -> bool {
    let [before, after] = [0, 1].map(|ply| walk.positions.get(ply).map(Position::board));
    let (Some(before), Some(after)) = (before, after) else { return false };
    let stones = |board: &Board<C>, player| {
        let mut all = StructureDistances::of(board, player).all();
        all.sort_unstable_by_key(|(structure, _)| structure.name());
        all.into_iter().map(|(structure, stones)| (structure.name(), stones)).collect::<Vec<_>>()
    };
    Player::BOTH.into_iter().all(|player| stones(before, player) == stones(after, player))
}

fn cell_at<C: Class>(walk: &Walk<Position<C>>, ply: usize) -> Option<Cell> {
    walk.moves.get(ply)?.cell()
}

/// What is true of a line or of the position that it leads to.
#[derive(Clone, PartialEq, Eq, Debug)]
enum ChainFact {
    /// A structure is completed after this many stones.
    Wins { player: Player, structure: &'static str, english: &'static str, cell: Cell, plies: usize },
    /// The enemy wins with the next stone.
    LeavesWin { enemy: Player, structure: &'static str, english: &'static str, cells: Vec<Cell> },
    /// The enemy gets two wins at once with a stone here; this many cells prevent or delay it.
    LeavesDouble { enemy: Player, cell: Cell, cells: Vec<Cell>, saving: usize },
    /// A stone of the line makes two wins at once.
    DoubleThreat { player: Player, cell: Cell, cells: Vec<Cell>, threats: usize },
    /// The better move is where the answer would have been.
    TakesFirst { mover: Player, cell: Cell },
    /// A stone comes between two chains.
    Cuts { player: Player, cell: Cell, chains: [Cell; 2], stones: Option<u16> },
    /// A stone makes several chains one.
    Joins { player: Player, cell: Cell, chains: Vec<Cell> },
    /// Both play along an edge.
    Ladder { player: Player, edge: String, from: Cell, to: Cell },
    /// Wins with the next stone, the only one or the first of them, that must be answered.
    Threatens { player: Player, structure: &'static str, english: &'static str, cell: Cell, is_only: bool },
    /// The stones that the nearest structure of a kind lacks, and lacked before the line.
    Nearest { player: Player, structure: &'static str, between: String, stones: u16, before: u16 },
}

/// What happens along a line, at whatever depth.
fn events<C: Class>(walk: &Walk<Position<C>>, mover: Player) -> Vec<ChainFact> {
    let mut facts = Vec::new();
    if let (Some(Outcome::Win(player)), Some(cell)) = (walk.end().outcome(), walk.moves.last().and_then(|mv| mv.cell()))
    {
        let before = walk.positions[walk.plies() - 1].board();
        let (structure, english) = kind(before.marks_after(cell, player));
        facts.push(ChainFact::Wins { player, structure, english, cell, plies: walk.plies() });
    }
    let Some(first) = walk.positions.get(1).filter(|pos| pos.outcome().is_none()) else { return facts };
    let (board, enemy) = (first.board(), !mover);
    let cells: Vec<Cell> = wins(board, enemy).collect();
    if let (Some(&cell), true) = (cells.first(), first.turn() == enemy) {
        let (structure, english) = kind(board.marks_after(cell, enemy));
        // It comes first: the enemy's win later in the line needs no words then.
        facts.insert(0, ChainFact::LeavesWin { enemy, structure, english, cells });
    } else {
        facts.extend(leaves_double(walk, enemy));
        facts.extend(double_threat(walk));
    }
    facts.extend(cuts(walk, mover));
    if let (Some(cell), Some(board)) = (cell_at(walk, 0), walk.positions.first().map(Position::board)) {
        let chains = joined(board, cell, mover);
        if chains.len() > 1 {
            facts.push(ChainFact::Joins { player: mover, cell, chains });
        }
    }
    facts.extend(ladder(walk));
    facts
}

/// The first stone of a line after which its player has two wins and the other none.
fn double_threat<C: Class>(walk: &Walk<Position<C>>) -> Option<ChainFact> {
    let mut threats = [0; 2];
    for (ply, pos) in walk.positions.iter().enumerate().skip(1) {
        let (player, cell) = (walk.positions[ply - 1].turn(), cell_at(walk, ply - 1)?);
        if pos.outcome().is_some() || pos.turn() == player {
            return None;
        }
        let cells: Vec<Cell> = wins(pos.board(), player).collect();
        threats[player.index()] += usize::from(!cells.is_empty());
        if cells.len() > 1 && wins(pos.board(), !player).next().is_none() {
            return Some(ChainFact::DoubleThreat { player, cell, cells, threats: threats[player.index()] - 1 });
        }
    }
    None
}

/// Two wins that the enemy gets with the next stone, if there were stones that prevent it and the
/// one that was played does not.
fn leaves_double<C: Class>(walk: &Walk<Position<C>>, enemy: Player) -> Option<ChainFact> {
    let [start, first] = [walk.positions.first()?, walk.positions.get(1)?];
    // A win of the mover must be answered first.
    if first.turn() != enemy || wins(first.board(), !enemy).next().is_some() {
        return None;
    }
    let (cell, cells) = coming_double(first.board(), enemy)?;
    let (at, then) = coming_double(start.board(), enemy)?;
    // Whatever leaves these cells empty and threatens nothing leaves the double threat as it is.
    let mut candidates: Vec<Cell> = then;
    candidates.push(at);
    candidates.extend(start.board().empties().filter(|&cell| threatens(start.board(), cell, !enemy)));
    candidates.sort_unstable();
    candidates.dedup();
    let saves = |&cell: &Cell| {
        let mut next = *start.board();
        next.place(cell, !enemy)
            || wins(&next, enemy).next().is_none()
                && (wins(&next, !enemy).next().is_some() || coming_double(&next, enemy).is_none())
    };
    let saving = candidates.iter().filter(|cell| saves(cell)).count();
    (saving > 0).then_some(ChainFact::LeavesDouble { enemy, cell, cells, saving })
}

/// A cell where a stone of the player makes two wins or more, with those wins.
fn coming_double<C: Class>(board: &Board<C>, player: Player) -> Option<(Cell, Vec<Cell>)> {
    let near = board.empties().filter(|&cell| board.sides(cell, player) != 0);
    near.into_iter().find_map(|cell| {
        let mut next = *board;
        if next.place(cell, player) {
            return None;
        }
        let cells: Vec<Cell> = wins(&next, player).collect();
        (cells.len() > 1).then_some((cell, cells))
    })
}

/// Whether a stone of the player threatens to win.
fn threatens<C: Class>(board: &Board<C>, cell: Cell, player: Player) -> bool {
    let mut next = *board;
    board.sides(cell, player) != 0 && (next.place(cell, player) || wins(&next, player).next().is_some())
}

/// Two chains of the mover that were one stone apart and that the answer has put further apart.
fn cuts<C: Class>(walk: &Walk<Position<C>>, mover: Player) -> Option<ChainFact> {
    let [before, after] = [walk.positions.get(1)?.board(), walk.positions.get(2)?.board()];
    let cell = cell_at(walk, 1)?;
    if walk.positions[1].turn() == mover {
        return None;
    }
    let chains = joined(before, cell, mover);
    let pairs = chains.iter().enumerate().flat_map(|(at, &one)| chains[at + 1..].iter().map(move |&two| [one, two]));
    let apart = |board: &Board<C>, [one, two]: [Cell; 2]| {
        PathCosts::from(board, mover, board.chain_cells(one).into_iter()).at(two)
    };
    pairs.into_iter().find_map(|chains| {
        let stones = apart(after, chains);
        (apart(before, chains) == 1 && stones > 1).then(|| ChainFact::Cuts {
            player: !mover,
            cell,
            chains,
            stones: PathCosts::is_reached(stones).then_some(stones),
        })
    })
}

/// Whether a line has a ladder in it.
pub(super) fn has_ladder<C: Class>(walk: &Walk<Position<C>>) -> bool {
    ladder(walk).is_some()
}

/// A ladder: both players' stones go the same way along an edge, one on the rim and the other beside
/// it, who drives it.
fn ladder<C: Class>(walk: &Walk<Position<C>>) -> Option<ChainFact> {
    let geometry = walk.positions.first()?.geometry();
    let cells: Vec<Cell> = walk.moves.iter().map_while(|mv| mv.cell()).collect();
    let most = cells.len().checked_sub(2 * LADDER)?;
    (0..=most).find_map(|at| {
        let stones = |of: usize| -> Vec<Cell> { cells[at + of..].iter().copied().step_by(2).take(LADDER).collect() };
        let [one, two] = [stones(0), stones(1)];
        let (outer, inner, driver) = match [rim_distance(geometry, &one)?, rim_distance(geometry, &two)?] {
            [0, 1] => (one, two, 1),
            [1, 0] => (two, one, 0),
            _ => return None,
        };
        let side = direction(geometry, &outer)?;
        if direction(geometry, &inner)? != side {
            return None;
        }
        let marks = outer.iter().map(|&cell| geometry.marks(cell).edges()).find(|edges| *edges != 0)?;
        let edge = edge(geometry.size(), marks.trailing_zeros() as usize);
        let player = walk.positions[at + driver].turn();
        Some(ChainFact::Ladder { player, edge, from: inner[0], to: inner[LADDER - 1] })
    })
}

/// How far cells are from the rim, if all of them are equally far: on it, or beside it.
fn rim_distance(geometry: &Geometry, cells: &[Cell]) -> Option<usize> {
    let distance = |cell: Cell| {
        if geometry.on_rim(cell) {
            Some(0)
        } else {
            geometry.neighbours(cell).any(|next| geometry.on_rim(next)).then_some(1)
        }
    };
    let first = distance(*cells.first()?)?;
    cells.iter().all(|&cell| distance(cell) == Some(first)).then_some(first)
}

/// The side on which each cell has the next one, if it is the same for all.
fn direction(geometry: &Geometry, cells: &[Cell]) -> Option<usize> {
    (0..6).find(|&side| cells.windows(2).all(|pair| geometry.neighbour(pair[0], side) == Some(pair[1])))
}

/// What is true of the position after this many stones of a line.
fn states<C: Class>(walk: &Walk<Position<C>>, depth: usize) -> Vec<ChainFact> {
    let (start, pos) = (walk.positions[0].board(), &walk.positions[depth]);
    let (board, waiter) = (pos.board(), !pos.turn());
    let mut facts = Vec::new();
    let cells: Vec<Cell> = wins(board, waiter).collect();
    if let ([cell, others @ ..], None) = (&cells[..], wins(board, pos.turn()).next()) {
        let (structure, english) = kind(board.marks_after(*cell, waiter));
        let is_only = others.is_empty();
        facts.push(ChainFact::Threatens { player: waiter, structure, english, cell: *cell, is_only });
    }
    for player in [waiter, !waiter] {
        let before = StructureDistances::of(start, player);
        for (structure, stones) in StructureDistances::of(board, player).all() {
            let (between, before) = (structure.between(board.geometry().size()), before.stones(structure));
            facts.push(ChainFact::Nearest { player, structure: structure.name(), between, stones, before });
        }
    }
    facts
}

impl Fact for ChainFact {
    fn is_about(&self, other: &Self) -> bool {
        use ChainFact as F;
        match (self, other) {
            (F::Wins { player: a, .. }, F::Wins { player: b, .. })
            | (F::DoubleThreat { player: a, .. }, F::DoubleThreat { player: b, .. })
            | (F::Threatens { player: a, .. }, F::Threatens { player: b, .. })
            | (F::Ladder { player: a, .. }, F::Ladder { player: b, .. }) => a == b,
            (F::Nearest { player: a, structure: one, .. }, F::Nearest { player: b, structure: two, .. }) => {
                a == b && one == two
            }
            (F::Cuts { chains: a, .. }, F::Cuts { chains: b, .. }) => a == b,
            (F::Joins { .. }, F::Joins { .. })
            | (F::LeavesWin { .. }, F::LeavesWin { .. })
            | (F::LeavesDouble { .. }, F::LeavesDouble { .. }) => true,
            _ => false,
        }
    }

    fn favours(&self, other: Option<&Self>) -> Option<Player> {
        use ChainFact as F;
        match (self, other) {
            (F::Nearest { player, stones, .. }, Some(F::Nearest { stones: then, .. })) => match stones.cmp(then) {
                std::cmp::Ordering::Less => Some(*player),
                std::cmp::Ordering::Equal => None,
                std::cmp::Ordering::Greater => Some(!*player),
            },
            (F::Nearest { .. }, None) | (_, Some(_)) => None,
            (
                F::Wins { player, .. }
                | F::LeavesWin { enemy: player, .. }
                | F::LeavesDouble { enemy: player, .. }
                | F::DoubleThreat { player, .. }
                | F::TakesFirst { mover: player, .. }
                | F::Cuts { player, .. }
                | F::Joins { player, .. }
                | F::Ladder { player, .. }
                | F::Threatens { player, .. },
                None,
            ) => Some(*player),
        }
    }

    fn covers(&self, other: &Self) -> bool {
        use ChainFact as F;
        match (self, other) {
            (
                F::LeavesWin { enemy: a, .. },
                F::Wins { player: b, .. } | F::DoubleThreat { player: b, .. } | F::Threatens { player: b, .. },
            )
            | (F::LeavesDouble { enemy: a, .. }, F::DoubleThreat { player: b, .. })
            | (F::Wins { player: a, .. } | F::DoubleThreat { player: a, .. }, F::Threatens { player: b, .. })
            | (
                F::LeavesWin { enemy: a, .. } | F::DoubleThreat { player: a, .. } | F::Threatens { player: a, .. },
                F::Nearest { player: b, stones: 1, .. },
            ) => a == b,
            (F::Wins { player: a, structure: one, .. }, F::Nearest { player: b, structure: two, stones: 1, .. }) => {
                a == b && one == two
            }
            _ => false,
        }
    }

    fn is_comparison(&self) -> bool {
        matches!(self, Self::Nearest { .. })
    }

    fn say(&self, voice: Voice, other: Option<&Self>) -> Option<Remark> {
        match self {
            Self::Wins { .. } | Self::LeavesWin { .. } | Self::LeavesDouble { .. } | Self::DoubleThreat { .. } => {
                self.say_win(voice)
            }
            Self::Nearest { .. } => self.say_distance(voice, other),
            _ => self.say_chain(),
        }
    }
}

impl ChainFact {
    /// Who wins, or is about to.
    fn say_win(&self, voice: Voice) -> Option<Remark> {
        Some(match self {
            Self::Wins { player, structure, english, cell, plies } => {
                let plies = plies - usize::from(voice == Voice::Punished);
                let stones = count(plies, "stone");
                remark!(
                    "havannah-why-wins",
                    "{player} completes {english} at {cell} in {stones}",
                    player = player,
                    structure = structure,
                    cell = cell,
                    count = plies
                )
            }
            Self::LeavesWin { enemy, structure, english, cells } => remark!(
                "havannah-why-leaves-win",
                "{enemy} wins at once with {english} at {cells}",
                enemy = enemy,
                structure = structure,
                cells = list(cells)
            ),
            Self::LeavesDouble { enemy, cell, cells, saving } => remark!(
                "havannah-why-leaves-double",
                "{enemy} gets two wins at once with {cell} ({cells}); cells that prevent or delay it: {saving}",
                enemy = enemy,
                cell = cell,
                cells = list(cells),
                saving = saving
            ),
            Self::DoubleThreat { player, cell, cells, threats: 0 } => remark!(
                "havannah-why-double",
                "{cell} gives {player} two wins at once: {cells}",
                player = player,
                cell = cell,
                cells = list(cells)
            ),
            Self::DoubleThreat { player, cell, cells, threats } => {
                let forced = count(*threats, "threat");
                remark!(
                    "havannah-why-forced-double",
                    "after {forced} that must be answered, {cell} gives {player} two wins at once: {cells}",
                    player = player,
                    cell = cell,
                    cells = list(cells),
                    count = threats
                )
            }
            _ => return None,
        })
    }

    /// What becomes of chains, and where stones go.
    fn say_chain(&self) -> Option<Remark> {
        Some(match self {
            Self::TakesFirst { cell, .. } => {
                remark!("havannah-why-takes-first", "takes {cell} before the answer can", cell = cell)
            }
            Self::Cuts { player, cell, chains, stones: Some(stones) } => remark!(
                "havannah-why-cuts",
                "{player}'s {cell} cuts the chains of {chains}: they were one stone apart, now {stones}",
                player = player,
                cell = cell,
                chains = list(chains),
                stones = stones
            ),
            Self::Cuts { player, cell, chains, stones: None } => remark!(
                "havannah-why-cuts-off",
                "{player}'s {cell} cuts the chains of {chains} for good",
                player = player,
                cell = cell,
                chains = list(chains)
            ),
            Self::Joins { cell, chains, .. } => {
                remark!("havannah-why-joins", "{cell} joins the chains of {chains}", cell = cell, chains = list(chains))
            }
            Self::Ladder { player, edge, from, to } => remark!(
                "havannah-why-ladder",
                "{player} drives a ladder along the edge {edge}, from {from} to {to}",
                player = player,
                edge = edge,
                from = from,
                to = to
            ),
            // Of two wins at once `DoubleThreat` speaks.
            Self::Threatens { player, structure, english, cell, is_only: true } => remark!(
                "havannah-why-threatens",
                "{player} then threatens {english} at {cell}, which must be answered",
                player = player,
                structure = structure,
                cell = cell
            ),
            _ => return None,
        })
    }

    /// How far the nearest structure is.
    fn say_distance(&self, voice: Voice, other: Option<&Self>) -> Option<Remark> {
        let (Self::Nearest { player, structure, between, stones, before }, Some(Self::Nearest { stones: then, .. })) =
            (self, other)
        else {
            return None;
        };
        let missing = count((*stones).into(), "stone");
        let ends = if between.is_empty() { String::new() } else { format!(" ({between})") };
        Some(match voice {
            Voice::Punished if stones != before && PathCosts::is_reached(*before) => remark!(
                "havannah-why-nearest",
                "{player} then lacks {missing} of a {structure}{ends}, after {before} before",
                player = player,
                stones = stones,
                structure = structure,
                between = between,
                before = before
            ),
            _ => remark!(
                "havannah-why-nearest-instead",
                "{player} then lacks {missing} of a {structure}{ends} instead of {then}",
                player = player,
                stones = stones,
                structure = structure,
                between = between,
                then = then
            ),
        })
    }
}
