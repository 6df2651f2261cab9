//! The ways to write a cell that a client may choose from.

use potez_engine::{Coordinates, Geometry, ParseError};

/// The forms by the names of the command `coordinates`.
pub(super) const FORMS: [(&str, Coordinates); 3] = [
    ("canonical", Coordinates::Canonical),
    ("little-golem", Coordinates::LittleGolem),
    ("transposed", Coordinates::Transposed),
];

/// The moves of a client on a board of this size, in its form and in ours.
#[derive(Clone, Copy)]
pub(super) struct Cells {
    pub(super) size: usize,
    pub(super) form: Coordinates,
}

impl Cells {
    /// The name of the form in use.
    pub(super) fn name(self) -> &'static str {
        FORMS.iter().find(|(_, form)| *form == self.form).map_or("canonical", |(name, _)| name)
    }

    /// A move of the client in canonical notation.
    pub(super) fn read(self, text: &str) -> Result<String, ParseError> {
        if is_swap(text) {
            return Ok("swap".into());
        }
        self.form.read(Geometry::of(self.size), text).map(|cell| cell.to_string())
    }

    /// A canonical move in the client's notation.
    pub(super) fn write(self, mv: &str) -> String {
        let geometry = Geometry::of(self.size);
        // What is no cell is `swap`, the same in every form.
        Coordinates::Canonical.read(geometry, mv).map_or_else(|_| mv.into(), |cell| self.form.write(geometry, cell))
    }
}

fn is_swap(text: &str) -> bool {
    ["swap", "swap-pieces"].iter().any(|word| word.eq_ignore_ascii_case(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_read_and_written_in_the_form_that_was_chosen() {
        for ((_, form), text) in FORMS.into_iter().zip(["i4", "i1", "d9"]) {
            let cells = Cells { size: 6, form };
            assert_eq!(cells.read(text).unwrap(), "i4");
            assert_eq!(cells.write("i4"), text);
            assert_eq!(cells.read("SWAP").unwrap(), "swap");
            assert_eq!(cells.write("swap"), "swap");
        }
    }
}
