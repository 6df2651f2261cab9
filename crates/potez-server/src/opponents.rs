//! What goes on in a game by itself: the engine moves, the teacher judges, flags fall.

use std::sync::{Arc, PoisonError};
use std::time::Duration;

use potez_engine::{Limits, Table};

use crate::bounds;
use crate::clients::Client;
use crate::failure::Failure;
use crate::games::{Games, Next};
use crate::heads::Taught;
use crate::judgements::Weighed;
use crate::live::{Inner, Live};
use crate::wire::{Grade, Side, You};
use crate::{bots, judgements, thoughts};

/// How long to wait when the engine has too much to do.
const RETRY: Duration = Duration::from_secs(2);
/// The teacher thinks so long about a move.
const TEACHER: Duration = Duration::from_millis(800);

/// What is to be thought about.
enum Task {
    Engine { bot: String },
    Teacher { mv: String, before: Box<dyn Table> },
}

impl Games {
    /// Starts what follows from how the game stands, and ends what no longer does.
    pub(crate) fn carry_on(self: &Arc<Self>, live: &Arc<Live>, inner: &mut Inner) {
        if let Some(thinking) = inner.thinking.take() {
            thinking.abort();
        }
        if let Some(flag) = inner.flag.take() {
            flag.abort();
        }
        if inner.is_over() {
            live.permit.lock().unwrap_or_else(PoisonError::into_inner).take();
            return;
        }
        self.wait_for_flag(live, inner);
        let Some(task) = task(live, inner) else { return };
        let (games, live, ply) = (self.clone(), live.clone(), inner.table.ply());
        let table = inner.table.fork();
        let limits = bots::limits(clock_of(inner, self.time.now()));
        let handle = tokio::spawn(async move {
            let client = *live.client.lock().unwrap_or_else(PoisonError::into_inner);
            match task {
                Task::Engine { bot } => games.engine_move(&live, client, table, &bot, limits, ply).await,
                Task::Teacher { mv, before } => games.teach(&live, client, before, &mv, ply).await,
            }
        });
        inner.thinking = Some(handle.abort_handle());
    }

    /// Somebody has come to look: what was left alone goes on.
    pub(crate) async fn stir(self: &Arc<Self>, live: &Arc<Live>) {
        let mut inner = live.inner.lock().await;
        if inner.thinking.is_none() && !inner.is_over() {
            self.carry_on(live, &mut inner);
            live.publish_thinking(inner.thinking.is_some());
        }
    }

    async fn engine_move(
        self: &Arc<Self>,
        live: &Arc<Live>,
        client: Client,
        table: Box<dyn Table>,
        bot: &str,
        limits: Limits,
        ply: usize,
    ) {
        let report = loop {
            let spec = bots::read(table.as_ref(), bot);
            let thought = match spec {
                Ok(spec) => thoughts::think(&self.queue, client, table.fork(), spec, limits, bounds::ENGINE_MOVE).await,
                Err(failure) => Err(failure),
            };
            match thought {
                Ok(report) => break report,
                Err(failure) if failure.code == "busy" => tokio::time::sleep(RETRY).await,
                Err(failure) => {
                    tracing::error!(game = live.id, bot, code = failure.code, "the engine could not move");
                    return live.publish_thinking(false);
                }
            }
        };
        let Some(mv) = report.best() else { return };
        let thought = report.time.as_millis() as u64;
        self.settle(live, ply, move |games, inner| {
            let now = games.time.now();
            if let Some(clock) = &mut inner.head.clock {
                clock.charge(thought, now);
            }
            games.moved(inner, &mv).map(Some)
        })
        .await;
    }

