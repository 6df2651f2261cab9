//! The parts of a move in the order in which they are chosen.

use std::ops::Deref;

use super::MovePart;

/// The parts of a move in the order in which they are chosen.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct MoveParts {
    parts: [MovePart; Self::MOST],
    len: u8,
}

impl MoveParts {
    /// No move of any game has more parts.
    pub const MOST: usize = 4;

    /// These parts; what is beyond [`MOST`](Self::MOST) is left out.
    pub fn new(parts: &[MovePart]) -> Self {
        parts.iter().copied().collect()
    }

    /// The parts with one more behind them.
    #[must_use]
    pub fn with(mut self, part: MovePart) -> Self {
        if let Some(place) = self.parts.get_mut(usize::from(self.len)) {
            *place = part;
            self.len += 1;
        }
        self
    }
}

impl Default for MoveParts {
    fn default() -> Self {
        // What fills the unused places is the same everywhere, so that `Eq` and `Hash` can be
        // derived.
        Self { parts: [MovePart::Pass; Self::MOST], len: 0 }
    }
}

impl Deref for MoveParts {
    type Target = [MovePart];

    fn deref(&self) -> &[MovePart] {
        &self.parts[..usize::from(self.len)]
    }
}

impl FromIterator<MovePart> for MoveParts {
    fn from_iter<I: IntoIterator<Item = MovePart>>(parts: I) -> Self {
        parts.into_iter().fold(Self::default(), Self::with)
    }
}

impl std::fmt::Debug for MoveParts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for MoveParts {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}
