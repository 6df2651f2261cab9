use potez_core::Position;
use potez_search::Score;
use potez_search::alphabeta::{Evaluator, Guide, Moves};

/// An estimate that looks arbitrary but depends on the position alone.
pub fn arbitrary<P: Position>(pos: &P) -> i32 {
    (pos.key() >> 32) as i32 % 41
}

/// The evaluator of [`arbitrary`] estimates.
#[derive(Clone, Copy, Debug, Default)]
pub struct Arbitrary;

impl<P: Position> Evaluator<P> for Arbitrary {
    fn evaluate(&mut self, pos: &P) -> Score {
        Score::estimate(arbitrary(pos))
    }

    fn scale(&self) -> i32 {
        20
    }
}

/// A guide that does everything a guide can: two stages, extensions, noisy moves and moves found by their tags.
#[derive(Clone, Copy, Debug, Default)]
pub struct Busy;

impl<P: Position> Guide<P> for Busy {
    const STAGES: u32 = 2;
    const NOISY: bool = true;

    fn candidates(&mut self, pos: &P, stage: u32, moves: &mut Moves<P::Move>) {
        split(self, pos, stage, moves);
    }

    fn is_quiet(&mut self, _pos: &P, mv: P::Move) -> bool {
        !Guide::<P>::tag(self, mv).is_multiple_of(5)
    }

    fn extension(&mut self, _pos: &P, mv: P::Move, _child: &P) -> u32 {
        u32::from(Guide::<P>::tag(self, mv).is_multiple_of(7))
    }

    fn noisy(&mut self, pos: &P, moves: &mut Moves<P::Move>) {
        let mut legal = Vec::new();
        pos.legal_moves(&mut legal);
        legal.into_iter().filter(|&mv| Guide::<P>::tag(self, mv).is_multiple_of(5)).for_each(|mv| moves.push(mv, 0));
    }

    fn recall(&mut self, pos: &P, tag: u32) -> Option<P::Move> {
        let mut legal = Vec::new();
        pos.legal_moves(&mut legal);
        legal.into_iter().find(|&mv| Guide::<P>::tag(self, mv) == tag)
    }
}

/// A guide that shows only some of the moves, and none at all now and then.
#[derive(Clone, Copy, Debug, Default)]
pub struct Selective;

impl<P: Position> Guide<P> for Selective {
    fn is_complete(&self) -> bool {
        false
    }

    fn candidates(&mut self, pos: &P, _stage: u32, moves: &mut Moves<P::Move>) {
        split(self, pos, 0, moves);
    }
}

/// Half of the moves in stage 0, the other half in stage 1.
fn split<P: Position>(guide: &impl Guide<P>, pos: &P, stage: u32, moves: &mut Moves<P::Move>) {
    let mut legal = Vec::new();
    pos.legal_moves(&mut legal);
    for mv in legal {
        let tag = guide.tag(mv);
        if (u64::from(tag) ^ pos.key()) % 2 == u64::from(stage) {
            moves.push(mv, tag as i32 % 100);
        }
    }
}
