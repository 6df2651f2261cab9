//! How long a search may go on, and how Python's user ends it.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use potez_table::{A_TIME, Limits, Stop};
use pyo3::prelude::*;

use crate::errors::wrong;

/// How often a long call looks whether the user has pressed Ctrl-C.
const LOOK: Duration = Duration::from_millis(20);

/// A search may go deep; threads of the standard library have 2 MiB.
const STACK: usize = 16 << 20;

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

/// The seconds of a text such as `500ms`.
#[pyfunction]
pub(crate) fn seconds(py: Python<'_>, text: &str) -> PyResult<f64> {
    let time = potez_table::duration(text).ok_or_else(|| {
        wrong(py, &format!("`{text}` is not {A_TIME}; a number without a unit is given as a number: seconds"))
    })?;
    Ok(time.as_secs_f64())
}

/// Works on another thread and without the interpreter's lock, while this one looks for signals:
/// what a handler raises, such as `KeyboardInterrupt`, ends the work and is raised here.
pub(crate) fn interruptible<T: Send>(py: Python<'_>, stop: &Stop, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    py.detach(|| {
        std::thread::scope(|scope| {
            let (alive, done) = mpsc::channel::<()>();
            let worker = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || {
                let _until_the_end = alive;
                work()
            })?;
            let mut raised = Ok(());
            while done.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
                // The first one counts; whoever presses twice waits for the same end.
                let signal = Python::attach(|py| -> PyResult<()> { py.check_signals() });
                if signal.is_err() {
                    stop.raise();
                    raised = raised.and(signal);
                }
            }
            let value = worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            raised.map(|()| value)
        })
    })
}
