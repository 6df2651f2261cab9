//! Draws the cells of a terminal as an SVG file.

use std::fmt::Write;

use vt100::{Cell, Color, Screen};

/// The size of a cell in pixels, and how far its letters stand from its top.
const WIDTH: f64 = 8.4;
const HEIGHT: f64 = 18.0;
const BASELINE: f64 = 13.5;
const MARGIN: f64 = 10.0;
const INK: [u8; 3] = [0xd8, 0xdb, 0xe2];
const PAPER: [u8; 3] = [0x17, 0x19, 0x1e];

/// The sixteen colours of a terminal.
const COLOURS: [[u8; 3]; 16] = [
    [0x17, 0x19, 0x1e],
    [0xd5, 0x4e, 0x53],
    [0x7f, 0xb3, 0x47],
    [0xe0, 0xb0, 0x3c],
    [0x4f, 0x8f, 0xd6],
    [0xb5, 0x79, 0xd1],
    [0x4d, 0xb5, 0xbd],
    [0xd8, 0xdb, 0xe2],
    [0x6b, 0x70, 0x7b],
    [0xf0, 0x71, 0x78],
    [0xa5, 0xd3, 0x6b],
    [0xff, 0xd0, 0x66],
    [0x7f, 0xb4, 0xf0],
    [0xd3, 0xa1, 0xe8],
    [0x7c, 0xd6, 0xdc],
    [0xff, 0xff, 0xff],
];

/// How a cell looks, apart from its letter.
#[derive(Clone, PartialEq)]
struct Look {
    ink: [u8; 3],
    paper: [u8; 3],
    is_bold: bool,
    is_underlined: bool,
}

impl Look {
    fn of(cell: &Cell) -> Self {
        let (mut ink, mut paper) = (rgb(cell.fgcolor(), INK), rgb(cell.bgcolor(), PAPER));
        if cell.inverse() {
            std::mem::swap(&mut ink, &mut paper);
        }
        if cell.dim() {
            ink = std::array::from_fn(|part| ink[part].midpoint(paper[part]));
        }
        Self { ink, paper, is_bold: cell.bold(), is_underlined: cell.underline() }
    }
}

/// The whole screen; `title` says what it shows.
pub(super) fn draw(screen: &Screen, title: &str) -> String {
    let (rows, columns) = screen.size();
    let width = f64::from(columns.get()) * WIDTH + 2.0 * MARGIN;
    let height = f64::from(rows.get()) * HEIGHT + 2.0 * MARGIN;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.1} {height:.1}\" \
         font-family=\"ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace\" font-size=\"14\">\n\
         <title>{}</title>\n<rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"{}\"/>\n",
        escape(title),
        hex(PAPER)
    );
    for row in 0..rows.get() {
        for run in runs(screen, row, columns.get()) {
            run.draw(row, &mut svg);
        }
    }
    svg.push_str("</svg>\n");
    svg
}

/// Neighbouring cells of one row that look alike.
struct CellRun {
    column: u16,
    letters: Vec<String>,
    look: Look,
}

fn runs(screen: &Screen, row: u16, columns: u16) -> Vec<CellRun> {
    let mut runs: Vec<CellRun> = Vec::new();
    for column in 0..columns {
        let Some(cell) = screen.cell(row, column) else { continue };
        let look = Look::of(cell);
        let letter = if cell.has_contents() { cell.contents().to_string() } else { " ".to_string() };
        match runs.last_mut() {
            Some(run) if run.look == look => run.letters.push(letter),
            _ => runs.push(CellRun { column, letters: vec![letter], look }),
        }
    }
    runs
}

