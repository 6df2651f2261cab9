//! Plots as inline SVG. Colours are classes of the page's style sheet, so that they follow its dark
//! and light themes.

use maud::{Markup, html};

const WIDTH: f64 = 640.0;

/// A stretch of a stacked bar: its class and its share of the whole, 0 to 1.
pub(super) type Stretch = (&'static str, f64);

/// A number as a drawing needs it: a tenth of a unit is less than the eye sees.
fn tenths(number: f64) -> String {
    format!("{number:.1}")
}

fn drawing(height: f64, label: &str, content: &Markup) -> Markup {
    html! {
        svg viewBox={ "0 0 " (WIDTH) " " (height) } role="img" aria-label=(label) { title { (label) } (content) }
    }
}

/// A mean over time with its error band: estimates with their bars, all 0 to 1.
pub(super) fn score_over_time(points: &[(f64, f64, f64)], games: u64) -> Markup {
    const HEIGHT: f64 = 220.0;
    const LINES: [(f64, &str); 5] = [(0.0, "grid"), (0.25, "grid"), (0.5, "axis"), (0.75, "grid"), (1.0, "grid")];
    let (left, right, top, bottom) = (44.0, WIDTH - 10.0, 10.0, HEIGHT - 24.0);
    let down = |share: f64| top + (1.0 - share) * (bottom - top);
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
    let content = html! {
        @for (y, share, class) in LINES.map(|(share, class)| (down(share), share, class)) {
            line class=(class) x1=(left) x2=(right) y1=(tenths(y)) y2=(tenths(y)) {}
            text.end x=(left - 6.0) y=(tenths(y + 4.0)) { (share * 100.0) " %" }
        }
        polygon.band points={ (high) " " (low) } {}
        polyline.line points=(path(&shown, &|index| points[index].0)) {}
        text x=(left) y=(HEIGHT - 6.0) { "0" }
        text.end x=(right) y=(HEIGHT - 6.0) { (games) " games" }
    };
    drawing(HEIGHT, "score after each pair of games with its error band", &content)
}

/// Horizontal bars, each a name, stretches that fill it, and what is said behind it.
pub(super) fn bars(label: &str, rows: &[(String, Vec<Stretch>, String)]) -> Markup {
    const ROW: f64 = 26.0;
    let (left, right) = (170.0, WIDTH - 150.0);
    let content = html! {
        @for (index, (name, stretches, text)) in rows.iter().enumerate() {
            @let y = ROW * index as f64 + 4.0;
            text.end x=(left - 8.0) y=(tenths(y + 15.0)) { (shortened(name, 24)) }
            @for (at, (class, share)) in stretches.iter().enumerate() {
                @let x = left + stretches[..at].iter().map(|(_, share)| share * (right - left)).sum::<f64>();
                rect class=(class) x=(tenths(x)) y=(tenths(y)) width=(tenths(share * (right - left))) height="20" {}
            }
            text x=(right + 8.0) y=(tenths(y + 15.0)) { (text) }
        }
    };
    drawing(ROW * rows.len() as f64 + 4.0, label, &content)
}

/// How often each value occurs, in at most forty bins.
pub(super) fn histogram(label: &str, values: &[usize]) -> Markup {
    const HEIGHT: f64 = 160.0;
    let (left, right, bottom) = (10.0, WIDTH - 10.0, HEIGHT - 22.0);
    let (Some(&least), Some(&most)) = (values.iter().min(), values.iter().max()) else {
        return drawing(HEIGHT, label, &html! {});
    };
    let step = (most - least + 1).div_ceil(40);
    let mut bins = vec![0usize; (most - least) / step + 1];
    for value in values {
        bins[(value - least) / step] += 1;
    }
    let highest = bins.iter().copied().max().unwrap_or(1).max(1) as f64;
    let width = (right - left) / bins.len() as f64;
    let shown = tenths((width - 1.0).max(0.5));
    let content = html! {
        @for (index, &count) in bins.iter().enumerate() {
            @let height = (bottom - 8.0) * count as f64 / highest;
            @let x = left + width * index as f64;
            @let from = least + index * step;
            rect.bar x=(tenths(x)) y=(tenths(bottom - height)) width=(shown) height=(tenths(height)) {
                title { (from) @if step > 1 { "–" (from + step - 1) } ": " (count) }
            }
        }
        text x=(left) y=(HEIGHT - 6.0) { (least) }
        text.end x=(right) y=(HEIGHT - 6.0) { (most) }
    };
    drawing(HEIGHT, label, &content)
}

/// Small squares, one each with its class and what it says when pointed at.
pub(super) fn squares(label: &str, cells: &[(&'static str, String)]) -> Markup {
    const SIDE: f64 = 16.0;
    let a_row = (WIDTH / SIDE) as usize;
    let side = SIDE - 2.0;
    let content = html! {
        @for (index, (class, text)) in cells.iter().enumerate() {
            @let (x, y) = ((index % a_row) as f64 * SIDE, (index / a_row) as f64 * SIDE);
            rect class=(class) x=(x) y=(y) width=(side) height=(side) { title { (text) } }
        }
    };
    drawing(SIDE * cells.len().div_ceil(a_row) as f64, label, &content)
}

fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.into();
    }
    text.chars().take(most - 1).chain(['…']).collect()
}