    async fn teach(self: &Arc<Self>, live: &Arc<Live>, client: Client, before: Box<dyn Table>, mv: &str, ply: usize) {
        let weighed = judgements::weigh(&self.queue, client, before, mv, TEACHER).await;
        // A teacher who cannot judge lets the move pass.
        let bad = weighed.ok().filter(|weighed| matches!(weighed.grade(), Grade::Mistake | Grade::Blunder));
        self.settle(live, ply, move |games, inner| {
            let Some(weighed) = bad else {
                let mut head = inner.head.clone();
                head.judged = ply;
                return Ok(Some(Next::head(head)));
            };
            let you = match weighed.by {
                Side::X => You::X,
                Side::O => You::O,
            };
            let mut next = games.taken_back(inner, you)?;
            let Weighed { mv, by, before, after, .. } = weighed;
            next.head.lesson = Some(Taught { mv, by, before, after });
            Ok(Some(next))
        })
        .await;
    }

    /// Applies what was thought of, unless the game has moved on meanwhile.
    async fn settle(
        self: &Arc<Self>,
        live: &Arc<Live>,
        ply: usize,
        change: impl FnOnce(&Self, &mut Inner) -> Result<Option<Next>, Failure> + Send + 'static,
    ) {
        let settled = self
            .task(live, move |games, live| async move {
                let mut inner = live.inner.lock().await;
                if inner.is_over() || inner.table.ply() != ply {
                    return Ok(());
                }
                // The thought is over: carrying on must not abort what is settling it.
                inner.thinking = None;
                match change(&games, &mut inner)? {
                    Some(next) => games.commit(&live, &mut inner, next).await,
                    None => Ok(()),
                }
            })
            .await;
        if let Err(failure) = settled {
            tracing::error!(game = live.id, code = failure.code, "what the engine thought of was refused");
        }
    }

    fn wait_for_flag(self: &Arc<Self>, live: &Arc<Live>, inner: &mut Inner) {
        let Some(clock) = inner.head.clock else { return };
        let (Some(falls), Some(side)) = (clock.falls_at(), clock.running()) else { return };
        if inner.head.is_engine(side) {
            return;
        }
        let wait = Duration::from_millis(falls.saturating_sub(self.time.now()) + 1);
        let (games, live) = (self.clone(), live.clone());
        let handle = tokio::spawn(async move {
            tokio::time::sleep(wait).await;
            let fallen = games.task(&live, |games, live| async move {
                let mut inner = live.inner.lock().await;
                let now = games.time.now();
                let Some(side) = inner.head.clock.and_then(|clock| clock.flagged(now)) else { return Ok(()) };
                if inner.is_over() {
                    return Ok(());
                }
                let mut head = inner.head.clone();
                head.end(Some(side.other()), "time", now);
                games.commit(&live, &mut inner, Next::head(head)).await
            });
            if let Err(failure) = fallen.await {
                tracing::error!(game = live.id, code = failure.code, "a flag could not fall");
            }
        });
        inner.flag = Some(handle.abort_handle());
    }
}

/// What is to be thought about now, if anything.
fn task(live: &Live, inner: &Inner) -> Option<Task> {
    let (head, turn) = (&inner.head, inner.turn());
    let bot = head.seat(turn).bot.clone()?;
    let both = head.is_engine(Side::X) && head.is_engine(Side::O);
    // Two engines play only while somebody looks on.
    if both && live.presence().is_empty() {
        return None;
    }
    if head.teaching && head.judged < inner.table.ply() && inner.made() > 0 {
        let before = inner.cut(inner.table.ply() - 1);
        if !head.is_engine(before.turn().into()) {
            return Some(Task::Teacher { mv: inner.table.moves().pop()?, before });
        }
    }
    Some(Task::Engine { bot })
}

/// The clock as the engine sees it.
fn clock_of(inner: &Inner, now: u64) -> Option<potez_engine::Clock> {
    let clock = inner.head.clock?;
    let left = Duration::from_millis(clock.left(inner.turn(), now).max(100));
    let increment = Duration::from_millis(clock.increment());
    Some(match clock.control {
        crate::clocks::Control::Fischer { .. } => potez_engine::Clock { left, increment, moves_to_go: None },
        crate::clocks::Control::Move { .. } => potez_engine::Clock { left, increment, moves_to_go: Some(1) },
    })
}
