//! A bot, as Python holds it.

use std::sync::Mutex;

use potez_table::{BotSpec, DynBot, Proof, Report, Stop, TableMove};
use pyo3::prelude::*;
use serde_json::{Value, json};

use crate::errors::{raise, wrong};
use crate::limits::{check_signals, limits};
use crate::table::PyTable;

/// A bot of one game spec: it keeps what it has learnt from move to move.
#[pyclass(name = "NativeBot", module = "potez._potez", frozen)]
pub(crate) struct PyBot {
    bot: Mutex<Box<dyn DynBot>>,
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

    /// Thinks about the position on the table; JSON. One second where no limit is given.
    #[pyo3(signature = (table, seconds=None, nodes=None, depth=None))]
    fn think(
        &self,
        py: Python<'_>,
        table: &PyTable,
        seconds: Option<f64>,
        nodes: Option<u64>,
        depth: Option<u32>,
    ) -> PyResult<String> {
        let limits = limits(py, seconds, nodes, depth, Some(1.0))?;
        let stop = Stop::new();
        let table = table.table.as_ref();
        let report = py.detach(|| {
            let mut bot = self.bot.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            bot.think(table, limits, &stop, &mut |_| check_signals(&stop))
        });
        py.check_signals()?;
        if stop.is_raised() {
            return Err(pyo3::exceptions::PyKeyboardInterrupt::new_err(()));
        }
        let report = report.map_err(|message| raise(py, &message))?;
        Ok(report_json(&report).to_string())
    }

    /// Forgets everything learnt: a new game begins.
    fn forget(&self, py: Python<'_>) -> PyResult<()> {
        self.bot.lock().map_err(|_| wrong(py, "the bot has failed"))?.forget();
        Ok(())
    }
}
