//! A board as inline SVG, drawn from its view: no rule is known here.

use std::collections::BTreeMap;

use maud::{Markup, html};
use potez_table::{CellRef, CellView, Mark, Player, Shape, View, WallAxis, WallColour, WallView};

/// The side of a square, and the width of a hexagon, in the units of the drawing.
const SIDE: f64 = 40.0;
/// Room for the labels.
const MARGIN: f64 = 26.0;

/// Room where there are none.
const RIM: f64 = 6.0;

/// What every board of a page has in common, to be drawn once and used by all of them: cells,
/// labels and homes.
pub(super) fn definition(view: &View) -> Markup {
    html! {
        symbol id="empty" overflow="visible" {
            @if let Shape::Squares { rows, cols } = view.shape {
                @let (width, height) = (cols as f64 * SIDE, rows as f64 * SIDE);
                rect.outline x=(MARGIN) y=(MARGIN) width=(width) height=(height) {}
            }
            @for cell in &view.cells {
                @let class = match cell.marks.iter().find(|mark| matches!(mark, Mark::HomeX | Mark::HomeO)) {
                    Some(Mark::HomeX) => "cell home-x",
                    Some(_) => "cell home-o",
                    None => "cell",
                };
                (outline(view, cell, class, 0.0, 1.0))
            }
            @for (x, y, label) in labels(view) {
                text.label x=(tenths(x)) y=(tenths(y + 4.0)) { (label) }
            }
        }
    }
}

/// The outline of a cell: a square by `inset` smaller on each side, or a hexagon to a scale.
fn outline(view: &View, cell: &CellView, class: &str, inset: f64, scale: f64) -> Markup {
    let (x, y) = centre(view, at(cell));
    let (half, side) = (SIDE / 2.0 - inset, SIDE - 2.0 * inset);
    html! {
        @match view.shape {
            Shape::Squares { .. } => rect class=(class) x=(x - half) y=(y - half) width=(side) height=(side) {},
            Shape::Hexagon { .. } => polygon class=(class) points=(hexagon(x, y, scale)) {},
        }
    }
}

/// A number as a drawing needs it: a tenth of a unit is less than the eye sees.
pub(super) fn tenths(number: f64) -> String {
    format!("{number:.1}")
}

/// A board with its pieces, walls and marks, on top of what [`definition`] has drawn.
pub(super) fn board(view: &View, label: &str) -> Markup {
    let (width, height) = size(view);
    html! {
        svg.board viewBox=(format!("0 0 {width:.0} {height:.0}")) role="img" aria-label=(label) {
            title { (label) }
            use href="#empty" {}
            @for cell in &view.cells {
                @for class in cell.marks.iter().copied().filter_map(mark_class) {
                    (outline(view, cell, class, 2.0, 0.86))
                }
            }
            @for cell in &view.cells { (pieces(view, cell)) }
            @for wall in &view.walls { (wall_line(view, wall)) }
        }
    }
}

/// How a mark of a single position is drawn; the others are of the empty board.
fn mark_class(mark: Mark) -> Option<&'static str> {
    match mark {
        Mark::LastFrom => Some("from"),
        Mark::LastTo => Some("to"),
        Mark::Winning => Some("winning"),
        Mark::HomeX | Mark::HomeO | Mark::Corner | Mark::Edge => None,
    }
}

fn pieces(view: &View, cell: &CellView) -> Markup {
    let centre = centre(view, at(cell));
    match cell.pieces.as_slice() {
        [] => html! {},
        [.., piece] if piece.number > 0 => disc(centre, piece.owner, &piece.number.to_string()),
        [piece] => disc(centre, piece.owner, ""),
        pieces => stack(centre, &pieces.iter().map(|piece| piece.owner).collect::<Vec<_>>()),
    }
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
fn disc((x, y): (f64, f64), owner: Player, number: &str) -> Markup {
    html! {
        circle class=(class(owner)) cx=(tenths(x)) cy=(tenths(y)) r=(SIDE * 0.38) {}
        text.piece x=(tenths(x)) y=(tenths(y + 5.0)) { (maud::display(owner)) (number) }
    }
}

/// Checkers on top of each other, the bottom one lowest: X's are wider than O's, and carry their
/// letters. Beside them the height and the owner of the top.
fn stack((x, y): (f64, f64), owners: &[Player]) -> Markup {
    const ROOM: f64 = SIDE - 6.0;
    const TALLEST: f64 = 9.0;
    let slice = (ROOM / owners.len() as f64).min(TALLEST);
    let (middle, bottom) = (x - 5.0, y + SIDE / 2.0 - 3.0);
    html! {
        @for (level, &owner) in owners.iter().enumerate() {
            @let top = bottom - slice * (level + 1) as f64;
            @let width = if owner == Player::X { 26.0 } else { 20.0 };
            @let left = tenths(middle - width / 2.0);
            rect class=(class(owner)) x=(left) y=(tenths(top)) width=(width) height=(tenths(slice - 0.4)) rx="2" {}
            text.level font-size=(tenths(slice * 0.95)) x=(tenths(middle)) y=(tenths(top + slice * 0.84)) {
                (maud::display(owner))
            }
        }
        text.height x=(tenths(x + 14.0)) y=(tenths(y + 4.0)) { (owners.len()) }
    }
}

fn wall_line(view: &View, wall: &WallView) -> Markup {
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
    let last = wall.last.then_some(" new");
    html! {
        line class={ "wall " (class) (last.unwrap_or_default()) }
            x1=(tenths(x - dx)) y1=(tenths(y - dy)) x2=(tenths(x + dx)) y2=(tenths(y + dy)) {}
    }
}

fn class(player: Player) -> &'static str {
    match player {
        Player::X => "x",
        Player::O => "o",
    }
}
