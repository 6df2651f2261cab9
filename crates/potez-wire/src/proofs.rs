//! What is proven of a position, as the wire has it.

use potez_table::proofs::{MoveProofs, ProvenMove};
use potez_table::{Limits, Proof, Table};

use crate::json::{MoveView, ProofsView, ProvenMoveView};
use crate::limits;

/// How long is looked for proofs.
pub fn search_limits() -> Limits {
    Limits::time(limits::PROOFS)
}

/// What was found of the position on the table.
pub fn said(table: &dyn Table, found: &MoveProofs) -> ProofsView {
    let view = |ProvenMove { mv, proof, answer }: &ProvenMove| ProvenMoveView {
        mv: MoveView::from(mv),
        proven: proof.word(),
        answer: answer.iter().map(MoveView::from).collect(),
    };
    ProofsView {
        turn: table.turn(),
        proven: found.proof.map(Proof::word),
        moves: found.moves.iter().map(view).collect(),
        legal: found.legal,
        nodes: found.nodes,
    }
}
