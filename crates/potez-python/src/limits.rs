//! How long a search may go on, as Python says it.

use std::time::Duration;

use potez_table::{Limits, Stop};
use pyo3::prelude::*;

use crate::errors::wrong;

/// Seconds, nodes and depth; `fallback` seconds where nothing is said.
pub(crate) fn limits(
    py: Python<'_>,
    seconds: Option<f64>,
    nodes: Option<u64>,
    depth: Option<u32>,
    fallback: Option<f64>,
) -> PyResult<Limits> {
    let given = seconds.is_some() || nodes.is_some() || depth.is_some();
    let seconds = if given { seconds } else { fallback };
    let time = seconds.map(Duration::try_from_secs_f64).transpose();
    let time = time.map_err(|_| wrong(py, "a time is a number of seconds from 0 on"))?;
    Ok(Limits { time, nodes, depth, ..Limits::default() })
}

/// Ends a search when the user has asked for it with Ctrl-C.
pub(crate) fn check_signals(stop: &Stop) {
    Python::attach(|py| {
        if py.check_signals().is_err() {
            stop.raise();
        }
    });
}
