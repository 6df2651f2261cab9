//! What goes on in a game by itself: the engine moves, the teacher judges, flags fall.
//!
//! What is to be done is the session's to say; here it is scheduled, and its outcome brought back
//! as an event.

use std::sync::{Arc, PoisonError};
use std::time::Duration;

use potez_session::{Effect, Event};
use potez_table::{Limits, Report, Table, TableMove};
use tokio::task::AbortHandle;

use crate::clients::Client;
use crate::engine_jobs::BotHome;
use crate::error::ApiError;
use crate::games::LiveGames;
use crate::judgements::Effort;
use crate::kept_bots::BotKey;
use crate::live_game::{GameState, LiveGame};
use crate::wire::SentMove;
use crate::{bots, engine_jobs, judgements, limits, tables, unattended};

/// How long to wait when the engine has too much to do.
const RETRY: Duration = Duration::from_secs(2);
/// How often a search that failed is tried again before the bot gives up.
const TRIES: usize = 5;
/// How long to wait before something is written again that could not be: longer and longer, and
/// never longer than this.
const LONGEST_PAUSE: Duration = Duration::from_secs(4);
/// How long the teacher thinks about a move.
const TEACHER: Duration = Duration::from_millis(800);

/// What is to be thought about.
enum BackgroundTask {
    Engine { bot: String, limits: Limits },
    Teacher { mv: TableMove },
}

impl LiveGames {
    /// Starts what follows from how the game stands, and ends what no longer does.
    pub(crate) fn carry_on(self: &Arc<Self>, live: &Arc<LiveGame>, state: &mut GameState) {
        if let Some(thinking) = state.thinking.take() {
            thinking.abort();
        }
        if let Some(flag) = state.flag.take() {
            flag.abort();
        }
        if state.session.is_over() {
            live.permit.lock().unwrap_or_else(PoisonError::into_inner).take();
            self.bots.forget(&live.id);
            return;
        }
        // The server that has written a version does what follows from it. Flags fall everywhere: of several
        // that say so the storage takes one.
        let is_ours = self.nodes.is_responsible(state.run);
        state.is_elsewhere = false;
        for duty in state.session.duties(self.time.now()) {
            match duty {
                Effect::Due { at } => self.wait_for_flag(live, state, at),
                Effect::Think { .. } | Effect::Judge if !is_ours => state.is_elsewhere = true,
                Effect::Think { player, limits } => {
                    let bot = state.session.state().seat(player).bot.clone().unwrap_or_default();
                    self.begin(live, state, BackgroundTask::Engine { bot, limits });
                }
                Effect::Judge => {
                    if let Some(mv) = state.session.table().played().pop() {
                        self.begin(live, state, BackgroundTask::Teacher { mv });
                    }
                }
                // Everything else tells what has happened already.
                _ => {}
            }
        }
    }

    /// Begins to think, in the background.
    fn begin(self: &Arc<Self>, live: &Arc<LiveGame>, state: &mut GameState, task: BackgroundTask) {
        let is_unattended = unattended::is_between_bots(state.session.state()) && live.presence().is_empty();
        if is_unattended && !unattended::goes_on(&state.session) {
            return;
        }
        let (games, live, table) = (self.clone(), live.clone(), state.session.table().fork());
        let handle = tokio::spawn(async move {
            let client = *live.client.lock().unwrap_or_else(PoisonError::into_inner);
            // Two bots at which nobody looks wait for the other such games of the same client.
            let _turn = if is_unattended { games.unattended.wait(client).await } else { None };
            match task {
                BackgroundTask::Engine { bot, limits } => {
                    games.engine_move(&live, client, table, (&bot, !is_unattended), limits).await;
                }
                BackgroundTask::Teacher { mv } => games.teach(&live, client, table, mv).await,
            }
        });
        state.thinking = Some(handle.abort_handle());
        state.is_unattended = is_unattended;
    }

    /// Somebody has come to look: what has stopped goes on, and what waits for its turn need not.
    pub(crate) async fn stir(self: &Arc<Self>, live: &Arc<LiveGame>) {
        let mut state = live.state.lock().await;
        let stands = !state.is_elsewhere && state.thinking.as_ref().is_none_or(AbortHandle::is_finished);
        let rests = state.is_unattended || stands;
        if rests && !state.session.is_over() {
            self.carry_on(live, &mut state);
            live.publish_thinking(state.is_thinking());
        }
    }

