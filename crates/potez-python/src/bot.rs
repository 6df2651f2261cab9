//! A bot, as Python holds it.

use std::sync::{Mutex, MutexGuard, PoisonError};

use potez_table::{BotSpec, DynBot, Proof, Report, Stop, TableMove};
use pyo3::prelude::*;
use serde_json::{Value, json};

use crate::errors::raise;
use crate::limits::{interruptible, limits};
use crate::table::PyTable;

/// A bot of one game spec: it keeps what it has learnt from move to move.
#[pyclass(name = "NativeBot", module = "potez._potez", frozen)]
pub(crate) struct PyBot {
    bot: Mutex<Box<dyn DynBot>>,
}

impl PyBot {
    fn lock(&self) -> MutexGuard<'_, Box<dyn DynBot>> {
        self.bot.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A report as JSON.
fn report_json(report: &Report<TableMove>) -> Value {
    let line = |line: &potez_table::Line<TableMove>| {
        json!({
            "move": line.mv(),
            "score": line.score.raw(),
            "win_chance": line.win_chance,
            "proven": line.proof.map(Proof::word),
            "pv": line.pv,
            "depth": line.depth,
            "visits": line.visits,
        })
    };
    json!({
        "lines": report.lines.iter().map(line).collect::<Vec<_>>(),
        "depth": report.depth,
        "nodes": report.nodes,
        "seconds": report.time.as_secs_f64(),
    })
}

/// Reads a bot spec; options of a call come on top of it.
pub(crate) fn bot_spec(
    py: Python<'_>,
    spec: &str,
    threads: Option<usize>,
    multipv: Option<usize>,
) -> PyResult<BotSpec> {
    let mut spec: BotSpec = spec.parse().map_err(|error: potez_table::BotError| raise(py, &error.into()))?;
    spec.threads = threads.or(spec.threads);
    spec.multipv = multipv.or(spec.multipv);
    Ok(spec)
}

#[pymethods]
impl PyBot {
    #[new]
    #[pyo3(signature = (table, spec, threads=None, multipv=None))]
    fn new(
        py: Python<'_>,
        table: &PyTable,
        spec: &str,
        threads: Option<usize>,
        multipv: Option<usize>,
    ) -> PyResult<Self> {
        let spec = bot_spec(py, spec, threads, multipv)?;
        let bot = table.table.bot(&spec).map_err(|message| raise(py, &message))?;
        Ok(Self { bot: Mutex::new(bot) })
    }

    /// Thinks about the position as it stands on the table now; JSON. One second where no limit is given.
    #[pyo3(signature = (table, seconds=None, nodes=None, depth=None))]
    fn think(
        &self,
        py: Python<'_>,
        table: &Bound<'_, PyTable>,
        seconds: Option<f64>,
        nodes: Option<u64>,
        depth: Option<u32>,
    ) -> PyResult<String> {
        let limits = limits(py, seconds, nodes, depth, Some(1.0))?;
        let stop = Stop::new();
        // A copy: another thread of Python may play on meanwhile.
        let table = table.borrow().table.fork();
        let report = interruptible(py, &stop, || self.lock().think(table.as_ref(), limits, &stop, &mut |_| ()))?;
        let report = report.map_err(|message| raise(py, &message))?;
        Ok(report_json(&report).to_string())
    }

    /// Forgets everything learnt: a new game begins.
    fn forget(&self, py: Python<'_>) {
        py.detach(|| self.lock().forget());
    }
}
