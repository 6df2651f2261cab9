//! What requests that take time have in common.

use std::time::Duration;

use potez_table::Table;
use potez_words::Arg;

use crate::error::ApiError;
use crate::json::{PositionSpec, ThinkRequest};
use crate::{limits, tables};

/// A number within its range, or the error that names both.
pub fn within(name: &'static str, value: u64, low: u64, high: u64) -> Result<u64, ApiError> {
    if (low..=high).contains(&value) {
        return Ok(value);
    }
    let text = |number: u64| Arg::from(number.to_string());
    Err(ApiError::unfit_with("server-range", vec![("name", Arg::from(name)), ("low", text(low)), ("high", text(high))]))
}

/// The number of candidates and the time that a request asks for.
pub fn terms(request: &ThinkRequest, usual: Duration, most: Duration) -> Result<(usize, Duration), ApiError> {
    let multipv = within("multipv", request.multipv.unwrap_or(1) as u64, 1, limits::MULTIPV as u64)?;
    let usual = usual.as_millis() as u64;
    let time = within("timeMs", request.time_ms.unwrap_or(usual), 10, most.as_millis() as u64)?;
    Ok((multipv as usize, Duration::from_millis(time)))
}

/// The table of a position that is not the end of its game.
pub fn running(at: &PositionSpec) -> Result<Box<dyn Table>, ApiError> {
    let table = tables::at(at)?;
    table.check_running().map_err(ApiError::rules)?;
    Ok(table)
}

/// The time that each search of a review takes.
pub fn review_time(asked: Option<u64>) -> Result<Duration, ApiError> {
    let usual = limits::REVIEW_MOVE.as_millis() as u64;
    let most = limits::REVIEW_MOVE_MOST.as_millis() as u64;
    Ok(Duration::from_millis(within("timeMs", asked.unwrap_or(usual), 10, most)?))
}
