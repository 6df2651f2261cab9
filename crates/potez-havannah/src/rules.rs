//! The options of the game.

use std::fmt;
use std::str::FromStr;

use potez_core::SpecError;
use potez_core::notation::{spec_choice, spec_number, spec_pairs};

use crate::DESCRIPTION;
use crate::Sizes;

/// The options of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// Rule 1.1: cells a side, in [`SMALLEST`](Self::SMALLEST)..=[`LARGEST`](Self::LARGEST).
    pub size: usize,
    /// Rule 2.2: whether O may take over the first stone.
    pub swap: bool,
}

impl Rules {
    /// The shortest side.
    pub const SMALLEST: usize = 3;
    /// The longest side.
    pub const LARGEST: usize = 15;

    /// The class of boards that fits.
    pub const fn class(&self) -> Sizes {
        Sizes::holding(self.size)
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self { size: 8, swap: false }
    }
}

/// The shortest spec: keys with their default value are left out.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(DESCRIPTION.id)?;
        let default = Self::default();
        let size = (self.size != default.size).then(|| format!("size={}", self.size));
        let swap = (self.swap != default.swap).then(|| "swap=on".to_string());
        let parts: Vec<String> = size.into_iter().chain(swap).collect();
        if parts.is_empty() { Ok(()) } else { write!(f, ":{}", parts.join(",")) }
    }
}

impl FromStr for Rules {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let game = DESCRIPTION.id;
        let mut rules = Self::default();
        for (key, value) in spec_pairs(game, &["size", "swap"], text)? {
            if key == "size" {
                rules.size = spec_number(game, "size", &value, Self::SMALLEST..=Self::LARGEST)?;
            } else {
                rules.swap = spec_choice(game, "swap", &value, &[("on", true), ("off", false)])?;
            }
        }
        Ok(rules)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shortest_spec_reads_back() {
        for (text, short) in [
            ("havannah", "havannah"),
            ("Havannah: SIZE = 8 , swap=OFF", "havannah"),
            ("havannah:swap=on,size=5", "havannah:size=5,swap=on"),
            ("havannah:size=15", "havannah:size=15"),
            ("havannah:swap=on", "havannah:swap=on"),
        ] {
            let rules: Rules = text.parse().expect(text);
            assert_eq!(rules.to_string(), short);
            assert_eq!(short.parse(), Ok(rules));
        }
    }

    #[test]
    fn wrong_specs_say_what_is_allowed() {
        for (text, expected) in [
            ("havannah:size=2", "havannah: `size=2` is not allowed: size is a number from 3 to 15"),
            ("havannah:size=16", "a number from 3 to 15"),
            ("havannah:swap=maybe", "swap is one of `on`, `off`"),
            ("havannah:side=4", "its keys are size, swap"),
            ("havannah:size=4,size=4", "`size` is given twice"),
            ("hex", "unknown game `hex`"),
        ] {
            let error = text.parse::<Rules>().expect_err(text).to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
