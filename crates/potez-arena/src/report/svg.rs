//! Plots as inline SVG. Colours are classes of the page's style sheet, so that they follow its dark
//! and light themes.

use std::fmt::Write;

use super::html::escape;

const WIDTH: f64 = 640.0;

/// A stretch of a stacked bar: its class and its share of the whole, 0 to 1.
pub(super) type Stretch = (&'static str, f64);

fn open(height: f64, label: &str) -> String {
    let label = escape(label);
    format!("<svg viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"{label}\"><title>{label}</title>")
}

/// A mean over time with its error band: estimates with their bars, all 0 to 1.
pub(super) fn score_over_time(points: &[(f64, f64, f64)], games: u64) -> String {
    const HEIGHT: f64 = 220.0;
    let (left, right, top, bottom) = (44.0, WIDTH - 10.0, 10.0, HEIGHT - 24.0);
    let mut svg = open(HEIGHT, "score after each pair of games with its error band");
    let down = |share: f64| top + (1.0 - share) * (bottom - top);
    for (share, class) in [(0.0, "grid"), (0.25, "grid"), (0.5, "axis"), (0.75, "grid"), (1.0, "grid")] {
        let y = down(share);
        let _ = write!(svg, "<line class=\"{class}\" x1=\"{left}\" x2=\"{right}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>");
        let _ =
            write!(svg, "<text class=\"end\" x=\"{}\" y=\"{:.1}\">{:.0} %</text>", left - 6.0, y + 4.0, share * 100.0);
    }
    let across = |index: usize| left + (right - left) * (index + 1) as f64 / points.len() as f64;
    // A few hundred points are as many as the eye can tell apart.
    let step = points.len().div_ceil(400).max(1);
    let shown: Vec<usize> = (0..points.len()).filter(|index| index % step == 0 || index + 1 == points.len()).collect();
    let path = |indices: &[usize], value: &dyn Fn(usize) -> f64| {
        indices
            .iter()
            .map(|&index| format!("{:.1},{:.1}", across(index), down(value(index))))
            .collect::<Vec<_>>()
            .join(" ")
    };
    let backwards: Vec<usize> = shown.iter().rev().copied().collect();
    let (high, low) = (path(&shown, &|index| points[index].2), path(&backwards, &|index| points[index].1));
    let _ = write!(svg, "<polygon class=\"band\" points=\"{high} {low}\"/>");
    let _ = write!(svg, "<polyline class=\"line\" points=\"{}\"/>", path(&shown, &|index| points[index].0));
    let _ = write!(svg, "<text x=\"{left}\" y=\"{}\">0</text>", HEIGHT - 6.0);
    let _ = write!(svg, "<text class=\"end\" x=\"{right}\" y=\"{}\">{games} games</text></svg>", HEIGHT - 6.0);
    svg
}

/// Horizontal bars, each a name, stretches that fill it, and what is said behind it.
pub(super) fn bars(label: &str, rows: &[(String, Vec<Stretch>, String)]) -> String {
    const ROW: f64 = 26.0;
    let (left, right) = (170.0, WIDTH - 150.0);
    let mut svg = open(ROW * rows.len() as f64 + 4.0, label);
    for (index, (name, stretches, text)) in rows.iter().enumerate() {
        let y = ROW * index as f64 + 4.0;
        let _ = write!(
            svg,
            "<text class=\"end\" x=\"{}\" y=\"{:.1}\">{}</text>",
            left - 8.0,
            y + 15.0,
            escape(&shortened(name, 24))
        );
        let mut x = left;
        for (class, share) in stretches {
            let width = share * (right - left);
            let _ =
                write!(svg, "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"20\"/>");
            x += width;
        }
        let _ = write!(svg, "<text x=\"{}\" y=\"{:.1}\">{}</text>", right + 8.0, y + 15.0, escape(text));
    }
    svg.push_str("</svg>");
    svg
}

/// How often each value occurs, in at most forty bins.
pub(super) fn histogram(label: &str, values: &[usize]) -> String {
    const HEIGHT: f64 = 160.0;
    let (left, right, bottom) = (10.0, WIDTH - 10.0, HEIGHT - 22.0);
    let mut svg = open(HEIGHT, label);
    let (Some(&least), Some(&most)) = (values.iter().min(), values.iter().max()) else { return svg + "</svg>" };
    let step = (most - least + 1).div_ceil(40);
    let mut bins = vec![0usize; (most - least) / step + 1];
    for value in values {
        bins[(value - least) / step] += 1;
    }
    let highest = bins.iter().copied().max().unwrap_or(1).max(1) as f64;
    let width = (right - left) / bins.len() as f64;
    for (index, &count) in bins.iter().enumerate() {
        let height = (bottom - 8.0) * count as f64 / highest;
        let from = least + index * step;
        let range = if step == 1 { from.to_string() } else { format!("{from}–{}", from + step - 1) };
        let (x, y) = (left + width * index as f64, bottom - height);
        let _ = write!(
            svg,
            "<rect class=\"bar\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{height:.1}\"><title>{range}: {count}</title></rect>",
            (width - 1.0).max(0.5)
        );
    }
    let _ = write!(svg, "<text x=\"{left}\" y=\"{}\">{least}</text>", HEIGHT - 6.0);
    let _ = write!(svg, "<text class=\"end\" x=\"{right}\" y=\"{}\">{most}</text></svg>", HEIGHT - 6.0);
    svg
}

/// Small squares, one each with its class and what it says when pointed at.
pub(super) fn squares(label: &str, cells: &[(&'static str, String)]) -> String {
    const SIDE: f64 = 16.0;
    let a_row = (WIDTH / SIDE) as usize;
    let mut svg = open(SIDE * cells.len().div_ceil(a_row) as f64, label);
    for (index, (class, text)) in cells.iter().enumerate() {
        let (x, y) = ((index % a_row) as f64 * SIDE, (index / a_row) as f64 * SIDE);
        let side = SIDE - 2.0;
        let _ = write!(
            svg,
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\"><title>{}</title></rect>",
            escape(text)
        );
    }
    svg.push_str("</svg>");
    svg
}

fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.into();
    }
    text.chars().take(most - 1).chain(['…']).collect()
}
