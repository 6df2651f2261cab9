//! A board as inline SVG, drawn from its view: no rule is known here.

use std::collections::BTreeMap;
use std::fmt::Write;

use potez_table::{CellRef, CellView, Mark, Player, Shape, View, WallAxis, WallColour, WallView};

use super::html::escape;

/// The side of a square, and the width of a hexagon, in the units of the drawing.
const SIDE: f64 = 40.0;
/// Room for the labels.
const MARGIN: f64 = 26.0;

/// Room where there are none.
const RIM: f64 = 6.0;

/// What every board of a page has in common, to be drawn once and used by all of them: cells,
/// labels and homes.
pub(super) fn definition(view: &View) -> String {
    let mut drawing = String::from("<symbol id=\"empty\" overflow=\"visible\">");
    if let Shape::Squares { rows, cols } = view.shape {
        let (width, height) = (cols as f64 * SIDE, rows as f64 * SIDE);
        let _ = write!(
            drawing,
            "<rect class=\"outline\" x=\"{MARGIN}\" y=\"{MARGIN}\" width=\"{width}\" height=\"{height}\"/>"
        );
    }
    for cell in &view.cells {
        let (x, y) = centre(view, at(cell));
        let home = match cell.marks.iter().find(|mark| matches!(mark, Mark::HomeX | Mark::HomeO)) {
            Some(Mark::HomeX) => " home-x",
            Some(_) => " home-o",
            None => "",
        };
        let class = format!("cell{home}");
        let _ = match view.shape {
            Shape::Squares { .. } => write!(
                drawing,
                "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{SIDE}\" height=\"{SIDE}\"/>",
                x - SIDE / 2.0,
                y - SIDE / 2.0
            ),
            Shape::Hexagon { .. } => write!(drawing, "<polygon class=\"{class}\" points=\"{}\"/>", hexagon(x, y, 1.0)),
        };
    }
    for (x, y, label) in labels(view) {
        let _ = write!(drawing, "<text class=\"label\" x=\"{x:.1}\" y=\"{:.1}\">{}</text>", y + 4.0, escape(&label));
    }
    drawing + "</symbol>"
}

/// A board with its pieces, walls and marks, on top of what [`definition`] has drawn.
pub(super) fn board(view: &View, label: &str) -> String {
    let (width, height) = size(view);
    let label = escape(label);
    let mut svg = format!(
        "<svg class=\"board\" viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\" aria-label=\"{label}\">\
         <title>{label}</title><use href=\"#empty\"/>"
    );
    for cell in &view.cells {
        let (x, y) = centre(view, at(cell));
        for mark in &cell.marks {
            let class = match mark {
                Mark::LastFrom => "from",
                Mark::LastTo => "to",
                Mark::Winning => "winning",
                Mark::HomeX | Mark::HomeO | Mark::Corner | Mark::Edge => continue,
            };
            let _ = match view.shape {
                Shape::Squares { .. } => write!(
                    svg,
                    "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
                    x - SIDE / 2.0 + 2.0,
                    y - SIDE / 2.0 + 2.0,
                    SIDE - 4.0,
                    SIDE - 4.0
                ),
                Shape::Hexagon { .. } => write!(svg, "<polygon class=\"{class}\" points=\"{}\"/>", hexagon(x, y, 0.86)),
            };
        }
    }
    for cell in &view.cells {
        let centre = centre(view, at(cell));
        match cell.pieces.as_slice() {
            [] => {}
            [.., piece] if piece.number > 0 => svg.push_str(&disc(centre, piece.owner, &piece.number.to_string())),
            [piece] => svg.push_str(&disc(centre, piece.owner, "")),
            pieces => svg.push_str(&stack(centre, &pieces.iter().map(|piece| piece.owner).collect::<Vec<_>>())),
        }
    }
    for wall in &view.walls {
        svg.push_str(&wall_line(view, wall));
    }
    svg + "</svg>"
}

/// The whole drawing's width and height.
fn size(view: &View) -> (f64, f64) {
    match view.shape {
        Shape::Squares { rows, cols } => (cols as f64 * SIDE + MARGIN + RIM, rows as f64 * SIDE + MARGIN + RIM),
        Shape::Hexagon { size } => {
            let rows = (2 * size - 1) as f64;
            (rows * SIDE + 2.0 * MARGIN, (rows - 1.0) * SIDE * ROW + 2.0 * SIDE * RADIUS + MARGIN + RIM)
        }
    }
}

/// The distance between rows of hexagons, and from the middle of one to its top, both for a width
/// of one.
const ROW: f64 = 0.866;
const RADIUS: f64 = 0.577;

fn at(cell: &CellView) -> CellRef {
    CellRef::new(cell.row, cell.col)
}

