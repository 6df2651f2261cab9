//! The native part of the Python package `potez`: the table, bots and batches.
//!
//! What Python programs see is in `python/potez`; this module hands it numbers and texts. Structured
//! answers go over as JSON, which the standard library reads faster than objects are made one by
//! one.

mod batch;
mod bot;
mod errors;
mod limits;
mod records;
mod table;

use pyo3::prelude::*;

/// The module `potez._potez`.
#[pymodule]
fn _potez(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<table::PyTable>()?;
    module.add_class::<bot::PyBot>()?;
    module.add_class::<batch::PyBatch>()?;
    module.add_function(wrap_pyfunction!(limits::seconds, module)?)?;
    module.add_function(wrap_pyfunction!(table::games, module)?)?;
    module.add_function(wrap_pyfunction!(records::read_record, module)?)?;
    module.add_function(wrap_pyfunction!(records::write_record, module)?)?;
    module.add_function(wrap_pyfunction!(records::review, module)?)?;
    Ok(())
}
