//! Dates of the calendar, so that the age of a list can be said.

use std::fmt;
use std::str::FromStr;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Context;

/// A day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Date {
    year: i64,
    month: i64,
    day: i64,
}

impl Date {
    /// The day of a moment, in Greenwich.
    pub(super) fn of(moment: SystemTime) -> Self {
        let seconds = moment.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
        Self::at(i64::try_from(seconds / 86_400).unwrap_or(0))
    }

    /// Days from another day to this one.
    pub(super) fn days_since(self, other: Self) -> i64 {
        self.number() - other.number()
    }

    /// Days since 1970-01-01. Years begin in March here, so that the leap day is their last.
    fn number(self) -> i64 {
        let year = if self.month <= 2 { self.year - 1 } else { self.year };
        let month = (self.month + 9) % 12;
        let leap_days = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
        365 * year + leap_days + (153 * month + 2) / 5 + self.day - 1 - 719_468
    }

    fn at(number: i64) -> Self {
        // The years are tried out from below: there are few of them.
        let day_of = |year, month| Self { year, month, day: 1 }.number();
        let year = (1970..=9999).take_while(|&year| day_of(year, 1) <= number).last().unwrap_or(1970);
        let month = (1..=12).take_while(|&month| day_of(year, month) <= number).last().unwrap_or(1);
        Self { year, month, day: number - day_of(year, month) + 1 }
    }
}

impl FromStr for Date {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Self> {
        let read = || {
            let mut parts = text.split('-').map(|part| part.parse::<i64>().ok());
            let date = Self { year: parts.next()??, month: parts.next()??, day: parts.next()?? };
            let exists = parts.next().is_none() && date.year >= 1970 && Self::at(date.number()) == date;
            exists.then_some(date)
        };
        read().with_context(|| format!("`{text}` is not a date such as 2025-02-24"))
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn days_are_counted_over_leap_years() {
        let between = |one: &str, other: &str| other.parse::<Date>().unwrap().days_since(one.parse().unwrap());
        assert_eq!(between("2024-02-28", "2024-03-01"), 2);
        assert_eq!(between("2025-02-28", "2025-03-01"), 1);
        assert_eq!(between("2000-01-01", "2100-01-01"), 36_525);
    }

    #[test]
    fn a_moment_has_a_day() {
        let day = |seconds| Date::of(UNIX_EPOCH + Duration::from_secs(seconds)).to_string();
        assert_eq!(day(0), "1970-01-01");
        assert_eq!(day(951_782_399), "2000-02-28");
        assert_eq!(day(951_782_400), "2000-02-29");
        assert_eq!(day(1_794_960_000), "2026-11-18");
    }

    #[test]
    fn what_is_not_a_date_is_refused() {
        for text in ["", "2025", "2025-02-30", "2025-13-01", "2025-02-24-1", "yesterday"] {
            assert!(text.parse::<Date>().is_err(), "{text}");
        }
    }
}