/// The middle of a cell in the drawing.
fn centre(view: &View, cell: CellRef) -> (f64, f64) {
    let (row, col) = (f64::from(cell.row), f64::from(cell.col));
    match view.shape {
        Shape::Squares { .. } => (MARGIN + (col + 0.5) * SIDE, MARGIN + (row + 0.5) * SIDE),
        Shape::Hexagon { size } => {
            // Columns run along the diagonal: each row begins half a cell further to the left.
            let shift = (size - 1) as f64 / 2.0;
            let x = MARGIN + (col - row / 2.0 + shift + 0.5) * SIDE;
            (x, MARGIN + SIDE * RADIUS + row * SIDE * ROW)
        }
    }
}

fn hexagon(x: f64, y: f64, scale: f64) -> String {
    let (half, top) = (SIDE / 2.0 * scale, SIDE * RADIUS * scale);
    [(0.0, -top), (half, -top / 2.0), (half, top / 2.0), (0.0, top), (-half, top / 2.0), (-half, -top / 2.0)]
        .map(|(dx, dy)| format!("{:.1},{:.1}", x + dx, y + dy))
        .join(" ")
}

/// The labels around the board, each beside the first cell of its row or column.
fn labels(view: &View) -> Vec<(f64, f64, String)> {
    let mut firsts: BTreeMap<usize, CellRef> = BTreeMap::new();
    let mut tops: BTreeMap<usize, CellRef> = BTreeMap::new();
    for cell in &view.cells {
        firsts.entry(cell.row).or_insert(at(cell));
        tops.entry(cell.col).or_insert(at(cell));
    }
    let mut labels = Vec::new();
    for ((_, cell), label) in firsts.iter().zip(&view.labels.rows) {
        let (x, y) = centre(view, *cell);
        let x = if matches!(view.shape, Shape::Squares { .. }) { MARGIN } else { x - SIDE / 2.0 };
        labels.push((x - 12.0, y, label.clone()));
    }
    for ((_, cell), label) in tops.iter().zip(&view.labels.cols) {
        let (x, y) = centre(view, *cell);
        let (x, y) = match view.shape {
            Shape::Squares { .. } => (x, MARGIN - 12.0),
            Shape::Hexagon { .. } => (x + SIDE * 0.3, y - SIDE * 0.72),
        };
        labels.push((x, y, label.clone()));
    }
    labels
}

/// A piece: the letter of its owner tells the two apart without colour.
fn disc((x, y): (f64, f64), owner: Player, number: &str) -> String {
    format!(
        "<circle class=\"{}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{}\"/>\
         <text class=\"piece\" x=\"{x:.1}\" y=\"{:.1}\">{owner}{number}</text>",
        class(owner),
        SIDE * 0.38,
        y + 5.0
    )
}

/// Checkers on top of each other, the bottom one lowest: X's are wider than O's, and carry their
/// letters. Beside them the height and the owner of the top.
fn stack((x, y): (f64, f64), owners: &[Player]) -> String {
    const ROOM: f64 = SIDE - 6.0;
    const TALLEST: f64 = 9.0;
    let slice = (ROOM / owners.len() as f64).min(TALLEST);
    let (middle, bottom) = (x - 5.0, y + SIDE / 2.0 - 3.0);
    let mut svg = String::new();
    for (level, &owner) in owners.iter().enumerate() {
        let top = bottom - slice * (level + 1) as f64;
        let width = if owner == Player::X { 26.0 } else { 20.0 };
        let _ = write!(
            svg,
            "<rect class=\"{}\" x=\"{:.1}\" y=\"{top:.1}\" width=\"{width}\" height=\"{:.1}\" rx=\"2\"/>\
             <text class=\"level\" font-size=\"{:.1}\" x=\"{middle:.1}\" y=\"{:.1}\">{owner}</text>",
            class(owner),
            middle - width / 2.0,
            slice - 0.4,
            slice * 0.95,
            top + slice * 0.84
        );
    }
    let _ = write!(svg, "<text class=\"height\" x=\"{:.1}\" y=\"{:.1}\">{}</text>", x + 14.0, y + 4.0, owners.len());
    svg
}

fn wall_line(view: &View, wall: &WallView) -> String {
    // The point between the four squares of the wall.
    let (x, y) = centre(view, wall.wall.at);
    let (x, y) = (x + SIDE / 2.0, y + SIDE / 2.0);
    let reach = SIDE - 3.0;
    let (dx, dy) = match wall.wall.axis {
        WallAxis::Horizontal => (reach, 0.0),
        WallAxis::Vertical => (0.0, reach),
    };
    let class = match wall.wall.colour {
        WallColour::Blue => "blue",
        WallColour::Green => "green",
    };
    let last = if wall.last { " new" } else { "" };
    format!(
        "<line class=\"wall {class}{last}\" x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\"/>",
        x - dx,
        y - dy,
        x + dx,
        y + dy
    )
}

fn class(player: Player) -> &'static str {
    match player {
        Player::X => "x",
        Player::O => "o",
    }
}
