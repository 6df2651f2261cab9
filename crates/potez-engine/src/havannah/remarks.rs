//! Remarks on a stone: the structure it completes or comes closer to, and the cells that must be
//! answered.

use potez_core::{Player, Position as _, Record, Remark};
use potez_havannah::{Board, Cell, Class, Game, Marks, Move, Position, Structures};

use super::distances::{StructureDistances, corner, edge};
use super::threats::wins;
use crate::remarks::{MOST, list, remark};

/// The most important first.
pub(super) fn remarks<C: Class>(record: &Record<Game<C>>, mv: Move) -> Vec<Remark> {
    let before = record.position();
    let Some(cell) = mv.cell() else { return swap(before) };
    let mut after = *before;
    after.play(mv);
    let stone = StonePlayed { before: before.board(), after: after.board(), cell, mover: before.turn() };
    let mut remarks = Vec::new();
    match after.outcome() {
        Some(potez_core::Outcome::Win(_)) => stone.completed(after.structures(), &mut remarks),
        Some(potez_core::Outcome::Draw) => {
            remarks.push(remark!("havannah-full", "fills the last cell: the game is a draw"));
        }
        None => {
            stone.dangers(&mut remarks);
            stone.threats(&mut remarks);
            stone.reaches(&mut remarks);
            stone.joins(&mut remarks);
            stone.touches(&mut remarks);
        }
    }
    remarks.truncate(MOST);
    remarks
}

fn swap<C: Class>(pos: &Position<C>) -> Vec<Remark> {
    let stone = pos.stones().next().map(|(cell, _)| cell);
    stone.map(|cell| remark!("havannah-swap", "takes over the stone on {cell}", cell = cell)).into_iter().collect()
}

/// A stone with the boards before and after it.
struct StonePlayed<'a, C: Class> {
    before: &'a Board<C>,
    after: &'a Board<C>,
    cell: Cell,
    mover: Player,
}

