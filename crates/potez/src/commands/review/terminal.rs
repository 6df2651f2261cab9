//! The review in the terminal: a graph, the worst moves, every move. Colour adds to it and is never
//! needed.

use std::fmt::Write;

use potez_table::review::{Judged, Judgement, Variation};
use potez_table::{Ink, Player, Remark};

use super::sentences::{Sentences, percent};

/// Columns and rows of the graph.
const WIDTH: usize = 68;
const HEIGHT: usize = 5;

/// Everything there is to say.
pub(super) fn text(sentences: &Sentences, ink: Ink) -> String {
    let review = sentences.review;
    let mut text = format!("{}\n{}\n", review.game, sentences.result());
    for player in Player::BOTH {
        let _ = writeln!(text, "{}: {}", sentences.player(player), sentences.counts(player));
    }
    let _ = write!(text, "\n{}", graph(sentences));
    let _ = writeln!(text, "\n{}", sentences.say("review-worst", &[]));
    let worst = review.worst();
    if worst.is_empty() {
        let _ = writeln!(text, "  {}", sentences.say("review-nothing", &[]));
    }
    for judged in worst {
        text.push_str(&bad_move(sentences, judged, ink));
    }
    let _ = writeln!(text, "\n{}", sentences.say("review-every-chances", &[]));
    for judged in &review.moves {
        text.push_str(&any_move(sentences, judged, ink));
    }
    text
}

fn bad_move(sentences: &Sentences, judged: &Judged, ink: Ink) -> String {
    let sign = tinted(ink, judged.judgement, &format!("{:<2}", judged.judgement.sign()));
    let judgement = tinted(ink, judged.judgement, &sentences.judgement(judged.judgement));
    let mut text = format!("\n{sign} {}: {judgement}, {}\n", sentences.name(judged), sentences.change(judged));
    if let Some(proof) = sentences.proof(judged) {
        let _ = writeln!(text, "   {proof}");
    }
    match &judged.reply {
        Some(reply) => text.push_str(&line(sentences, &sentences.reply(judged, reply), reply, judged.about())),
        None => text.push_str(&listed(sentences, judged.about())),
    }
    if let Some(better) = &judged.better {
        text.push_str(&line(sentences, &sentences.better(better), better, &judged.about_better()));
    }
    text
}

/// A line with what is said about it.
fn line(sentences: &Sentences, name: &str, line: &Variation, remarks: &[Remark]) -> String {
    let mut text = format!("   {name} ({})", sentences.chance(line));
    if let Some(rest) = sentences.rest(line) {
        let _ = write!(text, ", {rest}");
    }
    text.push('\n');
    text + &listed(sentences, remarks)
}

fn listed(sentences: &Sentences, remarks: &[Remark]) -> String {
    remarks.iter().fold(String::new(), |text, remark| text + "     - " + &sentences.remark(remark) + "\n")
}

fn any_move(sentences: &Sentences, judged: &Judged, ink: Ink) -> String {
    const BAR: usize = 20;
    let x_chance = sentences.review.chances[judged.ply];
    let full = (x_chance * BAR as f64).round() as usize;
    let bar: String = (0..BAR).map(|place| if place < full { '█' } else { '·' }).collect();
    let mut judgement = sentences.judgement(judged.judgement);
    if judged.turning_point {
        judgement = format!("{judgement}; {}", sentences.proof(judged).unwrap_or_default());
    }
    let judgement = tinted(ink, judged.judgement, &judgement);
    format!(
        "{:>4}. {} {:<14} {:<2} {bar} {:>3} %  {judgement}\n",
        judged.ply,
        judged.player,
        judged.mv,
        judged.judgement.sign(),
        percent(x_chance)
    )
}

/// X's chance after every move as columns of eighths, with the bad moves marked below: a dot for an
/// inaccuracy, a question mark for a mistake, two for a blunder.
fn graph(sentences: &Sentences) -> String {
    const EIGHTHS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let columns = columns(sentences);
    // Short games get columns of two characters, so that the graph is not a stump.
    let wide = if columns.len() * 2 <= WIDTH { 2 } else { 1 };
    let mut text = format!("{}\n", sentences.say("review-chances", &[]));
    for row in (0..HEIGHT).rev() {
        let label = match row {
            0 => "  0 %",
            row if row == HEIGHT / 2 => " 50 %",
            row if row == HEIGHT - 1 => "100 %",
            _ => "     ",
        };
        let _ = write!(text, "{label} │");
        for column in &columns {
            let eighths = (column.chance * (HEIGHT * 8) as f64).round() as usize;
            let glyph = EIGHTHS[eighths.saturating_sub(row * 8).min(8)];
            text.extend(std::iter::repeat_n(glyph, wide));
        }
        text.push_str("│\n");
    }
    for row in 0..2 {
        text.push_str("       ");
        for column in &columns {
            let sign = match (column.worst, row) {
                (Judgement::Blunder, _) | (Judgement::Mistake, 0) => '?',
                (Judgement::Inaccuracy, 0) => '·',
                _ => ' ',
            };
            text.push(sign);
            text.extend(std::iter::repeat_n(' ', wide - 1));
        }
        text.truncate(text.trim_end_matches(' ').len());
        text.push('\n');
    }
    text + &scale(&columns, wide)
}

/// The numbers of some moves below the graph.
fn scale(columns: &[Column], wide: usize) -> String {
    let mut line = String::new();
    for (index, column) in columns.iter().enumerate() {
        let place = index * wide;
        let due = index == 0 || place >= line.len() + 6 && column.ply.is_multiple_of(5);
        if due {
            line = format!("{line:<place$}{}", column.ply);
        }
    }
    format!("       {line}\n")
}

/// One column of the graph.
struct Column {
    ply: usize,
    chance: f64,
    worst: Judgement,
}

/// A column for each move, or for several moves where there are too many; the last of them gives
/// the height.
fn columns(sentences: &Sentences) -> Vec<Column> {
    let review = sentences.review;
    let step = review.moves.len().div_ceil(WIDTH).max(1);
    let column = |moves: &[Judged]| {
        let last = moves.last()?;
        let worst = moves.iter().map(|judged| judged.judgement).max()?;
        Some(Column { ply: last.ply, chance: review.chances[last.ply], worst })
    };
    review.moves.chunks(step).filter_map(column).collect()
}

fn tinted(ink: Ink, judgement: Judgement, text: &str) -> String {
    if ink == Ink::Plain {
        return text.to_string();
    }
    let code = match judgement {
        Judgement::Best => "32",
        Judgement::Good => "0",
        Judgement::Inaccuracy => "33",
        Judgement::Mistake => "31",
        Judgement::Blunder => "1;31",
    };
    format!("\x1b[{code}m{text}\x1b[0m")
}
