//! Hints: first where, then what. The second question is answered from the first one's thought.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use potez_engine::choices::Parts;
use potez_engine::{Limits, Proof, Report};
use potez_words::{Arg, Words};

use crate::analyses;
use crate::app::App;
use crate::bounds;
use crate::clients::Client;
use crate::failure::Failure;
use crate::wire::{Hint, HintRequest, HintStep, Side};
use crate::{bots, remarks, tables, thoughts};

/// Thoughts that are remembered.
const REMEMBERED: usize = 200;

type Thought = (String, Arc<Report<String>>);

/// The thoughts behind the last hints.
#[derive(Default)]
pub(crate) struct Hints(Mutex<VecDeque<Thought>>);

impl Hints {
    fn find(&self, key: &str) -> Option<Arc<Report<String>>> {
        let thoughts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        thoughts.iter().find(|(known, _)| known == key).map(|(_, report)| report.clone())
    }

    fn keep(&self, key: String, report: Arc<Report<String>>) {
        let mut thoughts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if thoughts.len() >= REMEMBERED {
            thoughts.pop_front();
        }
        thoughts.push_back((key, report));
    }
}

/// Gives a hint.
pub(crate) async fn hint(app: &App, client: Client, request: &HintRequest, words: &Words) -> Result<Hint, Failure> {
    let table = tables::at(&request.place)?;
    table.check_running().map_err(Failure::rules)?;
    let key = format!("{} {}", table.game(), table.position());
    let known = app.hints.find(&key);
    let report = if let Some(report) = known {
        report
    } else {
        let (spec, limits) = (bots::judge(1), Limits::time(bounds::HINT));
        let report = thoughts::think(&app.queue, client, table.fork(), spec, limits, bounds::HINT).await?;
        let report = Arc::new(report);
        app.hints.keep(key, report.clone());
        report
    };
    let line = report.lines.first().ok_or_else(Failure::internal)?;
    let cells = Parts::of(table.as_ref()).cells_of(&line.pv[0]);
    Ok(match request.step {
        HintStep::Where => {
            // The first cell alone: where to look, not what to do there.
            let cells: Vec<String> = cells.into_iter().take(1).collect();
            let said = match cells.first() {
                Some(cell) => words.say("hint-where", &[("cells", Arg::from(cell.as_str()))]),
                None => words.say("hint-word", &[]),
            };
            let (mv, pv, remarks) = (None, Vec::new(), Vec::new());
            Hint { step: HintStep::Where, cells, mv, pv, chance_x: None, proven: None, remarks, words: said }
        }
        HintStep::What => Hint {
            step: HintStep::What,
            cells,
            words: words.say("hint-what", &[("move", Arg::from(line.pv[0].as_str()))]),
            remarks: remarks::on(table.as_ref(), &line.pv[0], words),
            mv: Some(line.mv()),
            pv: line.pv.clone(),
            chance_x: Some(analyses::for_x(Side::from(table.turn()), line.win_chance)),
            proven: line.proof.map(Proof::word),
        },
    })
}
