//! What a move does, in the game's own terms.

use potez_table::review::Explanation;
use potez_table::{MovePart, Remark, Table};
use potez_words::Words;

use crate::json::{ExplanationView, RemarkView};

/// The remarks on a move at a table; none where the move is not legal.
pub fn on(table: &dyn Table, mv: &[MovePart], words: &Words) -> Vec<RemarkView> {
    table.remarks(mv).unwrap_or_default().into_iter().map(|remark| said(remark, words)).collect()
}

/// A remark in words.
pub fn said(remark: Remark, words: &Words) -> RemarkView {
    RemarkView {
        words: words.remark(&remark),
        plies: remark.after.map(|moment| moment.plies),
        code: remark.code,
        args: remark.args.into_iter().collect(),
    }
}

/// An explanation in words.
pub fn explained(why: Explanation, words: &Words) -> ExplanationView {
    let say = |remarks: Vec<Remark>| remarks.into_iter().map(|remark| said(remark, words)).collect();
    ExplanationView { punished: say(why.punished), gained: say(why.gained) }
}
