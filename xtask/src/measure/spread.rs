//! The middle, the upper end and the largest of many numbers.

use std::fmt;

/// Median, ninetieth percentile (by nearest rank) and maximum.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Spread {
    median: usize,
    p90: usize,
    max: usize,
}

impl Spread {
    /// `None` where there are no numbers.
    pub(super) fn of(mut numbers: Vec<usize>) -> Option<Self> {
        numbers.sort_unstable();
        let max = *numbers.last()?;
        let rank = |percent: usize| numbers[(numbers.len() * percent).div_ceil(100) - 1];
        Some(Self { median: rank(50), p90: rank(90), max })
    }
}

impl fmt::Display for Spread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} / {} / {}", self.median, self.p90, self.max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ranks_are_numbers_of_the_list() {
        assert_eq!(Spread::of((1..=10).rev().collect()), Some(Spread { median: 5, p90: 9, max: 10 }));
        assert_eq!(Spread::of(vec![7]), Some(Spread { median: 7, p90: 7, max: 7 }));
        assert_eq!(Spread::of(Vec::new()), None);
    }
}
