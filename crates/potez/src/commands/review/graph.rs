//! X's chance to win over the whole game, as inline SVG. Every move is a link to what is said about
//! it.

use std::fmt::Write;

use potez_table::review::Judgement;

use super::html::escape;
use super::sentences::{Sentences, percent};

const WIDTH: f64 = 880.0;
const HEIGHT: f64 = 240.0;
const LEFT: f64 = 48.0;
const RIGHT: f64 = WIDTH - 12.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = HEIGHT - 28.0;

fn down(chance: f64) -> f64 {
    TOP + (1.0 - chance) * (BOTTOM - TOP)
}

pub(super) fn graph(sentences: &Sentences) -> String {
    let review = sentences.review;
    let label = escape(&sentences.say("review-chances", &[]));
    let mut svg = format!("<svg class=\"graph\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" aria-label=\"{label}\">");
    for (chance, class) in [(0.0, "grid"), (0.25, "grid"), (0.5, "axis"), (0.75, "grid"), (1.0, "grid")] {
        let y = down(chance);
        let _ = write!(
            svg,
            "<line class=\"{class}\" x1=\"{LEFT}\" x2=\"{RIGHT}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
             <text class=\"end\" x=\"{}\" y=\"{:.1}\">{:.0} %</text>",
            LEFT - 6.0,
            y + 4.0,
            chance * 100.0
        );
    }
    let last = review.chances.len().saturating_sub(1).max(1) as f64;
    let across = |ply: usize| LEFT + (RIGHT - LEFT) * ply as f64 / last;
    let points: Vec<String> =
        (0..).zip(&review.chances).map(|(ply, &chance)| format!("{:.1},{:.1}", across(ply), down(chance))).collect();
    let points = points.join(" ");
    let (from, to) = (across(0), across(review.chances.len().saturating_sub(1)));
    let _ = write!(
        svg,
        "<polygon class=\"area\" points=\"{from:.1},{BOTTOM} {points} {to:.1},{BOTTOM}\"/>\
         <polyline class=\"line\" points=\"{points}\"/>"
    );
    for judged in &review.moves {
        let chance = review.chances[judged.ply];
        let args = [
            ("ply", judged.ply.into()),
            ("player", judged.player.to_string().into()),
            ("move", judged.mv.text.as_str().into()),
            ("chance", percent(chance).into()),
            ("judgement", sentences.judgement(judged.judgement).into()),
        ];
        let text = escape(&sentences.say("review-graph-point", &args));
        let (x, y) = (across(judged.ply), down(chance));
        let word = judged.judgement.word();
        let _ = write!(
            svg,
            "<a href=\"#move-{}\" aria-label=\"{text}\"><title>{text}</title>\
             <rect class=\"hit\" x=\"{:.1}\" y=\"{TOP}\" \
             width=\"{:.1}\" height=\"{}\"/>{}</a>",
            judged.ply,
            x - (RIGHT - LEFT) / last / 2.0,
            (RIGHT - LEFT) / last,
            BOTTOM - TOP,
            point(judged.judgement, word, x, y, judged.turning_point)
        );
    }
    // A dozen numbers below the graph at most, and round ones where the game is long.
    let step = (review.moves.len() / 12).max(1).next_multiple_of(if review.moves.len() > 24 { 5 } else { 1 });
    for ply in (step..=review.moves.len()).step_by(step) {
        let _ = write!(svg, "<text class=\"middle\" x=\"{:.1}\" y=\"{}\">{ply}</text>", across(ply), HEIGHT - 8.0);
    }
    svg + "</svg>"
}

/// Bad moves differ by shape as well as by colour; a proven turning point has a frame.
fn point(judgement: Judgement, class: &str, x: f64, y: f64, proven: bool) -> String {
    let shape = match judgement {
        Judgement::Best | Judgement::Good => format!("<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\"/>"),
        Judgement::Inaccuracy => format!("<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\"/>"),
        Judgement::Mistake => {
            let points = format!("{x:.1},{:.1} {:.1},{:.1} {:.1},{:.1}", y - 7.0, x + 6.5, y + 5.0, x - 6.5, y + 5.0);
            format!("<polygon class=\"{class}\" points=\"{points}\"/>")
        }
        Judgement::Blunder => {
            format!("<rect class=\"{class}\" x=\"{:.1}\" y=\"{:.1}\" width=\"12\" height=\"12\"/>", x - 6.0, y - 6.0)
        }
    };
    if !proven {
        return shape;
    }
    format!("{shape}<rect class=\"frame\" x=\"{:.1}\" y=\"{:.1}\" width=\"20\" height=\"20\"/>", x - 10.0, y - 10.0)
}
