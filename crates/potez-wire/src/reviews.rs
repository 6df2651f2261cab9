//! Reviews of games, as the wire has them.

use std::collections::BTreeMap;
use std::time::Duration;

use potez_table::review::{self, Judged, ReviewRun, Settings};
use potez_table::{Limits, Player, Proof, Table};
use potez_words::{Arg, Words};

use crate::error::ApiError;
use crate::json::{Accuracy, Grade, GradeCounts, MoveView, RemarkView, ReviewView, ReviewedMove};
use crate::phrases::GameResult;
use crate::{analyses, limits, remarks, tables};

/// A review of the game at a table, each of whose searches takes this long; it has not begun.
pub fn begin(table: &dyn Table, time: Duration) -> Result<ReviewRun, ApiError> {
    if table.ply() == 0 {
        return Err(ApiError::unfit("server-nothing-to-review"));
    }
    if table.ply() > limits::REVIEW_MOVES {
        let limit = Arg::from(limits::REVIEW_MOVES.to_string());
        return Err(ApiError::unfit_with("server-review-long", vec![("limit", limit)]));
    }
    ReviewRun::new(table, Settings::new(Limits::time(time))).map_err(ApiError::rules)
}

/// A review as the wire has it.
pub fn said(review: &review::Review, end: &dyn Table, words: &Words) -> ReviewView {
    let moves: Vec<ReviewedMove> = review.moves.iter().map(|judged| reviewed(review, judged, end, words)).collect();
    let (accuracy, counts) = (accuracy(&moves), counts(&moves));
    ReviewView {
        game: review.game.clone(),
        game_name: words.game_name(end.description()),
        position: review.start.clone(),
        outcome: GameResult::of(end).map(|result| result.ending(words)),
        moves,
        graph: review.chances.iter().map(|chance| analyses::round(*chance)).collect(),
        accuracy,
        worst: review.worst().into_iter().map(|judged| judged.ply).collect(),
        counts,
    }
}

fn accuracy(moves: &[ReviewedMove]) -> Accuracy {
    let [x, o] = Player::BOTH.map(|player| {
        let own = moves.iter().filter(|mv| mv.by == player);
        let (count, lost) = own.fold((0_usize, 0.0), |(count, lost), mv| (count + 1, lost + mv.loss));
        analyses::round(1.0 - lost / count.max(1) as f64)
    });
    Accuracy { x, o }
}

fn counts(moves: &[ReviewedMove]) -> GradeCounts {
    let [x, o] = Player::BOTH.map(|player| {
        let mut grades = BTreeMap::new();
        for mv in moves.iter().filter(|mv| mv.by == player) {
            *grades.entry(mv.grade.word()).or_default() += 1;
        }
        grades
    });
    GradeCounts { x, o }
}

fn reviewed(review: &review::Review, judged: &Judged, end: &dyn Table, words: &Words) -> ReviewedMove {
    let by = judged.player;
    let better = judged.better.as_ref();
    let line = better.map_or(&[][..], |better| &better.line);
    let say = |found: &[potez_table::Remark]| -> Vec<RemarkView> {
        found.iter().map(|remark| remarks::said(remark.clone(), words)).collect()
    };
    let is_only = tables::cut(end, judged.ply - 1).count_legal() == 1;
    let for_x = |proof: Proof| if judged.player == Player::X { proof } else { proof.reversed() };
    ReviewedMove {
        ply: judged.ply,
        by,
        mv: MoveView::from(&judged.mv),
        best: MoveView::from(line.first().unwrap_or(&judged.mv)),
        pv: line.iter().map(MoveView::from).collect(),
        chance_x: analyses::for_x(by, judged.after),
        chance_x_before: analyses::round(review.chances[judged.ply - 1]),
        best_chance_x: analyses::for_x(by, judged.before),
        loss: analyses::round(judged.loss),
        grade: if is_only { Grade::Forced } else { judged.judgement.into() },
        proven: judged.proven_after.map(|proof| for_x(proof).word()),
        answer: judged.reply.iter().flat_map(|reply| &reply.line).map(MoveView::from).collect(),
        remarks: say(judged.about()),
        best_remarks: say(&judged.about_better()),
        why: remarks::explained(judged.why.clone().unwrap_or_default(), words),
    }
}
