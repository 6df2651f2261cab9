//! Hints: first where, then what. The second question is answered from the first one's search.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use potez_session::{Effect, Event, Sides};
use potez_table::{Limits, Report, Table, TableMove};
use potez_wire::hints::said;
use potez_words::Words;

use crate::api::thinking::running;
use crate::app::AppState;
use crate::clients::Client;
use crate::error::ApiError;
use crate::live_game::LiveGame;
use crate::wire::{HintRequest, HintStep, HintView};
use crate::{bots, engine_jobs, limits};

/// Reports that are remembered.
const REMEMBERED: usize = 200;

/// A position with what the engine found there.
type CachedReport = (String, Arc<Report<TableMove>>);

/// The reports behind the last hints.
#[derive(Default)]
pub(crate) struct Hints(Mutex<VecDeque<CachedReport>>);

impl Hints {
    fn find(&self, key: &str) -> Option<Arc<Report<TableMove>>> {
        let reports = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        reports.iter().find(|(known, _)| known == key).map(|(_, report)| report.clone())
    }

    fn keep(&self, key: String, report: Arc<Report<TableMove>>) {
        let mut reports = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if reports.len() >= REMEMBERED {
            reports.pop_front();
        }
        reports.push_back((key, report));
    }
}

/// Gives a hint on a position.
pub(crate) async fn hint(
    app: &Arc<AppState>,
    client: Client,
    request: HintRequest,
    words: &Words,
) -> Result<HintView, ApiError> {
    let HintRequest { at, step } = request;
    let table = app.calculate(client, move |_| running(&at)).await?;
    let report = found(app, client, table.as_ref()).await?;
    said(table.as_ref(), &report, step, words)
}

/// Gives the next hint on a live game: where first, what when it is asked for again in the same
/// position.
pub(crate) async fn hint_in_game(
    app: &AppState,
    live: &LiveGame,
    you: Sides,
    client: Client,
    words: &Words,
) -> Result<HintView, ApiError> {
    let (table, step) = {
        let mut state = live.state.lock().await;
        if !you.plays(state.session.turn()) {
            return Err(ApiError::not_your_turn());
        }
        let effects = state.session.apply(Event::AskHint, app.games.time.now())?;
        let step = if effects.contains(&Effect::FindHint) { HintStep::Where } else { HintStep::What };
        (state.session.table().fork(), step)
    };
    // The engine thinks without the lock: others may move meanwhile, and then this hint is for
    // nobody.
    let report = found(app, client, table.as_ref()).await?;
    if let (HintStep::Where, Some(best)) = (step, report.best()) {
        let mut state = live.state.lock().await;
        state.session.apply(Event::HintFound { ply: table.ply(), mv: best }, app.games.time.now())?;
    }
    said(table.as_ref(), &report, step, words)
}

/// What the engine finds at a table, now or when it was asked before.
async fn found(app: &AppState, client: Client, table: &dyn Table) -> Result<Arc<Report<TableMove>>, ApiError> {
    let key = format!("{} {}", table.game(), table.position());
    if let Some(report) = app.hints.find(&key) {
        return Ok(report);
    }
    let (spec, limits) = (bots::judge(1), Limits::time(limits::HINT));
    let report = engine_jobs::think(&app.queue, client, table.fork(), spec, limits, limits::HINT).await?;
    let report = Arc::new(report);
    app.hints.keep(key, report.clone());
    Ok(report)
}
