//! Errors as Python raises them.

use potez_table::Message;
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;

/// The exception of a message: a class of `potez.errors` with the message's code.
pub(crate) fn raise(py: Python<'_>, message: &Message) -> PyErr {
    exception(py, message.kind.code(), message.code, &message.english, &message.args)
}

/// An exception that is not about a game.
pub(crate) fn wrong(py: Python<'_>, english: &str) -> PyErr {
    exception(py, "bad-request", "bad-request", english, &[])
}

/// The number of a move, from whichever kind of whole number.
pub(crate) fn number(action: &Bound<'_, PyAny>) -> PyResult<u32> {
    action.extract().map_err(|error: PyErr| {
        let py = action.py();
        if error.is_instance_of::<PyOverflowError>(py) {
            return exception(py, "bad-move", "no-such-action", &format!("{action} is not the number of a move"), &[]);
        }
        PyTypeError::new_err(format!("a move is a whole number (or a text, for apply_move), not `{action}`"))
    })
}

fn exception(py: Python<'_>, kind: &str, code: &str, english: &str, args: &[(&'static str, String)]) -> PyErr {
    let make = || -> PyResult<Bound<'_, PyAny>> {
        py.import("potez.errors")?.getattr("of_message")?.call1((kind, code, english, args.to_vec()))
    };
    match make() {
        Ok(value) => PyErr::from_value(value),
        Err(error) => error,
    }
}
