//! X's chance to win over the whole game, as inline SVG. Every move is a link to what is said about
//! it.

use maud::{Markup, html};
use potez_table::review::{Judged, Judgement};

use super::board::tenths;
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

pub(super) fn graph(sentences: &Sentences) -> Markup {
    const LINES: [(f64, &str); 5] = [(0.0, "grid"), (0.25, "grid"), (0.5, "axis"), (0.75, "grid"), (1.0, "grid")];
    let review = sentences.review;
    let last = review.chances.len().saturating_sub(1).max(1) as f64;
    let across = |ply: usize| LEFT + (RIGHT - LEFT) * ply as f64 / last;
    let points: Vec<String> =
        (0..).zip(&review.chances).map(|(ply, &chance)| format!("{:.1},{:.1}", across(ply), down(chance))).collect();
    let points = points.join(" ");
    let (from, to) = (across(0), across(review.chances.len().saturating_sub(1)));
    // A dozen numbers below the graph at most, and round ones where the game is long.
    let step = (review.moves.len() / 12).max(1).next_multiple_of(if review.moves.len() > 24 { 5 } else { 1 });
    html! {
        svg.graph viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } aria-label=(sentences.say("review-chances", &[])) {
            @for (y, chance, class) in LINES.map(|(chance, class)| (down(chance), chance, class)) {
                line class=(class) x1=(LEFT) x2=(RIGHT) y1=(tenths(y)) y2=(tenths(y)) {}
                text.end x=(LEFT - 6.0) y=(tenths(y + 4.0)) { (chance * 100.0) " %" }
            }
            polygon.area points=(format!("{from:.1},{BOTTOM} {points} {to:.1},{BOTTOM}")) {}
            polyline.line points=(points) {}
            @for judged in &review.moves {
                (link(sentences, judged, across(judged.ply), (RIGHT - LEFT) / last))
            }
            @for ply in (step..=review.moves.len()).step_by(step) {
                text.middle x=(tenths(across(ply))) y=(HEIGHT - 8.0) { (ply) }
            }
        }
    }
}

/// The point of a move, in a stripe as wide as its share of the graph, so that it is easily hit.
fn link(sentences: &Sentences, judged: &Judged, x: f64, width: f64) -> Markup {
    let chance = sentences.review.chances[judged.ply];
    let args = [
        ("ply", judged.ply.into()),
        ("player", judged.player.to_string().into()),
        ("move", judged.mv.text.as_str().into()),
        ("chance", percent(chance).into()),
        ("judgement", sentences.judgement(judged.judgement).into()),
    ];
    let text = sentences.say("review-graph-point", &args);
    html! {
        a href={ "#move-" (judged.ply) } aria-label=(text) {
            title { (text) }
            rect.hit x=(tenths(x - width / 2.0)) y=(TOP) width=(tenths(width)) height=(BOTTOM - TOP) {}
            (point(judged, x, down(chance)))
        }
    }
}

/// Bad moves differ by shape as well as by colour; a proven turning point has a frame.
fn point(judged: &Judged, x: f64, y: f64) -> Markup {
    let class = judged.judgement.word();
    html! {
        @match judged.judgement {
            Judgement::Best | Judgement::Good => circle class=(class) cx=(tenths(x)) cy=(tenths(y)) r="3" {},
            Judgement::Inaccuracy => circle class=(class) cx=(tenths(x)) cy=(tenths(y)) r="5" {},
            Judgement::Mistake => {
                @let corners = [(x, y - 7.0), (x + 6.5, y + 5.0), (x - 6.5, y + 5.0)];
                polygon class=(class) points=(corners.map(|(x, y)| format!("{x:.1},{y:.1}")).join(" ")) {}
            },
            Judgement::Blunder => {
                rect class=(class) x=(tenths(x - 6.0)) y=(tenths(y - 6.0)) width="12" height="12" {}
            },
        }
        @if judged.turning_point {
            rect.frame x=(tenths(x - 10.0)) y=(tenths(y - 10.0)) width="20" height="20" {}
        }
    }
}
