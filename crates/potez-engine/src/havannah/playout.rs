use potez_core::{Outcome, Position as _};
use potez_havannah::{Class, Geometry, Move, Playout, Position};
use potez_search::mcts::{self, Trace};

/// Moves numbered by their cells; `swap` comes after them.
#[derive(Clone, Copy)]
pub(super) struct Cells {
    geometry: &'static Geometry,
}

impl Cells {
    pub(super) fn new(size: usize) -> Self {
        Self { geometry: Geometry::of(size) }
    }
}

impl<C: Class> mcts::Moves<Position<C>> for Cells {
    const ONCE: bool = true;

    fn width(&self) -> usize {
        self.geometry.cells().len()
    }

    fn index(&self, _pos: &Position<C>, mv: Move) -> u32 {
        mv.cell().map_or(self.geometry.cells().len(), |cell| self.geometry.number(cell)) as u32
    }

    fn mv(&self, _pos: &Position<C>, index: u32) -> Move {
        self.geometry.cells().get(index as usize).map_or(Move::SWAP, |&cell| Move::stone(cell))
    }
}

/// Stones on random empty cells until somebody has won.
#[derive(Clone, Copy)]
pub(super) struct Stones;

impl<C: Class> mcts::Playout<Position<C>> for Stones {
    type Scratch = ();

    fn run<M: mcts::Moves<Position<C>>>(
        &self,
        pos: &Position<C>,
        _moves: &M,
        (): &mut (),
        rng: &mut fastrand::Rng,
        trace: &mut Trace,
    ) -> Outcome {
        if let Some(outcome) = pos.outcome() {
            return outcome;
        }
        let geometry = pos.geometry();
        let mut playout = Playout::new(pos.board());
        let outcome = playout.run(pos.turn(), rng);
        if trace.is_wanted() {
            let mut player = pos.turn();
            for cell in playout.taken() {
                trace.push(player, geometry.number(cell) as u32);
                player = !player;
            }
        }
        outcome
    }
}