impl<C: Class> StonePlayed<'_, C> {
    /// Rule 3.4: all that the stone has completed.
    fn completed(&self, structures: Structures, remarks: &mut Vec<Remark>) {
        let marks = self.after.chain_marks(self.cell);
        let size = self.after.geometry().size();
        if structures.contains(Structures::BRIDGE) {
            let corners = list(bits(marks.corners()).map(|index| corner(size, index)));
            remarks.push(remark!(
                "havannah-bridge",
                "completes a bridge between the corners {corners}",
                corners = corners
            ));
        }
        if structures.contains(Structures::FORK) {
            let edges = list(bits(marks.edges()).map(|index| edge(size, index)));
            remarks.push(remark!("havannah-fork", "completes a fork between the edges {edges}", edges = edges));
        }
        if structures.contains(Structures::RING) {
            remarks.push(remark!("havannah-ring", "closes a ring"));
        }
    }

    /// Wins that the mover has missed, and what has become of the enemy's.
    fn dangers(&self, remarks: &mut Vec<Remark>) {
        let enemy = !self.mover;
        if let Some(cell) = wins(self.before, self.mover).next() {
            let (structure, english) = kind(self.before.marks_after(cell, self.mover));
            remarks.push(remark!(
                "havannah-misses-win",
                "misses the win at {cell}, {english}",
                cell = cell,
                structure = structure
            ));
        }
        // What the enemy can win with next matters more than what was stopped: it is said first.
        let left: Vec<Cell> = wins(self.after, enemy).collect();
        if let Some(&cell) = left.first() {
            let (structure, english) = kind(self.after.marks_after(cell, enemy));
            let cells = list(left);
            remarks.push(remark!(
                "havannah-leaves-win",
                "leaves {enemy} the win at {cells}, {english}",
                enemy = enemy,
                cells = cells,
                structure = structure
            ));
        } else if self.before.wins(self.cell, enemy) {
            let (structure, english) = kind(self.before.marks_after(self.cell, enemy));
            remarks.push(remark!(
                "havannah-answers",
                "answers {enemy}'s threat: {english} at {cell}",
                enemy = enemy,
                cell = self.cell,
                structure = structure
            ));
        }
    }

    /// Wins of the mover with the next stone.
    fn threats(&self, remarks: &mut Vec<Remark>) {
        let enemy = !self.mover;
        // A threat means nothing to somebody who wins first.
        if wins(self.after, enemy).next().is_some() {
            return;
        }
        let next: Vec<Cell> = wins(self.after, self.mover).collect();
        let Some(&cell) = next.first() else { return };
        let (structure, english) = kind(self.after.marks_after(cell, self.mover));
        remarks.push(if next.len() == 1 {
            remark!(
                "havannah-threatens",
                "threatens {english}: {enemy} must answer at {cell}",
                structure = structure,
                enemy = enemy,
                cell = cell
            )
        } else {
            let cells = list(next);
            remark!(
                "havannah-double-threat",
                "threatens to win at {cells}: {enemy} can answer only one of them",
                enemy = enemy,
                cells = cells
            )
        });
    }

    /// How many stones the nearest structures are away, where the move has changed it.
    fn reaches(&self, remarks: &mut Vec<Remark>) {
        let of = |player| [self.before, self.after].map(|board| StructureDistances::of(board, player));
        let [before, after] = of(self.mover);
        // With one stone missing it is a threat, and said already.
        if let Some((structure, stones)) =
            after.nearest().filter(|(structure, stones)| *stones > 1 && before.stones(*structure) > *stones)
        {
            let size = self.after.geometry().size();
            let english = structure.english(size);
            remarks.push(remark!(
                "havannah-nears",
                "{player} is {count} stones from {english}",
                player = self.mover,
                count = stones,
                structure = structure.name(),
                between = structure.between(size)
            ));
        }
        let [before, after] = of(!self.mover);
        if let (Some((structure, from)), Some((_, to))) = (before.nearest(), after.nearest())
            && from > 1
            && to > from
        {
            remarks.push(remark!(
                "havannah-hinders",
                "{enemy}'s nearest structure, a {structure}, was {from} stones away; now {enemy} needs {to}",
                enemy = !self.mover,
                structure = structure.name(),
                from = from,
                to = to
            ));
        }
    }

    /// The chains that the stone has made one.
    fn joins(&self, remarks: &mut Vec<Remark>) {
        let chains = joined(self.before, self.cell, self.mover);
        if chains.len() > 1 {
            let cells = list(chains);
            remarks.push(remark!("havannah-joins", "joins the chains of {cells}", cells = cells));
        }
    }

    /// The corner or the edge that the chain has come to.
    fn touches(&self, remarks: &mut Vec<Remark>) {
        let size = self.after.geometry().size();
        let marks = self.after.geometry().marks(self.cell);
        let chain = self.after.chain_marks(self.cell);
        // Only what the stone itself has brought is news: the chain beside it may have had the edge
        // already.
        let mut known = Marks::default();
        for cell in self.before.geometry().neighbours(self.cell).filter(|&cell| self.before.has(cell, self.mover)) {
            known = known.and(self.before.chain_marks(cell));
        }
        if let Some(index) = bits(marks.edges() & !known.edges()).next() {
            let edge = edge(size, index);
            let number = chain.edges().count_ones();
            remarks.push(remark!(
                "havannah-edge",
                "reaches the edge {edge}: {number} of the 3 edges that a fork needs",
                edge = edge,
                number = number
            ));
        }
        if let Some(index) = bits(marks.corners() & !known.corners()).next() {
            let corner = corner(size, index);
            remarks.push(remark!("havannah-corner", "takes the corner {corner}", corner = corner));
        }
    }
}

/// The chains of a player beside a cell, each by one of its stones there.
pub(super) fn joined<C: Class>(board: &Board<C>, cell: Cell, player: Player) -> Vec<Cell> {
    let mut chains: Vec<(usize, Cell)> = Vec::new();
    // Neighbours may belong to one chain: it is named once, by its first cell.
    for cell in board.geometry().neighbours(cell).filter(|&cell| board.has(cell, player)) {
        let chain = board.chain(cell);
        if chains.iter().all(|(known, _)| *known != chain) {
            chains.push((chain, cell));
        }
    }
    chains.into_iter().map(|(_, cell)| cell).collect()
}

/// The first structure of these marks: as a word for translations, and in English.
pub(super) fn kind(marks: Marks) -> (&'static str, &'static str) {
    let structures = marks.structures();
    if structures.contains(Structures::BRIDGE) {
        ("bridge", "a bridge")
    } else if structures.contains(Structures::FORK) {
        ("fork", "a fork")
    } else {
        ("ring", "a ring")
    }
}

/// The numbers of the bits that are set.
fn bits(set: u16) -> impl Iterator<Item = usize> {
    (0..16).filter(move |index| set >> index & 1 == 1)
}
