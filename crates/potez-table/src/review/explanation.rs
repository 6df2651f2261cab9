//! Why a move was criticised: what the answer to it does, and what a better move gains by contrast.

use potez_engine::{ProvenLine, proofs};
use potez_search::{Line, Proof};
use serde::Serialize;

use crate::{Message, Remark, Table, TableMove};

/// A line from the position before a move, with what is certain of it for the mover.
#[derive(Clone, Copy, Debug)]
pub struct KnownLine<'a> {
    /// The moves, the mover's first.
    pub line: &'a [TableMove],
    /// What is certain, if anything.
    pub proof: Option<Proof>,
}

impl<'a> KnownLine<'a> {
    /// A line of a report.
    fn of(line: &'a Line<TableMove>) -> Self {
        Self { line: &line.pv, proof: line.proof }
    }
}

/// Why a move was criticised. Only what tells the two lines apart is said.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Explanation {
    /// What the answer to the move achieves; a proof comes first.
    pub punished: Vec<Remark>,
    /// What the better move gains or prevents; a proof comes first.
    pub gained: Vec<Remark>,
}

impl Explanation {
    /// Whether there is nothing to say.
    pub fn is_empty(&self) -> bool {
        self.punished.is_empty() && self.gained.is_empty()
    }
}

/// Explains why the first line is worse than the second; the table stands where both begin.
pub fn explain(table: &dyn Table, played: KnownLine, better: KnownLine) -> Result<Explanation, Message> {
    let [is_worse, is_better] = proofs(proven(table, played)?, proven(table, better)?);
    let contrast = table.contrast(played.line, better.line)?;
    Ok(Explanation {
        punished: is_worse.into_iter().chain(contrast.punished).collect(),
        gained: is_better.into_iter().chain(contrast.gained).collect(),
    })
}

/// What is to be said of a candidate beside the others: of the best what the second lacks, of every
/// other what it gives away by comparison with the best; and where that is little, which several may
/// have in common, what none of the others does. The best one is never without a word.
pub fn compared(table: &dyn Table, lines: &[Line<TableMove>], at: usize) -> Vec<Remark> {
    let own = |line: &Line<TableMove>| table.remarks(&line.pv[0].parts).unwrap_or_default();
    let (Some(best), Some(line)) = (lines.first(), lines.get(at)) else { return Vec::new() };
    let why = |worse| explain(table, KnownLine::of(worse), KnownLine::of(best)).unwrap_or_default();
    let mut told = match (at, lines.get(1)) {
        (0, None) => return own(line),
        (0, Some(second)) => why(second).gained,
        _ => why(line).punished,
    };
    if told.len() > 1 {
        return told;
    }
    // What every candidate does tells none of them from the others.
    let others: Vec<Remark> =
        lines.iter().enumerate().filter(|(other, _)| *other != at).flat_map(|(_, line)| own(line)).collect();
    let most = if told.is_empty() { usize::MAX } else { 1 };
    told.extend(own(line).into_iter().filter(|remark| !others.contains(remark)).take(most));
    if at == 0 && told.is_empty() { own(line) } else { told }
}

/// What is certain of a line, with its length where it goes to the end of the game.
fn proven(table: &dyn Table, known: KnownLine) -> Result<ProvenLine, Message> {
    if known.proof.is_none() {
        return Ok(ProvenLine::default());
    }
    let mut end = table.fork();
    for mv in known.line {
        end.play_parts(&mv.parts)?;
    }
    // A line that ends otherwise than was proven is not the proof.
    let result = end.outcome().map(|outcome| Proof::of_outcome(outcome, table.turn()));
    let plies = (result.is_some() && result == known.proof).then_some(known.line.len());
    Ok(ProvenLine { proof: known.proof, plies })
}