impl CellRun {
    fn draw(&self, row: u16, svg: &mut String) {
        let x = |column: usize| MARGIN + (f64::from(self.column) + column as f64) * WIDTH;
        let y = MARGIN + f64::from(row) * HEIGHT;
        let Look { ink, paper, is_bold, is_underlined } = self.look;
        let mut line = |text: String| svg.push_str(&(text + "\n"));
        if paper != PAPER {
            let width = self.letters.len() as f64 * WIDTH;
            let fill = hex(paper);
            line(format!(
                "<rect x=\"{:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{HEIGHT}\" fill=\"{fill}\"/>",
                x(0)
            ));
        }
        let shown = self.letters.iter().enumerate().filter(|(_, letter)| !letter.trim().is_empty() || is_underlined);
        let shown: Vec<_> = shown.collect();
        if shown.is_empty() {
            return;
        }
        // Each letter has its own place: no font is needed whose letters are exactly as wide as a
        // cell.
        let places: Vec<String> = shown.iter().map(|(column, _)| format!("{:.1}", x(*column))).collect();
        let text: String = shown.iter().map(|(_, letter)| letter.as_str()).collect();
        let mut style = format!("fill=\"{}\"", hex(ink));
        if is_bold {
            style.push_str(" font-weight=\"bold\"");
        }
        if is_underlined {
            style.push_str(" text-decoration=\"underline\"");
        }
        let (places, baseline, text) = (places.join(" "), y + BASELINE, escape(&text));
        line(format!("<text x=\"{places}\" y=\"{baseline:.1}\" {style} xml:space=\"preserve\">{text}</text>"));
    }
}

/// What a terminal of 256 colours shows.
fn rgb(color: Color, default: [u8; 3]) -> [u8; 3] {
    match color {
        Color::Default => default,
        Color::Rgb(red, green, blue) => [red, green, blue],
        Color::Idx(index @ 0..16) => COLOURS[usize::from(index)],
        Color::Idx(index @ 16..232) => {
            // A cube of six steps per colour.
            let step = |part: u8| if part == 0 { 0 } else { 55 + 40 * part };
            let cube = index - 16;
            [step(cube / 36), step(cube / 6 % 6), step(cube % 6)]
        }
        Color::Idx(index) => [8 + 10 * (index - 232); 3],
    }
}

fn hex([red, green, blue]: [u8; 3]) -> String {
    let mut text = String::from("#");
    for part in [red, green, blue] {
        // Writing to a string does not fail.
        let _ = write!(text, "{part:02x}");
    }
    text
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use std::num::NonZero;

    use super::*;

    fn drawn(bytes: &str) -> String {
        let mut parser = vt100::Parser::new(NonZero::new(1).unwrap(), NonZero::new(6).unwrap(), 0);
        parser.process(bytes.as_bytes());
        draw(parser.screen(), "a < b")
    }

    #[test]
    fn a_letter_stands_in_its_cell_and_signs_are_escaped() {
        let svg = drawn("a <");
        assert!(svg.contains("<title>a &lt; b</title>"), "{svg}");
        assert!(
            svg.contains("<text x=\"10.0 26.8\" y=\"23.5\" fill=\"#d8dbe2\" xml:space=\"preserve\">a&lt;</text>"),
            "{svg}"
        );
    }

    #[test]
    fn colours_and_reverse_video_are_drawn() {
        let svg = drawn("\x1b[1;38;5;214mX\x1b[0m\x1b[7mY");
        assert!(svg.contains("fill=\"#ffaf00\" font-weight=\"bold\" xml:space=\"preserve\">X<"), "{svg}");
        assert!(svg.contains("<rect x=\"18.4\" y=\"10.0\" width=\"8.4\" height=\"18\" fill=\"#d8dbe2\"/>"), "{svg}");
        assert!(svg.contains("fill=\"#17191e\" xml:space=\"preserve\">Y<"), "{svg}");
    }

    #[test]
    fn an_empty_screen_is_paper_only() {
        assert!(!drawn("").contains("<text"));
    }

    #[test]
    fn the_colours_of_a_terminal_are_the_usual_ones() {
        assert_eq!(rgb(Color::Idx(16), INK), [0, 0, 0]);
        assert_eq!(rgb(Color::Idx(25), INK), [0, 95, 175]);
        assert_eq!(rgb(Color::Idx(231), INK), [255, 255, 255]);
        assert_eq!(rgb(Color::Idx(238), INK), [68, 68, 68]);
        assert_eq!(rgb(Color::Idx(255), INK), [238, 238, 238]);
    }
}
