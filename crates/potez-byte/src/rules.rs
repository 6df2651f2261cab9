//! The options of the game.

use std::fmt;
use std::str::FromStr;

use crate::DESCRIPTION;
use potez_core::SpecError;
use potez_core::notation::{spec_choice, spec_pairs};

/// Which moves have precedence.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Variant {
    /// Rule 5.1: merges and basic moves have no precedence over each other.
    #[default]
    Official,
    /// Rule 5.2, the original program's reading: merges come first, and of the basic moves those
    /// over the shortest distance.
    MergeFirst,
}

impl Variant {
    const WORDS: [(&'static str, Self); 2] = [("official", Self::Official), ("merge-first", Self::MergeFirst)];
}

/// The word of a spec, `official` or `merge-first`.
impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Official => "official",
            Self::MergeFirst => "merge-first",
        })
    }
}

/// The options of the game as a spec chooses them, before a board size becomes a type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// Files and ranks: 8, 10 or 16.
    pub size: usize,
    /// Which moves have precedence.
    pub variant: Variant,
}

impl Rules {
    const SIZES: [(&'static str, usize); 3] = [("8", 8), ("10", 10), ("16", 16)];
}

impl Default for Rules {
    fn default() -> Self {
        Self { size: 8, variant: Variant::Official }
    }
}

impl FromStr for Rules {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let mut rules = Self::default();
        for (key, value) in spec_pairs(DESCRIPTION.id, &["size", "rules"], text)? {
            match key {
                "size" => rules.size = spec_choice(DESCRIPTION.id, key, &value, &Self::SIZES)?,
                _ => rules.variant = spec_choice(DESCRIPTION.id, key, &value, &Variant::WORDS)?,
            }
        }
        Ok(rules)
    }
}

/// The shortest spec, such as `byte` or `byte:size=10`.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if self.size != Self::default().size {
            parts.push(format!("size={}", self.size));
        }
        if self.variant != Variant::default() {
            parts.push(format!("rules={}", self.variant));
        }
        let colon = if parts.is_empty() { "" } else { ":" };
        write!(f, "{}{colon}{}", DESCRIPTION.id, parts.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_spec_is_as_short_as_it_can_be_and_reads_back() {
        for (long, short) in [
            ("byte", "byte"),
            ("BYTE: Size = 8 , rules=OFFICIAL", "byte"),
            ("byte:rules=merge-first,size=8", "byte:rules=merge-first"),
            ("byte:rules=merge-first,size=16", "byte:size=16,rules=merge-first"),
            ("byte:size=10", "byte:size=10"),
        ] {
            let rules: Rules = long.parse().expect(long);
            assert_eq!(rules.to_string(), short);
            assert_eq!(short.parse(), Ok(rules));
        }
    }

    #[test]
    fn a_bad_spec_names_what_is_allowed() {
        for (text, expected) in [
            ("byte:size=9", "byte: `size=9` is not allowed: size is one of `8`, `10`, `16`"),
            ("byte:rules=mine", "byte: `rules=mine` is not allowed: rules is one of `official`, `merge-first`"),
            ("byte:walls=3", "byte has no key `walls`: its keys are size, rules"),
            ("byte:size=8,size=10", "byte: `size` is given twice"),
            ("bytes", "unknown game `bytes`: the games are byte"),
        ] {
            assert_eq!(text.parse::<Rules>().expect_err(text).to_string(), expected);
        }
    }
}
