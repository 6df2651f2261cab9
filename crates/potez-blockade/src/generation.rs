//! Every legal turn, and their number.

use potez_core::Position as _;

use crate::moves::wall_code;
use crate::{Axis, Bits, Edges, Move, Position, Turn, Wall};

/// The parts that the moves of a position are put together from.
pub(crate) struct Parts<const N: usize> {
    edges: Edges<N>,
    /// Landings that win, by pawn.
    pub(crate) wins: [Bits<N>; 2],
    /// All other landings, by pawn.
    pub(crate) quiet: [Bits<N>; 2],
    /// Slots in which a wall can cut off nothing, by colour.
    pub(crate) harmless: [Bits<N>; 2],
    /// Slots in which it might.
    pub(crate) closing: [Bits<N>; 2],
}

impl<const N: usize> Parts<N> {
    #[inline]
    pub(crate) fn new(pos: &Position<N>) -> Self {
        let edges = pos.edges();
        let goals = pos.goals(pos.turn());
        let landings = [0, 1].map(|pawn| pos.landings(pawn, &edges));
        let placeable = pos.placeable();
        let closing = pos.lattice.closing(&placeable);
        Self {
            edges,
            wins: landings.map(|landings| landings & goals),
            quiet: landings.map(|landings| landings.without(&goals)),
            harmless: [0, 1].map(|axis| placeable[axis].without(&closing[axis])),
            closing,
        }
    }

    fn closing_walls(&self) -> impl Iterator<Item = Wall> + use<N> {
        let closing = self.closing;
        Axis::BOTH.into_iter().flat_map(move |axis| closing[axis.index()].squares().map(move |at| Wall { at, axis }))
    }
}

pub(crate) fn count<const N: usize>(sets: &[Bits<N>; 2]) -> u32 {
    sets[0].count() + sets[1].count()
}

/// Room for the codes of all walls, word by word of the two colours.
type Codes<const N: usize> = [[[u32; 64]; N]; 2];

impl<const N: usize> Position<N> {
    pub(crate) fn total_moves(&self) -> u64 {
        if self.ending().is_some() {
            return 0;
        }
        let parts = Parts::new(self);
        let (wins, quiet) = (u64::from(count(&parts.wins)), u64::from(count(&parts.quiet)));
        let harmless = u64::from(count(&parts.harmless));
        let turn = self.rules().turn();
        if turn == Turn::Either {
            let stay = self.pawns(self.turn()).map(Bits::one);
            let risky = parts.closing_walls().filter(|&wall| self.stays_open(&parts, wall, &stay)).count();
            return wins + quiet + harmless + risky as u64;
        }
        let mut with_wall = [Bits::EMPTY; 2];
        let mut pairs = quiet * harmless;
        for wall in parts.closing_walls() {
            let open = self.open_landings(&parts.edges, wall, &parts.quiet);
            pairs += u64::from(count(&open));
            with_wall = [with_wall[0] | open[0], with_wall[1] | open[1]];
        }
        let alone = match turn {
            Turn::Optional => quiet,
            _ if harmless > 0 => 0,
            // Rule 2.1: no wall can follow, so the pawn moves alone.
            _ => u64::from(count(&[0, 1].map(|pawn| parts.quiet[pawn].without(&with_wall[pawn])))),
        };
        wins + pairs + alone
    }

    /// Whether a closing wall may be placed alone; `stay` are the squares of the mover's pawns.
    fn stays_open(&self, parts: &Parts<N>, wall: Wall, stay: &[Bits<N>; 2]) -> bool {
        !self.open_landings(&parts.edges, wall, stay)[0].is_empty()
    }

    pub(crate) fn list_moves(&self, moves: &mut Vec<Move>) {
        if self.ending().is_some() {
            return;
        }
        let parts = Parts::new(self);
        self.list_steps(&parts.wins, moves);
        match self.rules().turn() {
            Turn::Either => {
                self.list_steps(&parts.quiet, moves);
                let stay = self.pawns(self.turn()).map(Bits::one);
                for axis in Axis::BOTH {
                    let slots = parts.harmless[axis.index()].squares();
                    moves.extend(slots.map(|at| Move::wall_only(Wall { at, axis })));
                }
                let risky = parts.closing_walls().filter(|&wall| self.stays_open(&parts, wall, &stay));
                moves.extend(risky.map(Move::wall_only));
            }
            Turn::Optional => {
                self.list_steps(&parts.quiet, moves);
                self.list_pairs(&parts, moves);
            }
            Turn::Full => {
                let with_wall = self.list_pairs(&parts, moves);
                self.list_steps(&[0, 1].map(|pawn| parts.quiet[pawn].without(&with_wall[pawn])), moves);
            }
        }
    }

    /// Pawn moves without a wall.
    fn list_steps(&self, landings: &[Bits<N>; 2], moves: &mut Vec<Move>) {
        for (from, landings) in self.pawns(self.turn()).into_iter().zip(landings) {
            moves.extend(landings.squares().map(|to| Move::pawn_to(from, to, None)));
        }
    }

    /// Pawn moves with each wall that may follow; returns the landings that some wall follows.
    fn list_pairs(&self, parts: &Parts<N>, moves: &mut Vec<Move>) -> [Bits<N>; 2] {
        let pawns = self.pawns(self.turn());
        let mut room: Codes<N> = [[[0; 64]; N]; 2];
        let codes = wall_codes(&parts.harmless, &mut room);
        moves.reserve(codes.len() * count(&parts.quiet) as usize);
        for (from, quiet) in pawns.into_iter().zip(&parts.quiet) {
            for to in quiet.squares() {
                let step = Move::step(from, to);
                moves.extend(codes.iter().map(|&code| step.with_code(code)));
            }
        }
        let mut with_wall = if codes.is_empty() { [Bits::EMPTY; 2] } else { parts.quiet };
        for wall in parts.closing_walls() {
            let open = self.open_landings(&parts.edges, wall, &parts.quiet);
            for (pawn, from) in pawns.into_iter().enumerate() {
                moves.extend(open[pawn].squares().map(|to| Move::pawn_to(from, to, Some(wall))));
                with_wall[pawn] |= open[pawn];
            }
        }
        with_wall
    }
}

/// The codes of the walls in the slots, packed into the room given.
fn wall_codes<'a, const N: usize>(slots: &[Bits<N>; 2], room: &'a mut Codes<N>) -> &'a [u32] {
    let room = room.as_flattened_mut().as_flattened_mut();
    let mut length = 0;
    for axis in Axis::BOTH {
        for at in slots[axis.index()].squares() {
            room[length] = wall_code(Some(Wall { at, axis }));
            length += 1;
        }
    }
    &room[..length]
}
