//! The page.
use crate::stats::Verdict;
use crate::{Event, Pair};
/// The page.
pub fn page(_event: &Event, _pairs: &[Pair], _verdict: Option<Verdict>) -> String { String::new() }