    async fn engine_move(
        self: &Arc<Self>,
        live: &Arc<LiveGame>,
        client: Client,
        table: Box<dyn Table>,
        (bot, is_kept): (&str, bool),
        limits: Limits,
    ) {
        let ply = table.ply();
        let mut tries = 0;
        let report = loop {
            match self.think(live, client, table.fork(), (bot, is_kept), limits).await {
                Ok(report) => break report,
                Err(error) if error.code == "busy" => {}
                Err(error) => {
                    tracing::error!(game = live.id, bot, code = error.code, "the engine could not move");
                    tries += 1;
                    if tries == TRIES {
                        return live.publish_thinking(false);
                    }
                }
            }
            tokio::time::sleep(RETRY).await;
        };
        let Some(best) = report.best() else { return };
        self.settle(live, Event::BotMove { ply, mv: best.parts.into(), thought: report.time }).await;
    }

    /// What the bot of a game thinks: the one that has followed the game, if it is still there. Where
    /// nobody looks on it is not kept, to leave the room to others.
    async fn think(
        &self,
        live: &LiveGame,
        client: Client,
        table: Box<dyn Table>,
        (bot, is_kept): (&str, bool),
        limits: Limits,
    ) -> Result<Report<TableMove>, ApiError> {
        let (spec, most) = (bots::parse(bot)?, limits::ENGINE_MOVE);
        if !is_kept {
            return engine_jobs::think(&self.queue, client, table, spec, limits, most).await;
        }
        let key = BotKey { game: live.id.clone(), player: table.turn(), spec: bot.to_string() };
        let home = BotHome { kept: self.bots.clone(), key };
        engine_jobs::think_in_game(&self.queue, client, table, (spec, home), limits, most).await
    }

    /// Judges the last move at a table.
    async fn teach(self: &Arc<Self>, live: &Arc<LiveGame>, client: Client, table: Box<dyn Table>, mv: TableMove) {
        let ply = table.ply();
        let before = tables::cut(table.as_ref(), ply.saturating_sub(1));
        let mv = SentMove::Parts { parts: mv.parts.to_vec() };
        let judged = judgements::judge_move(&self.queue, client, before, &mv, Effort::within(TEACHER)).await;
        // A teacher who cannot judge lets the move pass.
        let mistake = judged.ok().and_then(|judged| judged.mistake());
        self.settle(live, Event::Judged { ply, mistake }).await;
    }

    /// Applies what was thought of, unless the game has moved on meanwhile. What cannot be written
    /// is tried again until it can.
    async fn settle(self: &Arc<Self>, live: &Arc<LiveGame>, event: Event) {
        let settled = until_written(|| {
            let event = event.clone();
            self.task(live, move |games, live| async move {
                let mut state = live.state.lock().await;
                let pending = games.after(&state, event)?;
                // The thought is over: carrying on must not abort what is settling it.
                let thinking = state.thinking.take();
                let done = games.commit(&live, &mut state, pending).await;
                if done.is_err() && state.thinking.is_none() {
                    state.thinking = thinking;
                }
                done
            })
        })
        .await;
        if let Err(error) = settled
            && !matches!(error.code, "stale" | "game-over")
        {
            tracing::error!(game = live.id, code = error.code, "what the engine thought of was refused");
        }
    }

    /// Looks at the clock when a flag may fall.
    fn wait_for_flag(self: &Arc<Self>, live: &Arc<LiveGame>, state: &mut GameState, at: Duration) {
        let wait = at.saturating_sub(self.time.now()) + Duration::from_millis(1);
        let (games, live) = (self.clone(), live.clone());
        let handle = tokio::spawn(async move {
            tokio::time::sleep(wait).await;
            let fallen = until_written(|| {
                games.task(&live, |games, live| async move {
                    let mut state = live.state.lock().await;
                    let pending = games.after(&state, Event::Tick)?;
                    if pending.effects.is_empty() {
                        return Ok(());
                    }
                    games.commit(&live, &mut state, pending).await
                })
            });
            if let Err(error) = fallen.await {
                tracing::error!(game = live.id, code = error.code, "a flag could not fall");
            }
        });
        state.flag = Some(handle.abort_handle());
    }
}

/// Tries something again and again until the disk lets it be decided.
async fn until_written<F: Future<Output = Result<(), ApiError>>>(attempt: impl Fn() -> F) -> Result<(), ApiError> {
    let mut pause = Duration::from_millis(250);
    loop {
        match attempt().await {
            Err(error) if error.is_passing() => tokio::time::sleep(pause).await,
            decided => return decided,
        }
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}
