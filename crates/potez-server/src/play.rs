//! What players do: move, resign, take back, play again.
//!
//! Every rule of this lies in `potez-session`. Here what somebody asks for becomes an event, and
//! what comes of it is stored before anybody hears of it.

use std::sync::Arc;
use std::time::Instant;

use potez_session::{Effect, Event, Sides};
use potez_table::{Ending, Message, Player};
use potez_wire::games::{asked, entered};

use crate::clients::Client;
use crate::error::ApiError;
use crate::games::{LiveGames, PendingChange};
use crate::limits;
use crate::live_game::{GameState, LiveGame};
use crate::tables;
use crate::wire::{Act, MoveRequest};

/// How often something is tried that other servers have overtaken.
const TRIES: usize = 4;

impl LiveGames {
    /// Plays a move for whoever holds a token.
    pub(crate) async fn play(
        self: &Arc<Self>,
        live: &Arc<LiveGame>,
        you: Option<Sides>,
        request: MoveRequest,
        client: Client,
    ) -> Result<(), ApiError> {
        tables::check_move(&request.mv)?;
        let by = you.ok_or_else(ApiError::forbidden)?;
        let event = entered(request, by);
        self.task(live, move |games, live| async move {
            let began = Instant::now();
            let mut state = live.state.lock().await;
            *live.client.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = client;
            let mut tries = 1;
            loop {
                let pending = match games.after(&state, event.clone()) {
                    // A move for another position than this may be for one that another server has made.
                    Err(error) if error.code == "stale" && games.nodes.is_shared() && tries < TRIES => {
                        tries = TRIES;
                        games.reconcile(&live, &mut state).await;
                        continue;
                    }
                    pending => pending?,
                };
                if pending.session.table().ply() > limits::MOVES {
                    return Err(ApiError::cannot());
                }
                match games.commit(&live, &mut state, pending).await {
                    // Another server was faster, and the game is here as that one has left it. Whether the move
                    // still fits is the session's to say.
                    Err(error) if error.code == "stale" && tries < TRIES => tries += 1,
                    decided => break decided?,
                }
            }
            games.metrics.moves.add(1);
            games.metrics.acknowledged(began.elapsed());
            Ok(())
        })
        .await
    }

    /// Plays a move of a program that loses by what it does wrong; returns what was wrong with it.
    pub(crate) async fn play_refereed(
        self: &Arc<Self>,
        live: &Arc<LiveGame>,
        player: Player,
        ply: usize,
        mv: String,
    ) -> Result<Option<Message>, ApiError> {
        self.task(live, move |games, live| async move {
            let mut state = live.state.lock().await;
            let pending = games.after(&state, Event::Move { by: player.into(), ply: Some(ply), mv: mv.into() })?;
            let wrong = pending.effects.iter().find_map(|effect| match effect {
                Effect::Over { message, .. } => message.clone(),
                _ => None,
            });
            games.commit(&live, &mut state, pending).await?;
            games.metrics.moves.add(1);
            Ok(wrong)
        })
        .await
    }

    /// Ends a game other than on the board; one that is over stays as it is.
    pub(crate) async fn end(self: &Arc<Self>, live: &Arc<LiveGame>, ending: Ending) -> Result<(), ApiError> {
        self.task(live, move |games, live| async move {
            let mut state = live.state.lock().await;
            if state.session.is_over() {
                return Ok(());
            }
            let pending = games.after(&state, Event::End(ending))?;
            games.commit(&live, &mut state, pending).await
        })
        .await
    }

    /// The game after something has happened in it.
    pub(crate) fn after(&self, state: &GameState, event: Event) -> Result<PendingChange, ApiError> {
        if self.nodes.is_cut_off() {
            // Nobody is judged by a clock that ran while nothing could be written.
            return Err(ApiError::storage());
        }
        // Locks belong to people: they go to the other side with them.
        let swaps = event == Event::SwapSides;
        let mut session = state.session.clone();
        let effects = session.apply(event, self.time.now())?;
        let mut access = state.access.clone();
        if swaps {
            access.swap(0, 1);
        }
        Ok(PendingChange { session, access, effects })
    }

    /// Does something that is not a move.
    pub(crate) async fn act(
        self: &Arc<Self>,
        live: &Arc<LiveGame>,
        you: Option<Sides>,
        act: Act,
        client: Client,
    ) -> Result<(), ApiError> {
        let you = you.ok_or_else(ApiError::forbidden)?;
        self.task(live, move |games, live| async move {
            let mut state = live.state.lock().await;
            let event = asked(&state.session, you, act);
            let mut pending = games.after(&state, event)?;
            // A game that is over and goes on again counts again as an open one.
            let reopens = state.session.is_over() && !pending.session.is_over();
            let permit = reopens.then(|| games.clients.game(client)).transpose()?;
            if pending.effects.contains(&Effect::Rematch) {
                let permit = games.clients.game(client)?;
                let next = pending.session.rematch().map_err(ApiError::rules)?;
                let [x, o] = pending.access.clone();
                let next = games.add(next, [o, x], Some(permit), client).await?;
                pending.session.set_next(next.id.clone());
            }
            games.commit(&live, &mut state, pending).await?;
            if permit.is_some() {
                *live.permit.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = permit;
            }
            Ok(())
        })
        .await
    }
}
