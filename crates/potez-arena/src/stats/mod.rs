//! What the results of games say about the strength of those who played them.
//!
//! Everything counts *pairs*: the same opening twice with colours swapped. The two games of a pair
//! are not independent (an opening that is won for X gives one win each), so the variance is that
//! of pair scores, not of games.

mod elo;
mod pairs;
mod rating;
mod sprt;

pub use elo::{Interval, elo_of_score, score_of_elo};
pub use pairs::Pairs;
pub use rating::{FieldRatings, Rating, Ratings};
pub use sprt::{Sprt, Verdict};
