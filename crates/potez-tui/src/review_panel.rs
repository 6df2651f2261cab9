//! What stands beside the board of a review.

use potez_table::review::{Judged, Variation};
use potez_words::{Arg, Words};
use ratatui::Frame;
use ratatui::text::{Line, Span};

use crate::graph;
use crate::layout::ScreenLayout;
use crate::panel::{put, wrap};
use crate::review_screen::ReviewScreen;
use crate::theme::Theme;

/// Rows of the graph where there is room for it.
const GRAPH_ROWS: usize = 4;
/// Moves of a line that are told.
const LINE_MOVES: usize = 6;

pub(crate) fn draw(screen: &ReviewScreen, words: &Words, theme: Theme, layout: &ScreenLayout, frame: &mut Frame) {
    let area = layout.panel;
    let (width, height) = (usize::from(area.width), usize::from(area.height));
    let mut lines = Vec::new();
    if !layout.is_low() {
        let chances: Vec<Option<f64>> = screen.review.chances.iter().copied().map(Some).collect();
        lines.extend(wrap(&words.say("review-chances", &[]), width, theme.dim()));
        lines.extend(graph::draw(&chances, screen.at, theme, (width, GRAPH_ROWS)));
    }
    lines.extend(wrap(&place(screen, words), width, theme.dim()));
    if let Some(judged) = screen.judged() {
        lines.extend(about(screen, judged, words, theme, width));
    }
    if screen.worst.is_empty() {
        lines.extend(wrap(&words.say("review-nothing", &[]), width, theme.title()));
    } else if lines.len() + 2 < height {
        lines.extend(worst(screen, words, theme, height - lines.len()));
    }
    put(frame, area, 0, lines.into_iter());
}

/// Which of the worst moves it is, or which of all.
fn place(screen: &ReviewScreen, words: &Words) -> String {
    let (key, at, count) = match screen.worst.iter().position(|&ply| ply == screen.at) {
        Some(place) => ("tui-review-worst", place + 1, screen.worst.len()),
        None => ("tui-review-move", screen.at, screen.review.moves.len()),
    };
    words.say(key, &[("at", Arg::from(at)), ("count", Arg::from(count))])
}

/// Everything that is known of a move.
fn about(screen: &ReviewScreen, judged: &Judged, words: &Words, theme: Theme, width: usize) -> Vec<Line<'static>> {
    let style = theme.judgement(judged.judgement);
    let name = name(judged, words);
    let mut lines = wrap(&format!("{} {name}", judged.judgement.sign()), width, style);
    let change = [("before", Arg::from(percent(judged.before))), ("after", Arg::from(percent(judged.after)))];
    let judgement = words.say(&format!("review-{}", judged.judgement.word()), &[]);
    lines.extend(wrap(&format!("{judgement}, {}", words.say("review-change", &change)), width, style));
    let remarks = |remarks: &[potez_table::Remark]| -> Vec<Line<'static>> {
        remarks.iter().flat_map(|remark| wrap(&format!("- {}", words.remark(remark)), width, theme.dim())).collect()
    };
    if !screen.shows_better {
        if let Some(reply) = &judged.reply {
            let enemy = (!judged.player).to_string();
            let text = words.say("review-reply", &[("player", enemy.into()), ("move", reply.mv().into())]);
            lines.extend(wrap(&with_line(&text, reply, words), width, theme.title()));
        }
        lines.extend(remarks(judged.about()));
    }
    if let Some(better) = &judged.better {
        let text = words.say("review-better-move", &[("move", better.mv().into())]);
        lines.extend(wrap(&with_line(&text, better, words), width, theme.last()));
        lines.extend(remarks(&judged.about_better()));
    }
    lines
}

/// `move 17, X: d4-d6/Bd7`.
fn name(judged: &Judged, words: &Words) -> String {
    let args = [
        ("ply", Arg::from(judged.ply)),
        ("player", judged.player.to_string().into()),
        ("move", judged.mv.text.as_str().into()),
    ];
    words.say("review-was-move", &args)
}

/// The first move of a line with its chance and what is expected to follow.
fn with_line(text: &str, line: &Variation, words: &Words) -> String {
    let chance = match line.proven {
        Some(proof) => {
            let result = words.say(&format!("review-result-{}", proof.word()), &[]);
            words.say("review-proven", &[("result", result.into())])
        }
        None => format!("{} %", percent(line.chance)),
    };
    let rest: Vec<&str> = line.line.iter().skip(1).take(LINE_MOVES).map(|mv| mv.text.as_str()).collect();
    let more = if line.line.len() > LINE_MOVES + 1 { " …" } else { "" };
    if rest.is_empty() {
        return format!("{text} ({chance})");
    }
    let rest = words.say("review-line", &[("line", format!("{}{more}", rest.join(" ")).into())]);
    format!("{text} ({chance}), {rest}")
}

/// The list of the worst moves, as many as have room.
fn worst(screen: &ReviewScreen, words: &Words, theme: Theme, rows: usize) -> Vec<Line<'static>> {
    let mut lines = vec![Line::default(), Line::from(Span::styled(words.say("review-worst", &[]), theme.title()))];
    for &ply in screen.worst.iter().take(rows.saturating_sub(lines.len())) {
        let Some(judged) = ply.checked_sub(1).and_then(|index| screen.review.moves.get(index)) else { continue };
        let mark = if ply == screen.at { '>' } else { ' ' };
        let sign = judged.judgement.sign();
        let text = format!("{mark}{sign:<2} {ply:>3}. {} -{} %", judged.mv, percent(judged.loss));
        lines.push(Line::from(Span::styled(text, theme.judgement(judged.judgement))));
    }
    lines
}

/// A chance as a whole number of per cent; only what is certain is 0 or 100.
fn percent(chance: f64) -> String {
    let rounded = (chance * 100.0).round();
    let rounded = if chance > 0.0 && chance < 1.0 { rounded.clamp(1.0, 99.0) } else { rounded };
    format!("{rounded:.0}")
}
